/* One variable in both numbers: there and back, ends, slopes. */
#include "testing.h"

#include "run/coordinate.h"

static const double values[] = {2.0, 3.0, 5.0, 7.0, 11.0};
static const double words[]  = {5.0, 1.0, 3.0};

static heco_space one(int whole, const heco_choice *choice) {
    static const unsigned char flag[1] = {1};
    heco_space                 s       = heco_problem_default().space;
    s.n                                = 1;
    s.integer                          = whole ? flag : NULL;
    s.choices                          = choice;
    return s;
}

static void an_open_variable_goes_by_its_logarithm(void **state) {
    (void)state;
    heco_space      s = one(0, NULL);
    heco_coordinate c;
    double          lo, hi;
    heco_coordinate_init(
        &c, &s, 0,
        &(heco_coordinate_limits){-1e12, 1e12, HECO_LOWER_MISSING | HECO_UPPER_MISSING, 50.0});
    heco_coordinate_range(&c, &lo, &hi);
    assert_true(hi - lo < 60.0);
    assert_double(heco_coordinate_to_outer(&c, heco_coordinate_to_inner(&c, 50.0)), 50.0);
    assert_double(heco_coordinate_to_outer(&c, hi), 1e12);
    assert_double(heco_coordinate_to_outer(&c, lo), -1e12);
    assert_double(heco_coordinate_to_inner(&c, INFINITY), hi);
    for (double x = -1e11; x < -1.0; x /= 10.0)
        assert_near(heco_coordinate_to_outer(&c, heco_coordinate_to_inner(&c, x)), x,
                    1e-13 * -x + 1e-12);
    for (double u = lo + 0.5; u < hi - 0.5; u += 3.0) {
        double by = heco_coordinate_to_outer(&c, u + 1e-6) - heco_coordinate_to_outer(&c, u - 1e-6);
        assert_near(heco_coordinate_slope(&c, u) * 2e-6 / by, 1.0, 1e-4);
    }
}

static void a_log_scale_is_the_logarithm(void **state) {
    (void)state;
    static const unsigned char flag[1] = {HECO_LOG_SCALE};
    heco_space                 s       = one(0, NULL);
    heco_coordinate            c;
    double                     lo, hi;
    s.missing = flag;
    heco_coordinate_init(&c, &s, 0, &(heco_coordinate_limits){1e-8, 10.0, 0, 0.0});
    heco_coordinate_range(&c, &lo, &hi);
    assert_near(lo, log(1e-8), 1e-13);
    assert_near(hi, log(10.0), 1e-13);
    assert_true(heco_coordinate_to_outer(&c, lo) == 1e-8 && heco_coordinate_to_outer(&c, hi) == 10);
    assert_near(heco_coordinate_to_outer(&c, log(1e-3)), 1e-3, 1e-17);
    assert_near(heco_coordinate_to_inner(&c, 1e-3), log(1e-3), 1e-13);
    assert_double(heco_coordinate_to_inner(&c, 0.0), lo);
    assert_near(heco_coordinate_slope(&c, log(0.25)), 0.25, 1e-15);
    assert_int_equal(heco_coordinate_is_integer(&c, &s), 0);
}

static void one_end_may_be_known(void **state) {
    (void)state;
    heco_space      s = one(0, NULL);
    heco_coordinate c;
    double          lo, hi;
    heco_coordinate_init(
        &c, &s, 0,
        &(heco_coordinate_limits){5.0, 1e12, HECO_UPPER_MISSING, 0.0}); /* the centre moves to 5 */
    heco_coordinate_range(&c, &lo, &hi);
    assert_double(lo, 0.0);
    assert_double(heco_coordinate_to_outer(&c, lo), 5.0);
    assert_near(heco_coordinate_to_outer(&c, 0.01), 5.05, 1e-5);
    heco_coordinate_init(
        &c, &s, 0, &(heco_coordinate_limits){5.0, 6.0, 0, 0.0}); /* both: nothing is translated */
    assert_int_equal(c.kind, HECO_COORDINATE_PLAIN);
    assert_double(heco_coordinate_to_outer(&c, 5.7), 5.7);
}

static void open_integers_are_whole_and_near_ones_exact(void **state) {
    (void)state;
    heco_space      s = one(1, NULL);
    heco_coordinate c;
    double          lo, hi, last = -INFINITY;
    heco_coordinate_init(
        &c, &s, 0,
        &(heco_coordinate_limits){-1e12, 1e12, HECO_LOWER_MISSING | HECO_UPPER_MISSING, 7.4});
    heco_coordinate_range(&c, &lo, &hi);
    assert_true(hi - lo < 1e6);
    assert_int_equal(heco_coordinate_is_integer(&c, &s), 1);
    for (double x = -9000.0; x < 9000.0; x += 1.0)
        assert_double(heco_coordinate_to_outer(&c, heco_coordinate_to_inner(&c, x)), x);
    for (double u = lo; u <= hi; u += 1.0) {
        double x = heco_coordinate_to_outer(&c, u);
        assert_double(x, floor(x));
        assert_true(x > last);
        last = x;
    }
    assert_double(last, 1e12);
    heco_coordinate_init(&c, &s, 0,
                         &(heco_coordinate_limits){0.0, 1000.0, HECO_UPPER_MISSING, 0.0});
    assert_int_equal(c.kind, HECO_COORDINATE_PLAIN); /* small enough as it is */
}

static void lists_are_cut_by_bounds(void **state) {
    (void)state;
    heco_choice     list = {5, values, NULL, 0}, category = {3, words, NULL, 1};
    heco_space      s = one(0, &list);
    heco_coordinate c;
    double          lo, hi;
    heco_coordinate_init(&c, &s, 0, &(heco_coordinate_limits){2.5, 8.0, 0, 0.0});
    heco_coordinate_range(&c, &lo, &hi);
    assert_double(lo, 1.0);
    assert_double(hi, 3.0);
    assert_double(heco_coordinate_to_inner(&c, -9.0), 1.0);
    assert_double(heco_coordinate_to_inner(&c, 6.5), 3.0);
    assert_double(heco_coordinate_to_outer(&c, 2.0), 5.0);
    heco_coordinate_init(&c, &s, 0, &(heco_coordinate_limits){3.5, 4.5, 0, 0.0});
    heco_coordinate_range(&c, &lo, &hi);
    assert_true(lo > hi); /* nothing is left */
    s = one(0, &category);
    heco_coordinate_init(&c, &s, 0, &(heco_coordinate_limits){1.0, 5.0, 0, 0.0});
    heco_coordinate_range(&c, &lo, &hi);
    assert_double(hi, 2.0);
    assert_double(heco_coordinate_to_inner(&c, 2.9), 2.0);
    assert_double(heco_coordinate_slope(&c, 1.0), 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_open_variable_goes_by_its_logarithm),
        cmocka_unit_test(a_log_scale_is_the_logarithm),
        cmocka_unit_test(one_end_may_be_known),
        cmocka_unit_test(open_integers_are_whole_and_near_ones_exact),
        cmocka_unit_test(lists_are_cut_by_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
