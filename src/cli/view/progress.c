#include "cli/view/progress.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/terminal.h"

enum {
    PROGRESS_BAR     = 24,
    PROGRESS_NARROW  = 80, /* columns below which the bar is a third */
    PROGRESS_LINE    = 240,
    PROGRESS_COLUMNS = 100
};

progress progress_start(int quiet, const char *unit) {
    int terminal = terminal_is_smart(STDERR_FILENO);
    return (progress){.quiet    = quiet,
                      .terminal = terminal,
                      .unit     = unit,
                      .interval = terminal ? 0.1 : 10.0,
                      .last     = terminal ? -1.0 : 0.0};
}

int progress_due(const progress *p, double seconds) {
    return !p->quiet && seconds - p->last >= p->interval;
}

/* Prints 1234567 as 1.23M. */
static void progress_rate(char *out, size_t size, double rate) {
    static const struct {
        double      scale;
        const char *suffix;
    } steps[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {0.0, ""}};
    size_t k  = 0;
    while (rate < steps[k].scale) k++;
    snprintf(out, size, "%.3g%s", steps[k].scale > 0.0 ? rate / steps[k].scale : rate,
             steps[k].suffix);
}

void progress_clock(char *out, size_t size, double seconds) {
    unsigned long s = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000ul;
    if (s >= 3600) snprintf(out, size, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    else snprintf(out, size, "%lu:%02lu", s / 60, s % 60);
}

void progress_best(char *out, size_t size, const heco_progress *now) {
    if (now->feasible) snprintf(out, size, "f %.8g", now->f);
    else if (isfinite(now->viol)) snprintf(out, size, "violation %.3g", now->viol);
    else snprintf(out, size, "nothing found yet");
}

/* Returns the longest line that can be redrawn: one that does not wrap on the terminal. */
static int progress_columns(void) {
    int columns = terminal_columns(STDERR_FILENO, PROGRESS_COLUMNS + 1);
    return columns <= PROGRESS_COLUMNS ? columns - 1 : PROGRESS_COLUMNS;
}

/* Cuts the line to the columns of the terminal, after a whole word. */
static void progress_fit(char *line, size_t columns) {
    if (strlen(line) <= columns) return;
    size_t end = columns;
    while (end > 0 && line[end] != ' ') end--;
    while (end > 0 && line[end - 1] == ' ') end--;
    line[end > 0 ? end : columns] = '\0';
}

void progress_show(progress *p, const progress_line *now) {
    if (!progress_due(p, now->seconds)) return;
    p->last      = now->seconds;
    double share = now->share >= 0.0 ? now->share : 0.0, left = now->left;
    if (share > 1.0) share = 1.0;
    if (left < 0.0) left = share > 0.0 ? now->seconds * (1.0 - share) / share : NAN;
    char rate[32], clock[32] = "?", line[PROGRESS_LINE], bar[PROGRESS_BAR + 1];
    int  columns = progress_columns(),
        width    = columns < PROGRESS_NARROW ? PROGRESS_BAR / 3 : PROGRESS_BAR;
    progress_rate(rate, sizeof rate, now->seconds > 0.0 ? (double)now->done / now->seconds : 0.0);
    if (!isnan(left)) progress_clock(clock, sizeof clock, left);
    for (int k = 0; k < width; k++) bar[k] = k < (int)(share * width) ? '#' : '-';
    bar[width] = '\0';
    if (p->terminal) {
        snprintf(line, sizeof line, "[%s] %3.0f %%  %" PRIu64 " %s  %s/s  %s left  %s", bar,
                 100.0 * share, now->done, p->unit, rate, clock, now->detail);
        progress_fit(line, (size_t)columns);
        fprintf(stderr, "\r\033[K%s", line);
        fflush(stderr);
        p->drawn = 1;
    } else
        fprintf(stderr, "heco: %" PRIu64 " of %" PRIu64 " %s, %.0f %%, %s/s, %s left, %s\n",
                now->done, now->total, p->unit, 100.0 * share, rate, clock, now->detail);
}

void progress_end(progress *p) {
    if (p->drawn) fputs("\r\033[K", stderr);
    p->drawn = 0;
}
