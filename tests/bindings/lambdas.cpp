// Tests of bindings/cpp/heco.hpp: lambdas, exceptions, failed points, threads and refusals.
#include <heco/heco.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(condition) \
    ((condition) ? (void)0 : (std::printf("line %d: %s\n", __LINE__, #condition), std::exit(1)))

static heco::settings budget(std::uint64_t evals, std::size_t ng = 0) {
    heco::settings how;
    how.budget = evals, how.ng = ng;
    return how;
}

static const std::vector<heco::bound> box = {{-5, 5}, {-5, 5}};

static void half(const double *x, heco::values v) {
    v.f    = x[0] * x[0] + x[1] * x[1];
    v.g[0] = 1 - x[0] - x[1];
}

static void test_lambda() {
    int  calls = 0;
    auto fun   = [&](const double *x, heco::values v) { calls++, half(x, v); };
    auto s     = heco::minimize(fun, box, budget(300, 1));
    CHECK(s.feasible && std::fabs(s.f - 0.5) < 1e-6);
    CHECK(s.x.size() == 2 && s.g.size() == 1 && s.h.empty());
    CHECK(s.evals < 300 && calls > (int)s.evals && s.reproduced == 1); // the budget is a ceiling
    CHECK(s.stop == "converged" && s.algorithm == "auto");
    CHECK(heco::minimize(fun, box, budget(100, 1)).stop == "budget");
}

static void test_exception_leaves() {
    int calls = 0;
    try {
        heco::minimize(
            [&](const double *, heco::values v) {
                if (++calls == 40) throw std::domain_error("forty");
                v.f = 0;
            },
            box, budget(300));
        CHECK(!"reached");
    } catch (const std::domain_error &e) {
        CHECK(std::strcmp(e.what(), "forty") == 0 && calls == 40);
    }
}

static void test_failed_points() {
    auto s = heco::minimize(
        [](const double *x, heco::values v) {
            if (x[0] > 3) throw heco::failed();
            v.f = -x[0];
        },
        box, budget(300));
    CHECK(s.failed > 0 && s.evals <= 300 && s.x[0] <= 3 && s.f < -2.9);
}

static void test_threads() {
    heco::settings   how = budget(2000, 1);
    std::atomic<int> calls{0};
    how.algorithm = "heco-de", how.seed = 7;
    auto one    = heco::minimize(half, box, how);
    how.workers = 3;
    auto fun    = [&](const double *x, heco::values v) { calls++, half(x, v); };
    auto three  = heco::minimize(fun, box, how);
    CHECK(one.f == three.f && one.x == three.x && calls == 2001);
    bool thrown = false;
    try {
        heco::minimize([](const double *, heco::values) { throw 3; }, box, how);
    } catch (int three_) {
        thrown = three_ == 3;
    }
    CHECK(thrown);
}

static void test_settings() {
    heco::settings how = budget(1);
    how.start          = {1, 2};
    how.algorithm      = "sqp";
    how.adjust         = [](heco_problem &p, heco_minimize_options &) { p.maximise = 1; };
    auto s = heco::minimize([](const double *x, heco::values v) { v.f = x[0] + x[1]; }, box, how);
    CHECK(s.f == 3 && s.x[0] == 1 && s.x[1] == 2);
}

static void refuses(const char *words, const heco::settings &how,
                    const std::vector<heco::bound> &where = box) {
    try {
        heco::minimize(half, where, how);
        CHECK(!"reached");
    } catch (const heco::error &e) {
        if (std::strstr(e.what(), words) == nullptr) std::printf("%s\n", e.what()), std::exit(1);
    }
}

static void test_refusals() {
    heco::settings how = budget(100, 1);
    how.algorithm      = "heco-ed";
    refuses("heco-de", how);
    how     = budget(100, 1);
    how.set = {"nosuch=1"};
    refuses("nosuch", how);
    how       = budget(100, 1);
    how.start = {1, 2, 3};
    refuses("start has 3 numbers", how);
    refuses("bound", budget(100, 1), {{1, 0}});
    refuses("variable", budget(100, 1), {});
}

int main() {
    test_lambda();
    test_exception_leaves();
    test_failed_points();
    test_threads();
    test_settings();
    test_refusals();
    std::puts("heco.hpp: 6 tests passed");
}
