/* Every algorithm of the table as a member: the same bits as alone, handing over, side by side,
 * begun again; serial and threads alike. */
#include "composed.h"

#include "../../examples/07_portfolio.h"

static int solves(const heco_algorithm *a) { return (a->traits & HECO_TRAIT_THEORY) == 0; }

/* Tests all pairs, but an algorithm that needs milliseconds of its own per point only beside
 * heco-de. Where THIN is not 1 it tests each algorithm with heco-de and with every THIN-th other. */
static int is_pair(const heco_algorithm *a, const heco_algorithm *b, size_t place) {
    int slow = ((a->traits | b->traits) & HECO_TRAIT_EXPENSIVE) != 0;
    int main = strcmp(a->name, "heco-de") == 0 || strcmp(b->name, "heco-de") == 0;
    return solves(a) && solves(b) && (main || (!slow && place % THIN == 0));
}

static uint64_t hash_of(const heco_algorithm *a, const heco_problem *p) {
    heco_run_options o = hand_options(11);
    hand_run         h;
    if (!hand_complete(&h, a, p, &o)) return 0;
    uint64_t hash = h.hash;
    assert_int_equal(h.asked, heco_run_result(h.run)->outcome.evals);
    heco_run_free(h.run);
    return hash;
}

static void a_relay_gives_the_same_bits(void **state) {
    (void)state;
    for (size_t i = 0; (part_a = part_algorithm(i)) != NULL; i++)
        for (size_t k = 0; k < SHAPE_COUNT; k++) {
            if (may_refuse(part_a)) continue;
            if (part_a->traits & HECO_TRAIT_EXPENSIVE && k % 5 != 0) continue;
            heco_problem p = shape_problem(&SHAPES[k]);
            if (hash_of(&relay, &p) != hash_of(part_a, &p))
                fail_msg("%s on %s has other bits as a member", part_a->name, p.name);
        }
}

/* Runs it to the end and returns how many evaluations it used. */
static uint64_t complete(const heco_algorithm *a, const heco_problem *p, uint64_t budget) {
    heco_run_options o = hand_options(5);
    hand_run         h;
    o.max_evals = budget;
    assert_true(hand_complete(&h, a, p, &o));
    uint64_t evals = heco_run_result(h.run)->outcome.evals;
    if (composed_last->second && !composed_last->held)
        fail_msg("%s does not begin with the best point of %s", part_b->name, part_a->name);
    heco_run_free(h.run);
    return evals;
}

static void every_pair_hands_over(void **state) {
    (void)state;
    heco_problem p = shape_problem(&SHAPES[0]);
    size_t       pairs = 0;
    for (size_t i = 0; (part_a = part_algorithm(i)) != NULL; i++)
        for (size_t k = 0; (part_b = heco_algorithm_at(k)) != NULL; k++, pairs++) {
            if (!is_pair(part_a, part_b, i + k)) continue;
            if (complete(&handover, &p, BUDGET) != BUDGET)
                fail_msg("%s to %s: the budget is not used up", part_a->name, part_b->name);
        }
    assert_true(pairs > 20);
}

static void every_pair_searches_side_by_side(void **state) {
    (void)state;
    heco_problem p = shape_problem(&SHAPES[0]);
    for (size_t i = 0; (part_a = part_algorithm(i)) != NULL; i++)
        for (size_t k = 0; (part_b = heco_algorithm_at(k)) != NULL; k++) {
            if (!is_pair(part_a, part_b, i + k)) continue;
            if (complete(&beside, &p, BUDGET) != BUDGET)
                fail_msg("%s beside %s: the budget is not used up", part_a->name, part_b->name);
        }
}

/* A search made of members on a backend, as a fingerprint. */
static uint64_t hash_on(const heco_algorithm *a, const heco_problem *p, const char *backend) {
    heco_run_options       o   = hand_options(5);
    heco_evaluator_options how = {.workers = 2};
    heco_evaluator        *ev;
    heco_run              *run;
    heco_batch            *b;
    uint64_t               hash = HASH_START;
    assert_int_equal(heco_run_new(&run, a, &p->space, &o, NULL), HECO_OK);
    assert_int_equal(heco_evaluator_open(&ev, p, heco_backend_find(backend, NULL), &how, NULL), HECO_OK);
    while ((b = heco_run_ask(run)) != NULL) {
        assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        assert_int_equal(heco_run_tell(run), HECO_OK);
        hash = hash_bytes(hash, b->x, b->count * b->n * sizeof *b->x);
        hash = hash_bytes(hash, b->viol, b->count * sizeof *b->viol);
    }
    heco_run_free(run);
    heco_evaluator_close(ev);
    return hash;
}

static void beginning_again_is_the_same_on_every_backend(void **state) {
    (void)state;
    heco_problem p = shape_problem(&SHAPES[11]); /* some points fail */
    for (size_t i = 0; (part_a = part_algorithm(i)) != NULL; i++) {
        if (!solves(part_a)) continue;
        uint64_t hash = hash_on(&again, &p, "serial");
        if (hash != hash_on(&again, &p, "threads"))
            fail_msg("%s, begun again, differs between backends", part_a->name);
    }
}

/* The example of the guide: the same bits whoever evaluates. */
static void the_example_portfolio_is_the_same_on_every_backend(void **state) {
    (void)state;
    for (size_t k = 0; k < SHAPE_COUNT; k += 11) { /* mixed; some points fail */
        heco_problem p    = shape_problem(&SHAPES[k]);
        uint64_t     hash = hash_on(&portfolio, &p, "serial");
        assert_int_equal(hash_on(&portfolio, &p, "threads"), hash);
        assert_int_equal(hash_on(&portfolio, &p, "process"), hash);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_relay_gives_the_same_bits),
        cmocka_unit_test(every_pair_hands_over),
        cmocka_unit_test(every_pair_searches_side_by_side),
        cmocka_unit_test(beginning_again_is_the_same_on_every_backend),
        cmocka_unit_test(the_example_portfolio_is_the_same_on_every_backend),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
