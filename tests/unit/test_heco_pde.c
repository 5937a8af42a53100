/* heco-pde: without projections it is heco-de bit for bit; the projection in a generation; settings. */
#include "solver/heco/heco_pde.c"

#include "algorithm_fixture.h"
#include "known_problem.h"

/* Fingerprint of everything a run asks for on a sphere with one linear constraint. */
static uint64_t asked(const char *algorithm, size_t n, const char *set) {
    double           lo[12], hi[12];
    heco_space       sp   = {.n = n, .ng = 1, .lower = lo, .upper = hi};
    heco_run_options o    = heco_run_options_default();
    uint64_t         hash = 0xcbf29ce484222325u;
    heco_run        *run;
    heco_batch      *b;
    for (size_t j = 0; j < n; j++) lo[j] = -2, hi[j] = 3;
    o.max_evals = 6007, o.set = &set, o.sets = set != NULL;
    assert_int_equal(heco_run_new(&run, heco_algorithm_find(algorithm, NULL), &sp, &o, NULL), HECO_OK);
    while ((b = heco_run_ask(run)) != NULL) {
        for (size_t i = 0; i < b->count; i++) {
            b->f[i] = 0, b->g[i] = 1;
            for (size_t j = 0; j < n; j++) {
                double x = b->x[i * n + j];
                b->f[i] += x * x, b->g[i] -= x;
            }
        }
        const unsigned char *byte = (const unsigned char *)b->x;
        for (size_t k = 0; k < b->count * n * sizeof(double); k++) hash = (hash ^ byte[k]) * 0x100000001b3u;
        assert_int_equal(heco_run_tell(run), HECO_OK);
    }
    heco_run_free(run);
    return hash;
}

static void without_projections_it_is_heco_de(void **state) {
    (void)state;
    assert_true(asked("heco-pde", 7, "projection=0") == asked("heco-de", 7, NULL));
    assert_true(asked("heco-pde", 7, NULL) != asked("heco-de", 7, NULL));
    assert_true(asked("heco-pde", 7, "components=3") != asked("heco-pde", 7, NULL));
    /* with five variables or less all components are kept: their number does not matter */
    assert_true(asked("heco-pde", 4, "components=4") == asked("heco-pde", 4, NULL));
}

/* All members on a line: every trial of projection=1 lies on it, whatever rand/1 and F made. */
static void projected_trials_lie_in_the_subspace(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_heco_pde, 6, 1, 0, 5000, "projection=1 lambda=8 N0=20 components=1");
    heco_pde_state *s = t.state;
    assert_int_equal(heco_pde_ask(s, t.batch), HECO_OK);
    for (size_t i = 0; i < 20; i++) {
        for (size_t j = 0; j < 6; j++) /* a line, and a little noise off it */
            t.batch->x[6 * i + j] = 0.04 * (double)i * (double)(j + 1) / 6.0 + 1e-3 * sin((double)(7 * i + j));
        t.batch->f[i] = (double)i, t.batch->g[i] = -1.0;
    }
    assert_int_equal(heco_pde_tell(s, fixture_count(&t)), HECO_OK);
    assert_int_equal(heco_pde_ask(s, t.batch), HECO_OK);
    assert_int_equal(t.batch->count, 8);
    assert_int_equal(s->fitted, 1);
    assert_int_equal(s->pca.count, 1);
    for (size_t i = 0; i < 8; i++) {
        const double *u = t.batch->x + 6 * i, *m = s->pca.mean, *v = s->pca.direction;
        double        c = 0.0;
        int           inside = 1;
        for (size_t j = 0; j < 6; j++) c += (u[j] - m[j]) * v[j];
        for (size_t j = 0; j < 6; j++) inside &= fabs(m[j] + c * v[j]) < 0.999 && fabs(u[j]) < 0.999;
        for (size_t j = 0; j < 6 && inside; j++) assert_near(u[j], m[j] + c * v[j], 1e-9);
    }
    double mean = 0.0; /* of Q, not of P */
    for (size_t i = 0; i < 8; i++) mean += s->island.P.x[6 * s->island.perm[i]] / 8.0;
    assert_near(s->pca.mean[0], mean, 1e-12);
    fixture_close(&t);
}

static void the_number_of_components(void **state) {
    (void)state;
    static const struct { size_t n; const char *set; size_t most; int identity; } cases[] = {
        {10, NULL, 5, 0}, {5, NULL, 0, 1}, {6, NULL, 5, 0}, {10, "lambda=4", 3, 0}, {30, "components=40", 19, 0},
        {10, "components=10", 0, 1}, {3, "explained=0.9", 3, 0}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        fixture t;
        fixture_open(&t, &heco_algorithm_heco_pde, cases[k].n, 1, 0, 100000, cases[k].set);
        heco_pde_state *s = t.state;
        assert_int_equal(s->identity, cases[k].identity);
        if (!s->identity) assert_int_equal(s->pca.most, cases[k].most);
        fixture_close(&t);
    }
}

static void the_authors_settings(void **state) {
    (void)state;
    fixture t;
    fixture_open(&t, &heco_algorithm_heco_pde, 30, 1, 0, 600000, "profile=authors");
    heco_pde_state *s = t.state;
    assert_int_equal(s->island.p.lambda, 12);
    assert_int_equal(s->island.p.N0, 360);
    assert_double(s->island.p.archive, 4.0);
    assert_int_equal(s->island.p.keep_max, 29);
    assert_int_equal(s->island.p.cr_mean, HECO_MEAN_ARITHMETIC);
    assert_double(s->old.skip, 0.1);
    t.evals = 360; /* the first population is not counted */
    assert_double(heco_pde_progress(s), 0.0);
    t.evals = 360 + 299820;
    assert_double(heco_pde_progress(s), 0.5);
    fixture_close(&t);
    fixture_open(&t, &heco_algorithm_heco_pde, 30, 1, 0, 200, "profile=authors");
    s = t.state;
    assert_int_equal(s->island.p.N0, 10); /* a twentieth of a small budget */
    assert_int_equal(s->island.p.lambda, 5);
    fixture_close(&t);
}

static void known_problems_are_solved(void **state) {
    (void)state;
    assert_solves_known("heco-pde", SET(0), 20000);
    assert_solves_known("heco-pde", SET("profile=authors"), 40000);
    assert_near(fixture_solve_cec2006("heco-pde", "g01", 150000), -15.0, 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_projections_it_is_heco_de),
        cmocka_unit_test(projected_trials_lie_in_the_subspace),
        cmocka_unit_test(the_number_of_components),
        cmocka_unit_test(the_authors_settings),
        cmocka_unit_test(known_problems_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
