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

/* The content of a page: data of a sweep, of several journals, of one journal, of databases (the
 * options alone), or none. */
typedef struct {
    const heco_page_options        *options;
    const char                     *journal;
    const char *const              *journals;
    const heco_page_options *const *each; /* of `journals`                                   */
    size_t                          count;
    const heco_sweep               *sweep;
    const heco_problem             *problem;    /* of the sweep                              */
    size_t                          constraint; /* of the sweep                              */
    int                             live;
} page_content;

/* Writes the JSON block of the page. */
static heco_status page_write_data(FILE *out, const page_content *what, heco_error *error) {
    if (what->live) return fputs("{\"kind\":\"live\"}", out) < 0 ? HECO_ERR_IO : HECO_OK;
    if (what->sweep != NULL)
        return heco_page_sweep_data(out, what->sweep, what->problem, what->constraint,
                                    what->options, error);
    if (what->journals != NULL)
        return heco_page_compare_data(out, what->journals, what->each, what->count, error);
    if (what->journal != NULL)
        return heco_page_solve_data(out, what->journal, what->options, error);
    return heco_page_bench_data(out, what->options, error);
}

/* Writes the template with the data in place of its mark. */
static heco_status page_write(FILE *out, const page_content *what, heco_error *error) {
    const char *start = (const char *)heco_page_template, *mark = page_find();
    const char *rest = mark != NULL ? mark + sizeof page_mark - 1 : NULL;
    if (mark == NULL) return heco_fail(error, HECO_ERR_FORMAT, "this build has no report page");
    fwrite(start, 1, (size_t)(mark - start), out);
    heco_status status = page_write_data(out, what, error);
    if (status != HECO_OK) return status;
    fwrite(rest, 1, heco_page_template_size - (size_t)(rest - start), out);
    if (!ferror(out)) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "the report could not be written: is the disk full?");
}

heco_status heco_page_bench(FILE *out, const heco_page_options *options, heco_error *error) {
    return page_write(out, &(page_content){.options = options}, error);
}

heco_status heco_page_solve(FILE *out, const char *journal, const heco_page_options *options,
                            heco_error *error) {
    return page_write(out, &(page_content){.journal = journal, .options = options}, error);
}

heco_status heco_page_compare(FILE *out, const char *const *journals,
                              const heco_page_options *const *options, size_t count,
                              heco_error *error) {
    return page_write(out, &(page_content){.journals = journals, .each = options, .count = count},
                      error);
}

heco_status heco_page_sweep(FILE *out, const heco_sweep *sweep, const heco_problem *problem,
                            size_t constraint, const heco_page_options *options,
                            heco_error *error) {
    page_content what = {
        .sweep = sweep, .problem = problem, .constraint = constraint, .options = options};
    return page_write(out, &what, error);
}

heco_status heco_page_live(FILE *out, heco_error *error) {
    return page_write(out, &(page_content){.live = 1}, error);
}
