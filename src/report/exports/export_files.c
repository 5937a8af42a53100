/* Files, folders and traces, which the formats share. */
#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/os.h"
#include "report/exports/export.h"

void heco_export_name(char out[HECO_EXPORT_NAME], const char *name, size_t length) {
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_";
    if (length > HECO_EXPORT_NAME - 1) length = HECO_EXPORT_NAME - 1;
    for (size_t i = 0; i < length; i++) out[i] = strchr(kept, name[i]) != NULL ? name[i] : '_';
    out[length] = '\0';
    /* "." and ".." are folders, and a '-' in front would look like an option. */
    if (out[0] == '.' || out[0] == '-') out[0] = '_';
}

heco_status heco_export_folder(const char *path, heco_error *error) {
    if (heco_os_make_folder(path) == 0 || errno == EEXIST) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "cannot make the folder %s: %s", path, strerror(errno));
}

heco_status heco_export_dim_folder(char out[HECO_EXPORT_NAME], const heco_export_function *f,
                                   const heco_export_run *run) {
    char path[HECO_EXPORT_PATH];
    out[0] = '\0';
    if (run->record->dims != HECO_DIMS_SHARED) return HECO_OK;
    snprintf(out, HECO_EXPORT_NAME, "D%zu/", run->record->n);
    snprintf(path, sizeof path, "%.*s/%s", HECO_EXPORT_PATH - HECO_EXPORT_NAME - 2, f->folder, out);
    return heco_export_folder(path, f->error);
}

heco_status heco_export_open(heco_file *out, const heco_export_function *f, const char *name) {
    char        path[HECO_EXPORT_PATH];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    if (stat(path, &about) == 0)
        return heco_fail(f->error, HECO_ERR_CONFLICT,
                         "%s exists: export to an empty folder, and give algorithms labels that "
                         "differ in letters or digits",
                         path);
    int code = heco_file_open(out, path);
    if (code == ENOMEM) return heco_fail_memory(f->error);
    if (code == 0) return HECO_OK;
    return heco_fail(f->error, HECO_ERR_IO, "cannot write %s: %s", path, heco_file_reason(code));
}

heco_status heco_export_close(heco_file *file, const heco_export_function *f, heco_status status) {
    int code = status == HECO_OK ? heco_file_commit(file) : 0;
    if (code != 0)
        status = heco_fail(f->error, HECO_ERR_IO, "cannot write %s: %s", file->path,
                           heco_file_reason(code));
    heco_file_drop(file);
    return status;
}

size_t heco_export_dim_end(const heco_export_function *f, size_t begin) {
    size_t end = begin + 1;
    while (end < f->count && f->run[end].record->n == f->run[begin].record->n) end++;
    return end;
}

double heco_export_constraints(const heco_export_run *run) {
    size_t count = run->record->ng + run->record->nh;
    return count > 0 ? (double)count : 1.0; /* without numbers the mean stands for the sum */
}

/* Row 0 of a trace is the end of the first batch, which may come after the first checkpoints. */
static void export_sort_trace(heco_trace *t) {
    uint64_t evals = t->evals[0];
    double   f = t->f[0], viol = t->viol[0];
    size_t   k = 0;
    for (; k + 1 < t->count && t->evals[k + 1] < evals; k++) {
        t->evals[k] = t->evals[k + 1];
        t->f[k]     = t->f[k + 1];
        t->viol[k]  = t->viol[k + 1];
    }
    t->evals[k] = evals;
    t->f[k]     = f;
    t->viol[k]  = viol;
}

/* Ends the trace at the last evaluation, and drops rows that repeat the row before. */
static void export_end_trace(heco_trace *t, uint64_t evals) {
    size_t used = 0;
    for (size_t k = 0; k < t->count; k++) {
        uint64_t at = t->evals[k] < evals ? t->evals[k] : evals;
        if (used > 0 && t->evals[used - 1] == at) used--;
        t->evals[used] = at;
        t->f[used]     = t->f[k];
        t->viol[used]  = t->viol[k];
        used++;
    }
    t->count = used;
}

heco_status heco_export_trace(const heco_export_function *f, const heco_export_run *run,
                              heco_trace **out) {
    heco_status status = heco_results_trace(f->results, run->index, out, f->error);
    if (status != HECO_OK) return status;
    export_sort_trace(*out);
    export_end_trace(*out, run->record->outcome.evals);
    return HECO_OK;
}
