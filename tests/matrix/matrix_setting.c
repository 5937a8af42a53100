/* Settings of a search: initial points, stop rules, options of the algorithm, derivatives. All of
 * it follows from the seed. */
#include <math.h>
#include <string.h>

#include "matrix.h"

typedef enum {
    PLAIN, START_INSIDE, START_OUTSIDE, START_MANY, START_CORNER, TARGET, TARGET_NOTED, STALL_ONE,
    STALL, PROGRESS, POINT_STOP, INTERRUPT, WATCH, TIMED, GIVE_UP, NEVER_GIVE_UP, CHECKPOINTS,
    OPTION, OPTIONS, NO_PRESOLVE, SLOPES
} setting_kind;

typedef struct {
    const char   *name;
    setting_kind  kind;
    matrix_slopes slopes;
} setting_row;

static const setting_row SETTINGS[] = {
    {"plain", PLAIN, DERIVATIVE_REPORT_NONE},
    {"start-inside", START_INSIDE, DERIVATIVE_REPORT_NONE},
    {"start-outside", START_OUTSIDE, DERIVATIVE_REPORT_NONE},
    {"start-many", START_MANY, DERIVATIVE_REPORT_NONE},
    {"start-corner", START_CORNER, DERIVATIVE_REPORT_NONE},
    {"target", TARGET, DERIVATIVE_REPORT_NONE},
    {"target-noted", TARGET_NOTED, DERIVATIVE_REPORT_NONE},
    {"stall-one", STALL_ONE, DERIVATIVE_REPORT_NONE},
    {"stall", STALL, DERIVATIVE_REPORT_NONE},
    {"progress-stop", PROGRESS, DERIVATIVE_REPORT_NONE},
    {"point-stop", POINT_STOP, DERIVATIVE_REPORT_NONE},
    {"interrupt", INTERRUPT, DERIVATIVE_REPORT_NONE},
    {"watch-stop", WATCH, DERIVATIVE_REPORT_NONE},
    {"timed", TIMED, DERIVATIVE_REPORT_NONE},
    {"give-up", GIVE_UP, DERIVATIVE_REPORT_NONE},
    {"never-give-up", NEVER_GIVE_UP, DERIVATIVE_REPORT_NONE},
    {"checkpoints", CHECKPOINTS, DERIVATIVE_REPORT_NONE},
    {"option", OPTION, DERIVATIVE_REPORT_NONE},
    {"options", OPTIONS, DERIVATIVE_REPORT_NONE},
    {"no-presolve", NO_PRESOLVE, DERIVATIVE_REPORT_NONE},
    {"slopes", SLOPES, DERIVATIVE_REPORT_EXACT},
    {"slopes-start", START_INSIDE, DERIVATIVE_REPORT_EXACT},
    {"slopes-nan", SLOPES, DERIVATIVE_REPORT_NAN},
    {"slopes-one-nan", SLOPES, DERIVATIVE_REPORT_ONE_NAN},
    {"slopes-infinite", SLOPES, DERIVATIVE_REPORT_INFINITE},
    {"slopes-wrong-sign", SLOPES, DERIVATIVE_REPORT_WRONG_SIGN},
    {"slopes-zero", SLOPES, DERIVATIVE_REPORT_ZERO},
    {"slopes-huge", SLOPES, DERIVATIVE_REPORT_HUGE},
    {"slopes-random", SLOPES, DERIVATIVE_REPORT_RANDOM},
    {"slopes-fail", SLOPES, DERIVATIVE_REPORT_FAIL},
    {"slopes-unwritten", SLOPES, DERIVATIVE_REPORT_UNWRITTEN},
    {"slopes-sometimes", SLOPES, DERIVATIVE_REPORT_SOMETIMES},
};

size_t      matrix_setting_count(void) { return sizeof SETTINGS / sizeof SETTINGS[0]; }
const char *matrix_setting_name(size_t index) { return SETTINGS[index].name; }

/* Points anywhere in the box, on its corners, or anywhere at all; none of them need be whole. */
static void setting_starts(matrix_setting *m, const matrix_space *s, setting_kind kind,
                           size_t starts, uint64_t seed) {
    static const double far[] = {-INFINITY, INFINITY, 1e308, -1e308, 0.0, 1e-320};
    size_t              n     = s->space.n;
    for (size_t i = 0; i < starts * n; i++) {
        uint64_t bits  = matrix_mix(seed + i % (kind == START_MANY ? n : SIZE_MAX));
        double   u     = kind == START_CORNER ? (double)(bits % 2) : matrix_uniform(bits);
        double   lower = s->lower[i % n], upper = s->upper[i % n];
        m->start[i]    = kind == START_OUTSIDE ? far[bits % 6] : lower * (1.0 - u) + upper * u;
    }
    m->run.start  = m->start;
    m->run.starts = starts;
}

/* An option of the algorithm, at an end of its range, in its middle or anywhere. */
static void setting_option(matrix_setting *m, const heco_algorithm *a, uint64_t seed) {
    size_t   count = heco_algorithm_option_count(a), at = m->run.sets;
    uint64_t bits = matrix_mix(seed);
    char     name[120], value[40];
    if (count == 0) return;
    const heco_option *o = heco_algorithm_option_at(a, bits % count, name, sizeof name);
    double             u[4] = {0.0, 1.0, 0.5, matrix_uniform(matrix_mix(bits))};
    double             min = fmax(o->min, -1e6), max = fmin(o->max, 1e6);
    double             v   = min + u[(bits >> 32) % 4] * (max - min);
    if (o->kind != HECO_OPTION_REAL) v = round(v);
    heco_option_print(o, v, value, sizeof value);
    snprintf(m->text[at], sizeof m->text[at], "%s=%s", name, value);
    m->set[at]  = m->text[at];
    m->run.set  = m->set;
    m->run.sets = at + 1;
}

static void setting_stops(matrix_setting *m, setting_kind kind, uint64_t budget, uint64_t seed) {
    heco_run_options *o    = &m->run;
    uint64_t          some = 1 + matrix_mix(seed) % (budget > 0 ? budget : 1);
    if (kind == TARGET) o->target = 1e9;
    if (kind == TARGET_NOTED) o->target = 0.3, o->stop_at_target = 0;
    if (kind == STALL_ONE) o->stall = 1;
    if (kind == STALL) o->stall = 25;
    if (kind == PROGRESS) m->progress_at = some;
    if (kind == POINT_STOP) m->stop_at = some;
    if (kind == INTERRUPT) m->interrupt_at = some;
    if (kind == WATCH) m->watch_at = some;
    if (kind == TIMED) o->max_seconds = 1e-9, m->timed = 1;
    if (kind == GIVE_UP) o->max_failed = 3;
    if (kind == NEVER_GIVE_UP) o->max_failed = 0;
    if (kind == NO_PRESOLVE) o->no_presolve = 1;
    if (kind != CHECKPOINTS) return;
    for (size_t i = 0; i < 5; i++) m->checkpoint[i] = i < 2 ? i : budget * (i - 1) / 2;
    o->checkpoints      = m->checkpoint;
    o->checkpoint_count = budget < 4 ? 2 : 5; /* the last one is never reached */
}

void matrix_setting_make(matrix_setting *m, size_t index, const heco_algorithm *algorithm,
                         const matrix_space *s, uint64_t budget, uint64_t seed) {
    const setting_row *r = &SETTINGS[index];
    memset(m, 0, sizeof *m);
    m->run           = heco_run_options_default();
    m->run.seed      = seed;
    m->run.max_evals = budget;
    m->slopes        = algorithm->traits & HECO_TRAIT_DERIVATIVES ? r->slopes : DERIVATIVE_REPORT_NONE;
    switch (r->kind) {
    case START_INSIDE: setting_starts(m, s, r->kind, 2, seed); break;
    case START_OUTSIDE: setting_starts(m, s, r->kind, 3, seed); break;
    case START_MANY: setting_starts(m, s, r->kind, MATRIX_MAX_STARTS, seed); break;
    case START_CORNER: setting_starts(m, s, r->kind, 1, seed); break;
    case OPTIONS: setting_option(m, algorithm, seed + 7); /* fall through */
    case OPTION: setting_option(m, algorithm, seed); break;
    default: setting_stops(m, r->kind, budget, seed);
    }
}
