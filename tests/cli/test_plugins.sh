# Shared objects that misbehave: while they are loaded, while a point is evaluated, and at random.
. "$(dirname "$0")/common.sh"
command -v cc >/dev/null || { echo "no cc: skipped"; exit 77; }
include=$PWD/include
sanitized=0 flags=
grep -qa __asan_init "$heco" && sanitized=1

# plugin NAME BODY [FIELDS]: two variables, one constraint; BODY is of eval
plugin() {
    cat >"$work/$1.c" <<C
#include <heco/plugin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>
static const double lower[] = {0, 0}, upper[] = {1, 1}, endless[] = {1, INFINITY};
static const char *const names[] = {"width", "height"};
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)h, (void)endless, (void)names;
    f[0] = x[0] * x[0] + x[1];
#ifndef FORGETS
    g[0] = 0.5 - x[0] - x[1];
#endif
    $2
    return HECO_PLUGIN_OK;
}
$4
HECO_PLUGIN(.n = 2, .ng = 1, .lower = lower, .upper = upper, .eval = eval,
            .sharing = HECO_PLUGIN_FREELY ${3:+, $3})
C
    cc -O1 -fPIC -shared -w $flags -DLIST="\"$work/list\"" -I"$include" -o "$work/$1.so" "$work/$1.c" -lm ||
        fail "cannot build $1"
}
solve() { timeout 300 "$heco" solve "$@" --quiet --evals 600; }

plugin good ''
expect 0 solve "$work/good.so"

# what cannot be loaded
echo hello >"$work/text.so"
refused 2 'text.so' solve "$work/text.so"
head -c 3000 "$work/good.so" >"$work/cut.so"
plugin unbounded '' '.upper = endless, .x_names = names'
expect 0 solve "$work/unbounded.so"
says '1 variable without bounds'
plugin turned '' '.lower = upper, .upper = lower, .x_names = names'
refused 2 "variable 1 \(width\) has lower bound 1 above upper bound 0" solve "$work/turned.so"
if [ $sanitized = 0 ]; then
    refused 2 'cut.so .*while it was loaded' solve "$work/cut.so"
    plugin early '' '' '__attribute__((constructor)) static void boom(void) { abort(); }'
    refused 2 'early.so aborted while it was loaded' solve "$work/early.so"
    plugin crash 'raise(SIGSEGV);'
    refused 4 'crash.so crashed .segmentation fault. while a point was evaluated: add --backend process' \
        solve "$work/crash.so"
    expect 4 "$heco" eval "$work/crash.so" <<<0.5,0.5
fi
plugin leaves 'if (x[0] > 0.8) exit(0);'
refused 4 'leaves.so called exit\(\) while a point was evaluated' solve "$work/leaves.so"
expect 0 solve "$work/leaves.so" --backend process
says '^last failure: the worker process ended with exit code 0 at'

# a constraint that is never written is not a number, nor the value of another point
flags=-DFORGETS plugin forgets ''
expect 4 solve "$work/forgets.so"
says "^last failure: constraint 'g1' is nan at"

# what it prints stays away from the answer
plugin talks 'printf("at %g\n", x[0]);'
if has_python; then
    for backend in serial process; do
        expect 0 solve "$work/talks.so" --json --backend $backend
        is_json "$work/out"
        expect 0 "$heco" eval "$work/talks.so" --backend $backend <<<0.5,0.5
        [ "$(cat "$work/out")" = "$(printf 'f,g1,violation,feasible\n0.75,-0.5,0,1')" ] ||
            fail "a plugin prints into the values: $(cat "$work/out")"
    done
fi

# its own stop is told from an interrupt
plugin stops 'static int calls; if (++calls == 50) return HECO_PLUGIN_STOP;'
expect 0 solve "$work/stops.so"
says '^stopped by +user: the model requested it'
says '^evaluations +49 of 600'

# At random no number (5 %), a refusal (2 %), a crash (1 %), a hang (0.3 %): the search ends on its
# budget with a feasible answer, and the counts are exact. The plugin keeps a list of its own.
plugin chaos "$(cat <<'C'
    uint64_t hash = 1469598103934665603u, bits;
    for (int j = 0; j < 2; j++) {
        memcpy(&bits, &x[j], 8);
        hash = (hash ^ bits) * 1099511628211u;
        hash ^= hash >> 29;
    }
    int  fate = (int)(hash % 1000), file = open(LIST, O_WRONLY | O_CREAT | O_APPEND, 0666);
    char what = fate < 50 ? 'n' : fate < 70 ? 'r' : fate < 80 ? 'c' : fate < 83 ? 'h' : '.';
    if (file < 0 || write(file, &what, 1) != 1) _exit(1);
    close(file);
    if (what == 'n') f[0] = NAN;
    if (what == 'r') return HECO_PLUGIN_FAILED;
    if (what == 'c') raise(SIGSEGV);
    while (what == 'h') pause();
C
)"
expect 0 timeout 600 "$heco" solve "$work/chaos.so" --quiet --evals 1200 --set band=yes --set stop=budget --backend process --workers 2 --no-lanes \
    --eval-timeout 3
count() { tr -cd "$1" <"$work/list" | wc -c | tr -d ' '; }
gone=$(($(count c) + $(count h)))
says "^evaluations +1200 of 1200, $(count nrch) failed"
says "^failures +$gone restarts, $(count h) timeouts"
says '^stopped by +budget'
says ': feasible'
[ "$(count nrch.)" -eq 1201 ] || fail "$(count nrch.) evaluations instead of 1200 and one to confirm"
for kind in n r c h; do [ "$(count $kind)" -gt 0 ] || fail "no point of kind $kind"; done
finish
