/* Each memory request of a run failing in turn: a status, nothing leaked (the sanitizer looks),
 * and no request at all while the search goes on.
 *
 * The linker replaces malloc, calloc and realloc in everything that is linked statically. */
#include "conformance.h"
#include "refused_request.h"

static void no_request_between_ask_and_tell(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++)
        for (size_t k = i % THIN; k < SHAPE_COUNT; k += THIN) {
            heco_problem     p = shape_problem(&SHAPES[k]);
            heco_run_options o = hand_options(3);
            hand_run         h;
            expect_failure(-1);
            if (!hand_open(&h, part_algorithm(i), &p, &o)) continue;
            long before = requests;
            assert_true(before > 0);
            while (hand_step(&h, &p)) {
            }
            if (requests != before)
                fail_msg("%s asks for memory %ld times while it searches",
                         part_algorithm(i)->name, requests - before);
            heco_run_free(h.run);
        }
}

static void each_request_of_a_run_fails_in_turn(void **state) {
    (void)state;
    static const double start[MAX_N] = {0.5};
    for (size_t i = 0; part_algorithm(i) != NULL; i++) {
        const heco_algorithm *a = part_algorithm(i);
        heco_problem          p = shape_problem(&SHAPES[10]); /* one integer variable */
        heco_run_options      o = hand_options(3);
        uint64_t              checkpoints[2] = {10, 100};
        o.start = start, o.starts = 1;
        o.checkpoints = checkpoints, o.checkpoint_count = 2;
        int how_much = 0;
        for (long at = 0;; at++) {
            heco_run  *run   = (heco_run *)&p;
            heco_error error = {HECO_OK, ""};
            expect_failure(at);
            heco_status status = heco_run_new(&run, a, &p.space, &o, &error);
            int         hit    = requests > at;
            expect_failure(-1);
            if (!hit) { /* as many requests as it makes have failed */
                heco_run_free(run);
                assert_int_equal(status, HECO_OK);
                assert_true(at > 3);
                assert_true(how_much > 0); /* what the algorithm itself asks for has a size */
                break;
            }
            if (status != HECO_ERR_MEMORY)
                fail_msg("%s: request %ld fails, but the status is \"%s\"", a->name, at,
                         heco_status_text(status));
            assert_null(run);
            assert_text(error.text, "memory");
            how_much += strstr(error.text, "with 1 variables: a request for ") != NULL;
        }
    }
}

static void each_request_of_minimize_fails_in_turn(void **state) {
    (void)state;
    for (size_t i = 0; part_algorithm(i) != NULL; i++) {
        heco_problem          p = shape_problem(&SHAPES[4]);
        heco_minimize_options m = heco_minimize_options_default();
        m.run                   = hand_options(3);
        m.run.max_evals         = 600;
        m.algorithm             = part_algorithm(i)->name;
        for (long at = 0;; at++) {
            heco_solution *solution = (heco_solution *)&p;
            heco_error     error    = {HECO_OK, ""};
            expect_failure(at);
            heco_status status = heco_minimize(&solution, &p, &m, &error);
            int         hit    = requests > at;
            expect_failure(-1);
            if (!hit) {
                heco_solution_free(solution);
                assert_int_equal(status, HECO_OK);
                break;
            }
            if (status != HECO_ERR_MEMORY)
                fail_msg("%s: request %ld fails, but the status is \"%s\"", m.algorithm, at,
                         heco_status_text(status));
            if (solution == NULL) continue;
            assert_true(heco_solution_result(solution)->outcome.evals > 0); /* it is not lost */
            heco_solution_free(solution);
        }
    }
}

/* The pool of threads: every request of opening it. */
static void each_request_of_an_evaluator_fails_in_turn(void **state) {
    (void)state;
    for (size_t b = 0; b < 2; b++) {
        heco_problem           p       = shape_problem(&SHAPES[0]);
        heco_evaluator_options options = {.workers = 1};
        for (long at = 0;; at++) {
            heco_evaluator *ev    = (heco_evaluator *)&p;
            heco_error      error = {HECO_OK, ""};
            expect_failure(at);
            heco_status status = heco_evaluator_open(
                &ev, &p, heco_backend_find(b ? "threads" : "serial", NULL), &options, &error);
            int hit = requests > at;
            expect_failure(-1);
            if (!hit) {
                heco_evaluator_close(ev);
                break;
            }
            assert_int_equal(status, HECO_ERR_MEMORY);
            assert_null(ev);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_request_between_ask_and_tell),
        cmocka_unit_test(each_request_of_a_run_fails_in_turn),
        cmocka_unit_test(each_request_of_minimize_fails_in_turn),
        cmocka_unit_test(each_request_of_an_evaluator_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
