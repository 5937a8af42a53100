#include "testing.h"

#include "heco/experiment.h"

/* Computed apart, in Python, from the description in seed.c. */
static void streams_are_those_of_the_description(void **state) {
    (void)state;
    assert_true(heco_job_stream(1, "cec2017", "C05", 30, "heco-de", 1) == 8659643635800769028u);
    assert_true(heco_job_stream(UINT64_MAX, "cec2006", "g10", 8, "lshade44", 25) ==
                6452059057528915698u);
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Neighbours in every field get streams of their own, and none has the top bit. */
static void streams_differ_in_every_field(void **state) {
    (void)state;
    static const char *const suites[] = {"cec2006", "cec2017"}, *const problems[] = {"C1", "C11"};
    static const char *const algorithms[] = {"1heco-de", "heco-de", "heco-de2"};
    static uint64_t          all[2 * 2 * 2 * 4 * 3 * 50];
    size_t                   count = 0;
    for (uint64_t seed = 0; seed < 2; seed++)
        for (int s = 0; s < 2; s++)
            for (int p = 0; p < 2; p++)
                for (size_t dim = 1; dim <= 4; dim++)
                    for (int a = 0; a < 3; a++)
                        for (unsigned run = 1; run <= 50; run++)
                            all[count++] = heco_job_stream(seed, suites[s], problems[p], dim,
                                                           algorithms[a], run);
    assert_int_equal(count, sizeof all / sizeof *all);
    qsort(all, count, sizeof *all, compare);
    for (size_t i = 1; i < count; i++) assert_true(all[i] != all[i - 1]);
    assert_true(all[count - 1] >> 63 == 0);
}

static void checkpoints_divide_the_budget(void **state) {
    (void)state;
    assert_true(heco_checkpoint(600000, 2000, 1) == 300); /* every 10 D at D = 30 */
    assert_true(heco_checkpoint(600000, 2000, 2000) == 600000);
    assert_true(heco_checkpoint(500000, 2000, 20) == 5000);
    assert_true(heco_checkpoint(500000, 100, 10) == 50000);
    assert_true(heco_checkpoint(10, 4, 1) == 3); /* 2.5 rounded up */
    assert_true(heco_checkpoint(10, 4, 2) == 5);
    assert_true(heco_checkpoint(10, 4, 3) == 8);
    assert_true(heco_checkpoint(UINT64_MAX, 2000, 2000) == UINT64_MAX);
    uint64_t last = 0;
    for (size_t k = 1; k <= 2000; k++) {
        uint64_t at = heco_checkpoint(2345, 2000, k);
        assert_true(at > last);
        last = at;
    }
    assert_true(last == 2345);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_are_those_of_the_description),
        cmocka_unit_test(streams_differ_in_every_field),
        cmocka_unit_test(checkpoints_divide_the_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
