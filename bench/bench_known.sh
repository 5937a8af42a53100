#!/usr/bin/env bash
# How many simulations 50 known designs save on ten problems of the suite design: evaluations until f
# is within 0.1 % of the best known value (feasible), with and without --known, mean of SEEDS seeds.
#     bench/bench_known.sh [HECO] [SEEDS]
heco=${1:-build/release/heco} seeds=${2:-10} evals=400
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
echo "| problem | without | with 50 known | simulations saved |"
echo "| --- | --- | --- | --- |"
for problem in welded-beam spring three-bar-truss tubular-column bulkhead ten-bar-truss 25-bar-truss \
    thrust-bearing piston-lever step-cone-pulley; do
    spec=design:$problem
    "$heco" eval "$spec" --best-known --json >"$work/best" 2>/dev/null || { echo "| $problem | not in this build | | |"; continue; }
    python3 - "$heco" "$spec" "$seeds" "$evals" "$work" <<'PY'
import json, random, subprocess, sys
heco, spec, seeds, evals, work = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5]
def run(*words): return subprocess.run([heco, *words], capture_output=True, text=True)
one = json.loads(run("solve", spec, "--evals", "50", "--json", "--quiet").stdout)
best = json.load(open(work + "/best"))
rows = best["points"]
f = rows[0]["f"]
target = repr(f + 1e-3 * abs(f))
box = [(v["name"], v["lower"], v["upper"]) for v in one["variables"]]
draw = random.Random(1)
points = work + "/points.csv"
with open(points, "w") as out:
    print(",".join(name for name, _, _ in box), file=out)
    for _ in range(50): print(",".join(repr(draw.uniform(lo, hi)) for _, lo, hi in box), file=out)
values = run("eval", spec, "--points", points).stdout
with open(work + "/known.csv", "w") as out:
    for a, b in zip(open(points), values.splitlines()): print(a.strip() + "," + b, file=out)
def cost(*more):
    total = solved = 0
    for seed in range(1, seeds + 1):
        d = json.loads(run("solve", spec, "--evals", evals, "--seed", str(seed), "--target", target, "--json", "--quiet", *more).stdout)
        total += d["evaluations"] - d["known"]; solved += d["evaluations_to_target"] > 0
    return total / seeds, solved
(a, sa), (b, sb) = cost(), cost("--known", work + "/known.csv")
print("| %s | %.0f (%d of %d) | %.0f (%d of %d) | %.0f %% |" % (spec, a, sa, seeds, b, sb, seeds, 100 * (a - b) / a))
PY
done
