# heco solve --runs: each run is that of its seed, with any number of workers; the journal of them all.
. "$(dirname "$0")/common.sh"
has_python || exit 77
golden=$(cd "$(dirname "$0")/../golden/nl" && pwd)
timeless() { grep -Ev '"(seconds|backend|replayed|schedule|torn_bytes|journal)"' "$1"; }
solve() { "$heco" solve "$@" --quiet; }
j=$work/j
how="--algorithm heco-de --evals 3000 --seed 5"

# the report
# shellcheck disable=SC2086
expect 0 solve cec2006:g06 $how --runs 6
says '^cec2006:g06: feasible'
says '^seed +([5-9]|10)$'
says '^runs \(6, seeds 5 to 10\)$'
says '^  feasible     6 of 6 \(100 %\)$'
says '^  f            best -6[0-9.]+, median -6[0-9.]+, worst -6[0-9.]+$'
says '^  quartiles    -6[0-9.]+ to -6[0-9.]+$'
says '^  this point   [1-6] of 6 runs ended here'
says '^  evaluations  18000 in total, 0 failed$'
says '^confidence: .*ended here'
expect 3 solve cec2006:g20 --evals 600 --runs 2
says '^confidence: no run found a feasible point'
expect 0 solve cec2006:g06 --algorithm heco-de --evals 300 --runs 3 -v
[ "$(grep -Ec '^  seed [1-3] ' "$work/out")" -eq 3 ] || fail "-v shows each run"
printf '14.1,0.85\n' >"$work/start.csv"
expect 0 solve cec2006:g06 --evals 600 --runs 3 --start "$work/start.csv"
says '^confidence: 3 of 3 runs ended here; .*64 % or more; all runs start from the same initial point, '
# one run is no set
# shellcheck disable=SC2086
expect 0 solve cec2006:g06 $how --runs 1 --json
json '"summary" not in d'

# run i is the search with its seed, whoever does it
# shellcheck disable=SC2086
expect 0 solve cec2006:g06 $how --runs 6 --json
cp "$work/out" "$work/want.json"
is_json "$work/out"
for seed in 5 8 10; do
    expect 0 solve cec2006:g06 --algorithm heco-de --evals 3000 --json --seed $seed
    python3 - "$work/want.json" "$work/out" $seed <<'PY' || fail "seed $seed is another search"
import json, sys
runs, one = (json.load(open(f)) for f in sys.argv[1:3])
row = runs["runs"][int(sys.argv[3]) - 5]
keys = "seed status stop f violation x evaluations failed evaluations_at_best evaluations_to_feasible reproduced".split()
sys.exit(any(row[k] != one[k] for k in keys))
PY
done
python3 - "$work/want.json" <<'PY' || fail "the summary"
import json, statistics, sys
d = json.load(open(sys.argv[1]))
f, s = [r["f"] for r in d["runs"]], d["summary"]
q = statistics.quantiles(f, n=4, method="inclusive")
near = lambda a, b: abs(a - b) <= 1e-12 * abs(b)
assert s["best"] == min(f) == d["f"] and s["worst"] == max(f)
assert near(s["better_quartile"], q[0]) and near(s["median"], q[1]) and near(s["worse_quartile"], q[2])
assert d["seed"] == s["best_seed"] == 5 + f.index(min(f))
width = (100 - 13, 100)
same = [abs(r["f"] - d["f"]) <= 1e-4 * abs(d["f"]) and
        all(abs(a - b) <= 1e-2 * w for a, b, w in zip(r["x"], d["x"], width)) for r in d["runs"]]
assert same == [r["same_point"] for r in d["runs"]] and s["same_point"] == sum(same)
assert s["runs"] == s["finished"] == s["feasible"] == 6 and s["feasible_rate"] == 100
assert abs(s["unseen"] - (1 - 0.05 ** (1 / 6))) < 1e-12
PY
for more in "--workers 1" "--workers auto" "--workers 3" "--backend threads --workers 2" "--backend process --workers 2"; do
    # shellcheck disable=SC2086
    expect 0 solve cec2006:g06 $how --runs 6 --json $more
    timeless "$work/out" | cmp -s - <(timeless "$work/want.json") || fail "another answer with $more"
done
# few evaluations: the workers have runs to share, so that no batch is asked for
expect 0 solve cec2006:g11 --evals 40 --runs 3 --workers 2 --json
json '[r["f"] for r in d["runs"]] and d["options"].get("batch") in (None, 1)'

# a model that maximises, one for a thread only, a program, a script
if "$heco" list models | grep -q '^nl '; then
    for more in "" "--workers 2"; do
        # shellcheck disable=SC2086
        expect 0 solve "$golden/maximise.nl" --evals 2000 --runs 3 --json $more
        json 'd["f"] == d["summary"]["best"] == max(r["f"] for r in d["runs"]) > 0'
        json 'd["summary"]["better_quartile"] >= d["summary"]["worse_quartile"]'
    done
fi
cat >"$work/model.sh" <<'END'
echo "heco 1 2 1 0"
echo "0 1"
echo "0 1"
while read -r id x y; do echo "$id ok $(awk "BEGIN { printf \"%.17g %.17g\", ($x-0.3)^2+$y, 0.2-$y }")"; done
END
expect 0 solve "exec:sh $work/model.sh" --evals 60 --runs 4 --workers 2 --json
cp "$work/out" "$work/program.json"
expect 0 solve "exec:sh $work/model.sh" --evals 60 --runs 4 --workers 1 --json
timeless "$work/out" | cmp -s - <(timeless "$work/program.json") || fail "program: another answer"
if "$heco" list models | grep -q '^lua '; then
    printf 'return { variables = { { "x", -3, 3 } }, minimise = function(x) return x * x * x * x - 3 * x * x + x end }\n' >"$work/m.lua"
    expect 0 solve "$work/m.lua" --runs 5 --workers 2
    says '^  this point   5 of 5 runs ended here'
fi

# one journal for all of them
# shellcheck disable=SC2086
expect 0 solve cec2006:g06 $how --runs 6 --workers 2 --json --journal "$j"
timeless "$work/out" | cmp -s - <(timeless "$work/want.json") || fail "the journal changes the answer"
for k in "" .2 .3 .4 .5 .6; do [ -s "$j$k" ] || fail "no journal $j$k"; done
expect 0 "$heco" resume "$j" --json --quiet
timeless "$work/out" | cmp -s - <(timeless "$work/want.json") || fail "resumed: another answer"
json 'all(r["replayed"] == 3000 for r in d["runs"])'
cp "$j.4" "$work/four"
head -c 50000 "$j.2" >"$work/cut" && mv "$work/cut" "$j.2"
: >"$j.4"
rm "$j.6"
expect 0 "$heco" resume "$j" --json --quiet --workers 3
timeless "$work/out" | cmp -s - <(timeless "$work/want.json") || fail "resumed after damage: another answer"
json '[r["replayed"] for r in d["runs"]][2:] == [3000, 0, 3000, 0] and 0 < d["runs"][1]["replayed"] < 3000'
same_journal "$j.4" "$work/four" || fail "another journal of run 4"
expect 0 "$heco" resume "$j" --quiet
says '18000 in total, 0 failed, 18000 from the journals$'
# one of them alone
head -c 50000 "$j.4" >"$work/cut" && cp "$work/cut" "$j.4"
expect 0 "$heco" resume "$j.4" --json --quiet
json 'd["seed"] == 8 and "runs" not in d and d["evaluations"] == 3000'
same_journal "$j.4" "$work/four" || fail "another journal of run 4 alone"
refused 2 'has 6 runs: raise --evals for one of the others' "$heco" resume "$j" --evals 4000
expect 0 "$heco" resume "$j.3" --evals 4000 --quiet
says '^schedule +2, '
rm "$j"
refused 2 'j.2 exists already' "$heco" solve cec2006:g06 --runs 6 --journal "$j"
[ ! -e "$j" ] || fail "a refused set leaves a journal"
rm -f "$j".*

# kill -9 wherever it is, again and again; the rest is done by a resume
for workers in 1 3; do
    # shellcheck disable=SC2086
    "$heco" solve cec2006:g06 $how --evals 30000 --runs 6 --quiet --json >"$work/long.json"
    at=20000
    # shellcheck disable=SC2086
    "$heco" solve cec2006:g06 $how --evals 30000 --runs 6 --workers $workers --quiet --journal "$j" >"$work/out" 2>&1 &
    for turn in 1 2 3 4; do
        pid=$!
        while kill -0 $pid 2>/dev/null && [ "$(cat "$j" "$j".* 2>/dev/null | wc -c)" -lt $at ]; do sleep 0.01; done
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        at=$(($(cat "$j" "$j".* 2>/dev/null | wc -c) + 1000000))
        [ $turn -lt 4 ] && { "$heco" resume "$j" --workers $workers --quiet >"$work/out" 2>&1 & }
    done
    expect 0 "$heco" resume "$j" --quiet --json --workers 2
    timeless "$work/out" | cmp -s - <(timeless "$work/long.json") || fail "another answer after kills, $workers workers"
    rm -f "$j" "$j".*
done

# Ctrl-C: what is finished and what is under way
for workers in 1 2; do
    env --default-signal=INT "$heco" solve cec2006:g06 --algorithm heco-de --evals 2000000 --runs 50 --workers $workers --quiet --json --journal "$j" >"$work/out" 2>"$work/err" &
    pid=$!
    await has_bytes "$j" 100000
    kill -INT $pid
    wait $pid
    [ $? -eq 130 ] || fail "exit code after an interrupt: $(cat "$work/err")"
    json 'd["summary"]["runs"] == 50 and d["summary"]["begun"] < 50 and d["summary"]["finished"] < d["summary"]["begun"]'
    json 'd["stop"] == "user" and d["runs"][49]["status"] is None and d["status"] == "feasible"'
    rm -f "$j" "$j".*
done

refused 2 'runs' "$heco" solve cec2006:g06 --runs 0
refused 2 'heco-ed.*heco-de' "$heco" solve cec2006:g06 --algorithm heco-ed --runs 3
refused 2 'lambda' "$heco" solve cec2006:g06 --algorithm heco-de --set lambda=-1 --runs 3
finish
