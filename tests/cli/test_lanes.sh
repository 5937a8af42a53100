# heco solve --lanes: the same answer with any backend and number of workers, and what is refused.
. "$(dirname "$0")/common.sh"
# the evaluations ahead and the time depend on the moment
timeless() { grep -Ev '^(lanes|time|journal|resumed|dropped) ' "$work/out"; }

expect 0 "$heco" solve cec2006:g07 --evals 1500 --seed 2 --lanes 3 --workers 3 --quiet
says '^lanes        3, which made [0-9]+ more evaluations ahead$'
timeless >"$work/want"
for more in "--workers 7" "--backend process --workers 3" "--backend serial" "--backend threads --workers 1"; do
    # shellcheck disable=SC2086
    expect 0 "$heco" solve cec2006:g07 --evals 1500 --seed 2 --lanes 3 --quiet $more
    timeless | cmp -s - "$work/want" || fail "$more: another answer"
done
expect 0 "$heco" solve cec2006:g07 --evals 1500 --seed 2 --lanes auto --workers 16 --quiet
says '^lanes        2, '
# the journal: the same answer, whatever part of it is left, with any backend and number of workers
lanes=(cec2006:g07 --evals 1500 --seed 2 --lanes 3 --quiet)
expect 0 "$heco" solve "${lanes[@]}" --workers 3 --journal "$work/j"
timeless | cmp -s - "$work/want" || fail "a journal changes the answer"
size=$(stat -c %s "$work/j")
for part in 3 20 47 80 99 100; do
    head -c $((size * part / 100)) "$work/j" >"$work/cut"
    expect 0 "$heco" resume "$work/cut" --workers $((1 + part % 7)) --quiet
    timeless | cmp -s - "$work/want" || fail "resumed from $part %: another answer"
done
expect 0 "$heco" resume "$work/j" --quiet
says '^resumed '
# Ctrl-C with 256 points under way, and points that never end
if command -v cc >/dev/null && ! grep -qa __asan_init "$heco"; then
    cat >"$work/slow.c" <<'C'
#include <heco/plugin.h>
#include <time.h>
static const double lower[] = {0, 0}, upper[] = {1, 1};
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    struct timespec wait = {x[0] < HANGS ? 1000 : 0, 100000000};
    (void)user, (void)g, (void)h;
    nanosleep(&wait, 0);
    f[0] = (x[0] - 0.5) * (x[0] - 0.5) + x[1];
    return HECO_PLUGIN_OK;
}
HECO_PLUGIN(.n = 2, .lower = lower, .upper = upper, .eval = eval, .sharing = HECO_PLUGIN_FREELY)
C
    for hangs in 0 0.1; do
        cc -O1 -fPIC -shared -w -DHANGS=$hangs -D_POSIX_C_SOURCE=200809L -Iinclude -o "$work/slow$hangs.so" "$work/slow.c" ||
            fail "cannot build slow.c"
    done
    env --default-signal=INT "$heco" solve "$work/slow0.so" --lanes 64 --workers 256 --quiet --journal "$work/c" >"$work/out" 2>"$work/err" &
    pid=$!
    await has_bytes "$work/c" 20000 # some hundred points are done
    kill -INT "$pid"
    wait "$pid"
    code=$?
    [ "$code" -eq 130 ] || fail "exit code $code after Ctrl-C: $(cat "$work/err")"
    says '^stopped by +user'
    says '^lanes        64, '
    expect 0 timeout 300 "$heco" resume "$work/c" --trust --workers 64 --time 3 --quiet
    says '^resumed '
    expect 0 timeout 300 "$heco" solve "$work/slow0.1.so" --lanes 4 --workers 12 --backend process --eval-timeout 1 \
        --evals 300 --time 20 --quiet
    says '^failures .* timeouts'
fi
# all workers die: one line
if [ -e "$work/slow.c" ]; then
    sed 's/nanosleep.*/raise(SIGKILL);/; s/<time.h>/<time.h>\n#include <signal.h>/' "$work/slow.c" >"$work/dies.c"
    cc -O1 -fPIC -shared -w -DHANGS=0 -D_POSIX_C_SOURCE=200809L -Iinclude -o "$work/dies.so" "$work/dies.c" && {
        expect 4 timeout 300 "$heco" solve "$work/dies.so" --lanes 3 --workers 4 --backend process --max-failed 30 --quiet
        says 'every evaluation failed'
    }
fi
# a program that answers a point twice, or never answers again: the search ends, and says why
cat >"$work/odd" <<'SH'
#!/bin/sh
printf 'heco 1 2 0 0\n0 1\n0 1\n'
n=0
while read -r id x y; do
    n=$((n + 1))
    echo "$id ok $n"
    [ "$n" -ne 20 ] || [ "$HOW" != twice ] || echo "$id ok $n"
    while [ "$n" -ge 20 ] && [ "$HOW" = never ]; do sleep 1; done
done
SH
chmod +x "$work/odd"
odd=("exec:$work/odd" --lanes 3 --workers 4 --evals 200 --eval-timeout 0.3 --quiet)
HOW=twice expect 0 timeout 100 "$heco" solve "${odd[@]}" --journal "$work/odd.j"
says 'this point was answered before'
says '^evaluations .* failed'
HOW=never expect 0 timeout 100 "$heco" solve "${odd[@]}"
says '^failures .* timeouts'
says 'gave no answer within 0.3 s'
HOW=neither expect 0 timeout 100 "$heco" resume "$work/odd.j" --trust --quiet
says '^resumed '
# more lanes than evaluations, and journals of other numbers of lanes
expect 0 timeout 300 "$heco" solve cec2006:g08 --evals 60 --lanes 256 --workers 8 --quiet
says '^lanes        256, '
expect 0 "$heco" solve cec2006:g08 --evals 200 --lanes 2 --workers 2 --quiet --journal "$work/two"
refused 2 'exists already' "$heco" solve cec2006:g08 --evals 200 --lanes 3 --workers 2 --quiet --journal "$work/two"
expect 2 "$heco" solve cec2006:g07 --lanes 300 --workers 2 --quiet
expect 2 "$heco" solve cec2006:g07 --lanes none --workers 2 --quiet
finish
