# Ctrl-C once finishes the batch and prints the result, twice ends at once; SIGTERM likewise.
. "$(dirname "$0")/common.sh"

# interrupted SIGNAL OPTION...: a search without end, one signal, then its answer
interrupted() {
    local signal=$1 pid
    shift
    "$heco" solve cec2006:g24 --evals 1e12 "$@" >"$work/out" 2>"$work/err" &
    pid=$!
    sleep 0.4
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
if has_python; then
    interrupted INT --json -o "$work/answer.json"
    is_json "$work/answer.json"
    grep -q '"stop": "user"' "$work/answer.json" || fail "stop is not user"
fi

# A batch that hangs: the second signal does not wait for it.
if "$heco" list models | grep -q '^exec '; then
    cat >"$work/hang" <<'PROGRAM'
#!/bin/sh
echo heco 1 1 0 0
echo 0 1
exec sleep 20
PROGRAM
    chmod +x "$work/hang"
    before=$(date +%s)
    "$heco" solve "exec:$work/hang" --quiet >"$work/out" 2>"$work/err" &
    pid=$!
    sleep 0.4
    kill -INT "$pid"
    sleep 0.3
    kill -0 "$pid" 2>/dev/null || fail "the first signal ended a batch under way: $(cat "$work/err")"
    kill -INT "$pid"
    wait "$pid"
    code=$?
    [ "$code" -eq 130 ] || fail "exit code $code after two signals"
    [ $(($(date +%s) - before)) -lt 15 ] || fail "two signals took as long as the batch"
fi

# Progress where there is no terminal: nothing in the first seconds.
expect 0 "$heco" solve cec2006:g24 --evals 2000
[ ! -s "$work/err" ] || fail "progress for a short search: $(cat "$work/err")"
finish
