/* Members begun again and again make no request for memory, and every request of an algorithm made
 * of members may fail. */
#include "composed.h"

#include "../../examples/07_portfolio.h"

static long requests;
static long fail_at = -1;

static int refuse(void) { return requests++ == fail_at; }

#include "refused_memory.h"

static void search_without_requests(const heco_algorithm *a, const char *who, uint64_t least) {
    heco_problem     p = shape_problem(&SHAPES[0]);
    heco_run_options o = hand_options(3);
    hand_run         h;
    requests = 0, fail_at = -1;
    assert_true(hand_open(&h, a, &p, &o));
    long before = requests;
    while (hand_step(&h, &p)) {
    }
    if (requests != before)
        fail_msg("%s asks for memory %ld times while it searches", who, requests - before);
    if (least > 0) assert_true(composed_last->begun >= least);
    heco_run_free(h.run);
}

static void beginning_again_takes_no_memory(void **state) {
    (void)state;
    for (size_t i = 0; (part_a = part_algorithm(i)) != NULL; i++)
        if ((part_a->traits & HECO_TRAIT_THEORY) == 0)
            search_without_requests(&again, part_a->name, 3);
}

static void the_example_portfolio_takes_no_memory(void **state) {
    (void)state;
    search_without_requests(&portfolio, "portfolio", 0);
}

static void each_request_fails_in_turn(void **state) {
    (void)state;
    heco_problem     p = shape_problem(&SHAPES[0]);
    heco_run_options o = hand_options(3);
    for (long at = 0;; at++) {
        heco_run  *run   = NULL;
        heco_error error = {HECO_OK, ""};
        requests = 0, fail_at = at;
        heco_status status = heco_run_new(&run, &portfolio, &p.space, &o, &error);
        int         hit    = requests > at;
        fail_at            = -1;
        if (!hit) {
            assert_int_equal(status, HECO_OK);
            heco_run_free(run);
            assert_true(at > 10);
            return;
        }
        assert_int_equal(status, HECO_ERR_MEMORY);
        assert_null(run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beginning_again_takes_no_memory),
        cmocka_unit_test(the_example_portfolio_takes_no_memory),
        cmocka_unit_test(each_request_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
