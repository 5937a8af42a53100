/* Writes STUB.sol, the answer that AMPL reads: message, options repeated from the .nl file, sizes,
 * dual values, point, result code and suffixes. AMPL reads the text format also if the .nl file is
 * binary.
 *
 *   Gay (1997), Hooking your solver to AMPL, Bell Laboratories; ASL, writesol.c
 *
 * The file is written beside its name and renamed: AMPL never sees half of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/number_text.h"
#include "heco/model.h"
#include "models/model_table.h"
#include "models/nl/nl_rows.h"

/* Writes a blank into empty lines, because an empty line ends the message. */
static void nl_sol_message(FILE *out, const char *message) {
    while (*message != '\0') {
        size_t length = strcspn(message, "\n");
        fprintf(out, "%.*s\n", length > 0 ? (int)length : 1, length > 0 ? message : " ");
        message += length + (message[length] == '\n');
    }
    fputc('\n', out);
}

/* Repeats the options of the .nl file with the sizes. */
static void nl_sol_options(FILE *out, const heco_nl_header *h, const heco_sol *sol) {
    int tolerance = h->options > 1 && h->option[1] == 3;
    if (h->options == 0) return;
    fprintf(out, "Options\n%d\n", h->options + (tolerance ? 2 : 0));
    for (int k = 0; k < h->options; k++) fprintf(out, "%d\n", h->option[k]);
    /* constraints, values of dual variables, variables, values of variables */
    fprintf(out, "%d\n%d\n%d\n%d\n", h->cons, sol->prices != NULL ? h->cons : 0, h->vars,
            sol->x != NULL ? h->vars : 0);
    if (tolerance) fprintf(out, "%s\n", heco_number_show("%.17g", h->vbtol).text);
}

/* Returns the price of a row: that of the end of its range which is active. A row without limits,
 * or with a complementarity condition, has none. */
static heco_price nl_sol_price(const heco_model *m, size_t row, const heco_price *prices) {
    const heco_nl_rows *rows = m->nl_rows;
    heco_price          out  = {0.0, NAN, NAN};
    for (size_t k = 0; k < rows->ng + rows->nh; k++) {
        heco_nl_kind kind = rows->constraint[k].kind;
        int          own  = kind == HECO_NL_BELOW || kind == HECO_NL_ABOVE || kind == HECO_NL_EQUAL;
        if (own && rows->constraint[k].row == row && prices[k].price != 0.0) out = prices[k];
    }
    return out;
}

static void nl_sol_number(FILE *out, double value) {
    char number[HECO_NUMBER_TEXT];
    heco_number_text(number, value);
    fprintf(out, "%s\n", number);
}

/* Writes the finite values of a real suffix; `kind` is 0 for variables, 1 for rows. */
static void nl_sol_suffix(FILE *out, int kind, const char *name, const double *value,
                          size_t count) {
    enum { NL_SOL_REAL = 4 }; /* flag of a suffix with real values */
    size_t used = 0;
    for (size_t i = 0; i < count; i++) used += isfinite(value[i]) != 0;
    if (used == 0) return;
    fprintf(out, "suffix %d %zu %zu 0 0\n%s\n", kind | NL_SOL_REAL, used, strlen(name) + 1, name);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(value[i])) continue;
        fprintf(out, "%zu ", i);
        nl_sol_number(out, value[i]);
    }
}

/* Writes the reduced costs of variables and the ranges of the limits of rows. `value` has room for
 * one number per variable or row. */
static void nl_sol_suffixes(FILE *out, const heco_model *m, const heco_price *prices,
                            double *value) {
    size_t cons = (size_t)m->nl->cons, vars = (size_t)m->nl->vars;
    size_t first = m->nl_rows->ng + m->nl_rows->nh;
    for (size_t j = 0; j < vars; j++) {
        double price = prices[first + j].price;
        value[j]     = price != 0.0 ? price : NAN;
    }
    nl_sol_suffix(out, 0, "rc", value, vars);
    for (size_t i = 0; i < cons; i++) value[i] = nl_sol_price(m, i, prices).from;
    nl_sol_suffix(out, 1, "down", value, cons);
    for (size_t i = 0; i < cons; i++) value[i] = nl_sol_price(m, i, prices).to;
    nl_sol_suffix(out, 1, "up", value, cons);
}

/* Writes the file; `work` is as in nl_sol_suffixes(). */
static void nl_sol_print(FILE *out, const heco_model *m, const heco_sol *sol, double *work) {
    const heco_nl_header *h = m->nl;
    nl_sol_message(out, sol->message);
    nl_sol_options(out, h, sol);
    for (int i = 0; sol->prices != NULL && h->options > 0 && i < h->cons; i++)
        nl_sol_number(out, nl_sol_price(m, (size_t)i, sol->prices).price);
    for (int j = 0; sol->x != NULL && j < h->vars; j++) nl_sol_number(out, sol->x[j]);
    if (!(h->suffixes & 1)) return;
    fprintf(out, "objno %d %d\n", m->objective, sol->result);
    if (sol->prices != NULL) nl_sol_suffixes(out, m, sol->prices, work);
}

heco_status heco_model_write_solution(const heco_model *model, const char *path,
                                      const heco_sol *sol, heco_error *error) {
    if (model->nl == NULL)
        return heco_fail(error, HECO_ERR_ARG, "a .sol file can be written for a .nl model only");
    heco_file out;
    double   *work = calloc((size_t)model->nl->vars + (size_t)model->nl->cons + 1, sizeof *work);
    if (work == NULL) return heco_fail_memory(error);
    int code = heco_file_open(&out, path);
    if (code == 0) {
        nl_sol_print(out.file, model, sol, work);
        code = heco_file_commit(&out);
        heco_file_drop(&out);
    }
    free(work);
    if (code == 0) return HECO_OK;
    return heco_fail(error, HECO_ERR_IO, "'%.200s' cannot be written: %s", path,
                     heco_file_reason(code));
}
