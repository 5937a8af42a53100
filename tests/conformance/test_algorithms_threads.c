/* Every algorithm with threads: the same bits as serial, whoever evaluates which row. */
#include "conformance.h"

static heco_solution *solve(const heco_algorithm *a, const heco_problem *p, const char *backend,
                            unsigned workers) {
    heco_minimize_options m     = heco_minimize_options_default();
    heco_error            error = {HECO_OK, ""};
    heco_solution        *solution;
    m.run               = hand_options(51);
    m.run.max_evals     = 1203;
    m.algorithm         = a->name;
    m.backend           = backend;
    m.evaluator.workers = workers;
    m.lanes             = HECO_LANES_NONE; /* the batches are the same */
    if (heco_minimize(&solution, p, &m, &error) == HECO_OK) return solution;
    if (!may_refuse(a)) fail_msg("%s on %s: %s", a->name, p->name, error.text);
    return NULL;
}

static void threads_give_the_same_bits(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++)
        for (size_t k = i % THIN; k < SHAPE_COUNT; k += THIN) {
            const heco_algorithm *a      = part_algorithm(i);
            heco_problem          p      = shape_problem(&SHAPES[k]);
            heco_solution        *serial = solve(a, &p, "serial", 1);
            if (serial == NULL) continue;
            for (unsigned workers = 2; workers <= 3; workers++) {
                heco_solution *threads = solve(a, &p, "threads", workers);
                assert_same_result(heco_solution_result(serial), heco_solution_result(threads),
                                   &p.space, a->name);
                heco_solution_free(threads);
            }
            heco_solution_free(serial);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_give_the_same_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
