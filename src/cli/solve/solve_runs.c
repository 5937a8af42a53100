/* Several runs with consecutive seeds: heco solve --runs. */
#include "cli/solve/solve_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/interrupt.h"
#include "cli/mpi_ranks.h"
#include "cli/solve/journal_metadata.h"
#include "cli/view/progress.h"

static int solve_runs_progress(void *user, const heco_progress *now) {
    progress *line = user;
    char      best[120];
    if (!progress_due(line, now->seconds)) return 0;
    int used = snprintf(best, sizeof best, "%zu of %zu runs, ", now->done, now->runs);
    progress_best(best + used, sizeof best - (size_t)used, now);
    progress_show(line, &(progress_line){.done    = now->evals,
                                         .total   = now->max_evals,
                                         .share   = now->share,
                                         .seconds = now->seconds,
                                         .left    = -1.0,
                                         .detail  = best});
    return 0;
}

/* Returns the metadata of each run's journal: the words of the command line and, from the second
 * run on, its number. Texts and array are one block, which the caller frees; NULL if out of memory.
 */
static const char **solve_runs_metadata(const solve_run *s) {
    size_t       count  = (size_t)s->args->runs;
    char        *typed  = s->metadata != NULL ? strdup(s->metadata) : metadata_write(s);
    size_t       length = typed != NULL ? strlen(typed) + sizeof "run=18446744073709551615\n" : 0;
    const char **texts  = typed != NULL ? malloc(count * (sizeof *texts + length)) : NULL;
    char        *text   = texts != NULL ? (char *)(texts + count) : NULL;
    for (size_t i = 0; text != NULL && i < count; i++, text += length) {
        texts[i] = text;
        if (i == 0) snprintf(text, length, "%s", typed);
        else snprintf(text, length, "%srun=%zu\n", typed, i + 1);
    }
    free(typed);
    return texts;
}

/* Sets s->solution to the best run. Returns -1, or the exit code if there is none. */
static int solve_runs_finish(solve_run *s) {
    if (s->runs == NULL) return cli_fail_status(s->status, &s->error);
    s->solution = heco_runs_best(s->runs);
    if (s->solution != NULL) return -1;
    return cli_fail(CLI_INTERRUPTED, "interrupted before the first evaluation");
}

int solve_runs_minimize(solve_run *s) {
    progress          line    = progress_start(s->args->common.quiet, "evaluations");
    heco_runs_options how     = heco_runs_options_default();
    heco_problem      problem = solve_run_problem(s);
    how.runs                  = (size_t)s->args->runs;
    how.jobs                  = settings_workers(&s->args->common);
    how.each                  = &s->how;
    how.on_progress           = solve_runs_progress;
    how.user                  = &line;
    const char **texts        = s->how.journal != NULL ? solve_runs_metadata(s) : NULL;
    if (s->how.journal != NULL && texts == NULL) return cli_fail_memory();
    how.journal_metadata = texts;
    interrupt_catch(1);
    s->how.evaluator.should_stop = interrupt_should_stop;
    solve_run_crash_begin(s);
    s->status = heco_minimize_runs(&s->runs, &problem, &how, &s->error);
    crash_end();
    progress_end(&line);
    free(texts);
    return solve_runs_finish(s);
}
