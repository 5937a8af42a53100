# Exact derivatives on the command line: fewer evaluations, the count in the answer, checks, and what
# is said of wrong ones.
. "$(dirname "$0")/common.sh"
command -v cc >/dev/null || { echo "no cc: skipped"; exit 77; }

# plugin NAME SIGN: a valley within a circle; SIGN is of one derivative
plugin() {
    cat >"$work/$1.c" <<C
#include <heco/plugin.h>
static const double lower[] = {-2, -2}, upper[] = {2, 2};
static const char *const names[] = {"along", "across"}, *const rows[] = {"circle"};
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    double up = x[1] - x[0] * x[0];
    (void)user, (void)h;
    f[0] = 100 * up * up + (1 - x[0]) * (1 - x[0]);
    g[0] = x[0] * x[0] + x[1] * x[1] - 1.5;
    return HECO_PLUGIN_OK;
}
static int slopes(void *user, const double *x, double *df, double *dg, double *dh) {
    double up = x[1] - x[0] * x[0];
    (void)user, (void)dh;
    df[0] = -400 * x[0] * up - 2 * (1 - x[0]), df[1] = 200 * up;
    dg[0] = 2 * x[0], dg[1] = $2 2 * x[1];
    return HECO_PLUGIN_OK;
}
HECO_PLUGIN(.n = 2, .ng = 1, .lower = lower, .upper = upper, .eval = eval, .derivatives = slopes,
            .x_names = names, .c_names = rows, .sharing = HECO_PLUGIN_FREELY)
C
    cc -O1 -fPIC -shared -Iinclude -o "$work/$1.so" "$work/$1.c" || fail "cannot build $1"
}
plugin right +
plugin wrong -
value() { python3 -c "import json,sys; print(json.load(open('$work/out'))['$1'])"; }

expect 0 "$heco" eval "$work/right.so" --check-derivatives
says '^objective +agrees$'
says '^circle +agrees$'
expect 4 "$heco" eval "$work/wrong.so" --check-derivatives
says '^circle +WRONG by across at point [1-5]: .* given, .* by differences$'
grep -q 'the derivatives of 1 of 2 functions are wrong' "$work/err" || fail "$(cat "$work/err")"
echo 0.5,0.25 >"$work/p.csv"
expect 0 "$heco" eval "$work/right.so" --check-derivatives --points "$work/p.csv"
refused 2 'g06 has no derivatives to check' "$heco" eval cec2006:g06 --check-derivatives

expect 0 "$heco" solve "$work/right.so" --algorithm sqp --evals 200 --quiet
says '^derivatives  exact, at [1-9][0-9]* of these points$'
for backend in serial threads process; do
    expect 0 "$heco" solve "$work/right.so" --algorithm sqp --evals 200 --quiet --json --backend $backend --workers 2
    is_json "$work/out"
    [ "$(value derivatives)" -gt 20 ] || fail "derivatives: $(value derivatives)"
    [ "$(value evaluations)" -eq 200 ] || fail "an evaluation with derivatives counts as one"
    f=${f:-$(value f)}
    [ "$f" = "$(value f)" ] || fail "$backend finds $(value f), not $f"
done
expect 0 "$heco" solve "$work/right.so" --algorithm sqp --evals 200 --quiet --json --no-derivatives
[ "$(value derivatives)" -eq 0 ] || fail "--no-derivatives"
expect 0 "$heco" solve "$work/wrong.so" --algorithm sqp --evals 200 --quiet
says '^search +the derivatives given of constraint 1 are wrong: not used$'

# a journal goes on with what it was begun with
expect 0 "$heco" solve "$work/right.so" --algorithm sqp --evals 200 --quiet --json --journal "$work/j"
cp "$work/out" "$work/want"
truncate -s 4000 "$work/j"
expect 0 "$heco" resume "$work/j" --trust --quiet --json
[ "$(value f)" = "$f" ] || fail "resumed: $(value f), not $f"
[ "$(value derivatives)" -gt 20 ] || fail "resumed: derivatives $(value derivatives)"
expect 0 "$heco" solve "$work/right.so" --evals 200 --quiet --json --no-derivatives --journal "$work/k"
f=$(value f)
truncate -s 4000 "$work/k"
expect 0 "$heco" resume "$work/k" --trust --quiet --json
[ "$(value f)/$(value derivatives)" = "$f/0" ] || fail "resumed without: $(value f), not $f"

# what AMPL gets
if "$heco" version | grep -q asl; then
    cp tests/golden/nl/hs071.nl "$work"
    expect 0 "$heco" solve "$work/hs071.nl" --evals 500 --quiet --json
    [ "$(value derivatives)" -gt 20 ] || fail ".nl: derivatives $(value derivatives)"
    expect 0 "$heco" eval "$work/hs071.nl" --check-derivatives
    says '^objective +agrees$'
    expect 0 "$heco" solve "$work/hs071.nl" --evals 500 --quiet --json --no-derivatives
    [ "$(value derivatives)" -eq 0 ] || fail ".nl --no-derivatives"
fi
finish
