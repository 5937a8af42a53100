# The same beam as a script, a shared object, a .nl file and a program in C, Python and shell: the
# same search to the last bit. And what a program or a script that misbehaves costs.
. "$(dirname "$0")/common.sh"
has_python || { echo "no python3: skipped"; exit 77; }
command -v cc >/dev/null && command -v make >/dev/null || { echo "no cc or make: skipped"; exit 77; }
models=examples/models
include=$PWD/include
cp "$models"/* "$work" 2>/dev/null
expect 0 make -C "$work" CPPFLAGS="-I$include"

# answer MODEL OPTIONS...: f, x and the values of the constraints, as one line
answer() {
    "$heco" solve "$@" --json --quiet 2>"$work/err" | python3 -c '
import json, sys
d = json.load(sys.stdin)
print(d["status"], d["f"].hex(), [v.hex() for v in d["x"]], [v.hex() for v in d["g"]], d["failed"])'
}
same() {
    local want=$1 got
    shift
    got=$(answer "$@")
    [ "$got" = "$want" ] || fail "$*: $got instead of $want ($(cat "$work/err"))"
}
want=$(answer "$work/beam.so" --evals 4000)
case $want in feasible*) ;; *) fail "beam.so: $want ($(cat "$work/err"))" ;; esac
(cd "$work" && "$heco" solve beam.so --evals 100 --quiet >/dev/null) || fail "beam.so without a slash"
same "$want" "exec:$work/beam" --evals 4000
same "$want" "exec:$work/beam" --evals 4000 --workers 2 --no-lanes
same "$want" "exec:python3 $work/beam.py" --evals 4000
same "$want" "$work/beam.so" --evals 4000 --backend process --workers 2 --no-lanes
few=$(answer "$work/beam.so" --evals 100 --set batch=2)
same "$few" "exec:sh $work/beam.sh" --evals 100 --workers 2 # batch follows the workers
if "$heco" list models | grep -q '^lua '; then
    same "$want" "$work/beam.lua" --evals 4000 --ineq-tol 1e-8
    same "$want" "$work/beam.lua" --evals 4000 --ineq-tol 1e-8 --workers 2 --no-lanes
    same "$want" "$work/beam.lua" --evals 4000 --ineq-tol 1e-8 --backend process --workers 2 --no-lanes
fi
if "$heco" list models | grep -q '^nl '; then
    # what such a file has beyond the others: tolerances, derivatives and a start
    echo 3,3,3,3,3,50,50,50,50,50 >"$work/start.csv"
    want=$(answer "$work/beam.so" --evals 4000 --start "$work/start.csv")
    plain="--ineq-tol 1e-8 --no-derivatives --start $work/start.csv"
    same "$want" "$work/beam.nl" --evals 4000 $plain
    same "$want" "$work/beam.nl" --evals 4000 --workers 2 --no-lanes $plain
fi

# A program that answers twice, or prints rubbish between its answers, gets nowhere and is reported.
program() { printf 'echo heco 1 1 0 0\necho 0 1\nwhile read -r id x; do\n%s\ndone\n' "$1" >"$work/p.sh"; }
program 'echo "$id ok $x"; echo "$id ok $x"'
expect 4 timeout 300 "$heco" solve "exec:sh $work/p.sh" --evals 400 --quiet
says 'answered before; print one line per point'
program 'echo "now at $x"'
expect 4 timeout 300 "$heco" solve "exec:sh $work/p.sh" --evals 60 --max-failed 40 --quiet
says "printed 'now at .*print other text to standard error"
program 'echo "$id ok $x"; exit 0'
expect 0 timeout 300 "$heco" solve "exec:sh $work/p.sh" --evals 60 --quiet
says 'ended with exit code 0: it must read points until its input ends'
# Ten breaches are enough where nothing else ever came: 500 starts would take long.
echo "echo start >>'$work/starts'; echo heco 1 1 0 0; echo 0 1; read -r p; echo hello" >"$work/p.sh"
expect 4 timeout 300 "$heco" solve "exec:sh $work/p.sh" --evals 1000 --max-failed 500 --quiet
[ "$(wc -l <"$work/starts")" -le 12 ] || fail "$(wc -l <"$work/starts") starts of a program that prints rubbish"
refused 2 "exit code 3 before it had described the problem; it said 'no licence'" \
    "$heco" solve "exec:echo no licence >&2; exit 3"

# A script is kept in its box unless it is trusted.
if "$heco" list models | grep -q '^lua '; then
    cat >"$work/reads.lua" <<'LUA'
local n = #io.open("/dev/null"):read("a")
return { variables = { { "x", 0, 1 } }, minimise = function(x) return x + n end }
LUA
    refused 2 "reads.lua:1: attempt to index a nil value" "$heco" solve "$work/reads.lua"
    expect 0 "$heco" solve "$work/reads.lua" --trust --evals 100 --quiet
    cat >"$work/loops.lua" <<'LUA'
return { variables = { { "x", 0, 1 } },
         minimise = function(x) if x > 0.9 then while true do end end return -x end }
LUA
    expect 0 timeout 300 "$heco" solve "$work/loops.lua" --eval-timeout 0.02 --evals 200 --quiet
    says '^evaluations +200 of 200, [1-9][0-9]* failed'
    says 'no value within 0.02 s'
fi
finish
