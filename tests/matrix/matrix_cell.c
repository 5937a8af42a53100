/* One cell: the plain search, the same search in its own way, both judged by what was seen, then
 * compared with each other. */
#include <string.h>

#include "matrix.h"

void matrix_cell_text(const matrix_cell *c, char *text, size_t size) {
    snprintf(text, size, "%s/%s/%s/%llu/%s/%s", heco_algorithm_at(c->algorithm)->name,
             matrix_space_name(c->space), matrix_fault_name(matrix_fault_at(c->fault)),
             (unsigned long long)c->budget, matrix_setting_name(c->setting),
             matrix_way_name(matrix_way_at(c->way)));
}

static void cell_finding(matrix_desk *d, const matrix_cell *c, const char *which,
                         const char *text) {
    char name[300];
    matrix_cell_text(c, name, sizeof name);
    d->counts.findings++;
    fprintf(d->out, "FINDING %s: %s\n        tools/matrix --only %s --seed %llu\n", which, text,
            name, (unsigned long long)c->seed);
    fflush(d->out);
}

static void cell_talk(matrix_desk *d, const char *which, const matrix_search *q,
                      const matrix_result *r) {
    const heco_outcome *o = &r->outcome;
    if (!d->talks) return;
    if (!r->answered) {
        fprintf(d->out, "%s: refused: %s\n", which, r->error.text);
        return;
    }
    fprintf(d->out, "%s: %llu calls; %llu evaluations, %llu failed, stopped by %s, %s: f = %.17g, "
            "violation %.17g, found at %llu\n", which,
            (unsigned long long)atomic_load(&q->user->log->calls), (unsigned long long)o->evals,
            (unsigned long long)o->failed, heco_stop_text(o->stop), heco_found_text(o->found), o->f,
            o->viol, (unsigned long long)o->evals_at_best);
}

/* One search of a cell; 0: something is wrong with it. */
static int cell_search(matrix_desk *d, const matrix_cell *c, const matrix_search *q,
                       const matrix_way *way, matrix_result *r) {
    char text[300];
    matrix_log_reset(q->user->log, q->space);
    matrix_way_run(way, q, r);
    matrix_judge(q, r, matrix_way_is_serial(way), text);
    cell_talk(d, matrix_way_name(way), q, r);
    d->counts.searches++;
    d->counts.refused += !r->answered;
    d->counts.evaluations += atomic_load(&q->user->log->calls);
    d->counts.faults += atomic_load(&q->user->log->fired);
    if (text[0] != '\0') cell_finding(d, c, matrix_way_name(way), text);
    return text[0] == '\0';
}

void matrix_cell_run(matrix_desk *d, const matrix_cell *c) {
    const heco_algorithm *a   = heco_algorithm_at(c->algorithm);
    const matrix_fault   *f   = matrix_fault_at(c->fault);
    const matrix_way     *way = matrix_way_at(c->way);
    matrix_space          space;
    matrix_setting        setting;
    matrix_user           user[2];
    matrix_search         q[2];
    matrix_result         r[2];
    char                  text[300] = "";
    int                   fine      = 1;
    d->counts.cells++;
    matrix_space_make(&space, c->space);
    matrix_setting_make(&setting, c->setting, a, &space, c->budget, c->seed);
    if (!matrix_way_takes(way, &setting, f)) way = matrix_way_at(0);
    for (int i = 0; i < 2; i++) {
        user[i] = (matrix_user){.space = &space, .fault = f, .log = d->log[i]};
        q[i]    = (matrix_search){a, &space, &setting, &user[i], d->folder};
        fine &= cell_search(d, c, &q[i], i == 0 ? matrix_way_at(0) : way, &r[i]);
    }
    /* How often somebody is asked within a batch is a matter of time. */
    if (!fine || setting.timed || setting.watch_at > 0 || setting.interrupt_at > 0) return;
    /* Where the number of the call matters, only the same order gives the same values. */
    if (!matrix_fault_is_pure(f) && way != matrix_way_at(0)) return;
    const matrix_log *logs[2] = {d->log[0], d->log[1]};
    matrix_compare(logs, r, matrix_way_is_serial(way), text);
    if (text[0] != '\0') cell_finding(d, c, "other bits", text);
}
