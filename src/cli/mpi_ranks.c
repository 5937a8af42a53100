/* heco-mpi runs the same command on every rank. Before the work begins, the output of ranks other
 * than 0 is held back; rank 0 prints one message for all of them. */
#include "cli/mpi_ranks.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "heco/mpi.h"

static const double RANKS_WAIT = 120.0; /* seconds, for the slowest rank to open the model */

/* The state is at file scope because a process belongs to one set of ranks. */
static struct {
    int              rank, count; /* count 1: no launcher started this process                */
    int              joins;       /* the command uses ranks                                   */
    int              settled;
    int              kept[2]; /* the real standard output and error; -1: not redirected      */
    FILE            *held;    /* receives the output while it is redirected                   */
    heco_mpi_options how;
} mpi_ranks_now = {.count = 1, .kept = {-1, -1}};

/* Returns 1 if the environment has a variable that an MPI launcher sets. Otherwise MPI is not
 * initialised, so that heco-mpi works without a launcher as heco does. */
static int mpi_ranks_launched(void) {
    static const char *const signs[] = {
        "OMPI_COMM_WORLD_SIZE", "PMIX_RANK",           "PMI_RANK",    "PMI_SIZE",      "PMI_ID",
        "MPI_LOCALRANKID",      "MV2_COMM_WORLD_SIZE", "PALS_RANKID", "FLUX_TASK_RANK"};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
        if (getenv(signs[i]) != NULL) return 1;
    return 0;
}

/* Refuses tasks that Slurm started without MPI: each of them would do the whole work. */
static int mpi_ranks_check_slurm(void) {
    const char *count = getenv("SLURM_STEP_NUM_TASKS"), *self = getenv("SLURM_PROCID");
    long        tasks = count != NULL && self != NULL ? strtol(count, NULL, 10) : 0;
    if (tasks < 2 || mpi_ranks_now.count > 1) return -1;
    if (strtol(self, NULL, 10) != 0) return CLI_USAGE; /* task 0 prints the message */
    return cli_fail(CLI_USAGE,
                    "Slurm started %ld tasks without MPI: use srun --mpi=pmix (srun --mpi=list "
                    "shows the choices) "
                    "or mpirun",
                    tasks);
}

/* Redirects standard output and error to a temporary file. */
static void mpi_ranks_hold(void) {
    mpi_ranks_now.held = tmpfile();
    int to = mpi_ranks_now.held != NULL ? fileno(mpi_ranks_now.held) : open("/dev/null", O_WRONLY);
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO && to >= 0; fd++) {
        mpi_ranks_now.kept[fd - STDOUT_FILENO] = fcntl(fd, F_DUPFD_CLOEXEC, 3);
        dup2(to, fd);
    }
}

/* Restores standard output and error. Copies the last line of the held output to `text`. */
static void mpi_ranks_release(char *text, size_t size) {
    char line[400];
    text[0] = '\0';
    fflush(stdout);
    fflush(stderr);
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        int kept = mpi_ranks_now.kept[fd - STDOUT_FILENO];
        if (kept < 0) continue;
        dup2(kept, fd);
        close(kept);
        mpi_ranks_now.kept[fd - STDOUT_FILENO] = -1;
    }
    if (mpi_ranks_now.held == NULL) return;
    rewind(mpi_ranks_now.held);
    while (fgets(line, sizeof line, mpi_ranks_now.held) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0')
            snprintf(text, size, "%s", strncmp(line, "heco: ", 6) == 0 ? line + 6 : line);
    }
    fclose(mpi_ranks_now.held);
    mpi_ranks_now.held = NULL;
}

int mpi_ranks_begin(void) {
    heco_error error = {0};
    if (mpi_ranks_launched()) {
        heco_status status = heco_mpi_start(&error);
        if (status != HECO_OK) return cli_fail_status(status, &error);
        mpi_ranks_now.rank  = heco_mpi_rank();
        mpi_ranks_now.count = heco_mpi_count();
        if (mpi_ranks_now.rank > 0) mpi_ranks_hold();
    }
    return mpi_ranks_check_slurm();
}

int mpi_ranks_count(void) { return mpi_ranks_now.joins ? mpi_ranks_now.count : 1; }
int mpi_ranks_is_first(void) { return mpi_ranks_now.rank == 0; }

int mpi_ranks_take_part(const cli_command *command) {
    mpi_ranks_now.joins = command == &cli_command_solve || command == &cli_command_resume ||
                          command == &cli_command_bench;
    if (mpi_ranks_now.joins && mpi_ranks_now.count == 1 && mpi_ranks_launched())
        fputs("heco: there is one rank, which does all the work; of several ranks, rank 0 only "
              "distributes it: start one more than shall evaluate, mpirun -n 5 heco-mpi ...\n",
              stderr);
    return mpi_ranks_now.rank == 0 || mpi_ranks_now.joins;
}

/* Returns -1 if all ranks are ready. Otherwise prints the message of the first rank that is not and
 * returns its exit code. */
static int mpi_ranks_report_failure(const heco_mpi_report *all, int count) {
    int wrong = 0, first = 0;
    if (all[0].code >= 0) return all[0].code; /* rank 0 has printed its message */
    for (int i = count - 1; i > 0; i--)
        if (all[i].code >= 0) wrong++, first = i;
    if (wrong == 0) return -1;
    const heco_mpi_report *r        = &all[first];
    char                   more[60] = "";
    if (wrong > 1) snprintf(more, sizeof more, " (and %d more)", wrong - 1);
    return cli_fail(r->code > 0 ? r->code : CLI_ERROR, "rank %d%s%s%s: %s", first,
                    r->host[0] != '\0' ? " on " : "", r->host, more,
                    r->text[0] != '\0' ? r->text : "ended before the work began");
}

/* Counts the machines of the ranks by their host names. */
static int mpi_ranks_machines(const heco_mpi_report *all) {
    int machines = 0;
    for (int i = 0; i < mpi_ranks_now.count; i++) {
        int k = 0;
        while (k < i && strcmp(all[k].host, all[i].host) != 0) k++;
        machines += k == i;
    }
    return machines;
}

int mpi_ranks_settle(int code, int quiet) {
    heco_mpi_report own = {.code = code}, *all = NULL;
    if (mpi_ranks_count() == 1) return code;
    mpi_ranks_now.settled = 1;
    if (mpi_ranks_now.rank > 0) mpi_ranks_release(own.text, sizeof own.text);
    else all = calloc((size_t)mpi_ranks_now.count, sizeof *all);
    if (mpi_ranks_now.rank == 0 && all == NULL) return cli_fail_memory();
    code = heco_mpi_settle(&own, all, RANKS_WAIT, mpi_ranks_report_failure);
    if (code < 0 && all != NULL && !quiet) {
        int machines = mpi_ranks_machines(all);
        fprintf(stderr,
                "heco: %d rank%s evaluate%s on %d machine%s, rank 0 (%s) distributes the work\n",
                mpi_ranks_now.count - 1, mpi_ranks_now.count > 2 ? "s" : "",
                mpi_ranks_now.count > 2 ? "" : "s", machines, machines > 1 ? "s" : "", all[0].host);
    }
    free(all);
    return code;
}

int mpi_ranks_end(int code) {
    char dropped[400];
    fflush(stdout);
    if (mpi_ranks_count() > 1 && !mpi_ranks_now.settled) code = mpi_ranks_settle(code, 1);
    if (mpi_ranks_count() > 1 && mpi_ranks_now.rank == 0) heco_mpi_dismiss(NULL);
    mpi_ranks_release(dropped, sizeof dropped);
    heco_mpi_end(code);
    return code;
}

const heco_backend *mpi_ranks_backend(const heco_backend *inside, const char *identity,
                                      heco_evaluator_options *how) {
    if (mpi_ranks_count() == 1) return inside;
    mpi_ranks_now.how          = heco_mpi_options_default();
    mpi_ranks_now.how.inside   = inside;
    mpi_ranks_now.how.identity = identity;
    how->context               = &mpi_ranks_now.how;
    return heco_mpi_backend();
}

heco_status mpi_ranks_bench(const heco_plan *plan, const heco_bench_options *options,
                            heco_bench_summary *summary, int *served, heco_error *error) {
    *served = 0;
    if (mpi_ranks_count() == 1) return heco_bench(plan, options, summary, error);
    return heco_mpi_bench(plan, options, summary, served, error);
}
