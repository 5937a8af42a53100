"""Solves three small models in five interfaces with ten seeds and counts equal answers.

  same_answer.py BUILD [--seeds N] [--only WORD]

The models are three indicator variables, a portfolio of at most 5 of 15 assets with big-M rows, and
a circle whose equality is multiplied by 1e-3, 1 and 1e3. Each is written from one list of terms as a
Lua script, a Python function, a C program, a program for exec: and an AMPL model. An answer counts
if it is feasible, converged, and within 1e-6 of the optimum, which is known from an enumeration of
the integers (indicator, portfolio) or by hand (circle). BUILD is a build folder with heco and
libheco.a.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "python"), os.path.join(HERE, "..", "tests", "golden", "nl")]

INF = float("inf")
PORTFOLIO = 1.0000529731058982  # enumerate_portfolio() computes it


def indicator():
    rows = [([(1.0, [j]), (-0.5, [3 + j])], "<=", 0.0) for j in range(3)]
    rows += [([(1.0, [j]), (-0.05, [3 + j])], ">=", 0.0) for j in range(3)]
    rows += [([(1.0, [3]), (1.0, [4]), (1.0, [5])], "<=", 1.0)]
    f = []
    for j, at in enumerate((0.3, 0.35, 0.25)):
        f += [(1.0, [j, j]), (-2.0 * at, [j]), (at * at, [])]
    return dict(box=[(0.0, 0.5)] * 3 + [(0.0, 1.0)] * 3, integers=3, f=f, rows=rows, best=0.1525)


def portfolio():
    """Variance of a model with one factor, minus a third of the return, in thousandths."""
    n = 15
    beta = [0.6 + 0.06 * ((7 * i) % n) for i in range(n)]
    own = [0.02 + 0.004 * ((4 * i) % n) for i in range(n)]
    gain = [0.03 + 0.006 * ((11 * i) % n) for i in range(n)]
    f = [(1000 * own[i], [i, i]) for i in range(n)] + [(-1000 * gain[i] / 3, [i]) for i in range(n)]
    f += [((60 if i < j else 30) * beta[i] * beta[j], [i, j]) for i in range(n) for j in range(i, n)]
    rows = [([(1.0, [i]) for i in range(n)], "==", 1.0), ([(1.0, [n + i]) for i in range(n)], "<=", 5.0)]
    rows += [([(1.0, [i]), (-0.4, [n + i])], "<=", 0.0) for i in range(n)]
    rows += [([(1.0, [i]), (-0.05, [n + i])], ">=", 0.0) for i in range(n)]
    return dict(box=[(0.0, 0.4)] * n + [(0.0, 1.0)] * n, integers=n, f=f, rows=rows, best=PORTFOLIO)


def circle(scale):
    """The point of the unit circle next to (2, 1): f = (sqrt(5) - 1)^2."""
    f = [(1.0, [0, 0]), (1.0, [1, 1]), (-4.0, [0]), (-2.0, [1]), (5.0, [])]
    rows = [([(scale, [0, 0]), (scale, [1, 1]), (-scale, [])], "==", 0.0)]
    return dict(box=[(-3.0, 3.0)] * 2, integers=0, f=f, rows=rows, best=(5.0 ** 0.5 - 1.0) ** 2)


def models():
    yield "indicator", indicator()
    yield "portfolio", portfolio()
    for scale in (1e-3, 1.0, 1e3):
        yield "circle x %g" % scale, circle(scale)


def formula(terms, base):
    """The terms as a formula with x[base], x[base + 1], ..."""
    return " + ".join("*".join(["(%r)" % c] + ["x[%d]" % (j + base) for j in js]) for c, js in terms)


def variables(m):
    """(lower, upper, is integer) of each variable."""
    n = len(m["box"])
    return [(low, high, j >= n - m["integers"]) for j, (low, high) in enumerate(m["box"])]


def write_lua(m, path):
    with open(path, "w") as out:
        print("return { variables = {", file=out)
        for j, (low, high, whole) in enumerate(variables(m)):
            print("{'x%d', %r, %r%s}," % (j + 1, low, high, ", 'integer'" if whole else ""), file=out)
        print("}, minimise = function(x) return %s end, constraints = {" % formula(m["f"], 1), file=out)
        for k, (terms, sense, bound) in enumerate(m["rows"]):
            print("{'c%d', function(x) return %s end, '%s', %r}," % (k + 1, formula(terms, 1), sense, bound), file=out)
        print("} }", file=out)


def python_function(m):
    """The source of a function that returns f and the values of the rows."""
    rows = ", ".join(formula(terms, 0) for terms, _, _ in m["rows"])
    return "def values(x):\n    return (%s), [%s]\n" % (formula(m["f"], 0), rows)


def write_exec(m, path):
    equal = sum(sense == "==" for _, sense, _ in m["rows"])
    with open(path, "w") as out:
        print(python_function(m) + "print('heco 1 %d %d %d constraints')" %
              (len(m["box"]), len(m["rows"]) - equal, equal), file=out)
        for low, high, whole in variables(m):
            print("print('%r %r%s')" % (low, high, " integer" if whole else ""), file=out)
        for _, sense, bound in m["rows"]:
            print("print('c %s %r')" % (sense.replace("==", "="), bound), file=out)
        print("import sys\nsys.stdout.flush()\nfor line in sys.stdin:\n    word = line.split()\n"
              "    f, c = values([float(w) for w in word[1:]])\n"
              "    print(word[0], 'ok', repr(f), *map(repr, c), flush=True)", file=out)


def write_nl(m, path):
    import make_nl
    def split(terms):
        curved = [("*", c, ("*", ("v", js[0]), ("v", js[1]))) for c, js in terms if len(js) == 2]
        straight = {}
        for c, js in terms:
            if len(js) == 1:
                straight[js[0]] = straight.get(js[0], 0.0) + c
        constant = sum(c for c, js in terms if not js)
        for _, js in (t for t in terms if len(t[1]) == 2):
            for j in js:
                straight.setdefault(j, 0.0)
        return ("sum", *curved, constant) if curved else 0.0, straight, constant
    rows = []
    for terms, sense, bound in m["rows"]:
        e, straight, constant = split(terms)
        bound = bound if isinstance(e, tuple) else bound - constant
        rows.append((e, straight, -INF if sense == "<=" else bound, INF if sense == ">=" else bound))
    goal, straight, _ = split(m["f"])
    curved = sum(isinstance(r[0], tuple) for r in rows)
    free = len(m["box"]) - m["integers"]
    rows = sorted(rows, key=lambda r: not isinstance(r[0], tuple))
    make_nl.write(path[:-3], "same_answer", variables=m["box"], constraints=rows,
                  objectives=[("min", goal, straight)], integers=(m["integers"], 0, 0, 0, 0),
                  nonlinear=(free, free, free) if curved else (0, free, 0))


C_MAIN = r"""
#include <heco/heco.h>
#include <stdio.h>
#include <stdlib.h>
static int eval(void *u, const double *x, double *f, double *g, double *h) {
    (void)u, (void)g, (void)h;
%s    return HECO_POINT_OK;
}
int main(int argc, char **argv) {
    static const double lower[] = {%s}, upper[] = {%s};
    static const unsigned char integer[] = {%s};
    heco_problem p = heco_problem_default();
    p.space.n = %d, p.space.ng = %d, p.space.nh = %d;
    p.space.lower = lower, p.space.upper = upper, p.space.integer = integer, p.eval = eval;
    heco_minimize_options o = heco_minimize_options_default();
    o.run.seed = (uint64_t)atoi(argv[argc - 1]);
    heco_solution *s;
    if (heco_minimize(&s, &p, &o, NULL) != HECO_OK) return 1;
    const heco_result *r = heco_solution_result(s);
    printf("{\"f\": %%.17g, \"status\": \"%%s\", \"stop\": \"%%s\", \"evaluations\": %%llu}\n", r->outcome.f,
           heco_found_text(r->outcome.found), heco_stop_text(r->outcome.stop), (unsigned long long)r->outcome.evals);
    heco_solution_free(s);
    return 0;
}
"""


def write_c(m, path, build):
    lines, g, h = ["f[0] = %s;" % formula(m["f"], 0)], 0, 0
    for terms, sense, bound in m["rows"]:
        value = "(%s) - (%r)" % (formula(terms, 0), bound)
        if sense == "==":
            lines.append("h[%d] = %s;" % (h, value))
            h += 1
        else:
            lines.append("g[%d] = %s(%s);" % (g, "-" if sense == ">=" else "", value))
            g += 1
    box = [(repr(low), repr(high), "%d" % whole) for low, high, whole in variables(m)]
    text = C_MAIN % ("".join("    %s\n" % line for line in lines), *(", ".join(b[i] for b in box) for i in range(3)),
                     len(box), g, h)
    with open(path + ".c", "w") as out:
        out.write(text)
    subprocess.run(["cc", "-O2", "-ffp-contract=off", "-I" + os.path.join(HERE, "..", "include"), path + ".c",
                    os.path.join(build, "libheco.a"), "-lm", "-lpthread", "-o", path], check=True)


def solve_python(m, seed):
    import heco
    import numpy as np
    space = {}
    exec(python_function(m), space)  # the source above
    def fun(x):
        f, c = space["values"](x)
        value = lambda k: c[k] - m["rows"][k][2]
        g = [value(k) if row[1] == "<=" else -value(k) for k, row in enumerate(m["rows"]) if row[1] != "=="]
        return f, np.array(g), np.array([value(k) for k, row in enumerate(m["rows"]) if row[1] == "=="])
    s = heco.minimize(fun, m["box"], integrality=[v[2] for v in variables(m)], seed=seed)
    return dict(f=s.fun, status="feasible" if s.maxcv == 0 else "infeasible", evaluations=s.nfev,
                stop="converged" if "converged" in s.message else s.message)


def solve_command(words):
    done = subprocess.run(words, capture_output=True, text=True)
    if not done.stdout.startswith("{"):
        sys.exit("%s: %s" % (" ".join(words), done.stderr))
    return json.loads(done.stdout)


def ways(m, folder, build):
    """Writes the model in each interface; returns (name, function of the seed)."""
    at = lambda name: os.path.join(folder, name)
    command = lambda spec: lambda seed: solve_command([os.path.join(build, "heco"), "solve", spec, "--json", "--quiet",
                                                       "--seed", str(seed)])
    write_lua(m, at("model.lua"))
    write_exec(m, at("model.py"))
    write_nl(m, at("model.nl"))
    write_c(m, at("model"), build)
    return [("Lua", command(at("model.lua"))), ("Python", lambda seed: solve_python(m, seed)),
            ("C", lambda seed: solve_command([at("model"), str(seed)])),
            ("exec", command("exec:%s -u %s" % (sys.executable, at("model.py")))), (".nl", command(at("model.nl")))]


def enumerate_portfolio():
    """The least f over all choices of 5 assets without the lower rows, each a convex problem, by SciPy's SLSQP. The
    answer has shares of at least 0.05, so that it meets the lower rows and is the optimum."""
    import itertools
    import numpy as np
    from scipy.optimize import minimize
    m, n = portfolio(), 15
    H, c = np.zeros((n, n)), np.zeros(n)
    for value, js in m["f"]:
        if len(js) == 2:
            H[js[0], js[1]] += value
        else:
            c[js[0]] += value
    best = (INF, None, None)
    for chosen in itertools.combinations(range(n), 5):
        Q, q = H[np.ix_(chosen, chosen)], c[list(chosen)]
        s = minimize(lambda w: w @ Q @ w + q @ w, np.full(5, 0.2), jac=lambda w: 2 * Q @ w + q, method="SLSQP",
                     bounds=[(0.0, 0.4)] * 5, options={"ftol": 1e-14},
                     constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": lambda w: np.ones(5)})
        best = min(best, (s.fun, chosen, tuple(s.x)))
    return best


def main():
    read = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    read.add_argument("build")
    read.add_argument("--seeds", type=int, default=10)
    read.add_argument("--only", default="")
    args = read.parse_args()
    args.build = os.path.abspath(args.build)
    os.environ.setdefault("HECO_LIBRARY", os.path.join(args.build, "libheco.so"))
    failed = 0
    for name, m in models():
        if args.only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            for way, solve in ways(m, folder, args.build):
                told = [solve(seed) for seed in range(1, args.seeds + 1)]
                best = m["best"]
                right = [t["status"] == "feasible" and abs(t["f"] - best) <= 1e-6 * max(1.0, abs(best)) for t in told]
                ended = [t["stop"] in ("converged", "optimal") for t in told]
                failed += sum(not (a and b) for a, b in zip(right, ended))
                print("%-14s %-7s %2d of %d with the optimum, %2d converged, evaluations %d to %d" %
                      (name, way, sum(right), len(told), sum(ended), min(t["evaluations"] for t in told),
                       max(t["evaluations"] for t in told)), flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
