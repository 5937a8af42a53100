#include "heco_flat.h"

#include <heco/heco.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLAT_SETS = 64, FLAT_TEXT = 500 };

struct heco_flat {
    size_t                n, ng, nh;
    double               *lower, *upper;
    unsigned char        *integer;
    double                eq_tol;
    int                   maximise;
    char                 *algorithm, *journal;
    char                 *set[FLAT_SETS];
    heco_minimize_options options;
    heco_solution        *solution;
    char                  message[FLAT_TEXT];
};

heco_flat *heco_flat_new(size_t n, size_t ng, size_t nh) {
    heco_flat *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->n = n, s->ng = ng, s->nh = nh, s->eq_tol = heco_problem_default().space.eq_tol;
    s->options = heco_minimize_options_default();
    s->lower   = calloc(n + 1, sizeof *s->lower);
    s->upper   = calloc(n + 1, sizeof *s->upper);
    s->integer = calloc(n + 1, 1);
    if (s->lower == NULL || s->upper == NULL || s->integer == NULL) {
        heco_flat_free(s);
        return NULL;
    }
    for (size_t j = 0; j < n; j++) s->upper[j] = 1;
    return s;
}

int heco_flat_bound(heco_flat *s, size_t j, double lower, double upper, int integer) {
    if (j >= s->n) {
        snprintf(s->message, sizeof s->message, "variable %zu: there are %zu, from 0", j, s->n);
        return 1;
    }
    s->lower[j] = lower, s->upper[j] = upper, s->integer[j] = integer != 0;
    return 0;
}

/* Replaces *to by a copy of the text. Returns 0, or 1 if there is no memory. */
static int flat_copy(heco_flat *s, char **to, const char *name, const char *value) {
    size_t size = strlen(name) + strlen(value) + 2;
    char  *text = malloc(size);
    if (text == NULL) {
        snprintf(s->message, sizeof s->message, "out of memory");
        return 1;
    }
    snprintf(text, size, "%s%s%s", name, name[0] != '\0' ? "=" : "", value);
    free(*to);
    *to = text;
    return 0;
}

/* Reads a number into *to. Returns 0, or 1 with a message. */
static int flat_number(heco_flat *s, double *to, const char *name, const char *value) {
    char  *end;
    double number = strtod(value, &end);
    if (end == value || *end != '\0') {
        snprintf(s->message, sizeof s->message, "%.60s is %.100s: a number was expected", name,
                 value);
        return 1;
    }
    *to = number;
    return 0;
}

/* Reads a whole number that is not negative into *to. Returns 0, or 1 with a message. */
static int flat_count(heco_flat *s, uint64_t *to, const char *name, const char *value) {
    double number;
    if (flat_number(s, &number, name, value)) return 1;
    if (!(number >= 0 && number < 0x1p53) || floor(number) != number) {
        snprintf(s->message, sizeof s->message, "%.60s is %.100s: a whole number was expected",
                 name, value);
        return 1;
    }
    *to = (uint64_t)number;
    return 0;
}

int heco_flat_set(heco_flat *s, const char *name, const char *value) {
    heco_run_options *run = &s->options.run;
    double            number;
    if (strcmp(name, "budget") == 0) return flat_count(s, &run->max_evals, name, value);
    if (strcmp(name, "seed") == 0) return flat_count(s, &run->seed, name, value);
    if (strcmp(name, "stall") == 0) return flat_count(s, &run->stall, name, value);
    if (strcmp(name, "target") == 0) return flat_number(s, &run->target, name, value);
    if (strcmp(name, "time") == 0) return flat_number(s, &run->max_seconds, name, value);
    if (strcmp(name, "eq_tol") == 0) return flat_number(s, &s->eq_tol, name, value);
    if (strcmp(name, "algorithm") == 0) return flat_copy(s, &s->algorithm, "", value);
    if (strcmp(name, "journal") == 0) return flat_copy(s, &s->journal, "", value);
    if (strcmp(name, "maximise") == 0) {
        if (flat_number(s, &number, name, value)) return 1;
        s->maximise = number != 0;
        return 0;
    }
    if (run->sets == FLAT_SETS) {
        snprintf(s->message, sizeof s->message, "%.60s: there are %d options at most", name,
                 FLAT_SETS);
        return 1;
    }
    if (flat_copy(s, &s->set[run->sets], name, value)) return 1;
    run->sets++;
    return 0;
}

int heco_flat_minimize(heco_flat *s, heco_flat_fun fun, void *user) {
    heco_problem p = heco_problem_default();
    heco_error   error;
    p.space.n = s->n, p.space.ng = s->ng, p.space.nh = s->nh, p.space.eq_tol = s->eq_tol;
    p.space.lower = s->lower, p.space.upper = s->upper, p.space.integer = s->integer;
    p.eval = fun, p.user = user, p.maximise = s->maximise;
    s->options.algorithm = s->algorithm, s->options.journal = s->journal;
    s->options.run.set = (const char *const *)s->set;
    heco_solution_free(s->solution);
    s->solution        = NULL;
    heco_status status = heco_minimize(&s->solution, &p, &s->options, &error);
    snprintf(s->message, sizeof s->message, "%s",
             status != HECO_OK ? error.text
                               : heco_stop_text(heco_solution_result(s->solution)->outcome.stop));
    return status != HECO_OK;
}

double heco_flat_result(const heco_flat *s, double *x, double *g, double *h) {
    if (s->solution == NULL) return NAN;
    const heco_result *r = heco_solution_result(s->solution);
    if (x != NULL && s->n > 0) memcpy(x, r->x, s->n * sizeof *x);
    if (g != NULL && s->ng > 0) memcpy(g, r->g, s->ng * sizeof *g);
    if (h != NULL && s->nh > 0) memcpy(h, r->h, s->nh * sizeof *h);
    return r->outcome.f;
}

int heco_flat_feasible(const heco_flat *s) {
    return s->solution != NULL &&
           heco_solution_result(s->solution)->outcome.found == HECO_FOUND_FEASIBLE;
}

double heco_flat_evals(const heco_flat *s) {
    return s->solution == NULL ? 0 : (double)heco_solution_result(s->solution)->outcome.evals;
}

const char *heco_flat_message(const heco_flat *s) { return s->message; }

void heco_flat_free(heco_flat *s) {
    if (s == NULL) return;
    heco_solution_free(s->solution);
    for (size_t i = 0; i < FLAT_SETS; i++) free(s->set[i]);
    free(s->algorithm);
    free(s->journal);
    free(s->lower);
    free(s->upper);
    free(s->integer);
    free(s);
}
