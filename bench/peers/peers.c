/* peers: runs solvers of other libraries and of heco on the problems of a suite and prints one
 * CSV row per run.
 *
 *   peers --suite NAME --solvers A,B [--problems P,Q] [--runs N] [--evals N] [--seed N]
 *         [--variant NAME] [--data DIR] [--no-header]
 *
 * Run r has seed N + r, r from 0. Problems that are usually left out of comparisons run only when
 * named. --evals 0: the budget of the suite. --variant: see variant.h; the first column is then
 * SUITE+NAME. --data names the folder of number tables that a suite needs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver.h"
#include "variant.h"

typedef struct {
    const char *suite, *solvers, *problems, *variant, *data;
    uint64_t    runs, evals, seed;
    int         header;
} peers_args;

static int peers_usage(const char *why) {
    fprintf(stderr,
            "peers: %s\nusage: peers --suite NAME --solvers A,B [--problems P,Q] [--runs N] "
            "[--evals N] [--seed N] [--variant NAME] [--data DIR] [--no-header]\nvariants: %s\n",
            why, peers_variant_names);
    return 2;
}

/* Whether a comma-separated list holds a name. */
static int peers_listed(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; at != NULL; at = strchr(at, ',')) {
        if (*at == ',') at++;
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) return 1;
    }
    return 0;
}

static const peers_solver *peers_find(const char *name) {
    static const peers_solver none[]   = {{NULL, NULL}};
    const peers_solver *const groups[] = {
#if defined(PEERS_NLOPT)
        peers_nlopt,
#endif
#if defined(PEERS_PAGMO)
        peers_pagmo,
#endif
        none
    };
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        for (const peers_solver *s = groups[i]; s->name != NULL; s++)
            if (strcmp(s->name, name) == 0) return s;
    return NULL;
}

static int peers_run_row(const peers_args *args, const heco_problem *p, peers_run *run,
                         const char *solver, uint64_t seed) {
    const peers_solver *other = peers_find(solver);
    peers_run_restart(run);
    int status = other != NULL ? other->solve(run, seed) : peers_solve_heco(run, solver, seed);
    if (status != 0) {
        fprintf(stderr, "peers: %s cannot work on %s\n", solver, p->name);
        return 1;
    }
    peers_outcome o = peers_run_outcome(run);
    printf("%s%s%s,%s,%zu,%s,%" PRIu64 ",%" PRId64 ",%" PRIu64 ",%.10g,%.3g\n", args->suite,
           args->variant != NULL ? "+" : "", args->variant != NULL ? args->variant : "", p->name,
           p->space.n, solver, seed, o.solved, o.evals, o.f, o.viol);
    fflush(stdout);
    return 0;
}

static int peers_problem(const peers_args *args, heco_suite *suite, size_t index) {
    const heco_problem *p;
    heco_error          error;
    if (heco_suite_problem(suite, index, 0, &p, &error) != HECO_OK) return peers_usage(error.text);
    uint64_t evals   = args->evals > 0 ? args->evals : heco_suite_budget(suite, index, p->space.n);
    double   target  = heco_suite_target(suite, p);
    peers_variant *v = NULL;
    if (args->variant != NULL) {
        v = peers_variant_new(args->variant, p);
        if (v == NULL) return 0; /* the problem has no such variant */
        target = peers_variant_target(v, target), p = peers_variant_problem(v);
    }
    peers_run *run    = peers_run_new(p, target, evals);
    int        status = run != NULL ? 0 : 1;
    if (run != NULL && v != NULL) peers_run_judge_by(run, peers_variant_truth(v));
    char names[400];
    snprintf(names, sizeof names, "%s", args->solvers);
    for (char *name = strtok(names, ","); name != NULL && status == 0; name = strtok(NULL, ","))
        for (uint64_t r = 0; r < args->runs && status == 0; r++)
            status = peers_run_row(args, p, run, name, args->seed + r);
    peers_run_free(run);
    peers_variant_free(v);
    return status;
}

static int peers_suite(const peers_args *args) {
    heco_suite        *suite;
    heco_error         error;
    int                status = 0, found = 0;
    heco_suite_options options = {.data = args->data};
    if (heco_suite_open(&suite, args->suite, &options, &error) != HECO_OK)
        return peers_usage(error.text);
    if (args->header) puts("suite,problem,n,solver,seed,evals_to_success,evals,best_f,violation");
    for (size_t i = 0; i < heco_suite_count(suite) && status == 0; i++) {
        const heco_suite_entry *e = heco_suite_at(suite, i);
        int wanted = args->problems != NULL ? peers_listed(args->problems, e->name) : e->compared;
        if (!wanted) continue;
        found  = 1;
        status = peers_problem(args, suite, i);
    }
    heco_suite_close(suite);
    return found ? status : peers_usage("no problem of the suite is named");
}

static int peers_number(const char *text, uint64_t *out) {
    char *end;
    *out = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' ? 0 : -1;
}

int main(int argc, char **argv) {
    peers_args args = {.runs = 1, .seed = 1, .header = 1};
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];
        int         bad  = 0;
        if (strcmp(name, "--no-header") == 0) {
            args.header = 0;
            continue;
        }
        if (i + 1 == argc) return peers_usage("the last option needs a value");
        const char *value = argv[++i];
        if (strcmp(name, "--suite") == 0) args.suite = value;
        else if (strcmp(name, "--solvers") == 0) args.solvers = value;
        else if (strcmp(name, "--problems") == 0) args.problems = value;
        else if (strcmp(name, "--variant") == 0) args.variant = value;
        else if (strcmp(name, "--data") == 0) args.data = value;
        else if (strcmp(name, "--runs") == 0) bad = peers_number(value, &args.runs);
        else if (strcmp(name, "--evals") == 0) bad = peers_number(value, &args.evals);
        else if (strcmp(name, "--seed") == 0) bad = peers_number(value, &args.seed);
        else return peers_usage("there is no such option");
        if (bad) return peers_usage("a number is not a number");
    }
    if (args.suite == NULL || args.solvers == NULL) return peers_usage("suite or solvers missing");
    return peers_suite(&args);
}
