# Models that go wrong: bad sizes, failures, values that change. Programs of a few lines do.
. "$(dirname "$0")/common.sh"
"$heco" list models | grep -q '^exec ' || { echo "no programs as models in this build: skipped"; exit 77; }
has_python || { echo "no python3: skipped"; exit 77; }

# program NAME HEAD ANSWER: a model that starts with HEAD and answers with the Python expression
program() {
    cat >"$work/$1" <<PROGRAM
#!/usr/bin/env python3
import sys, random, math
print("""$2""", flush=True)
for line in sys.stdin:
    word = line.split()
    x = [float(w) for w in word[1:]]
    print(word[0], $3, flush=True)
PROGRAM
    chmod +x "$work/$1"
    echo "exec:$work/$1"
}
square='heco 1 1 1 0
-1 1'
solve() { timeout 300 "$heco" solve "$@" --quiet --evals 600; }

good=$(program good "$square" '"ok", x[0] ** 2, 0.5 - x[0]')
expect 0 solve "$good"
says '^f +0\.25'
says '^  g1 .*satisfied'

impossible=$(program impossible "$square" '"ok", x[0], 1.0')
expect 3 solve "$impossible"
says '^blocked by +g1 \(by 1\)'

refused 2 'FILE.*did you mean exec:.*/good\?' "$heco" solve "$work/good"

# every point fails, in words or by its value: no hang, a point all the same, exit code 4
for answer in '"fail", "the mesh is broken"' '"ok", math.nan, 0.0' '"ok", 1.0, math.inf'; do
    broken=$(program broken "$square" "$answer")
    expect 4 solve "$broken"
    says '^exec:.*: no answer: every evaluation failed'
done
expect 4 solve "$(program mesh "$square" '"fail", "the mesh is broken"')"
says 'last failure: .*the mesh is broken'
expect 4 solve "$(program mesh "$square" '"fail", "the mesh is broken"')" --json
json 'd["status"] == "none" and d["f"] is None and d["failed"] == d["evaluations"] and len(d["x"]) == 1'
says '"stop": "failed"'
expect 4 "$heco" eval "$(program mesh "$square" '"fail", "the mesh is broken"')" <<<0.5
says '^nan,nan,inf,0$'

# some points fail: they are counted, the search goes on
some=$(program some "$square" '*(("ok", x[0] ** 2, 0.5 - x[0]) if x[0] > -0.5 else ("fail", "too low"))')
expect 0 solve "$some" --set stop=budget
says '^evaluations +600 of 600, [1-9][0-9]* failed'

odd=$(program odd "$square" '"ok", x[0] ** 2, 0.5 - x[0] if x[0] > 0 else math.nan')
expect 0 solve "$odd"
says "^last failure: constraint 'g1' is nan at \(-0"
expect 4 solve "$(program mesh "$square" '"fail", "the mesh is broken"')" --retries 2 --max-failed 3
says '^failures +[1-9][0-9]* retr(y|ies)'
expect 4 solve "$(program mesh "$square" '"fail", "the mesh is broken"')" --retries 2 --max-failed 3 --json
json 'd["retried"] == 2 * d["failed"] > 0 and d["timed_out"] == 0 and "mesh is broken" in d["last_failure"]'
json 'd["error"] is None'
expect 0 solve "$good" --json
json 'd["last_failure"] is None and d["retried"] == d["restarted"] == 0'

# another value each time
noise=$(program noise "$square" '"ok", x[0] ** 2 + random.random(), 0.5 - x[0]')
expect 0 solve "$noise"
says '^warning: .*not deterministic'
lucky=$(program lucky "$square" '"ok", x[0] ** 2, random.random() - 0.01')
expect 3 solve "$lucky"
says ': infeasible: the best point was feasible at first but not when evaluated again'

# sizes and bounds
for head in 'heco 1 0 0 0' 'heco 1 1 0 0
2 1' 'heco 1 1 0 0
nan 1' 'heco 1 -1 0 0' 'hello'; do
    refused 2 'bad' solve "$(program bad "$head" '"ok", 0.0')"
done
refused 2 'nothing-there' solve "exec:$work/nothing-there"

# a program that eats memory
hungry=$(program hungry "$square" '"ok", x[0] ** 2 + len(bytearray(2**30 if x[0] < -0.5 else 0)), 0.5 - x[0]')
expect 0 solve "$hungry" --memory-limit 600 --evals 40
says ', [1-9][0-9]* failed'
says '^last failure: .*MemoryError'

# a point that never ends: a program keeps its own time, a script needs a process to end
program slow "$square" 'word' >/dev/null
sed -i 's/^    x = .*/    import time; time.sleep(60)/' "$work/slow"
expect 4 solve "exec:$work/slow" --eval-timeout 0.05 --max-failed 3
if "$heco" list models | grep -q '^lua '; then
    cat >"$work/endless.lua" <<'LUA'
return {
  variables = { { "u", 0, 1 } },
  evaluate = function(x) while true do end end,
}
LUA
    expect 4 solve "$work/endless.lua" --eval-timeout 0.02 --max-failed 1 --workers 2
    says 'last failure: .*no value within'
    refused 2 'backend process' solve "$work/endless.lua" --eval-timeout 0.1 --backend threads
    cat >"$work/hungry.lua" <<'LUA'
return {
  variables = { { "u", 0, 1 } },
  evaluate = function(u) local s = u > 0.75 and ("x"):rep(1 << 30) or "" return u + #s end,
}
LUA
    refused 2 'backend serial does not support --retries; use --backend process' solve "$work/hungry.lua" --retries 1 --backend serial
    refused 2 'does not support --memory-limit' solve "$work/hungry.lua" --memory-limit 90 --backend threads
    # the sanitizers take more address space than any limit leaves
    if ! grep -qa __asan_init "$heco"; then
        expect 0 solve "$work/hungry.lua" --trust --memory-limit 300 --set stop=budget
        says '^evaluations +600 of 600, [1-9][0-9]* failed'
        says '^last failure: .*memory'
    fi
    refused 2 'missing.lua' solve missing.lua
    cat >"$work/names.lua" <<'LUA'
return {
  variables = { { "Länge", 0, 1 }, { "b", 0, 1 } },
  minimise = function(a, b) return a + b end,
  constraints = { { "two\nlines", function(a, b) return a end, "<=", 1 } },
}
LUA
    expect 0 solve "$work/names.lua"
    says '^  Länge      [0-9]'
    says '^  b          [0-9]'
    says '^  two lines  [-0-9]'
    echo 'this is no Lua' >"$work/bad.lua"
    refused 2 'bad.lua' solve "$work/bad.lua"

    # A call of a string function that does not return: the trial load ends with SIGALRM after 11 s,
    # which this test sends at once.
    cat >"$work/stuck.lua" <<'LUA'
string.find(("a"):rep(40), (".-"):rep(20) .. "b")
return { variables = { { "x", -1, 1 } }, minimise = function(x) return x end }
LUA
    "$heco" solve "$work/stuck.lua" >"$work/out" 2>"$work/err" &
    pid=$!
    loads() { local child; child=$(pgrep -P "$pid") && at_work "$child"; }
    await loads
    pkill -ALRM -P "$pid" || fail "stuck.lua: no process loads it"
    wait "$pid"
    [ $? -eq 2 ] && grep -q "^heco: loading '.*stuck.lua' took longer than 11 s: shorten" "$work/err" ||
        fail "stuck.lua: $(cat "$work/err")"
fi
finish
