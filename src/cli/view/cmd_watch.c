/* heco watch: a live view of a running bench or journaled solve, in the terminal or as a page. */
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/os.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "cli/view/progress.h"
#include "cli/view/watch_server.h"
#include "cli/view/watch_state.h"

enum { WATCH_BAR = 32, WATCH_NARROW = 80 }; /* columns */

typedef struct {
    double   interval; /* 0: 1 s on a terminal, else 10 s                                  */
    int      once, serve;
    uint64_t port; /* 0: any free one                                                      */
} cmd_watch_args;

#define ROW(name, kind, field, value, help, min, max) \
    { name, 0, kind, offsetof(cmd_watch_args, field), value, help, min, max, NULL }

static const args_option cmd_watch_options[] = {
    ROW("interval", ARGS_REAL, interval, "SECONDS",
        "time between two updates (default: 1 on a terminal, else 10)", 0.05, 1e6),
    ROW("once", ARGS_FLAG, once, NULL, "print the current state once and end", 0, 0),
    ROW("serve", ARGS_FLAG, serve, NULL,
        "serve the report page, with updates, to this machine only, at PORT or any free port", 0,
        0),
    ARGS_END};

/* Writes ", 3.2/s, 12:05 left", as far as it is known. */
static void cmd_watch_left(char *out, size_t size, const watch_state *w) {
    double rate = watch_state_rate(w);
    char   clock[32];
    out[0] = '\0';
    if (rate > 0.0) snprintf(out, size, ", %.3g/s", rate);
    if (!w->running || rate == 0.0 || w->total <= w->done) return;
    progress_clock(clock, sizeof clock, (double)(w->total - w->done) / rate);
    snprintf(out, size, ", %.3g/s, %s left", rate, clock);
}

/* Prints a sparkline of block characters, or of ASCII characters if the locale is not UTF-8. */
static void cmd_watch_spark(FILE *out, const double *value, size_t count) {
    static const char *const blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char        ascii[]  = "_.,-=+*#";
    int                      utf8     = heco_os_is_utf8();
    double                   low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++)
        if (isfinite(value[i])) low = fmin(low, value[i]), high = fmax(high, value[i]);
    for (size_t i = 0; i < count; i++) {
        double at    = high > low ? (value[i] - low) / (high - low) : 0.0;
        int    level = isfinite(value[i]) ? (int)(at * 7.999) : -1;
        if (level < 0) fputc(' ', out);
        else if (utf8) fputs(blocks[level], out);
        else fputc(ascii[level], out);
    }
}

/* Prints the bar with the share done and the time left. A narrow terminal has a short bar, so that
 * the time left is not cut. */
static void cmd_watch_bar(FILE *out, const watch_state *w) {
    char   left[64];
    double share   = w->total > 0 ? fmin(1.0, (double)w->done / (double)w->total) : 0.0;
    int    columns = terminal_columns(STDOUT_FILENO, WATCH_NARROW);
    int    width   = columns < WATCH_NARROW ? WATCH_BAR / 4 : WATCH_BAR;
    cmd_watch_left(left, sizeof left, w);
    if (w->total > 0) {
        fputc('[', out);
        for (int k = 0; k < width; k++) fputc(k < (int)(share * width) ? '#' : '-', out);
        fprintf(out, "] %3.0f %%  %" PRIu64 " of %" PRIu64, 100.0 * share, w->done, w->total);
    } else fprintf(out, "%" PRIu64, w->done);
    fprintf(out, " %s%s\n", w->journal ? "evaluations" : "runs", left);
}

/* Prints the state of a search: best point, curves, violated constraints. */
static void cmd_watch_solve(FILE *out, const watch_state *w) {
    double logs[WATCH_CURVE];
    cli_print(out, "%s\n", w->title);
    if (isnan(w->f)) fputs("no evaluation with finite values yet", out);
    else fprintf(out, "best f %.10g, violation %.4g", w->f, w->viol);
    if (w->first_feasible > 0)
        fprintf(out, ", feasible from evaluation %" PRIu64, w->first_feasible);
    fprintf(out, ", %" PRIu64 " failed\n", w->failed);
    fputs("f          ", out);
    cmd_watch_spark(out, w->curve_f, w->curve);
    for (size_t i = 0; i < w->curve; i++)
        logs[i] = w->curve_viol[i] > 0.0 ? log10(w->curve_viol[i]) : -12.0;
    fputs("\nviolation  ", out);
    cmd_watch_spark(out, logs, w->curve);
    fputc('\n', out);
    for (size_t i = 0; i < WATCH_BLOCKING && w->viol > 0.0 && w->by[i] > 0.0; i++)
        cli_print(out, "%s %s by %.4g\n", i == 0 ? "violated:" : "         ", w->blocking[i],
                  w->by[i]);
}

/* Prints the state of a bench: its speed and the table of groups. */
static void cmd_watch_bench(FILE *out, const watch_state *w) {
    double speed[WATCH_POLLS];
    size_t count = 0;
    fprintf(out, "%.4g evaluations, %.1f %% of the runs feasible, %" PRIu64 " evaluations failed\n",
            (double)w->evals, w->done > 0 ? 100.0 * (double)w->feasible / (double)w->done : 0.0,
            w->failed);
    for (size_t i = 1; i < w->polls; i++) {
        double seconds = w->when[i] - w->when[i - 1];
        speed[count++] = seconds > 0.0 ? (double)(w->then[i] - w->then[i - 1]) / seconds : 0.0;
    }
    fputs("runs/s     ", out);
    cmd_watch_spark(out, speed, count);
    fprintf(out, "\n\n%s", w->table != NULL ? w->table : "");
}

/* Prints the whole state, on several lines. */
static void cmd_watch_text(FILE *out, const watch_state *w) {
    cli_print(out, "%s: %s\n", w->path, w->gone ? "gone" : w->running ? "running" : "not running");
    if (w->error.text[0] != '\0' && !w->gone) cli_print(out, "%s\n", w->error.text);
    cmd_watch_bar(out, w);
    if (w->journal) cmd_watch_solve(out, w);
    else cmd_watch_bench(out, w);
}

/* Returns how many bytes of a line fit into `columns`; each UTF-8 character takes one column. */
static int cmd_watch_fit(const char *line, size_t length, size_t columns) {
    size_t at = 0;
    for (; at < length; at++) {
        int begins = ((unsigned char)line[at] & 0xC0) != 0x80;
        if (begins && columns-- == 0) break;
    }
    return (int)at;
}

/* Draws over the previous text. Lines and ends of lines that do not fit are left out. */
static void cmd_watch_draw(const watch_state *w) {
    int    rows = 24, columns = 80;
    char  *text = NULL;
    size_t size = 0;
    FILE  *out  = heco_os_memory_open(&text, &size);
    if (out == NULL) return;
    cmd_watch_text(out, w);
    if (heco_os_memory_close(out, &text, &size) == NULL) return;
    heco_os_terminal_size(STDOUT_FILENO, &rows, &columns);
    fputs("\033[H", stdout);
    for (char *line = text; *line != '\0' && rows > 2; rows--) {
        size_t length = strcspn(line, "\n");
        printf("%.*s\033[K\n", cmd_watch_fit(line, length, (size_t)columns), line);
        line += length + (line[length] == '\n');
    }
    fputs("\033[J", stdout);
    fflush(stdout);
    free(text);
}

/* Prints the state as one line, for a log. */
static void cmd_watch_line(const watch_state *w) {
    char left[64];
    cmd_watch_left(left, sizeof left, w);
    printf("%s: %" PRIu64, w->gone ? "gone" : w->running ? "running" : "not running", w->done);
    if (w->total > 0) printf(" of %" PRIu64, w->total);
    printf(" %s%s", w->journal ? "evaluations" : "runs", left);
    if (w->journal && !isnan(w->f)) printf(", best f %.10g, violation %.4g", w->f, w->viol);
    else if (w->done > 0)
        printf(", %.1f %% feasible", 100.0 * (double)w->feasible / (double)w->done);
    if (w->error.text[0] != '\0' && !w->gone) cli_print(stdout, "; %s", w->error.text);
    putchar('\n');
    fflush(stdout);
}

/* Sleeps in short intervals, so that a signal ends the command soon. `server` may be NULL. */
static void cmd_watch_sleep(watch_server *server, double seconds) {
    double end = heco_clock() + seconds;
    while (!interrupt_seen() && heco_clock() < end) {
        struct timespec moment = {0, 50000000};
        nanosleep(&moment, NULL);
        watch_server_expire(server);
    }
}

typedef struct {
    watch_state   state;
    watch_server *server; /* NULL: none                                                    */
    int           terminal;
    double        interval;
} cmd_watch;

/* Redraws the terminal or prints a line. With a server, a line is printed only after a change. */
static void cmd_watch_show(cmd_watch *c) {
    if (c->terminal) cmd_watch_draw(&c->state);
    else if (c->server == NULL || c->state.changed) cmd_watch_line(&c->state);
}

/* Reads the file for the first time. Retries, because a bench that stores many short runs may keep
 * the file locked for longer than one poll waits. */
static heco_status cmd_watch_first(watch_state *state) {
    heco_status status = HECO_ERR_CONFLICT;
    for (int k = 0; k < 20 && status == HECO_ERR_CONFLICT && !interrupt_seen(); k++)
        status = watch_state_poll(state, heco_clock());
    return status;
}

/* Polls until no process writes to the file; with a server, until a signal. After a slow poll it
 * waits longer. */
static int cmd_watch_loop(cmd_watch *c) {
    heco_status status = cmd_watch_first(&c->state);
    if (interrupt_seen() && !c->state.seen) return CLI_OK;
    if (status != HECO_OK && !c->state.seen) return cli_fail_status(status, &c->state.error);
    for (;;) {
        cmd_watch_show(c);
        if (c->server != NULL) watch_server_update(c->server, c->state.changed);
        if (interrupt_seen() || (c->server == NULL && !c->state.running)) return CLI_OK;
        cmd_watch_sleep(c->server, fmax(c->interval, 10.0 * c->state.cost));
        if (interrupt_seen()) return CLI_OK;
        (void)watch_state_poll(&c->state, heco_clock());
    }
}

/* Opens the file and shows it once, as a page or in the terminal. */
static int cmd_watch_work(const cmd_watch_args *args, const char *path) {
    cmd_watch c = {.interval = args->interval};
    setlocale(LC_CTYPE, "");
    int code   = watch_state_open(&c.state, path);
    c.terminal = terminal_is_smart(STDOUT_FILENO) && !args->once;
    if (c.interval == 0.0) c.interval = c.terminal || args->serve ? 1.0 : 10.0;
    if (code < 0 && args->once) {
        heco_status status = cmd_watch_first(&c.state);
        if (status == HECO_OK) cmd_watch_text(stdout, &c.state);
        code = status == HECO_OK ? CLI_OK : cli_fail_status(status, &c.state.error);
    }
    if (code < 0 && args->serve) {
        code       = watch_server_start(&c.server, path, c.state.journal, (unsigned)args->port);
        c.terminal = 0; /* keep the address readable */
    }
    if (code < 0) {
        interrupt_catch(0);
        if (c.terminal) fputs("\033[2Jreading ...\r", stdout), fflush(stdout);
        code = cmd_watch_loop(&c);
    }
    watch_server_stop(c.server);
    watch_state_close(&c.state);
    return code;
}

static int cmd_watch_run(const cli_command *self, int argc, char **argv) {
    cmd_watch_args args = {0};
    int            code = args_parse(self, &args, &argc, argv);
    if (code < 0 && argc > 1 &&
        (!args.serve || !args_read_count(argv[1], &args.port) || args.port == 0 ||
         args.port > 65535))
        code = cli_fail(CLI_USAGE,
                        "unexpected argument %s; usage: heco watch FILE [--serve [PORT]]", argv[1]);
    if (code < 0) code = cmd_watch_work(&args, argv[0]);
    args_free(self, &args);
    return code;
}

const cli_command cli_command_watch = {
    "watch",
    "FILE [--serve [PORT]] [options]",
    "live view of a running bench or journaled solve",
    "FILE is a results database of heco bench or a journal of heco solve --journal. It is only\n"
    "read. The view ends when no process writes to the file any more; with --serve it ends by\n"
    "Ctrl-C. If standard output is not a terminal, one line per interval is printed.\n\n"
    "  heco watch runs.db\n"
    "  heco watch solve.journal --serve",
    cmd_watch_options,
    1,
    2,
    cmd_watch_run};
