# Suites of files: examples/suite in list, solve, bench, resume, rank and report; wrong files.
. "$(dirname "$0")/common.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
"$heco" version | grep -q lua || { echo "built without Lua: skipped"; exit 77; }
suite=$(realpath examples/suite/own.suite)

expect 0 "$heco" list problems "$suite"
says '^beam +10 .*63108\.7 +stepped cantilever beam'
says '^disc +2,3 '
expect 0 "$heco" list problems "$suite" --json
json '[len(p["dims"]) for p in d] == [1, 1, 2]'
expect 0 "$heco" solve "$suite:disc/3" --json
json 'abs(d["f"] + 3 ** 0.5) < 1e-6'
expect 0 "$heco" solve "$suite:cooler" --evals 300 -q

# a bench, resumed; targets and budgets are those of the file
db=$work/own.db
bench() { "$heco" bench --suite "$suite" --runs 2 --algorithms auto,heco-de --db "$db" --quiet "$@"; }
expect 0 bench --dry-run
says '16 runs'
expect 0 bench --problems disc --json
json 'd["stored_now"] == 8'
expect 0 bench --json
json 'd["stored_before"] == 8 and d["stored_now"] == 8'
expect 0 bench --dims 3 --dry-run --problems disc
says '4 runs.* 4 stored'
expect 0 "$heco" rank --db "$db" --rule u-score
expect 0 "$heco" report --db "$db" -o "$work/page.html"
expect 0 "$heco" bench --dump finals --db "$db"
grep -q ',disc,' "$work/out" || fail "the dump lacks disc"
python3 - "$db" <<'P' || fail "the database"
import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute(
    "SELECT problem.name, n, max_evals, target FROM problem JOIN suite ON suite.id = problem.suite WHERE suite.name = 'own'")
found = {(name, n): (evals, target) for name, n, evals, target in rows}
assert found["cooler", 6][0] == 3000
assert abs(found["disc", 2][1] - (-1.41421356237 + 1.41421356237e-4)) < 1e-12, found
assert found["disc", 3][0] == 5000
P

# a share of the protocol
expect 0 "$heco" bench --suite cec2006 --problems g06 --evals 10% --dry-run
says ' 50000$'
refused 2 'share of the protocol' "$heco" bench --suite cec2006 --evals 0% --dry-run
refused 2 'share of the protocol' "$heco" bench --suite cec2006 --evals x --dry-run

# wrong files: one line with the file and the line number
wrong() { # PATTERN TEXT
    printf '%b' "$2" >"$work/wrong.suite"
    refused 2 "$1" "$heco" list problems "$work/wrong.suite"
}
wrong "wrong.suite:1: .*problem" 'problm a b.lua\n'
wrong "write 'problem NAME MODEL'" 'problem a\n'
wrong "is missing" '# empty\n'
wrong "wrong.suite:2: .*already" 'problem a x.lua\nproblem A y.lua\n'
wrong "evals needs a whole number" 'evals 0.5\nproblem a x.lua\n'
wrong "best= has 2 numbers for 1" 'problem a x.lua best=1,2\n'
wrong "needs \{\{dim\}\}" 'problem a x.lua dims=2,3\n'
wrong "not a name" 'problem a/b x.lua\n'
wrong "another suite file" 'problem a own.suite:beam\n'
wrong "quotation mark" 'title "open\n'
wrong "a key of a problem" 'problem a x.lua bst=1\n'
wrong "built-in suite" 'name cec2006\nproblem a x.lua\n'
printf 'problem a missing.lua\n' >"$work/wrong.suite"
expect 1 "$heco" bench --suite "$work/wrong.suite" --evals 10 --dry-run
grep -q 'wrong.suite: problem a: ' "$work/err" || fail "the missing model: $(cat "$work/err")"
printf "problem a $PWD/examples/suite/disc2.lua dims=5\n" >"$work/wrong.suite"
refused 2 'has 2 variables, not the 5' "$heco" solve "$work/wrong.suite:a"
printf "problem a $PWD/examples/suite/disc2.lua\n" >"$work/wrong.suite"
refused 2 'no standard budget' "$heco" bench --suite "$work/wrong.suite" --dry-run
expect 0 "$heco" bench --suite "$work/wrong.suite" --dry-run --evals 100
expect 1 "$heco" list problems "$work/none.suite"

# the column of names is as wide as the longest name
for name in a a-name-of-some-length b; do echo "problem $name $PWD/examples/suite/disc2.lua"; done >"$work/names.suite"
expect 0 "$heco" list problems "$work/names.suite"
[ "$(grep -c '^.\{21\} [d2]' "$work/out")" -eq 4 ] || fail "the column of names: $(cat "$work/out")"
expect 0 "$heco" list problems "$work/names.suite" --features --samples 10
[ "$(cut -c 1-22 "$work/out" | grep -c ' $')" -eq 4 ] || fail "with features: $(cat "$work/out")"

# AMPL models as a suite
mkdir -p "$work/nl/models"
cp examples/models/beam.nl examples/models/cooler.nl "$work/nl/models"
printf 'name,best_feasible\nbeam,63108.7\ncooler,\nmissing,1\n' >"$work/nl/reference.csv"
python3 tools/nl_suite.py "$work/nl" >"$work/nl.suite" || fail "nl_suite.py"
[ "$(grep -c ^problem "$work/nl.suite")" -eq 2 ] || fail "nl_suite.py: $(cat "$work/nl.suite")"
if "$heco" version | grep -q asl; then
    expect 0 "$heco" bench --suite "$work/nl.suite" --evals 200 --runs 1 --jobs 2 --db "$work/nl.db"
    grep -q 'one run at a time' "$work/err" || fail "no note about models that threads cannot share"
fi
finish
