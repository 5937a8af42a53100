/* What linear equalities are worth when they are known: solved out of 10 seeds and the median of
 * the evaluations until then, with and without presolve.
 *
 *   bench_presolve [algorithm ...]        default: auto heco-de sqp
 *
 * Solved: f within 1e-6, relative, of the best known, every constraint met to 1e-6. 20000
 * evaluations, sqp 5000. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "presolve_problems.h"

enum { SEEDS = 10 };

typedef struct {
    heco_problem  problem;
    heco_linear   linear;
    double        lower[LINES_N], upper[LINES_N], tol[16];
    unsigned char integer[LINES_N], missing[LINES_N];
    size_t        constraint[LINES_ROWS], begin[LINES_ROWS + 1], index[LINES_ROWS * LINES_N];
    double        coef[LINES_ROWS * LINES_N];
} built;

static int presolve_eval(void *user, const double *x, double *f, double *g, double *h) {
    const lines *p = user;
    for (size_t i = 0; i < p->rows; i++) {
        h[i] = p->constant[i];
        for (size_t j = 0; j < p->n; j++) h[i] += p->coef[i][j] * x[j];
    }
    return p->eval(NULL, x, f, g, h);
}

static void presolve_rows(built *b, const lines *p) {
    size_t at = 0;
    for (size_t i = 0; i < p->rows; i++) {
        b->constraint[i] = p->ng + i;
        for (size_t j = 0; j < p->n; j++)
            if (p->coef[i][j] != 0.0) b->index[at] = j, b->coef[at] = p->coef[i][j], at++;
        b->begin[i + 1] = at;
    }
    b->linear = (heco_linear){p->rows, b->constraint, b->begin, b->index, b->coef, p->constant};
}

static void presolve_build(built *b, const lines *p) {
    memset(b, 0, sizeof *b);
    b->problem = heco_problem_default();
    for (size_t j = 0; j < p->n; j++) {
        char kind     = p->kinds != NULL ? p->kinds[j] : ' ';
        b->missing[j]    = kind == 'o' ? HECO_LOWER_MISSING | HECO_UPPER_MISSING : 0;
        b->integer[j] = kind == 'i';
        b->lower[j]   = kind == 'o' ? -HECO_DEFAULT_BOUND : p->lower;
        b->upper[j]   = kind == 'o' ? HECO_DEFAULT_BOUND : p->upper;
    }
    for (size_t k = 0; k < 16; k++) b->tol[k] = 1e-6;
    presolve_rows(b, p);
    heco_space *s = &b->problem.space;
    s->n = p->n, s->ng = p->ng, s->nh = p->rows;
    s->lower = b->lower, s->upper = b->upper, s->tol = b->tol;
    s->integer = b->integer, s->missing = b->missing, s->linear = &b->linear;
    b->problem.eval    = presolve_eval;
    b->problem.user    = (void *)p;
    b->problem.sharing = HECO_SHARE_FREELY;
}

static int presolve_compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void presolve_run(const lines *p, const char *algorithm, int without) {
    built    b;
    uint64_t evals[SEEDS];
    int      hits = 0;
    double   best = INFINITY, worst_row = 0.0;
    presolve_build(&b, p);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        heco_minimize_options o = heco_minimize_options_default();
        heco_solution        *s;
        heco_error            error;
        o.algorithm = algorithm, o.run.seed = seed, o.run.no_presolve = (uint64_t)without;
        o.run.max_evals = strcmp(algorithm, "sqp") == 0 ? 5000 : 20000;
        o.run.target    = p->f_ref + 1e-6 * fmax(1.0, fabs(p->f_ref));
        if (heco_minimize(&s, &b.problem, &o, &error) != HECO_OK) {
            fprintf(stderr, "%s: %s\n", p->name, error.text);
            exit(1);
        }
        const heco_result *r = heco_solution_result(s);
        evals[seed - 1]      = r->outcome.evals_to_target ? r->outcome.evals_to_target : UINT64_MAX;
        hits += r->outcome.evals_to_target > 0;
        if (r->outcome.viol == 0.0) best = fmin(best, r->outcome.f);
        for (size_t k = 0; k < p->rows; k++) worst_row = fmax(worst_row, fabs(r->h[k]));
        heco_solution_free(s);
    }
    qsort(evals, SEEDS, sizeof *evals, presolve_compare);
    char median[24] = "-";
    if (evals[SEEDS / 2] < UINT64_MAX)
        snprintf(median, sizeof median, "%llu", (unsigned long long)evals[SEEDS / 2]);
    printf(" | %2d %6s %16.10g %7.0e", hits, median, best, worst_row);
}

int main(int argc, char **argv) {
    static char *usual[] = {"auto", "heco-de", "sqp"};
    int          count   = argc > 1 ? argc - 1 : 3;
    char       **names   = argc > 1 ? argv + 1 : usual;
    printf(
        "%-10s %-8s | with presolve: solved, median evaluations, best f, worst |row| | without\n",
        "problem", "");
    for (int a = 0; a < count; a++)
        for (size_t i = 0; i < LINES_COUNT; i++) {
            printf("%-10s %-8s", LINES[i].name, names[a]);
            for (int without = 0; without < 2; without++)
                presolve_run(&LINES[i], names[a], without);
            printf("\n");
            fflush(stdout);
        }
    return 0;
}
