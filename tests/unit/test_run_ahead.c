/* Rows that are evaluated ahead: foreseeing them changes nothing, and most of them are asked for. */
#include "testing.h"

#include "base/hash.h"
#include "heco/heco.h"
#include "run/run_internal.h"

typedef struct {
    uint64_t digest; /* of all rows asked for */
    size_t   foreseen, asked;
} record;

/* Counts the rows of `ahead` that are rows of `next`. */
static size_t count_hits(const double *ahead, size_t count, const heco_batch *next) {
    size_t hits = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < next->count; k++)
            if (memcmp(ahead + i * next->n, next->x + k * next->n, next->n * sizeof *ahead) == 0) {
                hits++;
                break;
            }
    return hits;
}

/* Searches with `calls` calls of heco_run_ahead() in each round. */
static record search(const heco_problem *p, const char *algorithm, int calls) {
    static const char *set[] = {"eager=yes"};
    heco_run_options   o     = heco_run_options_default();
    heco_run          *run;
    heco_batch        *b;
    heco_evaluator    *evaluator;
    record             r     = {HECO_HASH_BEGIN, 0, 0};
    double            *ahead = NULL;
    size_t             count = 0;
    o.max_evals = 1500, o.set = set, o.sets = 1, o.seed = 4;
    assert_int_equal(heco_run_new(&run, heco_algorithm_find(algorithm, NULL), &p->space, &o, NULL), HECO_OK);
    assert_int_equal(heco_run_prepare_ahead(run, NULL), HECO_OK);
    assert_int_equal(heco_evaluator_open(&evaluator, p, NULL, NULL, NULL), HECO_OK);
    while ((b = heco_run_ask(run)) != NULL) {
        size_t bytes = b->n * sizeof *b->x;
        r.digest     = heco_hash_fnv1a(r.digest, b->x, b->count * bytes);
        r.foreseen += count_hits(ahead, count, b);
        count = 0;
        for (int i = 0; i < calls; i++) {
            const heco_batch *rows = heco_run_ahead(run);
            count                  = rows->count;
            if (count == 0) continue;
            ahead = realloc(ahead, count * bytes);
            memcpy(ahead, rows->x, count * bytes);
        }
        r.asked += count;
        assert_int_equal(heco_evaluate(evaluator, b), HECO_OK);
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    free(ahead);
    heco_evaluator_close(evaluator);
    heco_run_free(run);
    return r;
}

static void foreseeing_changes_nothing(void **state) {
    static const char *names[] = {"g04", "g07", "g10", "g17"}, *algorithms[] = {"sqp", "auto"};
    heco_suite        *suite;
    (void)state;
    assert_int_equal(heco_suite_open(&suite, "cec2006", NULL, NULL), HECO_OK);
    for (size_t i = 0; i < 4; i++)
        for (size_t a = 0; a < 2; a++) {
            const heco_problem *p;
            long at = heco_suite_find(suite, names[i], NULL);
            assert_int_equal(heco_suite_problem(suite, (size_t)at, 0, &p, NULL), HECO_OK);
            record none = search(p, algorithms[a], 0), one = search(p, algorithms[a], 1),
                   five = search(p, algorithms[a], 5);
            assert_true(none.digest == one.digest && one.digest == five.digest);
            assert_true(one.asked > 100 && 2 * one.foreseen > one.asked);
        }
    heco_suite_close(suite);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(foreseeing_changes_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
