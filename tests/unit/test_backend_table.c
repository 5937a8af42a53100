/* The table of backends, their descriptors, and external backends. */
#include "testing.h"

#include "counting_problem.h"

static void the_table_says_what_each_can_do(void **state) {
    (void)state;
    const unsigned guards =
        HECO_TRAIT_ISOLATES | HECO_TRAIT_TIMEOUT | HECO_TRAIT_RETRIES | HECO_TRAIT_MEMORY_LIMIT;
    assert_int_equal(heco_backend_find("serial", NULL)->traits, 0);
    assert_int_equal(heco_backend_find("threads", NULL)->traits, HECO_BACKEND_PARALLEL);
    unsigned process = heco_backend_find("process", NULL)->traits;
    assert_int_equal(process & guards, guards);
    assert_true(process & HECO_BACKEND_PARALLEL);
    for (size_t i = 0; heco_backend_at(i) != NULL; i++)
        assert_int_equal(heco_backend_check(heco_backend_at(i), NULL), HECO_OK);
}

/* An external backend: it calls the function in a loop. */
static heco_status half_open(void **state, const heco_problem *problem,
                             const heco_evaluator_options *options, heco_error *error) {
    (void)options, (void)error;
    *state = (void *)problem;
    return HECO_OK;
}

static heco_status half_eval(void *state, heco_batch *b, heco_failures *stats) {
    const heco_problem *p = state;
    (void)stats;
    for (size_t i = 0; i < b->count; i++) {
        p->eval(p->user, b->x + i * b->n, b->f + i, b->g + i * b->ng, b->h + i * b->nh);
        b->state[i] = HECO_ROW_OK;
    }
    return HECO_OK;
}

static void half_close(void *state) { (void)state; }

/* Process 1 of two: works for the other one. */
static heco_status half_serve(const heco_problem *problem, const heco_evaluator_options *options,
                              int *served, heco_error *error) {
    counting *c = problem->user;
    (void)error;
    *served = options->workers == 2;
    c->calls += *served;
    return HECO_OK;
}

static const heco_backend half = {.size  = sizeof(heco_backend),
                                  .name  = "half",
                                  .title = "of somebody else",
                                  .open  = half_open,
                                  .eval  = half_eval,
                                  .close = half_close,
                                  .serve = half_serve};

static void a_backend_from_outside_evaluates(void **state) {
    (void)state;
    counting        c = {0};
    heco_problem    p = counting_problem(&c);
    heco_batch     *b = counting_batch(&p, 3);
    heco_evaluator *ev;
    assert_int_equal(heco_evaluator_open(&ev, &p, &half, NULL, NULL), HECO_OK);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    for (size_t i = 0; i < 3; i++) assert_true(counting_row_is_right(b, i));
    heco_evaluator_close(ev);
    heco_batch_free(b);
}

static void an_incomplete_descriptor_is_refused(void **state) {
    (void)state;
    counting        c     = {0};
    heco_problem    p     = counting_problem(&c);
    heco_backend    own   = half;
    heco_error      error = {HECO_OK, ""};
    heco_evaluator *ev;
    own.size = 0;
    assert_int_equal(heco_evaluator_open(&ev, &p, &own, NULL, &error), HECO_ERR_ARG);
    assert_null(ev);
    assert_text(error.text, "set it to sizeof(heco_backend)");
    own = half, own.eval = NULL;
    assert_int_equal(heco_backend_check(&own, &error), HECO_ERR_ARG);
    assert_text(error.text, "needs name, open, eval and close");
    /* an old descriptor without `serve`: the fields beyond its size are not read */
    own = half, own.size = offsetof(heco_backend, serve);
    int served = 7;
    assert_int_equal(heco_backend_serve(&own, &p, NULL, &served, &error), HECO_OK);
    assert_int_equal(served, 0);
}

static void other_processes_serve(void **state) {
    (void)state;
    counting               c      = {0};
    heco_problem           p      = counting_problem(&c);
    heco_evaluator_options how    = {.workers = 1};
    int                    served = 7;
    assert_int_equal(heco_backend_serve(heco_backend_at(0), &p, &how, &served, NULL), HECO_OK);
    assert_int_equal(served, 0); /* all others: this process searches */
    assert_int_equal(heco_backend_serve(&half, &p, &how, &served, NULL), HECO_OK);
    assert_true(served == 0 && c.calls == 0);
    how.workers = 2;
    assert_int_equal(heco_backend_serve(&half, &p, &how, &served, NULL), HECO_OK);
    assert_true(served == 1 && c.calls == 1);
    p.eval = NULL; /* a problem that cannot be evaluated is refused before the wait */
    assert_int_equal(heco_backend_serve(&half, &p, &how, &served, NULL), HECO_ERR_ARG);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_says_what_each_can_do),
        cmocka_unit_test(a_backend_from_outside_evaluates),
        cmocka_unit_test(an_incomplete_descriptor_is_refused),
        cmocka_unit_test(other_processes_serve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
