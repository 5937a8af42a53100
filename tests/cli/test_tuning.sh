# heco list options --for, heco bench --cost and the example of a target runner.
. "$(dirname "$0")/common.sh"
has_python || exit 77

for algorithm in heco-de auto lshade44 rde26 sqp surrogate; do
    expect 0 "$heco" list options $algorithm --json
    cp "$work/out" "$work/options.json"
    for tuner in irace smac; do
        expect 0 "$heco" list options $algorithm --for $tuner
        python3 tests/tools/check_parameters.py $tuner "$work/out" "$work/options.json" 2>"$work/why" ||
            fail "$tuner $algorithm: $(tail -n 3 "$work/why")"
    done
done
expect 0 "$heco" list options heco-de --for irace
says '^H "H=" i,log \(1, 50\)$' # default 5
expect 0 "$heco" list options heco-de --for smac
says '^H integer \[1, 50\] \[5\] log$'
expect 2 "$heco" list options heco-de --for paramils
expect 2 "$heco" list suites --for irace

"$heco" version | grep -q sqlite || finish
# the cost is the mean over the runs: from the finals, by the table of docs/guide/tuning.md
bench() { "$heco" bench --suite cec2006 --problems g01,g05,g06 --runs 2 --evals 1500 --quiet --db "$work/runs.db" "$@"; }
expect 0 bench --algorithms 'heco-de[H=7]' --cost
cp "$work/out" "$work/cost"
expect 0 "$heco" list problems cec2006 --json
cp "$work/out" "$work/problems.json"
expect 0 bench --dump finals
python3 - "$work/cost" "$work/out" "$work/problems.json" <<'PY' || fail "the cost is not the mean of the costs"
import csv, json, math, sys
best = {p["name"]: p["f_ref"] for p in json.load(open(sys.argv[3]))}
costs = []
for run in csv.DictReader(open(sys.argv[2])):
    f, v, known = float(run["obj"]), float(run["vio"]), best[run["function"]]
    d = (f - known) / max(1, abs(known))
    costs.append(1 + v / (1 + v) if v > 0 else min(1, (math.log10(max(d, 1e-8)) + 8) / 10))
assert len(costs) == 6 and abs(float(open(sys.argv[1]).read()) - sum(costs) / 6) < 1e-12, costs
PY
# runs of another plan in the database do not count
expect 0 bench --algorithms frofi --quiet
expect 0 bench --algorithms 'heco-de[H=7]' --cost
cmp -s "$work/out" "$work/cost" || fail "the cost depends on other runs"
expect 2 bench --algorithms frofi --cost --json

# traces as decimal numbers
expect 0 bench --dump finals -o "$work/finals.csv"
expect 0 bench --dump traces -o "$work/traces.csv"
python3 tests/tools/check_traces.py "$work/traces.csv" "$work/finals.csv" 2>"$work/why" || fail "traces: $(tail -n 3 "$work/why")"
expect 0 "$heco" bench --suite cec2006 --problems g06 --algorithms frofi --runs 1 --evals 500 --trace none --quiet --db "$work/none.db"
expect 2 "$heco" bench --dump traces --db "$work/none.db"

# the target runner: one number; the same seed gives the same, options reach the algorithm
export HECO=$heco EVALS=2000
expect 0 examples/tuning/target-runner 1 1 5 cec2006:g06 H=3 preset=cec2006
[ "$(wc -l <"$work/out")" = 1 ] || fail "more than one line: $(cat "$work/out")"
cp "$work/out" "$work/first"
expect 0 examples/tuning/target-runner 1 1 5 cec2006:g06 H=3 preset=cec2006
cmp -s "$work/out" "$work/first" || fail "another cost"
expect 2 examples/tuning/target-runner 1 1 5 cec2006:g06 nonsense=3

finish
