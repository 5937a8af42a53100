/* The table of problems and the protocol: 25 runs, budgets by dimension, equalities met up to 1e-4.
 *
 * Source: A. Kumar, G. Wu, M. Z. Ali, R. Mallipeddi, P. N. Suganthan, S. Das, "A test-suite of
 * non-convex constrained optimization problems from the real-world and some baseline results",
 * Swarm and Evolutionary Computation 56 (2020) 100693, and the reference functions distributed with
 * it. Integer variables are rounded inside the evaluation and are continuous for the search, as the
 * competition has them.
 *
 * f_ref is the best known value of the competition's guidelines of July 2020, except where the
 * functions cannot reach it (RC13, RC18, RC24, RC28, RC30) or a competitor found a better one
 * (RC22, RC54). */
#include "suites/rw2020/rw2020.h"

#include <string.h>

#include "base/error.h"
#include "suites/suite_table.h"

/* `count` variables in a row with the same bounds. */
typedef struct {
    size_t count;
    double lower, upper;
} rw2020_range;

typedef struct {
    const char         *name, *title;
    size_t              n, ng, nh;
    double              f_ref;
    heco_eval_fn        eval;
    const rw2020_range *box; /* ranges that cover n variables */
    rw2020_data         data;
    int                 variant;
} rw2020_row;

static const rw2020_range rw2020_rc01_box[] = {{1, 0, 10},    {1, 0, 200},        {1, 0, 100},
                                               {1, 0, 200},   {1, 1000, 2000000}, {1, 0, 600},
                                               {2, 100, 600}, {1, 100, 900}};
static const rw2020_range rw2020_rc02_box[] = {
    {1, 10000, 819000}, {1, 10000, 1131000}, {1, 10000, 2049999.9999999998},
    {3, 0, 0.05074},    {1, 100, 200},       {3, 100, 300},
    {1, 100, 400}};
static const rw2020_range rw2020_rc03_box[] = {{1, 1000, 2000}, {1, 0, 100}, {1, 2000, 4000},
                                               {2, 0, 100},     {1, 0, 20},  {1, 0, 200}};
static const rw2020_range rw2020_rc04_box[] = {{4, 0, 1}, {2, 1e-5, 16}};
static const rw2020_range rw2020_rc05_box[] = {{1, 0, 100}, {1, 0, 200}, {4, 0, 100},
                                               {1, 0, 200}, {1, 0, 100}, {1, 0, 200}};
static const rw2020_range rw2020_rc06_box[] = {
    {1, 0, 90},  {1, 0, 150}, {1, 0, 90},  {1, 0, 150}, {2, 0, 90},  {1, 0, 150}, {3, 0, 90},
    {2, 0, 150}, {2, 0, 90},  {1, 0, 150}, {1, 0, 90},  {1, 0, 150}, {1, 0, 90},  {1, 0, 150},
    {1, 0, 90},  {1, 0, 1},   {1, 0, 1.2}, {3, 0, 1},   {1, 0, 0.5}, {2, 0, 1},   {3, 0, 0.5},
    {1, 0, 1.2}, {1, 0, 0.5}, {2, 0, 1.2}, {1, 0, 0.5}, {2, 0, 1.2}};
static const rw2020_range rw2020_rc07_box[] = {
    {1, 0, 35},       {2, 0, 90}, {1, 0, 140},      {1, 0, 90},       {7, 0, 35},       {3, 0, 90},
    {5, 0, 35},       {3, 0, 1},  {1, 0.849999, 1}, {1, 0, 30},       {1, 0.849999, 1}, {1, 0, 30},
    {1, 0.849999, 1}, {1, 0, 30}, {1, 0, 1},        {1, 0.849999, 1}, {1, 0, 30},       {2, 0, 1},
    {1, 0, 30},       {1, 0, 1},  {1, 0, 30},       {11, 0, 1}};
static const rw2020_range rw2020_rc08_box[] = {{1, 0, 1.6}, {1, -0.51, 1.49}};
static const rw2020_range rw2020_rc09_box[] = {{2, 0.5, 1.4}, {1, -0.51, 1.49}};
static const rw2020_range rw2020_rc10_box[] = {{1, 0.2, 1}, {1, -2.22554, -1}, {1, -0.51, 1.49}};
static const rw2020_range rw2020_rc11_box[] = {
    {2, 0, 20}, {2, 0, 10}, {2, -0.51, 1.49}, {1, 0, 40}};
static const rw2020_range rw2020_rc12_box[] = {{3, 0, 100}, {4, -0.51, 1.49}};
static const rw2020_range rw2020_rc13_box[] = {{3, 27, 45}, {1, 77.51, 102.49}, {1, 32.51, 45.49}};
static const rw2020_range rw2020_rc14_box[] = {{3, 0.51, 3.49}, {3, 250, 2500}, {1, 6, 20},
                                               {1, 4, 16},      {1, 40, 700},   {1, 10, 450}};
static const rw2020_range rw2020_rc15_box[] = {{1, 2.6, 3.6}, {1, 0.7, 0.8}, {1, 17, 28},
                                               {2, 7.3, 8.3}, {1, 2.9, 3.9}, {1, 5, 5.5}};
static const rw2020_range rw2020_rc16_box[] = {{14, 0.001, 5}};
static const rw2020_range rw2020_rc17_box[] = {{1, 0.05, 2}, {1, 0.25, 1.3}, {1, 2, 15}};
static const rw2020_range rw2020_rc18_box[] = {{2, 0.51, 99.49}, {2, 10, 200}};
static const rw2020_range rw2020_rc19_box[] = {{1, 0.125, 2}, {2, 0.1, 10}, {1, 0.1, 2}};
static const rw2020_range rw2020_rc20_box[] = {{2, 0, 1}};
static const rw2020_range rw2020_rc21_box[] = {
    {1, 60, 80}, {1, 90, 110}, {1, 1, 3}, {1, 0, 1000}, {1, 2, 9}};
static const rw2020_range rw2020_rc22_box[] = {
    {1, 16.51, 96.49}, {1, 13.51, 54.49},  {1, 13.51, 51.49}, {1, 16.51, 46.49},
    {1, 13.51, 51.49}, {1, 47.51, 124.49}, {1, 0.51, 3.49},   {2, 0.51, 6.49}};
static const rw2020_range rw2020_rc23_box[] = {{2, 0, 60}, {3, 0, 90}};
static const rw2020_range rw2020_rc24_box[] = {{2, 10, 150}, {1, 100, 200}, {1, 0, 50},
                                               {1, 10, 150}, {1, 100, 300}, {1, 1, 3.14}};
static const rw2020_range rw2020_rc25_box[] = {{2, 1, 16}, {1, 1e-6, 1.6e-5}, {1, 1, 16}};
static const rw2020_range rw2020_rc26_box[] = {{8, 6.51, 76.49}, {4, 0.51, 4.49}, {10, 0.51, 9.49}};
static const rw2020_range rw2020_rc27_box[] = {{10, 6.45e-5, 0.005}};
static const rw2020_range rw2020_rc28_box[] = {{1, 125, 150},   {1, 10.5, 31.5}, {1, 4.51, 50.49},
                                               {2, 0.515, 0.6}, {1, 0.4, 0.5},   {1, 0.6, 0.7},
                                               {1, 0.3, 0.4},   {1, 0.02, 0.1},  {1, 0.6, 0.85}};
static const rw2020_range rw2020_rc29_box[] = {{1, 20, 50}, {1, 1, 10}, {1, 20, 50}, {1, 0.1, 60}};
static const rw2020_range rw2020_rc30_box[] = {{1, 0.51, 70.49}, {1, 0.6, 3}, {1, 0.51, 42.49}};
static const rw2020_range rw2020_rc31_box[] = {{4, 12, 60}};
static const rw2020_range rw2020_rc32_box[] = {{1, 78, 102}, {1, 33, 45}, {3, 27, 45}};
static const rw2020_range rw2020_rc33_box[] = {{30, 0.001, 1}};
static const rw2020_range rw2020_rc34_box[] = {{118, -1, 1}};
static const rw2020_range rw2020_rc35_box[] = {{153, -1, 1}};
static const rw2020_range rw2020_rc36_box[] = {{158, -1, 1}};
static const rw2020_range rw2020_rc37_box[] = {{116, -1, 1}, {10, 0, 1}};
static const rw2020_range rw2020_rc40_box[] = {{74, -1, 1}, {2, 0, 2}};
static const rw2020_range rw2020_rc41_box[] = {{74, -1, 1}};
static const rw2020_range rw2020_rc42_box[] = {{74, -1, 1}, {2, 0, 2}, {10, 0, 500}};
static const rw2020_range rw2020_rc44_box[] = {{30, 40, 1960}};
static const rw2020_range rw2020_rc45_box[] = {{25, 0, 90}};
static const rw2020_range rw2020_rc48_box[] = {{30, 0, 90}};
static const rw2020_range rw2020_rc51_box[] = {{59, 0, 10}};
static const rw2020_range rw2020_rc55_box[] = {{64, 0, 10}};

/* clang-format off */
#define RW2020_LIST(HECO_X) \
    HECO_X("RC01", "Heat exchanger network design, case 1", 9, 0, 8, 189.31162966, heco_rw2020_rc01, rw2020_rc01_box, RW2020_NONE, 0) \
    HECO_X("RC02", "Heat exchanger network design, case 2", 11, 0, 9, 7049.036954, heco_rw2020_rc02, rw2020_rc02_box, RW2020_NONE, 0) \
    HECO_X("RC03", "Operation of an alkylation unit", 7, 14, 0, -4529.1197395, heco_rw2020_rc03, rw2020_rc03_box, RW2020_NONE, 0) \
    HECO_X("RC04", "Reactor network design", 6, 1, 4, -0.38826043623, heco_rw2020_rc04, rw2020_rc04_box, RW2020_NONE, 0) \
    HECO_X("RC05", "Haverly's pooling problem", 9, 2, 4, -400.0056, heco_rw2020_rc05, rw2020_rc05_box, RW2020_NONE, 0) \
    HECO_X("RC06", "Blending, pooling and separation", 38, 0, 32, 1.8638304088, heco_rw2020_rc06, rw2020_rc06_box, RW2020_NONE, 0) \
    HECO_X("RC07", "Propane, isobutane, n-butane nonsharp separation", 48, 0, 38, 1.5670451, heco_rw2020_rc07, rw2020_rc07_box, RW2020_NONE, 0) \
    HECO_X("RC08", "Process synthesis", 2, 2, 0, 2, heco_rw2020_rc08, rw2020_rc08_box, RW2020_NONE, 0) \
    HECO_X("RC09", "Process synthesis and design", 3, 1, 1, 2.557654574, heco_rw2020_rc09, rw2020_rc09_box, RW2020_NONE, 0) \
    HECO_X("RC10", "Process flow sheeting", 3, 3, 0, 1.0765430833, heco_rw2020_rc10, rw2020_rc10_box, RW2020_NONE, 0) \
    HECO_X("RC11", "Two reactors", 7, 4, 4, 99.238463653, heco_rw2020_rc11, rw2020_rc11_box, RW2020_NONE, 0) \
    HECO_X("RC12", "Process synthesis", 7, 9, 0, 2.9248305537, heco_rw2020_rc12, rw2020_rc12_box, RW2020_NONE, 0) \
    HECO_X("RC13", "Process design", 5, 3, 0, 26887.4222, heco_rw2020_rc13, rw2020_rc13_box, RW2020_NONE, 0) \
    HECO_X("RC14", "Multi-product batch plant", 10, 10, 0, 53638.942722, heco_rw2020_rc14, rw2020_rc14_box, RW2020_NONE, 0) \
    HECO_X("RC15", "Speed reducer", 7, 11, 0, 2994.4244658, heco_rw2020_rc15, rw2020_rc15_box, RW2020_NONE, 0) \
    HECO_X("RC16", "Industrial refrigeration system", 14, 15, 0, 0.032213000814, heco_rw2020_rc16, rw2020_rc16_box, RW2020_NONE, 0) \
    HECO_X("RC17", "Tension/compression spring, case 1", 3, 4, 0, 0.012665232788, heco_rw2020_rc17, rw2020_rc17_box, RW2020_NONE, 0) \
    HECO_X("RC18", "Pressure vessel", 4, 4, 0, 6059.714335048436, heco_rw2020_rc18, rw2020_rc18_box, RW2020_NONE, 0) \
    HECO_X("RC19", "Welded beam", 4, 5, 0, 1.6702177263, heco_rw2020_rc19, rw2020_rc19_box, RW2020_NONE, 0) \
    HECO_X("RC20", "Three-bar truss", 2, 3, 0, 263.89584338, heco_rw2020_rc20, rw2020_rc20_box, RW2020_NONE, 0) \
    HECO_X("RC21", "Multiple disk clutch brake", 5, 8, 0, 0.2352424579, heco_rw2020_rc21, rw2020_rc21_box, RW2020_NONE, 0) \
    HECO_X("RC22", "Planetary gear train", 9, 10, 1, 0.52558866, heco_rw2020_rc22, rw2020_rc22_box, RW2020_NONE, 0) \
    HECO_X("RC23", "Step-cone pulley", 5, 8, 3, 16.069868725, heco_rw2020_rc23, rw2020_rc23_box, RW2020_NONE, 0) \
    HECO_X("RC24", "Robot gripper", 7, 7, 0, 2.5437856, heco_rw2020_rc24, rw2020_rc24_box, RW2020_NONE, 0) \
    HECO_X("RC25", "Hydrostatic thrust bearing", 4, 7, 0, 1616.1197651, heco_rw2020_rc25, rw2020_rc25_box, RW2020_NONE, 0) \
    HECO_X("RC26", "Four-stage gear box", 22, 86, 0, 35.359231973, heco_rw2020_rc26, rw2020_rc26_box, RW2020_NONE, 0) \
    HECO_X("RC27", "Ten-bar truss with frequency constraints", 10, 3, 0, 524.45076066, heco_rw2020_rc27, rw2020_rc27_box, RW2020_NONE, 0) \
    HECO_X("RC28", "Rolling element bearing", 10, 9, 0, 16958.202287, heco_rw2020_rc28, rw2020_rc28_box, RW2020_NONE, 0) \
    HECO_X("RC29", "Gas transmission compressor", 4, 1, 0, 2964895.4173, heco_rw2020_rc29, rw2020_rc29_box, RW2020_NONE, 0) \
    HECO_X("RC30", "Tension/compression spring, case 2", 3, 8, 0, 2.6585591660, heco_rw2020_rc30, rw2020_rc30_box, RW2020_NONE, 0) \
    HECO_X("RC31", "Gear train", 4, 0, 0, 0, heco_rw2020_rc31, rw2020_rc31_box, RW2020_NONE, 0) \
    HECO_X("RC32", "Himmelblau's function", 5, 6, 0, -30665.538672, heco_rw2020_rc32, rw2020_rc32_box, RW2020_NONE, 0) \
    HECO_X("RC33", "Topology optimisation of a small beam", 30, 30, 0, 2.639346497, heco_rw2020_rc33, rw2020_rc33_box, RW2020_NONE, 0) \
    HECO_X("RC34", "Sizing of single-phase distributed generation for phase balancing", 118, 0, 108, 0, heco_rw2020_rc34, rw2020_rc34_box, RW2020_PS1, 0) \
    HECO_X("RC35", "Sizing of distributed generation, active loss", 153, 0, 148, 0.079963854, heco_rw2020_generation, rw2020_rc35_box, RW2020_PS2, 0) \
    HECO_X("RC36", "Sizing of generation and capacitors, reactive loss", 158, 0, 148, 0.047733529, heco_rw2020_generation, rw2020_rc36_box, RW2020_PS2, 1) \
    HECO_X("RC37", "Optimal power flow, active loss", 126, 0, 116, 0.018593563, heco_rw2020_power_flow, rw2020_rc37_box, RW2020_PS11, 0) \
    HECO_X("RC38", "Optimal power flow, fuel cost", 126, 0, 116, 2.7139366, heco_rw2020_power_flow, rw2020_rc37_box, RW2020_PS11, 1) \
    HECO_X("RC39", "Optimal power flow, loss and fuel cost", 126, 0, 116, 2.7515909, heco_rw2020_power_flow, rw2020_rc37_box, RW2020_PS11, 2) \
    HECO_X("RC40", "Microgrid power flow, islanded", 76, 0, 76, 0, heco_rw2020_microgrid, rw2020_rc40_box, RW2020_PS2, 0) \
    HECO_X("RC41", "Microgrid power flow, grid-connected", 74, 0, 74, 0, heco_rw2020_microgrid, rw2020_rc41_box, RW2020_PS2, 1) \
    HECO_X("RC42", "Droop setting, active loss", 86, 0, 76, 0.077027102, heco_rw2020_microgrid, rw2020_rc42_box, RW2020_PS2, 2) \
    HECO_X("RC43", "Droop setting, reactive loss", 86, 0, 76, 0.07983597, heco_rw2020_microgrid, rw2020_rc42_box, RW2020_PS2, 3) \
    HECO_X("RC44", "Wind park layout", 30, 91, 0, -6273.1715, heco_rw2020_rc44, rw2020_rc44_box, RW2020_NONE, 0) \
    HECO_X("RC45", "Pulse-width modulation, 3-level inverter", 25, 24, 1, 0.03073936, heco_rw2020_inverter, rw2020_rc45_box, RW2020_NONE, 0) \
    HECO_X("RC46", "Pulse-width modulation, 5-level inverter", 25, 24, 1, 0.020240335, heco_rw2020_inverter, rw2020_rc45_box, RW2020_NONE, 1) \
    HECO_X("RC47", "Pulse-width modulation, 7-level inverter", 25, 24, 1, 0.012783068, heco_rw2020_inverter, rw2020_rc45_box, RW2020_NONE, 2) \
    HECO_X("RC48", "Pulse-width modulation, 9-level inverter", 30, 29, 1, 0.016787535766, heco_rw2020_inverter, rw2020_rc48_box, RW2020_NONE, 3) \
    HECO_X("RC49", "Pulse-width modulation, 11-level inverter", 30, 29, 1, 0.00931187418, heco_rw2020_inverter, rw2020_rc48_box, RW2020_NONE, 4) \
    HECO_X("RC50", "Pulse-width modulation, 13-level inverter", 30, 29, 1, 0.01505147, heco_rw2020_inverter, rw2020_rc48_box, RW2020_NONE, 5) \
    HECO_X("RC51", "Beef cattle feed ration, case 1", 59, 14, 1, 4550.8511497, heco_rw2020_beef, rw2020_rc51_box, RW2020_FEED, 0) \
    HECO_X("RC52", "Beef cattle feed ration, case 2", 59, 14, 1, 3348.9821493, heco_rw2020_beef, rw2020_rc51_box, RW2020_FEED, 1) \
    HECO_X("RC53", "Beef cattle feed ration, case 3", 59, 14, 1, 4997.606929, heco_rw2020_beef, rw2020_rc51_box, RW2020_FEED, 2) \
    HECO_X("RC54", "Beef cattle feed ration, case 4", 59, 14, 1, 4240.5441, heco_rw2020_beef, rw2020_rc51_box, RW2020_FEED, 3) \
    HECO_X("RC55", "Dairy cattle feed ration, case 1", 64, 0, 6, 6696.4145128, heco_rw2020_dairy, rw2020_rc55_box, RW2020_DAIRY, 0) \
    HECO_X("RC56", "Dairy cattle feed ration, case 2", 64, 0, 6, 14746.58, heco_rw2020_dairy, rw2020_rc55_box, RW2020_DAIRY, 1) \
    HECO_X("RC57", "Dairy cattle feed ration, case 3", 64, 0, 6, 3213.2917019, heco_rw2020_dairy, rw2020_rc55_box, RW2020_DAIRY, 2)
/* clang-format on */

static const rw2020_row rw2020_rows[] = {
#define HECO_X(...) {__VA_ARGS__},
    RW2020_LIST(HECO_X)
#undef HECO_X
};

static const heco_suite_entry rw2020_entries[] = {
#define HECO_X(id, text, n, ...) \
    {.name = (id), .title = (text), .dims = (const size_t[]){n}, .dim_count = 1, .compared = 1},
    RW2020_LIST(HECO_X)
#undef HECO_X
};

typedef struct {
    const char *data; /* the folder with the tables, or NULL */
} rw2020_state;

static heco_status rw2020_open(void *state, heco_arena *arena, const heco_suite_options *options,
                               heco_error *error) {
    rw2020_state *s = state;
    if (options->instance != NULL && strcmp(options->instance, "official") != 0)
        return heco_fail(error, HECO_ERR_ARG, "suite rw2020 has no instance %.60s: only official",
                         options->instance);
    s->data = options->data != NULL ? heco_arena_text(arena, options->data) : NULL;
    return HECO_OK;
}

static heco_status rw2020_make(void *state, heco_arena *arena, size_t index, size_t dim,
                               heco_problem *out, heco_error *error) {
    const rw2020_row *row   = &rw2020_rows[index];
    double           *lower = heco_arena_take(arena, row->n, sizeof *lower);
    double           *upper = heco_arena_take(arena, row->n, sizeof *upper);
    rw2020_user      *user  = heco_arena_take(arena, 1, sizeof *user);
    (void)dim;
    if (heco_arena_failed(arena)) return HECO_OK; /* the caller reports it */
    const rw2020_range *range = row->box;
    for (size_t j = 0, used = 0; j < row->n; j++) {
        if (used == range->count) range++, used = 0;
        lower[j] = range->lower, upper[j] = range->upper;
        used++;
    }
    user->variant    = row->variant;
    out->space.n     = row->n;
    out->space.ng    = row->ng;
    out->space.nh    = row->nh;
    out->space.lower = lower, out->space.upper = upper;
    out->f_ref            = row->f_ref;
    out->eval             = row->eval;
    out->user             = user;
    const rw2020_state *s = state;
    return heco_rw2020_read(user, row->name, row->data, s->data, arena, error);
}

static const char *rw2020_instance(const void *state) {
    (void)state;
    return "official";
}

/* Evaluations per run: table 1 of the guidelines. */
static uint64_t rw2020_budget(const void *state, size_t index, size_t dim) {
    (void)state;
    (void)index;
    return dim <= 10    ? 100000
           : dim <= 30  ? 200000
           : dim <= 50  ? 400000
           : dim <= 150 ? 800000
                        : 1000000;
}

const heco_suite_row heco_suite_rw2020 = {
    .name        = "rw2020",
    .title       = "57 real-world problems of CEC 2020, 2 to 158 variables",
    .entries     = rw2020_entries,
    .count       = sizeof rw2020_rows / sizeof rw2020_rows[0],
    .dims        = HECO_DIMS_OWN,
    .success_tol = 1e-8,
    .success_rel = 1e-4,
    .eq_tol      = 1e-4,
    .band        = 1,
    .budget      = rw2020_budget,
    .state_size  = sizeof(rw2020_state),
    .open        = rw2020_open,
    .make        = rw2020_make,
    .instance    = rw2020_instance,
    .verify      = heco_rw2020_verify,
    .import      = heco_rw2020_import,
};
