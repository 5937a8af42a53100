#define _DEFAULT_SOURCE /* the size of a terminal */
#include "cli/view/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { PROGRESS_BAR = 24, PROGRESS_LINE = 240, PROGRESS_COLUMNS = 100 };

progress progress_start(int quiet, const char *unit) {
    const char *term     = getenv("TERM");
    int         terminal = isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
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

static void progress_clock(char *out, size_t size, double seconds) {
    unsigned long s = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000ul;
    if (s >= 3600) snprintf(out, size, "%lu:%02lu:%02lu", s / 3600, s / 60 % 60, s % 60);
    else snprintf(out, size, "%lu:%02lu", s / 60, s % 60);
}

/* Returns the longest line that can be redrawn: one that does not wrap on the terminal. */
static int progress_columns(void) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        return size.ws_col <= PROGRESS_COLUMNS ? size.ws_col - 1 : PROGRESS_COLUMNS;
#endif
    return PROGRESS_COLUMNS;
}

void progress_show(progress *p, uint64_t done, uint64_t total, double share, double seconds,
                   const char *detail) {
    if (!progress_due(p, seconds)) return;
    p->last = seconds;
    if (!(share >= 0.0)) share = 0.0;
    if (share > 1.0) share = 1.0;
    char rate[32], left[32] = "?", line[PROGRESS_LINE], bar[PROGRESS_BAR + 1];
    progress_rate(rate, sizeof rate, seconds > 0.0 ? (double)done / seconds : 0.0);
    if (share > 0.0) progress_clock(left, sizeof left, seconds * (1.0 - share) / share);
    for (int k = 0; k < PROGRESS_BAR; k++) bar[k] = k < (int)(share * PROGRESS_BAR) ? '#' : '-';
    bar[PROGRESS_BAR] = '\0';
    if (p->terminal) {
        int used = snprintf(line, sizeof line, "[%s] %3.0f %%  %" PRIu64 " %s  %s/s  %s left  %s",
                            bar, 100.0 * share, done, p->unit, rate, left, detail);
        int columns = progress_columns();
        if (used > columns) line[columns] = '\0';
        fprintf(stderr, "\r\033[K%s", line);
        fflush(stderr);
        p->drawn = 1;
    } else
        fprintf(stderr, "heco: %" PRIu64 " of %" PRIu64 " %s, %.0f %%, %s/s, %s left, %s\n", done,
                total, p->unit, 100.0 * share, rate, left, detail);
}

void progress_end(progress *p) {
    if (p->drawn) fputs("\r\033[K", stderr);
    p->drawn = 0;
}
