// The search below heco_minimize.m: a function of Octave is minimised by heco_minimize() of the
// library.
//
// No error, interrupt or other exception of Octave passes the frames of the library. The callback
// keeps it, ends the search, and the function below throws it when the library has returned. An
// interrupt ends the search with the best point so far.
#include <octave/oct.h>
#include <octave/parse.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <vector>

#include <heco/heco.h>

namespace {

struct caller {
    octave_value        fun;
    octave_idx_type     n, ng, nh;
    bool                raises; // an error ends the search
    bool                interrupted = false;
    std::exception_ptr  thrown;
    std::string         last_error;
    std::vector<double> rows; // history: x, f, g, h, failed of each evaluation
};

void keep_row(caller *c, const double *x, const double *values, bool failed) {
    c->rows.insert(c->rows.end(), x, x + c->n);
    for (octave_idx_type k = 0; k < 1 + c->ng + c->nh; k++)
        c->rows.push_back(failed ? NAN : values[k]);
    c->rows.push_back(failed);
}

// Calls the function at x, which gives f, g and h in one array. Returns false if it has another
// length.
bool call_function(caller *c, const double *x, std::vector<double> &values) {
    ColumnVector point(c->n);
    for (octave_idx_type j = 0; j < c->n; j++) point(j) = x[j];
    octave_value_list answer = octave::feval(c->fun, ovl(point), 1);
    const NDArray     array  = answer(0).array_value();
    if (array.numel() != 1 + c->ng + c->nh) return false;
    values.assign(array.data(), array.data() + array.numel());
    return true;
}

int evaluate(void *user, const double *x, double *f, double *g, double *h) {
    auto               *c = static_cast<caller *>(user);
    std::vector<double> values;
    if (c->interrupted || c->thrown) return HECO_POINT_STOP;
    try {
        bool whole = call_function(c, x, values);
        for (double v : values) whole = whole && std::isfinite(v);
        keep_row(c, x, values.data(), !whole);
        if (!whole) return HECO_POINT_FAILED;
    } catch (const octave::interrupt_exception &) {
        c->interrupted = true;
        return HECO_POINT_STOP;
    } catch (const octave::execution_exception &e) {
        c->last_error = e.message();
        if (c->raises) {
            c->thrown = std::current_exception();
            return HECO_POINT_STOP;
        }
        octave::interpreter::the_interpreter()->recover_from_exception();
        keep_row(c, x, nullptr, true);
        return HECO_POINT_FAILED;
    } catch (...) {
        c->thrown = std::current_exception();
        return HECO_POINT_STOP;
    }
    *f = values[0];
    for (octave_idx_type k = 0; k < c->ng; k++) g[k] = values[1 + k];
    for (octave_idx_type k = 0; k < c->nh; k++) h[k] = values[1 + c->ng + k];
    return HECO_POINT_OK;
}

int stop_requested(void *user, const heco_progress *) {
    auto *c = static_cast<caller *>(user);
    try {
        OCTAVE_QUIT;
    } catch (const octave::interrupt_exception &) {
        c->interrupted = true;
    } catch (...) {
        c->thrown = std::current_exception();
    }
    return c->interrupted || c->thrown;
}

double number_of(const octave_scalar_map &how, const char *name, double otherwise) {
    return how.isfield(name) ? how.getfield(name).double_value() : otherwise;
}

std::string text_of(const octave_scalar_map &how, const char *name) {
    return how.isfield(name) ? how.getfield(name).string_value() : "";
}

// The first `most` evaluations as a struct with x, f, g, h and failed, a row each.
octave_scalar_map history_of(const caller &c, octave_idx_type most) {
    const octave_idx_type width   = c.n + c.ng + c.nh + 2;
    const octave_idx_type count   = std::min<octave_idx_type>(most, c.rows.size() / width);
    const octave_idx_type sizes[] = {c.n, 1, c.ng, c.nh, 1};
    const char *const     names[] = {"x", "f", "g", "h", "failed"};
    octave_scalar_map     out;
    octave_idx_type       begin = 0;
    for (int part = 0; part < 5; begin += sizes[part++]) {
        Matrix m(count, sizes[part]);
        for (octave_idx_type i = 0; i < count; i++)
            for (octave_idx_type j = 0; j < sizes[part]; j++)
                m(i, j) = c.rows[i * width + begin + j];
        if (part == 4) out.setfield(names[part], boolNDArray(NDArray(m)));
        else out.setfield(names[part], m);
    }
    return out;
}

ColumnVector column(const double *values, octave_idx_type size) {
    ColumnVector out(size);
    for (octave_idx_type k = 0; k < size; k++) out(k) = values[k];
    return out;
}

octave_scalar_map answer_of(const heco_solution *solution, const caller &c) {
    const heco_result  *r = heco_solution_result(solution);
    const heco_outcome &o = r->outcome;
    octave_scalar_map   s;
    s.setfield("x", column(r->x, c.n));
    s.setfield("f", o.f);
    s.setfield("g", column(r->g, c.ng));
    s.setfield("h", column(r->h, c.nh));
    s.setfield("feasible", o.found == HECO_FOUND_FEASIBLE);
    s.setfield("violation", o.viol);
    s.setfield("found", heco_found_text(o.found));
    s.setfield("stop", heco_stop_text(o.stop));
    s.setfield("nfev", static_cast<double>(o.evals));
    s.setfield("nfail", static_cast<double>(o.failed));
    s.setfield("replayed", static_cast<double>(heco_solution_replayed(solution)));
    s.setfield("reproduced", heco_solution_reproduced(solution));
    s.setfield("seconds", o.seconds);
    s.setfield("algorithm", heco_solution_algorithm(solution)->name);
    s.setfield("last_error", c.last_error);
    return s;
}

// The arguments of the library that live as long as the search.
struct arguments {
    NDArray                    lower, upper, start;
    std::vector<unsigned char> integer;
    std::string                algorithm, journal;
    std::vector<std::string>   texts;
    std::vector<const char *>  set;
};

void read_arguments(arguments &a, const octave_value_list &args, heco_problem &p,
                    heco_minimize_options &o) {
    const octave_scalar_map how = args(4).scalar_map_value();
    a.lower = args(1).array_value(), a.upper = args(2).array_value();
    const NDArray whole = args(3).array_value();
    for (octave_idx_type j = 0; j < whole.numel(); j++) a.integer.push_back(whole(j) != 0);
    p.space.n = a.lower.numel(), p.space.lower = a.lower.data(), p.space.upper = a.upper.data();
    p.space.integer = a.integer.data(), p.space.eq_tol = number_of(how, "eq_tol", p.space.eq_tol);
    p.maximise        = number_of(how, "maximise", 0) != 0;
    o.run.seed        = static_cast<uint64_t>(number_of(how, "seed", 1));
    o.run.max_evals   = static_cast<uint64_t>(number_of(how, "budget", 0));
    o.run.stall       = static_cast<uint64_t>(number_of(how, "stall", 0));
    o.run.target      = number_of(how, "target", NAN);
    o.run.max_seconds = number_of(how, "time", 0);
    a.algorithm = text_of(how, "algorithm"), a.journal = text_of(how, "journal");
    if (!a.algorithm.empty()) o.algorithm = a.algorithm.c_str();
    if (!a.journal.empty()) o.journal = a.journal.c_str();
    o.resume = number_of(how, "resume", 0) != 0;
    if (how.isfield("x0")) {
        a.start      = how.getfield("x0").array_value(); // a column per point
        o.run.start  = a.start.data();
        o.run.starts = p.space.n > 0 ? a.start.numel() / p.space.n : 0;
    }
    const string_vector set = how.getfield("set").xstring_vector_value("options");
    for (octave_idx_type k = 0; k < set.numel(); k++) a.texts.push_back(set(k));
    for (const std::string &text : a.texts) a.set.push_back(text.c_str());
    o.run.set = a.set.data(), o.run.sets = a.set.size();
}

} // namespace

DEFUN_DLD(__heco_minimize__, args, , "Internal function of heco_minimize.") {
    if (args.length() != 5) print_usage();
    const octave_scalar_map how = args(4).scalar_map_value();
    heco_problem            p   = heco_problem_default();
    heco_minimize_options   o   = heco_minimize_options_default();
    arguments               a;
    read_arguments(a, args, p, o);
    caller c{args(0), static_cast<octave_idx_type>(p.space.n),
             static_cast<octave_idx_type>(number_of(how, "ng", 0)),
             static_cast<octave_idx_type>(number_of(how, "nh", 0)),
             number_of(how, "raises", 0) != 0};
    p.space.ng = c.ng, p.space.nh = c.nh, p.eval = evaluate, p.user = &c, p.name = "octave";
    o.evaluator.should_stop = o.run.on_progress = stop_requested;
    o.evaluator.stop_user = o.run.progress_user = &c;
    heco_solution    *solution                  = nullptr;
    heco_error        error;
    heco_status       status = heco_minimize(&solution, &p, &o, &error);
    octave_scalar_map s;
    if (solution != nullptr) {
        s = answer_of(solution, c);
        // The library evaluates the best point once more; evaluations of a journal were not made
        // here.
        s.setfield("history", history_of(c, heco_solution_result(solution)->outcome.evals -
                                                heco_solution_replayed(solution)));
    }
    heco_solution_free(solution);
    if (c.thrown) std::rethrow_exception(c.thrown);
    if (status != HECO_OK) ::error("heco_minimize: %s", error.text);
    s.setfield("interrupted", c.interrupted);
    return ovl(s);
}
