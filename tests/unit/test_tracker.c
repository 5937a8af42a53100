/* What a run remembers of the batches it is told. */
#include "testing.h"

#include "problem/batch_init.h"
#include "run/tracker.h"

static const double lower[2] = {-1.0, -1.0}, upper[2] = {9.0, 9.0};

typedef struct {
    heco_arena  arena;
    heco_space  space;
    heco_tracker record;
    heco_batch  batch;
} fixture;

static fixture *open_record(size_t ng, const heco_run_options *o) {
    fixture *t = calloc(1, sizeof *t);
    t->space   = heco_problem_default().space;
    t->space.n = 2, t->space.ng = ng;
    t->space.lower = lower, t->space.upper = upper;
    heco_arena_init(&t->arena);
    heco_batch_init(&t->batch, &t->space, 8, &t->arena);
    heco_tracker_init(&t->record, &t->space, o, &t->arena);
    assert_false(heco_arena_failed(&t->arena));
    return t;
}

static void close_record(fixture *t) {
    heco_arena_release(&t->arena);
    free(t);
}

/* Rows (f, g) for one inequality; x tells the rows apart. */
static void tell(fixture *t, size_t count, const double rows[][2]) {
    t->batch.count = count;
    for (size_t i = 0; i < count; i++) {
        t->batch.x[2 * i] = (double)(t->record.evals + i), t->batch.x[2 * i + 1] = -0.5;
        t->batch.f[i] = rows[i][0];
        if (t->space.ng > 0) t->batch.g[i] = rows[i][1];
        t->batch.state[i] = HECO_ROW_OK;
    }
    heco_tracker_add_batch(&t->record, &t->batch);
}

static void the_best_row_by_the_one_rule(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    fixture         *t = open_record(1, &o);
    heco_tracker     *r = &t->record;
    tell(t, 3, (const double[][2]){{5.0, 0.5}, {9.0, 0.25}, {1.0, 0.5}});
    assert_double(r->f, 9.0); /* the smallest violation, whatever f */
    assert_double(r->viol, 0.25);
    assert_double(r->x[0], 1.0);
    assert_double(r->g[0], 0.25);
    assert_int_equal(r->evals_at_best, 2);
    assert_int_equal(r->evals_to_feasible, 0);
    assert_double(t->batch.viol[0], 0.5);
    tell(t, 3, (const double[][2]){{7.0, 0.0}, {6.0, -1.0}, {6.0, -2.0}});
    assert_double(r->f, 6.0);
    assert_double(r->x[0], 4.0); /* the first of equals */
    assert_int_equal(r->evals_at_best, 5);
    assert_int_equal(r->evals_to_feasible, 4);
    tell(t, 2, (const double[][2]){{6.0, -5.0}, {0.0, 1e-300}});
    assert_int_equal(r->evals_at_best, 5);
    assert_int_equal(r->evals, 8);
    close_record(t);
}

static void rows_that_are_not_finite(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    fixture         *t = open_record(1, &o);
    heco_tracker     *r = &t->record;
    tell(t, 2, (const double[][2]){{NAN, 0.0}, {1.0, NAN}});
    assert_int_equal(r->failed, 2);
    assert_false(r->any);
    assert_double(r->x[0], 0.0); /* the first point asked for */
    tell(t, 4,
         (const double[][2]){{-INFINITY, 0.0}, {0.0, -INFINITY}, {3.0, 4.0}, {INFINITY, 0.0}});
    assert_int_equal(r->failed, 5);
    assert_true(r->any);
    assert_double(r->f, 3.0);
    assert_double(r->x[0], 4.0);
    for (size_t i = 0; i < 4; i++) {
        int bad = i != 2;
        assert_int_equal(t->batch.state[i], bad ? HECO_ROW_FAILED : HECO_ROW_OK);
        assert_double(t->batch.viol[i], bad ? INFINITY : 4.0);
        assert_double(t->batch.f[i], bad ? INFINITY : 3.0);
        assert_double(t->batch.g[i], bad ? INFINITY : 4.0);
    }
    close_record(t);
}

static void skipped_rows_count_for_nothing(void **state) {
    (void)state;
    heco_run_options o = heco_run_options_default();
    fixture         *t = open_record(0, &o);
    t->batch.count     = 3;
    for (size_t i = 0; i < 3; i++) t->batch.f[i] = -(double)i, t->batch.state[i] = HECO_ROW_SKIPPED;
    t->batch.state[1] = HECO_ROW_OK;
    heco_tracker_add_batch(&t->record, &t->batch);
    assert_int_equal(t->record.evals, 1);
    assert_double(t->record.f, -1.0);
    close_record(t);
}

static void checkpoints_and_target(void **state) {
    (void)state;
    static const uint64_t at[] = {0, 1, 3, 3, 6, 100};
    heco_run_options      o    = heco_run_options_default();
    o.checkpoints = at, o.checkpoint_count = 6;
    o.target   = 4.0;
    fixture *t = open_record(1, &o);
    tell(t, 4, (const double[][2]){{9.0, 1.0}, {8.0, 0.0}, {4.0, 0.5}, {5.0, 0.0}});
    assert_int_equal(t->record.passed, 4);
    assert_int_equal(t->record.evals_to_target, 0);
    tell(t, 3, (const double[][2]){{4.0, 0.0}, {2.0, 0.0}, {1.0, 0.0}});
    assert_int_equal(t->record.evals_to_target, 5);
    assert_int_equal(t->record.passed, 5);
    static const double f[] = {9.0, 9.0, 8.0, 8.0, 2.0}, viol[] = {1.0, 1.0, 0.0, 0.0, 0.0};
    for (size_t k = 0; k < 5; k++) {
        assert_double(t->record.checkpoint_f[k], f[k]);
        assert_double(t->record.checkpoint_viol[k], viol[k]);
    }
    close_record(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_row_by_the_one_rule),
        cmocka_unit_test(rows_that_are_not_finite),
        cmocka_unit_test(skipped_rows_count_for_nothing),
        cmocka_unit_test(checkpoints_and_target),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
