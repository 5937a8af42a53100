# Systems that lack something: file systems without locks, a clock that is set, few processes.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
cd "$work" || exit 1
compiler=$(command -v cc || command -v gcc || command -v clang) || { echo "no compiler: skipped"; exit 77; }
for shim in no_locks jump_clock; do
    "$compiler" -shared -fPIC -o $shim.so "$here/$shim.c" -ldl || { echo "no shim: skipped"; exit 77; }
    LD_PRELOAD=$work/$shim.so "$heco" version >/dev/null 2>&1 || { echo "this build takes no LD_PRELOAD: skipped"; exit 77; }
done
has_sqlite=$("$heco" version | grep -c sqlite)
bench=("$heco" bench --suite cec2006 --problems g06 --algorithms lshade44,heco-de --runs 2 --evals 500 --quiet)
expect 0 "$heco" solve cec2006:g06 --evals 500 --quiet --journal j -o want
[ "$has_sqlite" -eq 0 ] || expect 0 "${bench[@]}" --db r.db

# ---- no locks: writers refuse with the reason, nothing is written; readers of journals need none ----
unlocked() { LD_PRELOAD=$work/no_locks.so "$@"; }
refused 1 'journal new.j cannot be locked \(No locks available\): put it on a file system that has locks' \
    unlocked "$heco" solve cec2006:g06 --evals 500 --quiet --journal new.j
cp j copy.j
refused 1 'journal copy.j cannot be locked' unlocked "$heco" resume copy.j --quiet
cmp -s j copy.j || fail "a journal that cannot be locked was changed"
expect 0 unlocked "$heco" watch j --once
says '500 of 500 evaluations'
expect 0 unlocked "$heco" report j -o page.html
if [ "$has_sqlite" -gt 0 ]; then
    refused 1 'new.db-bench cannot be locked: No locks available' unlocked "${bench[@]}" --db new.db
    refused 1 'r.db cannot be locked: put it on a file system that has locks' unlocked "$heco" rank --db r.db
fi

# ---- the clock is set an hour forth and back all the time: the same answers, and signals end a bench at once ----
jumping() { LD_PRELOAD=$work/jump_clock.so "$@"; }
same_answer() { diff <(grep -Ev '^(time|journal|lanes)' want) <(grep -Ev '^(time|journal|lanes)' got) >differ || fail "$*: $(head -n 3 differ)"; }
for how in "--algorithm auto" "--algorithm heco-de --workers 3 --backend threads" "--workers 2 --backend process"; do
    # shellcheck disable=SC2086
    expect 0 "$heco" solve cec2006:g06 --evals 3000 --quiet $how -o want
    # shellcheck disable=SC2086
    expect 0 jumping "$heco" solve cec2006:g06 --evals 3000 --quiet $how -o got
    same_answer "another answer while the clock jumps: $how"
done
expect 0 jumping timeout 300 "$heco" solve cec2006:g06 --evals 1e12 --algorithm lshade44 --time 0.5 --quiet
says 'time limit'
if [ "$has_sqlite" -gt 0 ]; then
    LD_PRELOAD=$work/jump_clock.so "$heco" bench --suite cec2006 --problems g06,g08 --algorithms lshade44 --runs 2 --evals 4000000000 --jobs 2 \
        --db long.db --quiet >/dev/null 2>&1 &
    pid=$!
    await test -s long.db-bench
    await at_work $pid
    kill -TERM $pid
    for _ in $(seq 1500); do kill -0 $pid 2>/dev/null || break; sleep 0.1; done
    kill -KILL $pid 2>/dev/null && fail "a signal does not end a bench while the clock jumps"
    wait $pid 2>/dev/null
fi

# ---- a program that starts processes until there are no more: the search ends, and so do they ----
cat >bomb.py <<'PY'
import os, sys, time
print("heco 1 1 0 0\n-1 1 name=x", flush=True)
for line in sys.stdin:
    number, x = line.split()[:2]
    try:
        for _ in range(400):
            if os.fork() == 0: time.sleep(600); os._exit(0)
    except OSError:
        print(number, "fail no more processes", flush=True)
        continue
    print(number, "ok", float(x) ** 2, flush=True)
PY
limited() { bash -c 'ulimit -u 60 && exec "$@"' bash "$@"; }
if [ "$(id -u)" -eq 0 ]; then # the limit does not hold for root
    chmod 755 "$work"
    limited() { setpriv --reuid=61234 --regid=61234 --clear-groups bash -c 'ulimit -u 60 && exec "$@"' bash "$@"; }
fi
if has_python && limited "$heco" version >/dev/null 2>&1; then
    for how in "" "--workers 3" "--backend process --workers 2"; do
        # shellcheck disable=SC2086
        limited timeout 300 "$heco" solve "exec:python3 bomb.py" --evals 12 --eval-timeout 20 --quiet $how >out 2>err
        code=$?
        [ $code -le 4 ] || fail "fork bomb $how: exit code $code: $(head -c 300 err)"
        [ $code -eq 1 ] || grep -q 'no more processes' out err || fail "fork bomb $how: the limit was not reached: $(head -c 300 out)"
        [ $code -ne 1 ] || grep -q '^heco: ' err || fail "fork bomb $how: no reason"
        for _ in $(seq 600); do pgrep -f "bomb.py" >left || break; sleep 0.1; done
        for pid in $(cat left); do
            [ "$(readlink "/proc/$pid/cwd")" = "$work" ] && fail "fork bomb $how: process $pid is left" && kill -9 "$pid"
        done
        echo "fork bomb $how: exit code $code, $(grep -c . err) lines of error"
    done
fi
finish
