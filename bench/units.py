"""Counts the evaluations of searches for ten designs whose constraints have different units.

  units.py HECO [HECO ..] [--algorithm NAME] [--seeds N] [--evals N] [--within D] [--half 0|1]
           [--models FILE=F ..]

Each model states its limits in newtons, metres, pascals and kilograms, so that violations of one
constraint are 1e10 times those of another. A search succeeds at a feasible point whose f is within
the relative difference D (1e-4) of the best known value. The table has, for each command HECO, the searches that succeed and
the mean evaluations of a search per success; the last line has the geometric means of the models
that all commands solve. --half chooses the models with even or odd numbers. --models adds Lua
models "FILE=F" with the best known value of f.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

# name, best known f, variables, constraints, body of the function
MODELS = [
    ("welded beam", 1.7248522, """{"h", .003, .05}, {"l", .003, .25}, {"t", .003, .25}, {"b", .003, .05}""",
     """{"shear", at_most = 93.7687e6, unit = "Pa"}, {"bending", at_most = 206.8428e6, unit = "Pa"},
        {"weld", at_most = 0}, {"deflection", at_most = .00635, unit = "m"}, {"buckling", at_least = 26689.3, unit = "N"}""",
     """local h, l, t, b = x[1] / .0254, x[2] / .0254, x[3] / .0254, x[4] / .0254
        local tau1 = 6000 / (math.sqrt(2) * h * l)
        local R = math.sqrt(l * l / 4 + ((h + t) / 2) ^ 2)
        local J = 2 * math.sqrt(2) * h * l * (l * l / 12 + ((h + t) / 2) ^ 2)
        local tau2 = 6000 * (14 + l / 2) * R / J
        local tau = math.sqrt(tau1 * tau1 + tau1 * tau2 * l / R + tau2 * tau2)
        local pc = 4.013 * 30e6 * t * b ^ 3 / 6 / 196 * (1 - t / 28 * math.sqrt(30 / 48))
        return 1.10471 * h * h * l + .04811 * t * b * (14 + l), tau * 6894.76, 504000 / (b * t * t) * 6894.76,
          x[1] - x[4], 2.1952 / (t ^ 3 * b) * .0254, pc * 4.448222"""),
    ("pressure vessel", 5810.975156, """{"shell", .0015, .05}, {"head", .0015, .05}, {"radius", .25, 2.5}, {"length", .25, 6}""",
     """{"volume", at_least = 21.2376, unit = "m3"}, {"hoop", at_most = 1.0, unit = ""},
        {"cap", at_most = 1.0, unit = ""}, {"longest", at_most = 6.096, unit = "m"}""",
     """local s, h, r, l = x[1] / .0254, x[2] / .0254, x[3] / .0254, x[4] / .0254
        local volume = math.pi * r * r * l + 4 / 3 * math.pi * r ^ 3
        return .6224 * s * r * l + 1.7781 * h * r * r + 3.1661 * s * s * l + 19.84 * s * s * r,
          volume * 1.6387064e-5, .0193 * r / s, .00954 * r / h, x[4]"""),
    ("spring", 0.01266523, """{"wire", .05, .2}, {"coil", .25, 1.3}, {"turns", 2, 15}""",
     """{"deflection", at_least = 71785e3, unit = "N"}, {"shear", at_most = 5108e6, unit = "Pa"},
        {"surge", at_most = 1.40450, unit = "kHz"}, {"outer", at_most = .0381, unit = "m"}""",
     """local d, D, N = x[1], x[2], x[3]
        local shear = (4 * D * D - d * D) / (12566 * (D * d ^ 3 - d ^ 4)) + 1 / (5108 * d * d)
        return (N + 2) * D * d * d, D ^ 3 * N / d ^ 4 * 1e3, shear * 5108e6,
          1.40450 * (D * D * N) / (140.45 * d) , (D + d) * .0254"""),
    ("three bars", 263.8958434, """{"A1", 0, 1}, {"A2", 0, 1}""",
     """{"stress 1", at_most = 2e7, unit = "Pa"}, {"stress 2", at_most = 2e7, unit = "Pa"},
        {"stress 3", at_most = 2e7, unit = "Pa"}""",
     """local a, b, r = x[1], x[2], math.sqrt(2)
        local low = r * a * a + 2 * a * b + 1e-12
        return (2 * r * a + b) * 100, (r * a + b) / low * 2e7, b / low * 2e7, 2e7 / (a + r * b + 1e-12)"""),
    ("speed reducer", 2994.471066, """{"face", 2.6, 3.6}, {"module", .7, .8}, {"teeth", 17, 28}, {"l1", 7.3, 8.3},
        {"l2", 7.3, 8.3}, {"d1", 2.9, 3.9}, {"d2", 5, 5.5}""",
     """{"bending", at_least = 27, unit = "cm3"}, {"contact", at_least = 397.5, unit = "cm3"},
        {"deflection 1", at_least = 1.93e-2, unit = "m"}, {"deflection 2", at_least = 1.93e-2, unit = "m"},
        {"stress 1", at_most = 110e6, unit = "Pa"}, {"stress 2", at_most = 85e6, unit = "Pa"},
        {"size", at_most = .4, unit = "m"}, {"ratio 1", at_least = 5}, {"ratio 2", at_most = 12},
        {"shaft 1", at_least = 1.9, unit = "cm"}, {"shaft 2", at_least = 1.9, unit = "cm"}""",
     """local b, m, z, p, q, d, e = x[1], x[2], x[3], x[4], x[5], x[6], x[7]
        return .7854 * b * m * m * (3.3333 * z * z + 14.9334 * z - 43.0934) - 1.508 * b * (d * d + e * e)
            + 7.4777 * (d ^ 3 + e ^ 3) + .7854 * (p * d * d + q * e * e),
          b * m * m * z, b * m * m * z * z, m * z * d ^ 4 / p ^ 3 / 100, m * z * e ^ 4 / q ^ 3 / 100,
          math.sqrt((745 * p / (m * z)) ^ 2 + 16.9e6) / (.1 * d ^ 3) * 1e5,
          math.sqrt((745 * q / (m * z)) ^ 2 + 157.5e6) / (.1 * e ^ 3) * 1e5,
          m * z / 100, b / m, b / m, p - 1.5 * d, q - 1.1 * e"""),
    ("column", 26.49954271, """{"diameter", .02, .14}, {"wall", .002, .008}""",
     """{"yield", at_most = 49.033e6, unit = "Pa"}, {"buckling", at_least = 24516.6, unit = "N"}""",
     """local d, t = 100 * x[1], 100 * x[2]
        return 9.8 * d * t + 2 * d, 2500 / (math.pi * d * t) * 98066.5,
          math.pi ^ 3 * .85e6 * d * t * (d * d + t * t) / (8 * 250 * 250) * 9.80665"""),
    ("cantilever", 1.33995636, """{"a", .01, 1}, {"b", .01, 1}, {"c", .01, 1}, {"d", .01, 1}, {"e", .01, 1}""",
     """{"deflection", at_most = 1e-3, unit = "m"}, {"mass", at_most = 2200, unit = "kg"},
        {"stress", at_most = 4e8, unit = "Pa"}""",
     """local v, w = 0, 0
        for i, c in ipairs {61, 37, 19, 7, 1} do v = v + c / (100 * x[i]) ^ 3; w = w + x[i] end
        return .0624 * 100 * w, v * 1e-3, 10000 * w, 1.2e6 / x[1] ^ 2"""),
    ("two bars", 0.0380952381, """{"area", 1e-5, 5e-3}, {"half span", .1, 3}, {"height", .1, 3}""",
     """{"stress", at_most = 2.5e8, unit = "Pa"}, {"sag", at_most = 1e-3, unit = "m"},
        {"buckling", at_least = 2e5, unit = "N"}, {"span", at_least = 2, unit = "m"}""",
     """local l = math.sqrt(x[2] * x[2] + x[3] * x[3])
        local force = 1e5 * l / x[3]
        return 2 * x[1] * l * 10, force / x[1], force * l * l / (2.1e11 * x[1] * x[3]) ,
          x[1] * x[1] * 2.1e11 * 10 / (l * l), 2 * x[2]"""),
    ("flywheel", 84.96706164, """{"radius", .05, .5}, {"width", .01, .3}, {"bore", .01, .1}, {"speed", 50, 500}""",
     """{"energy", at_least = 2e5, unit = "J"}, {"rim stress", at_most = 8e7, unit = "Pa"},
        {"clearance", at_least = .1, unit = "m"}, {"drive", at_most = 250, unit = "rad/s"},
        {"inertia", at_least = 1.5, unit = "kg m2"}""",
     """local r, w, b, s = x[1], x[2], x[3], x[4]
        local mass = 7850 * math.pi * w * (r * r - b * b)
        local inertia = .5 * mass * (r * r + b * b)
        return mass + 40 * r + 0.02 * s, .5 * inertia * s * s,
          7850 * s * s * (.825 * r * r + .175 * b * b), r - b, s, inertia"""),
    ("heat exchanger", 909.0110710, """{"area", 1, 200}, {"flow", .5, 20}, {"tubes", 10, 300}, {"bore", .008, .05}""",
     """{"heat", at_least = 2.5e5, unit = "W"}, {"drop", at_most = 3e4, unit = "Pa"},
        {"outlet", at_most = 330, unit = "K"}, {"speed", at_least = .8, unit = "m/s"},
        {"length", at_most = 4, unit = "m"}, {"capacity", equals = 4180 * 4.5, unit = "W/K"}""",
     """local A, m, n, d = x[1], x[2], x[3], x[4]
        local v = m / (1000 * n * math.pi / 4 * d * d)
        local U = 1 / (1 / (1200 * v ^ .8 / (d / .02) ^ .2) + 1 / 900)
        local L = A / (n * math.pi * d)
        local heat = m * 4180 * 60 * (1 - math.exp(-U * A / (m * 4180)))
        return 90 * A ^ .8 + 4 * n + 20 * m, heat, (.03 * L / d + 2.5) * 500 * v * v,
          290 + heat / (m * 4180), v, L, m * 4180"""),
]


def write(folder, number):
    name, best, variables, constraints, body = MODELS[number]
    path = os.path.join(folder, name.replace(" ", "_") + ".lua")
    count = variables.count("{")
    words = ", ".join("x%d" % (j + 1) for j in range(count))
    with open(path, "w") as out:
        out.write("return { variables = { %s }, constraints = { %s },\n evaluate = function(%s)\n"
                  " local x = { %s }\n %s\n end }\n" % (variables, constraints, words, words, body))
    return name, best, path


def solve(heco, path, best, seed, args):
    target = best + args.within * abs(best)
    words = [heco, "solve", path, "--json", "--quiet", "--no-lanes", "--no-prices", "--seed", str(seed),
             "--evals", str(args.evals), "--target", repr(target)]
    words += ["--algorithm", args.algorithm] if args.algorithm else []
    done = subprocess.run(words, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        sys.exit("%s: %s" % (path, done.stderr))
    answer = json.loads(done.stdout)
    solved = answer["status"] == "feasible" and answer["f"] <= target
    return solved, answer["evaluations"], answer["f"] if answer["status"] == "feasible" else math.inf


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("heco", nargs="+")
    read.add_argument("--algorithm")
    read.add_argument("--seeds", type=int, default=10)
    read.add_argument("--evals", type=int, default=20000)
    read.add_argument("--within", type=float, default=1e-4)
    read.add_argument("--half", type=int, choices=(0, 1))
    read.add_argument("--models", nargs="*", default=[])
    args = read.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        models = [write(folder, i) for i in range(len(MODELS)) if args.half in (None, i % 2)]
        models += [(m.split("=")[0].split("/")[-1], float(m.split("=")[1]), m.split("=")[0]) for m in args.models]
        logs = [[] for _ in args.heco]
        for name, best, path in models:
            cells, needs, least = [], [], math.inf
            for heco in args.heco:
                runs = [solve(heco, path, best, seed, args) for seed in range(1, args.seeds + 1)]
                solved, evals = sum(r[0] for r in runs), sum(r[1] for r in runs)
                least = min([least] + [r[2] for r in runs])
                needs.append(evals / solved if solved else math.inf)
                cells.append("%2d of %d %9.1f" % (solved, args.seeds, needs[-1]))
            print("%-16s %s   best %.9g" % (name, "   ".join(cells), least), flush=True)
            if max(needs) < math.inf:
                for log, need in zip(logs, needs):
                    log.append(math.log(need))
        means = [math.exp(sum(log) / len(log)) if log else math.nan for log in logs]
        print("%-16s %s" % ("geometric mean", "   ".join("%18.1f" % mean for mean in means)))


if __name__ == "__main__":
    main()
