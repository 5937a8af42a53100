// The oil cooler of cooler.lua in C++:
//   c++ -std=c++17 -ffp-contract=off cooler.cpp -lheco -lm -pthread && ./a.out [SEED]
#include <heco/heco.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>

static void cooler(const double *x, heco::values v) {
    const double pi     = 3.141592653589793;
    const double length = x[1], velocity = x[2], shell = x[3], spacing = x[4], tubes = x[5];
    const double inner = 0.001 * x[0], outer = inner + 0.002;
    // heat transfer inside (Dittus and Boelter), outside (Kern), and through fouled walls
    const double re_water = 1243750 * velocity * inner;
    const double inside   = 0.028 * std::pow(re_water, 0.8) / inner;
    const double flux     = 16 / (shell * spacing); // of oil, kg/s through a m2
    const double gap      = 0.95 * outer;
    const double re_oil   = flux * gap / 0.03;
    const double outside  = 0.362 * std::pow(re_oil, 0.55) / gap;
    const double transfer = 1 / (1 / outside + outer / (inner * inside) + 0.0003);
    const double area     = pi * outer * length * tubes;
    const double left     = std::exp(-0.615 * (transfer * area / 8000));
    const double heat     = 400 * (1 - left) / (1 - 0.385 * left);
    // pressure drops in kPa
    const double water =
        0.4975 * (velocity * velocity) * (0.184 * std::pow(re_water, -0.2) * length / inner + 2.5);
    const double oil = 1.8 * std::pow(re_oil, -0.19) * (length / spacing) * (shell / gap) *
                       (flux * flux) / 1720000;
    const double clearance = 1000 * (shell - 1.4 * outer * std::sqrt(tubes / 0.785));
    const double flow      = 250 * pi * velocity * tubes * (inner * inner);
    // steel at 8 EUR/kg, 12 EUR a tube for its holes, 1 EUR for each watt of the pumps
    const double steel =
        7850 * pi *
        ((outer * outer - inner * inner) / 4 * length * tubes + 0.006 * shell * (length + 0.3));
    v.f    = 8 * steel + 12 * tubes + (5 * water + 4.65 * oil);
    v.g[0] = 160 - heat;
    v.g[1] = water - 30;
    v.g[2] = oil - 70;
    v.g[3] = 0.3 - flux / 860;
    v.g[4] = 20 - clearance;
    v.h[0] = flow - 5;
}

int main(int argc, char **argv) {
    heco::settings how;
    how.ng = 5, how.nh = 1, how.budget = 500;
    how.seed               = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const heco::solution s = heco::minimize(
        cooler, {{8, 25}, {0.5, 5}, {0.5, 3}, {0.1, 0.6}, {0.05, 0.5}, {10, 200, true}}, how);
    std::printf("%s %.17g", s.feasible ? "feasible" : "infeasible", s.f);
    for (double value : s.x) std::printf(" %.17g", value);
    std::printf("\n");
    return s.feasible ? 0 : 1;
}
