#include "cli/view/improvement_log.h"

#include <inttypes.h>
#include <math.h>
#include <unistd.h>

#include "cli/args.h"
#include "cli/terminal.h"

enum { LOG_COLUMNS = 91 }; /* of a line with the part of the search */

improvement_log improvement_log_start(const heco_problem *problem, const char *algorithm) {
    return (improvement_log){.problem   = problem,
                             .algorithm = algorithm,
                             .colour    = terminal_shows_colours(STDERR_FILENO),
                             .wide = terminal_columns(STDERR_FILENO, LOG_COLUMNS) >= LOG_COLUMNS,
                             .f    = NAN,
                             .viol = INFINITY};
}

/* Returns 1 if the point is better than that of the last line. A search that maximises reports a
 * larger f. */
static int log_improves(const improvement_log *log, const heco_progress *now) {
    double sign = log->problem->maximise ? -1.0 : 1.0;
    if (!isfinite(now->f) || !isfinite(now->viol)) return 0;
    if (isnan(log->f)) return 1;
    return now->viol < log->viol || (now->viol == log->viol && sign * now->f < sign * log->f);
}

static void log_head(const improvement_log *log) {
    if (log->wide)
        fprintf(stderr, "%12s  %16s  %10s  %-16s  %-18s  %9s\n", "evaluations", "best f",
                "violation", "part", "blocked by", "time");
    else
        fprintf(stderr, "%8s  %13s  %9s  %-10s  %8s\n", "evals", "best f", "violation",
                "blocked by", "time");
}

void improvement_log_show(improvement_log *log, const heco_progress *now) {
    char        buffer[24], number[ARGS_REAL_SIZE] = "-";
    const char *blocking = "-", *part = now->part != NULL ? now->part : log->algorithm;
    if (!log_improves(log, now)) return;
    if (!log->begun) log_head(log);
    log->begun = 1, log->f = now->f, log->viol = now->viol;
    if (now->viol > 0.0) snprintf(number, sizeof number, "%.3g", now->viol);
    if (now->worst > 0) blocking = heco_problem_c_name(log->problem, now->worst - 1, buffer);
    const char *colour = now->viol > 0.0 ? "\033[33m" : "\033[32m";
    fputs(log->colour ? colour : "", stderr);
    if (log->wide)
        cli_print(stderr, "%12" PRIu64 "  %16.9g  %10s  %-16.16s  %-18.18s  %7.2f s", now->evals,
                  now->f, number, part, blocking, now->seconds);
    else
        cli_print(stderr, "%8" PRIu64 "  %13.7g  %9s  %-10.10s  %6.2f s", now->evals, now->f,
                  number, blocking, now->seconds);
    fputs(log->colour ? "\033[0m\n" : "\n", stderr);
}
