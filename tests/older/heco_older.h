/* The interface as a program built with an older heco has it compiled in: the structs end where
 * they ended then, a few fields before those of today. They are written out here, so that
 * nothing of include/heco may be included beside them. Closed structs are as they are today. */
#ifndef HECO_OLDER_H
#define HECO_OLDER_H

#include <stddef.h>
#include <stdint.h>

/* ---- closed: embedded, passed by value, or filled by the library ---- */

typedef int heco_status;
enum { HECO_OK = 0, HECO_ERR_UNSUPPORTED = -8 };
typedef struct {
    heco_status status;
    char        text[500];
} heco_error;
typedef struct {
    size_t               n, ng, nh;
    const double        *lower, *upper;
    const unsigned char *integer;
    const double        *tol;
    double               eq_tol;
    const void          *choices, *linear;
    const unsigned char *open;
} heco_space;
typedef struct {
    size_t         n, ng, nh, count, capacity;
    double        *x, *f, *g, *h, *viol;
    unsigned char *state;
    int            stop, derivatives;
    double        *df, *dg, *dh;
    int            as_asked;
} heco_batch;
typedef struct {
    unsigned workers;
    double   timeout;
    unsigned retries;
    uint64_t memory_limit;
    int (*should_stop)(void *user, const void *progress);
    void       *stop_user;
    const void *context;
} heco_evaluator_options;
typedef struct {
    size_t             size;
    uint64_t           seed, max_evals;
    double             max_seconds, target;
    int                stop_at_target;
    uint64_t           stall, max_failed;
    const char *const *set;
    size_t             sets;
    const double      *start;
    size_t             starts;
    const uint64_t    *checkpoints;
    size_t             checkpoint_count;
    int (*on_progress)(void *user, const void *progress);
    void              *progress_user;
    int                derivatives, no_presolve;
    uint64_t           default_evals, batch;
    const double      *limits;
} heco_run_options;
typedef struct {
    double   f, viol;
    unsigned c[3];
    int      found, stop;
    uint64_t evals, failed, evals_at_best, evals_to_feasible, evals_to_target;
    double   seconds;
    uint64_t derivatives;
} heco_outcome;
typedef struct {
    size_t   total, skipped, done, feasible;
    uint64_t evals;
    double   seconds;
    int      interrupted;
} heco_bench_summary;
typedef struct {
    double feasible_rate, mean_viol, mean, median_viol, median;
} heco_cec_entry;
typedef struct {
    const char *name;
    int         kind;
    double      value, min, max;
    const char *choices, *help;
} heco_option;

/* ---- what has grown since, at its end ---- */

typedef struct { /* lacks f_ref and all that follows */
    size_t      size;
    const char *name;
    heco_space  space;
    int (*eval)(void *user, const double *x, double *f, double *g, double *h);
    int (*eval_batch)(void *user, const double *x, size_t count, double *f, double *g, double *h);
    void *user;
    int   sharing;
    void *(*clone)(const void *user);
    void (*drop)(void *clone);
} heco_problem;
typedef struct { /* lacks the journal and all that follows */
    size_t                 size;
    heco_run_options       run;
    const char            *algorithm, *backend;
    heco_evaluator_options evaluator;
} heco_minimize_options;
typedef struct { /* lacks the evaluations told so far and all that follows */
    const heco_space *space;
    uint64_t          max_evals;
    double           *option;
    const double     *start;
    size_t            starts;
    uint64_t          seed;
    void             *rng, *arena;
    heco_error       *error;
} heco_setup;
typedef struct { /* lacks inform, describe and members */
    size_t             size;
    const char        *name, *title, *reference;
    unsigned           traits;
    const heco_option *options;
    size_t             state_size;
    heco_status (*init)(void *state, const heco_setup *setup, size_t *max_batch);
    heco_status (*ask)(void *state, heco_batch *out);
    heco_status (*tell)(void *state, const heco_batch *in);
} heco_algorithm;
typedef struct { /* lacks serve */
    size_t      size;
    const char *name, *title;
    unsigned    traits;
    heco_status (*open)(void **state, const heco_problem *problem,
                        const heco_evaluator_options *options, heco_error *error);
    heco_status (*eval)(void *state, heco_batch *batch, void *stats);
    void (*close)(void *state);
} heco_backend;
typedef struct { /* lacks the checkpoints */
    heco_outcome  outcome;
    const double *x, *g, *h;
} heco_result;
typedef struct { /* lacks the time limit and all that follows */
    size_t      size;
    const char *data, *instance;
    int         trust;
} heco_model_options;
typedef struct { /* lacks the suite's options */
    size_t             size;
    const char        *suites, *problems, *dims, *algorithms;
    const char *const *set;
    size_t             sets;
    unsigned           runs;
    uint64_t           seed, evals;
} heco_plan_options;
typedef struct { /* lacks the callbacks */
    size_t      size;
    const char *db;
    unsigned    jobs;
} heco_bench_options;
typedef struct { /* lacks the control and all that follows */
    size_t             size;
    const char        *rule, *suite;
    const size_t      *dims;
    size_t             dim_count;
    const char *const *algorithms;
    size_t             algorithm_count;
} heco_rank_options;
typedef struct { /* lacks the trace and all that follows */
    size_t       size;
    const char  *suite, *instance, *problem;
    int          dims;
    const char  *label, *algorithm, *options, *version, *build;
    uint64_t     seed, stream, run;
    size_t       n, ng, nh;
    double       f_ref, target;
    uint64_t     max_evals;
    heco_outcome outcome;
} heco_record;
typedef struct { /* lacks what dimensions mean */
    size_t         size;
    const char    *suite, *problem, *algorithm;
    size_t         dim;
    heco_cec_entry entry;
} heco_published;

/* ---- functions ---- */

typedef struct heco_run       heco_run;
typedef struct heco_evaluator heco_evaluator;
typedef struct heco_solution  heco_solution;
typedef struct heco_model     heco_model;
typedef struct heco_plan      heco_plan;
typedef struct heco_records   heco_records;
typedef struct heco_table     heco_table;

void        heco_problem_init(heco_problem *problem, size_t size);
heco_status heco_problem_check(const heco_problem *problem, heco_error *error);
void        heco_run_options_init(heco_run_options *options, size_t size);
void        heco_minimize_options_init(heco_minimize_options *options, size_t size);
heco_status heco_minimize(heco_solution **out, const heco_problem *problem,
                          const heco_minimize_options *options, heco_error *error);
const heco_result *heco_solution_result(const heco_solution *solution);
void               heco_solution_free(heco_solution *solution);
double      heco_rng_uniform(void *rng);
heco_status heco_run_new(heco_run **out, const heco_algorithm *algorithm, const heco_space *space,
                         const heco_run_options *options, heco_error *error);
heco_status heco_run_drive(heco_run *run, heco_evaluator *evaluator, heco_error *error);
const heco_result *heco_run_result(const heco_run *run);
void               heco_run_free(heco_run *run);
heco_status heco_evaluator_open(heco_evaluator **out, const heco_problem *problem,
                                const heco_backend *backend, const heco_evaluator_options *options,
                                heco_error *error);
void        heco_evaluator_close(heco_evaluator *evaluator);
heco_status heco_backend_serve(const heco_backend *backend, const heco_problem *problem,
                               const heco_evaluator_options *options, int *served,
                               heco_error *error);
heco_batch heco_batch_rows(const heco_batch *batch, size_t begin, size_t end);
size_t     heco_algorithm_option_count(const heco_algorithm *algorithm);
void        heco_model_options_init(heco_model_options *options, size_t size);
heco_status heco_model_open(heco_model **out, const char *spec, const heco_model_options *options,
                            heco_error *error);
void        heco_model_close(heco_model *model);
void        heco_plan_options_init(heco_plan_options *options, size_t size);
heco_status heco_plan_new(heco_plan **out, const heco_plan_options *options, heco_error *error);
void        heco_plan_free(heco_plan *plan);
void        heco_bench_options_init(heco_bench_options *options, size_t size);
heco_status heco_bench(const heco_plan *plan, const heco_bench_options *options,
                       heco_bench_summary *summary, heco_error *error);
void        heco_record_init(heco_record *record, size_t size);
void        heco_published_init(heco_published *published, size_t size);
heco_status heco_records_new(heco_records **out);
heco_status heco_records_add(heco_records *records, const heco_record *record, heco_error *error);
heco_status heco_records_add_published(heco_records *records, const heco_published *published,
                                       heco_error *error);
void        heco_records_free(heco_records *records);
void        heco_rank_options_init(heco_rank_options *options, size_t size);
heco_status heco_rank_compute(heco_table **out, const heco_records *records,
                              const heco_rank_options *options, heco_error *error);
size_t      heco_table_rows(const heco_table *table);
void        heco_table_free(heco_table *table);

#endif
