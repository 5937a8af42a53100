// pagmo in the comparison: self-adaptive differential evolution under its self-adaptive penalty,
// and the ant colony gaco with its oracle penalty. An exception ends a run that is over.
#include <exception>
#include <utility>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cstrs_self_adaptive.hpp>
#include <pagmo/algorithms/gaco.hpp>
#include <pagmo/algorithms/sade.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

#include "solver.h"

namespace {

struct run_over {};

// Integers are rounded by the harness, so that pagmo sees reals only.
struct counted {
    peers_run *run = nullptr;

    pagmo::vector_double fitness(const pagmo::vector_double &u) const {
        pagmo::vector_double values(1 + peers_run_constraints(run));
        if (peers_run_eval(run, u.data(), values.data(), values.data() + 1)) throw run_over{};
        return values;
    }
    std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
        const auto n = peers_run_variables(run);
        return {pagmo::vector_double(n, 0.0), pagmo::vector_double(n, 1.0)};
    }
    pagmo::vector_double::size_type get_nic() const { return peers_run_constraints(run); }
    pagmo::thread_safety get_thread_safety() const { return pagmo::thread_safety::none; }
    template <typename Archive> void serialize(Archive &, unsigned) {}
};

// New populations until the run is over: a population may collapse.
int work(peers_run *run, uint64_t seed, unsigned members, const pagmo::algorithm &start) {
    pagmo::algorithm algorithm = start;
    try {
        for (unsigned again = 0; !peers_run_over(run); again++) {
            const unsigned word = static_cast<unsigned>(seed * 1000 + again);
            algorithm.set_seed(word);
            pagmo::population people{pagmo::problem{counted{run}}, members, word};
            const auto before = peers_run_left(run);
            for (int round = 0; round < 40; round++) people = algorithm.evolve(people);
            if (peers_run_left(run) == before) return -1;
        }
    } catch (const run_over &) {
    } catch (const std::exception &) {
        return -1;
    }
    return 0;
}

int sade(peers_run *run, uint64_t seed) {
    if (peers_run_constraints(run) == 0)
        return work(run, seed, 50, pagmo::algorithm{pagmo::sade(50)});
    // One generation per penalty, with memory, no tolerance: of four settings tried the best.
    const pagmo::algorithm step{pagmo::sade(1, 2, 1, 0.0, 0.0, true)};
    return work(run, seed, 50, pagmo::algorithm{pagmo::cstrs_self_adaptive(500, step)});
}

int gaco(peers_run *run, uint64_t seed) {
    return work(run, seed, 100, pagmo::algorithm{pagmo::gaco(200)});
}

} // namespace

extern "C" const peers_solver peers_pagmo[] = {
    {"pagmo-sade", sade}, {"pagmo-gaco", gaco}, {nullptr, nullptr}};
