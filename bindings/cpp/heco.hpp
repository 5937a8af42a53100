// heco from C++17: a lambda is minimised.
//
//     heco::settings how;
//     how.ng = 1;
//     auto s = heco::minimize([](const double *x, heco::values v) {
//         v.f    = x[0] * x[0] + x[1] * x[1];
//         v.g[0] = 1 - x[0] - x[1];              // g <= 0
//     }, {{-5, 5}, {-5, 5}}, how);
//     std::printf("%g at %g, %g\n", s.f, s.x[0], s.x[1]);
//
// A function that throws heco::failed() makes a failed point. Any other exception ends the search
// and leaves minimize().
#ifndef HECO_HPP
#define HECO_HPP

#include <heco/heco.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace heco {

// The library refused something; the text is its own.
struct error : std::runtime_error {
    using std::runtime_error::runtime_error;
};
// A function throws it if the point has no value.
struct failed {};

// The range of a variable.
struct bound {
    double lower, upper;
    bool   integer = false;
};
// What a function writes: f, ng inequalities g <= 0 and nh equalities h = 0.
struct values {
    double &f;
    double *g, *h;
};

// The numbers of constraints, and how to search. For everything else, adjust() changes the structs
// of the C interface.
struct settings {
    std::size_t              ng = 0, nh = 0;       // inequalities, equalities
    std::uint64_t            seed = 1, budget = 0; // budget 0: the library's default
    double                   target = NAN, eq_tol = 1e-4;
    unsigned                 workers = 1; // above 1: threads, which share the function
    std::string              algorithm;   // empty: the recommended one
    std::vector<std::string> set;         // options of the algorithm, "name=value"
    std::vector<double>      start;       // initial points, n numbers each
    std::function<void(heco_problem &, heco_minimize_options &)> adjust;
};

// The best point.
struct solution {
    std::vector<double> x, g, h;
    double              f, violation;
    bool                feasible;
    int                 reproduced; // heco_solution_reproduced()
    std::uint64_t       evals, failed;
    std::string         stop, algorithm;
};

namespace detail {

// The function of the caller, and the first exception that it threw. No exception passes the frames
// of the library.
template <class F> struct call {
    F                 &fun;
    std::exception_ptr thrown;
    std::mutex         lock;
    std::atomic<bool>  ended{false};

    static int eval(void *user, const double *x, double *f, double *g, double *h) {
        auto *c = static_cast<call *>(user);
        if (c->ended) return HECO_POINT_STOP; // the function is not called after it threw
        try {
            c->fun(x, values{*f, g, h});
            return HECO_POINT_OK;
        } catch (const heco::failed &) {
            return HECO_POINT_FAILED;
        } catch (...) {
            std::lock_guard<std::mutex> hold(c->lock);
            if (!c->ended.exchange(true)) c->thrown = std::current_exception();
            return HECO_POINT_STOP;
        }
    }
};

struct owner { // frees the solution of the library
    heco_solution *s = nullptr;
    ~owner() { heco_solution_free(s); }
};

inline solution read(const heco_solution *s, const heco_space &space) {
    const heco_result  *r = heco_solution_result(s);
    const heco_outcome &o = r->outcome;
    return {{r->x, r->x + space.n},
            {r->g, r->g + space.ng},
            {r->h, r->h + space.nh},
            o.f,
            o.viol,
            o.found == HECO_FOUND_FEASIBLE,
            heco_solution_reproduced(s),
            o.evals,
            o.failed,
            heco_stop_text(o.stop),
            heco_solution_algorithm(s)->name};
}

} // namespace detail

// Minimises fun(const double *x, heco::values v) over the box.
template <class F>
solution minimize(F &&fun, const std::vector<bound> &box, const settings &how = {}) {
    std::vector<double>        lower, upper;
    std::vector<unsigned char> integer;
    std::vector<const char *>  set;
    for (const bound &b : box)
        lower.push_back(b.lower), upper.push_back(b.upper), integer.push_back(b.integer);
    for (const std::string &text : how.set) set.push_back(text.c_str());
    if (!box.empty() && how.start.size() % box.size() != 0)
        throw error("start has " + std::to_string(how.start.size()) +
                    " numbers: a multiple of the number of variables was expected");
    detail::call<std::remove_reference_t<F>> caller{fun, nullptr, {}, {false}};
    heco_problem                             p = heco_problem_default();
    heco_minimize_options                    o = heco_minimize_options_default();
    p.space.n = box.size(), p.space.ng = how.ng, p.space.nh = how.nh, p.space.eq_tol = how.eq_tol;
    p.space.lower = lower.data(), p.space.upper = upper.data(), p.space.integer = integer.data();
    p.eval = caller.eval, p.user = &caller;
    o.run.seed = how.seed, o.run.max_evals = how.budget, o.run.target = how.target;
    o.run.set = set.data(), o.run.sets = set.size();
    o.run.start = how.start.data(), o.run.starts = box.empty() ? 0 : how.start.size() / box.size();
    if (!how.algorithm.empty()) o.algorithm = how.algorithm.c_str();
    if (how.workers > 1)
        p.sharing = HECO_SHARE_FREELY, o.backend = "threads", o.evaluator.workers = how.workers;
    if (how.adjust) how.adjust(p, o);
    detail::owner own;
    heco_error    e;
    heco_status   status = heco_minimize(&own.s, &p, &o, &e);
    if (caller.thrown) std::rethrow_exception(caller.thrown);
    if (status != HECO_OK) throw error(e.text);
    return detail::read(own.s, p.space);
}

} // namespace heco

#endif
