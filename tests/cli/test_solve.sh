# heco solve: the report, the JSON document, the exit codes, and every kind of bad input.
. "$(dirname "$0")/common.sh"
solve() { "$heco" solve "$@" --quiet; }

# the report
expect 0 solve cec2006:g06 --algorithm heco-de --evals 20000
says '^cec2006:g06: feasible'
says '^f +-6961\.81$'
says '^violation +0$'
says '^  x1  14\.095$'
says '^constraints \(2 of 2 satisfied\)'
says '^  g1  -?[0-9.e-]+ +<= 0  slack [0-9.e-]+ +satisfied, active$'
says '^evaluations +20000 of 20000, 0 failed'
says '^stopped by +budget'
says '^algorithm +[a-z]'
says '^seed +1$'
says '^time '
[ ! -s "$work/err" ] || fail "--quiet: $(cat "$work/err")"

# no feasible point: the least infeasible one and what blocks it
expect 3 solve cec2006:g20 --evals 2000
says '^cec2006:g20: infeasible'
says '^blocked by +[gh][0-9]+ \(by '
says '^  [gh][0-9]+ .*violated by '

# every digit and every constraint, or six digits and what decides
expect 0 solve cec2006:g06 --algorithm heco-de --evals 20000 --verbose
says '^f +-6961\.81[0-9]{8,}$'
says '^  x1  14\.09[0-9]{9,}$'
expect 0 solve cec2006:g16 --evals 3000
says '^constraints \(38 of 38 satisfied\)$'
says '^  \.\.\. and [0-9]+ more, of which 0 violated or active: -v shows all$'
[ "$(grep -Ec '^  g[0-9]+ ' "$work/out")" -lt 20 ] || fail "all of 38 constraints are shown"
expect 0 solve cec2006:g16 --evals 3000 -v
[ "$(grep -Ec '^  g[0-9]+ ' "$work/out")" -eq 38 ] || fail "-v shows all constraints"
# tolerances for every kind of model
expect 0 solve cec2006:g06 --evals 3000 --ineq-tol 0.01 --json
json 'd["constraints"][0]["tolerance"] == 0.01'

# the terms of the model
if "$heco" list models | grep -q '^lua '; then
    cat >"$work/cooler.lua" <<'LUA'
return {
  variables = { { "d", 1, 10, unit = "mm" }, { "metal", { "steel", "brass" } }, { "plate", { 4, 5, 6, 8, 10 } } },
  minimise = function(d, metal, plate) return d * (metal == "steel" and 2 or 3) + plate end,
  unit = "kg",
  constraints = {
    { "strength", function(d, metal, plate) return d * plate end, ">=", 40, unit = "kN" },
    { "velocity", function(d, metal, plate) return d - 3.5454 end, ">=", 0.5, unit = "m/s" },
  },
}
LUA
    expect 0 "$heco" "$work/cooler.lua" --quiet
    says '^f            18 kg$'
    says '^  d         5 mm$'
    says '^  metal     steel$'
    says '^  plate     8$'
    says '^  strength  40 kN       >= 40   slack [0-9.e-]+ +satisfied(, active| within 4e-07)$'
    says '^  velocity  1\.4546 m/s  >= 0\.5  slack 0\.9546 +satisfied$'
    expect 0 "$heco" "$work/cooler.lua" --quiet --json
    json 'd["constraints"][1]["sense"] == ">=" and d["constraints"][1]["bound"] == 0.5 and d["unit"] == "kg"'
    json 'abs(d["constraints"][1]["value"] - 1.4546) < 1e-6 and abs(d["g"][1] + 0.9546) < 1e-6'
    json 'd["variables"][1]["label"] == "steel"'
fi

# minimise -x - y, x >= 0, 0 <= y <= 1: the bound that x lies on is nobody's but heco's
if "$heco" list models | grep -q '^nl '; then
    printf '%s\n' 'g3 0 1 0' ' 2 0 1 0 0' ' 0 0' ' 0 0' ' 0 0 0' ' 0 0 0 1' ' 0 0 0 0 0' ' 0 2' ' 0 0' ' 0 0 0 0 0' \
        'O0 0' n0 b '2 0' '0 0 1' k1 0 'G0 2' '0 -1' '1 -1' >"$work/loose.nl"
    expect 0 solve "$work/loose.nl" --evals 3000 --bound 50
    says '^  x1  50  \(at a default upper bound\)$'
    says '^  x2  1   \(at its upper bound\)$'
    says '^warning: x1 is on a default bound: the model may be unbounded, or the box too small'
    expect 0 solve "$work/loose.nl" --evals 3000
    says '^warning: x1 is on a default bound'
    expect 0 solve "$work/loose.nl" --evals 3000 --json
    json '[v["default_bound"] for v in d["variables"]] == [True, False]'
fi

# a file or a model as the first word
expect 0 "$heco" cec2006:g06 --algorithm heco-de --evals 20000 --quiet
says '^cec2006:g06: feasible'
refused 2 "'slove' is not a subcommand: did you mean solve" "$heco" slove cec2006:g06
refused 2 'missing.lua' "$heco" missing.lua
refused 2 'g60.*g06' "$heco" cec2006:g60
cp "$heco" "$work/solver"
refused 2 'did you mean exec:' "$heco" "$work/solver"

# stop rules
expect 0 solve cec2006:g06 --evals 50000 --target -6900
says '^stopped by +target'
expect 0 solve cec2006:g06 --evals 500000 --stall 3000
says '^stopped by +stall'
expect 0 solve cec2006:g24 --evals 1e12 --time 0.2
says '^stopped by +time'

# options of the algorithm, shown when given
expect 0 solve cec2006:g06 --algorithm heco-de --evals 3000 --set lambda=20 --set gamma=0.2
says '^algorithm +heco-de .*lambda=20'
says '^algorithm +heco-de .*gamma=0.2'

# initial points: the best known point is not lost
printf 'x1,x2\n14.095000000000001,0.84296078921547957\n' >"$work/start.csv"
expect 0 solve cec2006:g06 --evals 1000 --start "$work/start.csv"
says '^f +-6961.81$'
printf '14.1,0.85\n1e9,1\n' >"$work/outside.csv"
expect 0 "$heco" solve cec2006:g06 --evals 1000 --start "$work/outside.csv"
grep -q '^heco: 1 of 2 points are outside the bounds .*x1 = 1e+09: the nearest points inside are used' "$work/err" ||
    fail "nothing said of an initial point outside: $(cat "$work/err")"

# -o
expect 0 solve cec2006:g06 --evals 1000 -o "$work/answer.txt"
[ "$(stat -c %a "$work/answer.txt")" = "$(printf '%o' $((0666 & ~0$(umask))))" ] || fail "another mode than new files have"
mkfifo "$work/pipe"
cat "$work/pipe" >"$work/read" &
expect 0 solve cec2006:g06 --evals 1000 -o "$work/pipe"
wait $!
grep -q '^f ' "$work/read" || fail "the reader of a pipe got nothing"
# without a reader it ends with the first signal, and the answer is printed
expect 124 timeout 4 "$heco" solve cec2006:g06 --evals 100 --quiet -o "$work/pipe"
grep -q 'pipe cannot be written: no process reads from it' "$work/err" || fail "a pipe without a reader: $(cat "$work/err")"
says '^f '
[ -p "$work/pipe" ] || fail "the pipe was replaced"
for mode in 600 640 400; do # the file it replaces says who may read it
    echo secret >"$work/mode.txt"
    chmod $mode "$work/mode.txt"
    expect 0 solve cec2006:g06 --evals 1000 -o "$work/mode.txt"
    [ "$(stat -c %a "$work/mode.txt")" = $mode ] || fail "mode $mode became $(stat -c %a "$work/mode.txt")"
    rm -f "$work/mode.txt"
done
[ ! -s "$work/out" ] && grep -q '^seed' "$work/answer.txt" || fail "-o"

# bad input: one line that names it and the nearest valid names, before anything is searched
expect 0 solve design:pressure-vessel --evals 60000 --algorithm lshade44
says '^ *shell-sixteenths +1[0-9]$'

refused 2 'cec2007.*cec2006' "$heco" solve cec2007:g06
refused 2 'g60.*g06' "$heco" solve cec2006:g60
refused 2 'kind' "$heco" solve nothing
refused 2 'heco-ed.*heco-de' "$heco" solve cec2006:g06 --algorithm heco-ed
refused 2 'lambada.*lambda' "$heco" solve cec2006:g06 --algorithm heco-de --set lambada=20
refused 2 'lambda' "$heco" solve cec2006:g06 --algorithm heco-de --set lambda=-1
refused 2 'lambda' "$heco" solve cec2006:g06 --algorithm heco-de --set lambda=x
refused 2 'lambda' "$heco" solve cec2006:g06 --algorithm heco-de --set lambda
refused 2 'gpu' "$heco" solve cec2006:g06 --backend gpu
refused 2 'evals' "$heco" solve cec2006:g06 --evals 0
refused 2 'evals' "$heco" solve cec2006:g06 --evals -5
refused 2 'evals' "$heco" solve cec2006:g06 --evals 1.5
refused 2 'evals' "$heco" solve cec2006:g06 --evals 1e30
refused 2 'time' "$heco" solve cec2006:g06 --time -1
refused 2 'target' "$heco" solve cec2006:g06 --target inf
refused 2 'seed' "$heco" solve cec2006:g06 --seed x
refused 2 '--evlas.*--evals' "$heco" solve cec2006:g06 --evlas 7
refused 1 'missing.csv' "$heco" solve cec2006:g06 --start "$work/missing.csv"
refused 1 'nowhere' "$heco" solve cec2006:g06 -o "$work/nowhere/o.txt"
refused 2 'population|evaluations|budget' "$heco" solve cec2006:g06 --algorithm heco-de --evals 2
printf '1,2,3\n' >"$work/wide.csv"
refused 2 'wide.csv:1' "$heco" solve cec2006:g06 --start "$work/wide.csv"
refused 2 'missing.lua' "$heco" solve missing.lua

if has_python; then
    expect 0 solve cec2006:g06 --algorithm heco-de --evals 20000 --json --seed 7
    is_json "$work/out"
    cp "$work/out" "$work/first.json"
    json 'set("""schema version model algorithm options seed stop status f violation x g h
        constraints evaluations failed seconds""".split()) <= set(d)'
    json 'd["model"] == "cec2006:g06" and d["seed"] == 7 and d["stop"] == "budget"'
    json 'd["status"] == "feasible" and d["violation"] == 0 and d["evaluations"] == 20000'
    json 'len(d["x"]) == 2 and len(d["g"]) == 2 and d["h"] == [] and d["reproduced"] is True'
    json '[c["name"] for c in d["constraints"]] == ["g1", "g2"]'
    json 'all(c["sense"] == "<=" and c["bound"] == 0 and c["slack"] == -c["value"] for c in d["constraints"])'
    json '[v["value"] for v in d["variables"]] == d["x"] and d["variables"][0]["at_bound"] is None'
    json 'all(c["satisfied"] and c["value"] <= c["tolerance"] for c in d["constraints"])'

    # 17 digits: evaluating the printed x gives the printed f, g and violation to the last bit
    python3 -c 'import json,sys; print(*("%.17g" % v for v in json.load(sys.stdin)["x"]), sep=",")' \
        <"$work/first.json" >"$work/x.csv"
    expect 0 "$heco" eval cec2006:g06 --points "$work/x.csv" --json
    python3 - "$work/first.json" "$work/out" <<'PY' || fail "eval of the printed x"
import json, sys
a, b = (json.load(open(f)) for f in sys.argv[1:])
b = b["points"][0]
sys.exit(0 if all(a[k] == b[k] for k in ("x", "f", "g", "h", "violation")) else 1)
PY

    # the same bits from every backend; other bits from another seed
    timeless() { grep -Ev '"(seconds|backend)"' "$1"; }
    for more in "--backend threads --workers 2" "--workers 2" "--workers 1"; do
        # shellcheck disable=SC2086
        expect 0 solve cec2006:g06 --algorithm heco-de --evals 20000 --json --seed 7 $more
        [ "$(timeless "$work/out")" = "$(timeless "$work/first.json")" ] || fail "other bits with $more"
    done
    expect 0 solve cec2006:g06 --algorithm heco-de --evals 20000 --json --seed 8
    [ "$(timeless "$work/out" | grep -v '"seed"')" != "$(timeless "$work/first.json" | grep -v '"seed"')" ] ||
        fail "the seed does not matter"

    expect 3 solve cec2006:g20 --evals 2000 --json
    json 'd["status"] == "infeasible" and d["violation"] > 0'
    json 'any(not c["satisfied"] and c["excess"] > 0 for c in d["constraints"])'
fi
# f against a limit
cat >"$work/plate.lua" <<'LUA'
return { variables = { {"d", 0, 10}, {"w", 0, 10} }, maximise = function(x) return 3*x[1] + 5*x[2] end,
  constraints = { {"doors", function(x) return x[1] end, "<=", 4}, {"windows", function(x) return 2*x[2] end, "<=", 12},
    {"glass", function(x) return 3*x[1] + 2*x[2] end, "<=", 18} } }
LUA
if "$heco" list models | grep -q lua; then
    expect 0 "$heco" solve "$work/plate.lua" --sweep glass=16:28:3 --quiet
    says '^  16 +34 +1 +windows$'
    says '^  28 +42 .* doors, windows; the limit is not active$'
    expect 0 "$heco" solve "$work/plate.lua" --sweep glass=16:28:3 --quiet --json
    json '[round(r["f"], 4) for r in d["rows"]] == [34, 40, 42] and d["rows"][2]["active"] == ["doors", "windows"]'
    refused 2 "'glas' is not a constraint of the model: did you mean glass" "$heco" solve "$work/plate.lua" --sweep glas=1:2:3
    refused 2 'expected NAME=FROM:TO:COUNT' "$heco" solve "$work/plate.lua" --sweep glass=1:2
    refused 2 'omit --journal' "$heco" solve "$work/plate.lua" --sweep glass=1:2:3 --runs 2
    # slices through (2, 6): d may go down to 0 and no further up, w only down
    expect 0 "$heco" solve "$work/plate.lua" --slices --quiet
    says '^  d  0 to 2 .* f 30 to 36 +below: its lower end, above: glass$'
    says '^  w  0 to 6 .* f 6 to 36 +below: its lower end, above: windows$'
    # a range ends between two evaluated values, and integers stay in the box
    cat >"$work/range.lua" <<'LUA'
return { variables = { {name = "x", lower = 0, upper = 4, start = 1}, {name = "k", lower = 0, upper = 3, integer = true, start = 2} },
  minimise = function(x) return (x[1] - 1)^2 + (x[2] - 2)^2 end, constraints = { {"sum", function(x) return x[1] + x[2] end, "<=", 5} } }
LUA
    expect 0 "$heco" solve "$work/range.lua" --slices --quiet
    says '^  x  0 to 3 .* below: its lower end, above: sum$'
    says '^  k  0 to 3 .* below: its lower end, above: its upper end$'
    expect 0 "$heco" solve "$work/plate.lua" --slices --quiet --json
    json '[s["name"] for s in d["slices"]] == ["d", "w"] and d["slice_evaluations"] == 41'
    json 'all(abs(f - 3*x - 30) < 1e-4 for x, f in zip(d["slices"][0]["x"], d["slices"][0]["f"]))'
    json 'all(abs(v - 3*x - 12) < 1e-4 for x, v in zip(d["slices"][0]["x"], d["slices"][0]["constraints"][2]))'
fi
finish
