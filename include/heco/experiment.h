/* Experiments: many runs (suites x problems x dimensions x algorithms x runs) as independent jobs,
 * whose results go into one database; and a reader of such databases.
 *
 *   heco_plan_new      makes the list of jobs and checks it
 *   heco_bench         runs the jobs that the database lacks; it may be stopped and called again
 *   heco_results_open  reads all finished runs as records, and their traces on demand
 *
 * docs/results-database.md describes the database. */
#ifndef HECO_EXPERIMENT_H
#define HECO_EXPERIMENT_H

#include <stdio.h>

#include "heco/run.h"
#include "heco/suite.h"

HECO_BEGIN_DECLS

/* How finely a run is traced: 2000, 100 or 0 equal fractions of its budget. 2000 fractions of
 * 20000 D evaluations are the checkpoints of the U-score (every 10 D). */
typedef enum { HECO_TRACE_FULL, HECO_TRACE_COARSE, HECO_TRACE_NONE } heco_trace_mode;
/* "full", "coarse", "none" to the mode; 0 when the text is none of them. */
HECO_API int heco_trace_mode_parse(const char *text, heco_trace_mode *mode);
/* The mode as people type it. */
HECO_API const char *heco_trace_mode_text(heco_trace_mode mode);

/* Options of a plan, as users type them. heco_plan_new() copies them. Start from
 * heco_plan_options_default(). */
typedef struct {
    size_t             size;       /* sizeof(heco_plan_options), set by its default       */
    const char        *suites;     /* "cec2006,cec2017"                                   */
    const char        *problems;   /* "C01-C05,C12"; NULL: all that are usually compared  */
    const char        *dims;       /* "10,30"; NULL: those of the protocol                */
    const char        *algorithms; /* "heco-de,heco-de[lambda=25],hcr:heco-de[gamma=0]":
                                    * [label:]name[option=value,...]; the label is by
                                    * default the entry itself. A name may be a shared object,
                                    * "./mine.so". NULL: the recommended one              */
    const char *const *set;        /* "NAME.OPTION=VALUE": NAME is a label or algorithm   */
    size_t             sets;       /* how many                                            */
    unsigned           runs;       /* runs 1 .. runs of each                              */
    uint64_t           seed;       /* from which those of all runs follow                 */
    uint64_t           evals;      /* 0: the suite's protocol                             */
    heco_trace_mode    trace;      /* how finely runs are traced                          */
    heco_suite_options suite;      /* data folder and instance                            */
    double             evals_share; /* share of the protocol's evaluations, such as 0.1; used if
                                    * `evals` is 0; 0: all of them                        */
} heco_plan_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_plan_options_init(heco_plan_options *options, size_t size);
/* 25 runs, seed 1, full traces; `suites` must be set. */
static inline heco_plan_options heco_plan_options_default(void) {
    heco_plan_options options;
    heco_plan_options_init(&options, sizeof options);
    return options;
}

/* One run of one algorithm on one problem. Texts and problem belong to the plan. */
typedef struct {
    const char           *suite, *instance, *problem; /* names                            */
    heco_dims             dims;      /* of the suite                                      */
    const char           *label;     /* of the algorithm with these options               */
    const heco_algorithm *algorithm; /* The algorithm                                     */
    const heco_problem   *what;      /* the problem itself, dimension what->space.n       */
    const char *const    *set;       /* options as "name=value"                           */
    size_t                sets;      /* how many                                          */
    unsigned              run;       /* from 1                                            */
    uint64_t              stream;    /* seed of the run: heco_job_stream                  */
    uint64_t              max_evals; /* the budget                                        */
    double                target;    /* f that counts as success, NAN: none               */
    size_t                points;    /* checkpoints k = 1 .. points: heco_checkpoint      */
} heco_job;

/* A list of jobs. */
typedef struct heco_plan heco_plan;
/* Makes the jobs. Names, dimensions, options and data are checked here, before anything runs. */
HECO_API heco_status heco_plan_new(heco_plan **out, const heco_plan_options *options,
                                   heco_error *error);
/* Returns the number of jobs. */
HECO_API size_t heco_plan_count(const heco_plan *plan);
/* Returns a job by number, in the order suite, problem, dimension, algorithm, run. */
HECO_API const heco_job *heco_plan_at(const heco_plan *plan, size_t index);
/* Returns the seed of the plan. */
HECO_API uint64_t heco_plan_seed(const heco_plan *plan);
/* Frees a plan with its jobs and their problems, or NULL. */
HECO_API void heco_plan_free(heco_plan *plan);

/* The seed of one run, below 2^63. It depends on these six alone: not on what else is in the
 * plan, on the order of running, on the label, the options, the budget or the instance.
 * Variants of one algorithm therefore start from the same numbers. A single run can be
 * repeated with `heco solve SUITE:PROBLEM/DIM --algorithm NAME --seed STREAM`. */
HECO_API uint64_t heco_job_stream(uint64_t seed, const char *suite, const char *problem, size_t dim,
                                  const char *algorithm, unsigned run);
/* Evaluations at checkpoint k = 1 .. points of a budget: k * max_evals / points, rounded up. */
HECO_API uint64_t heco_checkpoint(uint64_t max_evals, size_t points, size_t k);

/* How far a bench is. */
typedef struct {
    size_t   done, total; /* jobs stored; jobs of the plan                                */
    size_t   skipped;     /* of those, found in the database at the start                 */
    uint64_t evals;       /* evaluations of the jobs done in this call                    */
    double   seconds;     /* since the start                                              */
    double   seconds_left; /* estimate, NAN while there is none                           */
} heco_bench_progress;

/* Remote workers that run the jobs of a bench, one at a time each: the ranks of MPI (heco/mpi.h),
 * or any other processes that can receive a number and send back bytes. */
typedef struct {
    size_t   size;  /* sizeof(heco_job_pool)                                              */
    unsigned count; /* workers 0 .. count-1                                               */
    void    *user;  /* passed to the functions                                            */
    /* Lets a worker run a job of the plan; the worker calls heco_job_work(). */
    heco_status (*submit)(void *user, unsigned worker, size_t job, heco_error *error);
    /* Waits up to `seconds` for a finished job. *worker is the one that ran it, or `count` if none
     * has finished. The bytes are those of heco_job_work() and stay valid until the next call; size
     * 0 means that the job was stopped. */
    heco_status (*collect)(void *user, double seconds, unsigned *worker, const void **bytes,
                           size_t *size, heco_error *error);
    /* Cancels the running jobs; `collect` still reports their end. */
    void (*stop)(void *user);
} heco_job_pool;

/* How to run a plan. Start from heco_bench_options_default(). */
typedef struct {
    size_t              size;      /* sizeof(heco_bench_options), set by its default      */
    const char         *db;        /* the database; made when missing                     */
    unsigned            jobs;      /* runs at a time, 0: one per available core           */
    heco_stop_fn        should_stop; /* called about ten times a second, in the calling thread,
                                    * without progress; nonzero: stop. NULL: none         */
    void (*on_progress)(void *user, const heco_bench_progress *progress); /* may be NULL  */
    void (*on_info)(void *user, const char *line); /* informational          */
    void *user;                    /* handed to all three                                 */
    unsigned            part, parts; /* only part 1 .. parts of the plan: every parts-th job,
                                    * from number `part` on; 0 and 0: all of it           */
    const heco_job_pool    *pool;      /* Runs the jobs; NULL: threads of this process        */
} heco_bench_options;
/* Fills the `size` bytes that the caller's options have with the defaults. */
HECO_API void heco_bench_options_init(heco_bench_options *options, size_t size);
/* One run per core, no callbacks; `db` must be set. */
static inline heco_bench_options heco_bench_options_default(void) {
    heco_bench_options options;
    heco_bench_options_init(&options, sizeof options);
    return options;
}

/* The summary of a bench. This struct is closed. */
typedef struct {
    size_t   total, skipped, done; /* jobs of the plan; stored before; stored now         */
    size_t   feasible;             /* of those done now                                   */
    uint64_t evals;                /* evaluations of those done now                       */
    double   seconds;              /* by the clock                                        */
    int      interrupted;          /* 1: stopped before the end, call again to go on      */
} heco_bench_summary;

/* Runs every job of the plan that the database lacks, each on one thread, and stores it when
 * it is finished. Nothing stored is ever changed. HECO_ERR_CONFLICT: the database holds runs
 * made otherwise (seed, options, budget, ...), or another bench is writing to it. */
HECO_API heco_status heco_bench(const heco_plan *plan, const heco_bench_options *options,
                                heco_bench_summary *summary, heco_error *error);

/* 1 while a bench writes to the database; *jobs (may be NULL) is then how many its plan has, 0: not
 * known. Nothing is opened for writing. */
HECO_API int heco_bench_running(const char *db, size_t *jobs);

/* The result of a job as bytes, which mean something to the same heco on the same kind of machine
 * only. This struct is closed. */
typedef struct {
    void  *bytes; /* The caller frees them with free()                                     */
    size_t size;  /* Number of bytes; 0: the job was stopped                               */
} heco_job_bytes;
/* For members of a pool: runs one job in the calling thread. `should_stop` (may be NULL) is called
 * after every batch; nonzero: out->bytes is NULL and out->size 0. */
HECO_API heco_status heco_job_work(heco_job_bytes *out, const heco_plan *plan, size_t job,
                                   heco_stop_fn should_stop, void *user, heco_error *error);

/* Estimates a bench with these options, without writing anything. `total` and `skipped` are the
 * numbers of its jobs and of those stored, `evals` is the evaluations of all its jobs, and
 * `seconds` is the time that one core needs for the remaining jobs, estimated from stored runs,
 * else from short trial runs. A missing database counts as empty; `db` may be NULL. */
HECO_API heco_status heco_bench_estimate(const heco_plan *plan, const heco_bench_options *options,
                                         heco_bench_summary *expected, heco_error *error);

/* The finished runs of a database. */
typedef struct heco_results heco_results;

/* One run: how it was made and how it ended. A results database knows all of it, a CSV file or the
 * caller of heco_records_add() less; start from heco_record_default(). Texts of a record that the
 * library hands out belong to the results or records it came from. */
typedef struct {
    size_t        size;          /* sizeof(heco_record), set by its default               */
    const char   *suite, *instance, *problem; /* names; instance NULL or "": not known    */
    heco_dims     dims;          /* meaning of dimensions in the suite; UNKNOWN: see
                                  * heco_rank_compute                                     */
    const char   *label;         /* name of the algorithm with its options, by which runs are
                                  * compared; NULL: the algorithm's name                  */
    const char   *algorithm;     /* name of the algorithm itself                          */
    const char   *options;       /* all option values in use: "lambda=20 gamma=0.1 ..."   */
    const char   *version;       /* of the heco that made the run                         */
    const char   *build;         /* and its heco_version_build(); "": not known           */
    uint64_t      seed, stream;  /* of the plan; of this run                              */
    uint64_t      run;           /* from 1                                                */
    size_t        n, ng, nh;     /* variables, 0: not known; inequalities; equalities. If ng
                                  * and nh are 0, the mean violation stands for the sum   */
    double        f_ref;         /* best known value, NAN: unknown                        */
    double        target;        /* f that counted as success, NAN: none                  */
    uint64_t      max_evals;     /* the budget, 0: not known                              */
    heco_outcome  outcome;       /* how it ended; `found` follows from f and viol         */
    size_t        points;        /* checkpoints of its trace, 0: none                     */
    const double *trace_f;       /* points + 1 values of f of the best point so far, see
                                  * heco_trace; NULL: not read                            */
    const double *trace_viol;    /* and its violation, the mean over the constraints      */
    heco_results *results;       /* open database that holds the run; NULL: none          */
    size_t        index;         /* number of the run in `results`                        */
} heco_record;
/* Fills the `size` bytes that the caller's record has with the defaults. */
HECO_API void heco_record_init(heco_record *record, size_t size);
/* Nothing is known. */
static inline heco_record heco_record_default(void) {
    heco_record record;
    heco_record_init(&record, sizeof record);
    return record;
}

/* Best point so far at checkpoints: evals[k], f[k], viol[k] (mean violation; times ng + nh it
 * is the sum of the U-score; f is that of a feasible point where viol is 0). Row 0 is after
 * the first batch (the initial population), rows 1 .. points at heco_checkpoint(), the first of
 * which may come before the end of that batch. A run that ended early keeps its last values.
 * Infinity: no evaluation had worked yet. */
typedef struct {
    size_t    count; /* points + 1                                                        */
    uint64_t *evals; /* made by then                                                      */
    double   *f, *viol; /* of the best point so far                                       */
} heco_trace;

/* Reads all finished runs, ordered by suite, dimension, problem, label, run, and compares each with
 * its checksum; the file is not changed and may be in use by a bench. */
HECO_API heco_status heco_results_open(heco_results **out, const char *db, heco_error *error);
/* The same; ends with HECO_ERR_CONFLICT if should_stop(user, NULL), which is called while the file is
 * read, returns nonzero. */
HECO_API heco_status heco_results_open_until(heco_results **out, const char *db,
                                             heco_stop_fn should_stop, void *user,
                                             heco_error *error);
/* Number of runs. */
HECO_API size_t heco_results_count(const heco_results *results);
/* A run by number; NULL past the end. */
HECO_API const heco_record *heco_results_at(const heco_results *results, size_t index);
/* Final point of a run; `x` has room for n values. */
HECO_API heco_status heco_results_point(heco_results *results, size_t index, double *x,
                                        heco_error *error);
/* The trace of a run, freed with heco_trace_free(). HECO_ERR_ARG when it has none. */
HECO_API heco_status heco_results_trace(heco_results *results, size_t index, heco_trace **out,
                                        heco_error *error);
/* NULL is fine. */
HECO_API void heco_trace_free(heco_trace *trace);
/* Looks at the whole file, traces included: HECO_ERR_FORMAT and the first thing that is damaged.
 * *without counts the runs without a checksum, from before there were any. */
HECO_API heco_status heco_results_check(heco_results *results, size_t *without, heco_error *error);
/* Closes the database and frees the runs. NULL is fine. */
HECO_API void heco_results_close(heco_results *results);

/* Adds the runs of `count` databases to the one called `out`, which is made when missing. They must
 * be of one plan (seed, traces, instances, budgets, labels): HECO_ERR_CONFLICT names the first
 * difference. A run that several hold must be the same in all of them, except for its time, and is
 * kept once. Each file is checked before it is read, and comes in whole or not at all. *added
 * counts the runs that came in. */
HECO_API heco_status heco_results_merge(const char *out, const char *const *in, size_t count,
                                        size_t *added, heco_error *error);

/* How much of each run is written: ALL has points and traces, too, as hexadecimal bytes. The first
 * columns of FINALS are those of published/heco_runs.csv. TRACES has one row per checkpoint of each
 * run: evaluations, f and mean violation of the best point so far as decimal numbers. */
typedef enum { HECO_DUMP_FINALS, HECO_DUMP_ALL, HECO_DUMP_TRACES } heco_dump;
/* Every stored run as CSV, in a fixed order, with floating-point numbers without loss and
 * without times: two benches did the same exactly when their full dumps are equal. */
HECO_API heco_status heco_results_dump(heco_results *results, heco_dump what, FILE *out,
                                       heco_error *error);

HECO_END_DECLS

#endif
