/* Writes STUB.sol, the answer that AMPL reads: message, options repeated from the .nl file, sizes,
 * point, and result code. AMPL reads the text format also if the .nl file is binary.
 *
 *   Gay (1997), Hooking your solver to AMPL, Bell Laboratories; ASL, writesol.c
 *
 * The file is written beside its name and renamed: AMPL never sees half of it. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/number_text.h"
#include "heco/model.h"
#include "models/model_table.h"

/* Writes a blank into empty lines, because an empty line ends the message. */
static void nl_sol_message(FILE *out, const char *message) {
    while (*message != '\0') {
        size_t length = strcspn(message, "\n");
        fprintf(out, "%.*s\n", length > 0 ? (int)length : 1, length > 0 ? message : " ");
        message += length + (message[length] == '\n');
    }
    fputc('\n', out);
}

/* Repeats the options of the .nl file with the sizes; `points`: values of variables follow. */
static void nl_sol_options(FILE *out, const heco_nl_header *h, int points) {
    int tolerance = h->options > 1 && h->option[1] == 3;
    if (h->options == 0) return;
    fprintf(out, "Options\n%d\n", h->options + (tolerance ? 2 : 0));
    for (int k = 0; k < h->options; k++) fprintf(out, "%d\n", h->option[k]);
    /* constraints, values of dual variables, variables, values of variables */
    fprintf(out, "%d\n0\n%d\n%d\n", h->cons, h->vars, points ? h->vars : 0);
    if (tolerance) fprintf(out, "%.17g\n", h->vbtol);
}

/* Writes the file. Without a point x is NULL; `result` is AMPL's result code. */
static void nl_sol_print(FILE *out, const heco_model *m, const char *message, const double *x,
                         int result) {
    const heco_nl_header *h = m->nl;
    char                  number[HECO_NUMBER_TEXT];
    nl_sol_message(out, message);
    nl_sol_options(out, h, x != NULL);
    for (int j = 0; x != NULL && j < h->vars; j++) {
        heco_number_text(number, x[j]);
        fprintf(out, "%s\n", number);
    }
    if (h->suffixes & 1) fprintf(out, "objno %d %d\n", m->objective, result);
}

heco_status heco_model_write_sol(const heco_model *model, const char *path, const char *message,
                                 const double *x, int result, heco_error *error) {
    if (model->nl == NULL)
        return heco_fail(error, HECO_ERR_ARG, "a .sol file can be written for a .nl model only");
    heco_file out;
    int       code = heco_file_open(&out, path);
    if (code == 0) {
        nl_sol_print(out.file, model, message, x, result);
        code = heco_file_commit(&out);
        heco_file_drop(&out);
    }
    if (code == 0) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "'%.200s' cannot be written: %s", path,
                     heco_file_reason(code));
}
