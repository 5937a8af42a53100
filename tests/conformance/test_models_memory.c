/* Each memory request of opening, cloning and evaluating a model failing in turn: a status or a
 * failed point, nothing leaked (the sanitizer looks), and the model works afterwards. */
#include "heco/heco.h"
#include "testing.h"

#include "refused_request.h"

static const char *const specs[] = {
    "examples/models/beam.lua",
    "exec:echo heco 1 10 11 0; for i in 0 1 2 3 4 5 6 7 8 9; do echo 0 1; done;"
    "while read -r id x; do echo $id ok 1 2 3 4 5 6 7 8 9 10 11 12; done",
};

/* A script makes many requests: the first hundred one by one, then ever larger steps. */
static long next(long at) { return at < 100 ? at + 1 : at + at / 20; }

static void each_request_of_open_fails_in_turn(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        for (long at = 0;; at = next(at)) {
            heco_model *m;
            heco_error  error = {HECO_OK, ""};
            expect_failure(at);
            heco_status status = heco_model_open(&m, specs[i], NULL, &error);
            int         hit    = requests > at;
            expect_failure(-1);
            if (status == HECO_ERR_NAME || status == HECO_ERR_UNSUPPORTED)
                break; /* not in this build */
            if (status == HECO_OK)
                heco_model_close(m); /* Lua frees something and tries again */
            else
                assert_true(status == HECO_ERR_MEMORY || status == HECO_ERR_MODEL);
            if (status != HECO_OK) assert_text(error.text, "memory");
            if (!hit) break;
        }
}

static void each_request_of_clones_fails_in_turn(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        heco_model *m;
        double      x[10], f[2], g[22];
        if (heco_model_open(&m, specs[i], NULL, NULL) != HECO_OK) continue;
        const heco_problem *p = heco_model_problem(m);
        for (int j = 0; j < 10; j++) x[j] = 0.5 * (p->space.lower[j] + p->space.upper[j]);
        for (long at = 0;; at = next(at)) {
            expect_failure(at);
            void *clone = p->clone(p->user);
            int   said  = clone != NULL ? p->eval(clone, x, f, g, NULL) : HECO_POINT_FAILED;
            int   hit   = requests > at;
            expect_failure(-1);
            if (clone != NULL) {
                if (said != HECO_POINT_OK)
                    assert_int_equal(p->eval(clone, x, f, g, NULL), HECO_POINT_OK);
                p->drop(clone);
            }
            if (!hit) {
                assert_int_equal(said, HECO_POINT_OK);
                break;
            }
        }
        heco_model_close(m);
    }
}

static int plain(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    f[0] = x[0];
    return HECO_POINT_OK;
}

static void each_request_of_the_process_backend_fails_in_turn(void **state) {
    (void)state;
    static const double lower = 0, upper = 1;
    heco_problem        p = heco_problem_default();
    heco_batch         *b;
    p.space.n = 1, p.space.lower = &lower, p.space.upper = &upper;
    p.eval = plain;
    assert_int_equal(heco_batch_new(&b, &p.space, 5), HECO_OK);
    b->count                   = 5;
    heco_evaluator_options how = {.workers = 2};
    for (long at = 0;; at++) {
        heco_evaluator *ev;
        expect_failure(at);
        heco_status status = heco_evaluator_open(&ev, &p, heco_backend_find("process", NULL), &how, NULL);
        if (status == HECO_OK) status = heco_evaluate(ev, b);
        int hit = requests > at;
        expect_failure(-1);
        assert_int_equal(status, hit ? HECO_ERR_MEMORY : HECO_OK);
        if (ev != NULL) assert_int_equal(heco_evaluate(ev, b), HECO_OK);
        heco_evaluator_close(ev);
        if (!hit) break;
    }
    heco_batch_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_request_of_open_fails_in_turn),
        cmocka_unit_test(each_request_of_clones_fails_in_turn),
        cmocka_unit_test(each_request_of_the_process_backend_fails_in_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
