/* A page is the template with data in place of a marker. The template is built from web/ into
 * report_page.html, which the build turns into an array. */
#include <string.h>

#include "base/error.h"
#include "base/struct_read.h"
#include "report/page/page.h"
#include "report/page/page_template.h"

static const char page_mark[] = "HECO-REPORT-DATA";

void heco_page_options_init(heco_page_options *options, size_t size) {
    heco_page_options o = {.size = sizeof o};
    heco_struct_defaults(options, size, &o, sizeof o);
}

/* Finds the marker. The build of the template checks that there is exactly one. */
static const char *page_find(void) {
    const char *at = (const char *)heco_page_template, *end = at + heco_page_template_size;
    size_t      length = sizeof page_mark - 1;
    for (; (size_t)(end - at) > length; at++) {
        at = memchr(at, page_mark[0], (size_t)(end - at) - length);
        if (at == NULL) return NULL;
        if (memcmp(at, page_mark, length) == 0) return at;
    }
    return NULL;
}

/* Writes the template up to its mark. Sets *rest to the part behind the mark. */
static heco_status page_begin(FILE *out, const char **rest, heco_error *error) {
    const char *mark = page_find();
    if (mark == NULL) return heco_fail(error, HECO_ERR_FORMAT, "this build has no report page");
    fwrite(heco_page_template, 1, (size_t)(mark - (const char *)heco_page_template), out);
    *rest = mark + sizeof page_mark - 1;
    return HECO_OK;
}

/* Writes the rest of the template unless the data could not be written. */
static heco_status page_end(FILE *out, const char *rest, heco_status status, heco_error *error) {
    if (status != HECO_OK) return status;
    const char *end = (const char *)heco_page_template + heco_page_template_size;
    fwrite(rest, 1, (size_t)(end - rest), out);
    if (!ferror(out)) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "the report could not be written: is the disk full?");
}

heco_status heco_page_bench(FILE *out, const heco_page_options *options, heco_error *error) {
    const char *rest;
    heco_status status = page_begin(out, &rest, error);
    if (status == HECO_OK) status = heco_page_bench_data(out, options, error);
    return page_end(out, rest, status, error);
}

heco_status heco_page_solve(FILE *out, const char *journal, const heco_page_options *options,
                            heco_error *error) {
    const char *rest;
    heco_status status = page_begin(out, &rest, error);
    if (status == HECO_OK) status = heco_page_solve_data(out, journal, options, error);
    return page_end(out, rest, status, error);
}

heco_status heco_page_compare(FILE *out, const char *const *journals,
                              const heco_page_options *const *options, size_t count,
                              heco_error *error) {
    const char *rest;
    heco_status status = page_begin(out, &rest, error);
    if (status == HECO_OK) status = heco_page_compare_data(out, journals, options, count, error);
    return page_end(out, rest, status, error);
}

heco_status heco_page_sweep(FILE *out, const heco_sweep *sweep, const heco_problem *problem,
                            size_t constraint, const heco_page_options *options,
                            heco_error *error) {
    const char *rest;
    heco_status status = page_begin(out, &rest, error);
    if (status == HECO_OK)
        status = heco_page_sweep_data(out, sweep, problem, constraint, options, error);
    return page_end(out, rest, status, error);
}

heco_status heco_page_live(FILE *out, heco_error *error) {
    const char *rest;
    heco_status status = page_begin(out, &rest, error);
    if (status == HECO_OK) fputs("{\"kind\":\"live\"}", out);
    return page_end(out, rest, status, error);
}
