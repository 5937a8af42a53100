# Ctrl-C once finishes the points under way and prints the result; SIGTERM likewise.
. "$(dirname "$0")/common.sh"

# interrupted SIGNAL OPTION...: a search without end, one signal, then its answer
interrupted() {
    local signal=$1 pid
    shift
    env --default-signal=INT "$heco" solve cec2006:g24 --evals 1e12 "$@" >"$work/out" 2>"$work/err" &
    pid=$!
    await at_work "$pid"
    kill "-$signal" "$pid"
    wait "$pid"
    code=$?
    [ "$code" -eq 130 ] || fail "exit code $code after $signal: $(cat "$work/err")"
}
interrupted INT
says '^cec2006:g24: feasible'
says '^stopped by +user'
interrupted TERM
says '^stopped by +user'
interrupted HUP -o "$work/answer.txt" # the terminal is gone, the file is not
grep -q '^stopped by  *user' "$work/answer.txt" || fail "no answer after HUP"
trap '' HUP # as nohup does
"$heco" solve cec2006:g24 --evals 1e12 >"$work/out" 2>"$work/err" &
pid=$!
await at_work "$pid"
kill -HUP "$pid"
sleep 0.2
kill -0 "$pid" 2>/dev/null || fail "HUP was to be ignored"
kill -TERM "$pid"
wait "$pid"
trap - HUP

# A script ignores SIGINT for a command in the background: heco ignores it there, too.
"$heco" solve cec2006:g24 --evals 1e12 >"$work/out" 2>"$work/err" &
pid=$!
await at_work "$pid"
kill -INT "$pid"
sleep 0.2
kill -0 "$pid" 2>/dev/null || fail "INT was to be ignored"
kill -TERM "$pid"
wait "$pid"

# The same signal twice within a moment is one, as timeout(1) sends it; later it ends the command.
# env: a script ignores SIGINT for a command in the background, and so does heco then.
env --default-signal=INT "$heco" solve cec2006:g24 --evals 1e12 >"$work/out" 2>"$work/err" &
pid=$!
await at_work "$pid"
kill -STOP "$pid" # so that both are waiting, one after the other
kill -TERM "$pid"
kill -INT "$pid"
kill -CONT "$pid"
wait "$pid"
code=$?
[ "$code" -eq 130 ] || fail "exit code $code after two signals together"
says '^stopped by +user'

if has_python; then
    interrupted INT --json -o "$work/answer.json"
    is_json "$work/answer.json"
    grep -q '"stop": "user"' "$work/answer.json" || fail "stop is not user"
fi

# gone PATTERN: nothing of that command line is left after a moment
gone() {
    for _ in $(seq 300); do
        ps -eo args | grep -v grep | grep -q -- "$1" || return 0
        sleep 0.2
    done
    fail "left behind: $(ps -eo pid,ppid,args | grep -v grep | grep -- "$1")"
}
# hangs PID: one of its workers has computed long enough to be in a point that hangs, or the program has taken its point
hangs() {
    local child
    [ ! -e "$work/taken" ] || return 0
    for child in $(pgrep -P "$1"); do at_work "$child" && return 0; done
    return 1
}
# ended SIGNAL CODE MODEL OPTION...: one signal ends a search whose points hang
ended() {
    local signal=$1 want=$2 pid before code
    shift 2
    rm -f "$work/taken"
    before=$(date +%s)
    env --default-signal=INT "$heco" solve "$@" --quiet >"$work/out" 2>"$work/err" &
    pid=$!
    await hangs $pid
    kill "-$signal" "$pid"
    wait "$pid" 2>/dev/null
    code=$?
    [ "$code" -eq "$want" ] || fail "exit code $code after $signal: $* ($(cat "$work/err"))"
    [ $(($(date +%s) - before)) -lt 250 ] || fail "$signal took as long as the point: $*"
    gone "$work/hang"
}

# A point that hangs is left a moment after the signal, and nothing stays behind.
if "$heco" list models | grep -q '^exec ' && command -v ps >/dev/null; then
    cat >"$work/hang" <<PROGRAM
#!/bin/sh
echo heco 1 1 0 0
echo 0 1
read -r point
: >"$work/taken"
while :; do sleep 1; done
PROGRAM
    chmod +x "$work/hang"
    ended INT 130 "exec:$work/hang"
    says '^stopped by +user'
    says '^evaluations +0 of'
    ended TERM 130 "exec:$work/hang" --workers 2
    [ "$(uname)" != Linux ] || ended KILL 137 "exec:$work/hang"
    # the time limit too, and then it is not a failure of the model
    expect 3 timeout 300 "$heco" solve "exec:$work/hang" --quiet --time 1
    says '^stopped by +time'
    gone "$work/hang"
fi
if "$heco" list models | grep -q '^lua ' && command -v ps >/dev/null; then
    cat >"$work/hang.lua" <<'LUA'
return {
  variables = { { "u", 0, 1 }, { "v", 0, 1 } },
  evaluate = function(u, v) while u < 0.3 do end return u + v end,
}
LUA
    # inside the command it cannot be left before it returns: a second signal ends all
    env --default-signal=INT "$heco" solve "$work/hang.lua" --quiet >"$work/out" 2>"$work/err" &
    pid=$!
    await at_work $pid
    kill -TERM "$pid"
    sleep 0.5
    kill -0 "$pid" 2>/dev/null || fail "the first signal did not wait for the point"
    while kill -TERM "$pid" 2>/dev/null; do sleep 1; done # two signals that arrive together are one
    wait "$pid" 2>/dev/null
    code=$?
    [ "$code" -eq 143 ] || fail "exit code $code after the second signal"
    ended INT 130 "$work/hang.lua" --backend process --workers 2
    [ "$(uname)" != Linux ] || ended KILL 137 "$work/hang.lua" --backend process --workers 2
    expect 0 timeout 300 "$heco" solve "$work/hang.lua" --quiet --backend process --workers 1 --time 2
    says '^stopped by +time'
    says ', 0 failed'
    # while workers start: this script loads LOADS times, then hangs
    slow_to_start() {
        local loads=$1 pid code
        shift
        rm -f "$work/loads" "$work/hangs"
        cat >"$work/slow.lua" <<LUA
local log = io.open("$work/loads", "a+")
if #log:read("a") >= $loads then
  io.open("$work/hangs", "w"):close()
  while true do end
end
log:write("x")
log:close()
return { variables = { { "u", 0, 1 } }, evaluate = function(u) return u end }
LUA
        env --default-signal=INT "$heco" solve "$work/slow.lua" --trust --evals 100 --quiet --backend process "$@" >"$work/out" 2>"$work/err" &
        pid=$!
        await test -e "$work/hangs"
        kill -INT "$pid"
        wait "$pid"
        code=$?
        [ "$code" -eq 130 ] || fail "exit code $code while workers start: $* ($(cat "$work/err"))"
        gone "$work/slow"
    }
    for more in "" "--runs 3"; do
        # shellcheck disable=SC2086
        slow_to_start 1 --workers 2 $more
        grep -qx 'heco: interrupted before the first evaluation' "$work/err" ||
            fail "while workers start: $(cat "$work/err")"
    done
    slow_to_start 2 --workers 1 --runs 2 # one run is done: its answer, and nothing on standard error
    says '^runs \(2, seeds 1 to 2; 1 finished, 0 stopped early, 1 not begun\)'
    [ ! -s "$work/err" ] || fail "one run done, workers start: $(cat "$work/err")"
    # A signal for the whole group, as timeout(1) and batch systems send it, fails no point.
    rm -f "$work/taken"
    setsid "$heco" solve "$work/hang.lua" --quiet --backend process --workers 2 --evals 1e6 >"$work/out" 2>"$work/err" &
    pid=$!
    await hangs $pid
    kill -TERM -- -$pid
    wait $pid
    code=$?
    [ "$code" -eq 130 ] || fail "a signal for the group gave $code"
    says ', 0 failed'
fi

# Progress where there is no terminal: nothing in the first seconds.
expect 0 "$heco" solve cec2006:g24 --evals 2000
[ ! -s "$work/err" ] || fail "progress for a short search: $(cat "$work/err")"
finish
