# Algorithms from shared objects: solve, resume, bench and list take them as they take built-in ones,
# and everything that can be wrong with one is refused in words.
. "$(dirname "$0")/common.sh"
command -v cc >/dev/null || { echo "no cc: skipped"; exit 77; }
include=$PWD/include
example=$PWD/examples/algorithms/one_plus_lambda.c
sanitized=0
grep -qa __asan_init "$heco" && sanitized=1

build() { # NAME: $work/NAME.c into $work/NAME.so
    cc -O1 -ffp-contract=off -fPIC -shared -w -I"$include" -o "$work/$1.so" "$work/$1.c" -lm ||
        fail "cannot build $1"
}

# walker NAME [ASK [FIELDS [ENTRY]]]: batches of four random points; ASK is code behind that,
# FIELDS more of the descriptor, ENTRY instead of the usual entry point
walker() {
    cat >"$work/$1.c" <<C
#include <heco/algorithm.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { const heco_setup *setup; int asks; } walk;
static const heco_option table[] = {
    {"rows", HECO_OPTION_INTEGER, 4, 1, 4, NULL, "rows per batch"},
    {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL}};
static heco_status init(void *state, const heco_setup *setup, size_t *max_batch) {
    walk *s = state;
    s->setup = setup, *max_batch = 4;
    if (setup->max_evals < 10) {
        snprintf(setup->error->text, sizeof setup->error->text, "needs 10 evaluations at least");
        return HECO_ERR_ARG;
    }
    return HECO_OK;
}
static heco_status ask(void *state, heco_batch *out) {
    walk *s = state;
    const heco_space *b = s->setup->space;
    out->count = (size_t)s->setup->option[0];
    for (size_t i = 0; i < out->count * b->n; i++)
        out->x[i] = b->lower[i % b->n] +
                    heco_rng_uniform(s->setup->rng) * (b->upper[i % b->n] - b->lower[i % b->n]);
    s->asks++;
    $2
    return HECO_OK;
}
static heco_status tell(void *state, const heco_batch *in) { return HECO_OK; }
static const heco_algorithm it = {.size = sizeof(heco_algorithm), .name = "walker",
    .options = table, .state_size = sizeof(walk), .init = init, .ask = ask, .tell = tell $3};
${4:-HECO_ALGORITHM_PLUGIN(it)}
C
    build "$1"
}
solve() { timeout 300 "$heco" solve "$@" --quiet; }
own() { # NAME [more]: solves with it
    local name=$1
    shift
    solve cec2006:g08 --evals 600 --algorithm "$work/$name.so" -v "$@"
}

cp "$example" "$work/es.c"
build es
walker walker

# --- as a built-in one
expect 0 own es
says '^algorithm +one-plus-lambda'
says '^evaluations +600 of 600'
(cd "$work" && "$heco" solve cec2006:g08 --evals 600 --algorithm es.so --quiet >here) || fail 'es.so without ./'
f=$(grep '^f ' "$work/out")
for how in '--backend threads --workers 3' '--backend process --workers 2'; do
    expect 0 own es $how
    [ "$(grep '^f ' "$work/out")" = "$f" ] || fail "another answer with $how"
done
expect 0 own es --set lambda=5 --set sigma=0.5 --json
if has_python; then json 'd["algorithm"] == "one-plus-lambda" and d["options"]["lambda"] == 5'; fi
refused 2 "'lamda' is not an option of one-plus-lambda: did you mean lambda" own es --set lamda=5
refused 2 'option lambda is 0, outside its range' own es --set lambda=0
expect 0 "$heco" list options "$work/es.so"
says '^lambda +children per generation'
expect 0 "$heco" list options "$work/es.so" --json
if has_python; then json '[o["name"] for o in d] == ["lambda", "sigma"]'; fi
refused 2 'walker: needs 10 evaluations' solve cec2006:g08 --evals 9 --algorithm "$work/walker.so"

# --- what is not an algorithm
refused 2 "cannot load the shared object '$work/none.so'" own none
refused 2 "cannot load the shared object './none.so'" solve cec2006:g08 --algorithm ./none.so
refused 2 'cannot load' "$heco" list options "$work/none.so"
echo hello >"$work/text.so"
refused 2 'text.so' own text
echo 'int nothing;' >"$work/empty.c"
build empty
refused 2 'has no function heco_algorithm_entry: include heco/algorithm.h' own empty
cat >"$work/model.c" <<'C'
#include <heco/plugin.h>
static const double lower[] = {0}, upper[] = {1};
static int eval(void *u, const double *x, double *f, double *g, double *h) { *f = *x; return 0; }
HECO_PLUGIN(.n = 1, .lower = lower, .upper = upper, .eval = eval)
C
build model
refused 2 'is a model, not an algorithm' own model
refused 2 'is an algorithm, not a model: name it with --algorithm' solve "$work/es.so"
entry() { # FIELD=VALUE ..: an entry point that claims it
    echo "const heco_algorithm_plugin *heco_algorithm_entry(uint32_t host) {
        static heco_algorithm_plugin p = {HECO_ALGORITHM_PLUGIN_VERSION, sizeof p,
            HECO_ALGORITHM_PLUGIN_HECO, sizeof(heco_setup), sizeof(heco_space), sizeof(heco_batch),
            sizeof(heco_option), &it}; $1; return &p; }"
}
walker version '' '' "$(entry 'p.version = 9')"
refused 2 'was built for algorithm plugin version 9 of heco .*: build it again' own version
walker older '' '' "$(entry 'p.heco = 7003')"
refused 2 'version 1 of heco 7.3, this is version 1 of heco' own older
walker short '' '' "$(entry 'p.size = 8')"
refused 2 'was built for algorithm plugin version' own short
walker headers '' '' "$(entry 'p.setup_size += 8')"
refused 2 'was built with headers of another heco' own headers
walker rows '' '' "$(entry 'p.option_size -= 8')"
refused 2 'was built with headers of another heco' own rows
walker refuses '' '' 'const heco_algorithm_plugin *heco_algorithm_entry(uint32_t host) { return NULL; }'
refused 2 'does not support algorithm plugin version 1' own refuses
walker hollow '' '' "$(entry 'p.algorithm = NULL')"
refused 2 'has no algorithm in it' own hollow
walker zero '' ', .size = 0'
refused 2 "size 0: set it to sizeof.heco_algorithm" own zero
walker mute '' ', .ask = NULL'
refused 2 'needs name, init, ask and tell' own mute
walker twin '' ', .name = "heco-de"'
refused 2 "has an algorithm 'heco-de', which is the name of a built-in one" own twin
walker words '' ', .name = "two words"'
refused 2 "is called 'two words'" own words
table() { # ROW: in place of the table
    walker table '' ', .options = (const heco_option[]){'"$1"', {NULL, HECO_OPTION_REAL, 0, 0, 0, NULL, NULL}}'
}
table '{"a", HECO_OPTION_REAL, 3, 0, 1, NULL, NULL}'
refused 2 "walker: option 1 'a' has a default outside its range" own table
table '{"a", HECO_OPTION_REAL, 3, 4, 1, NULL, NULL}'
refused 2 "option 1 'a' has a minimum above" own table
table '{"a", HECO_OPTION_CHOICE, 0, 0, 1, NULL, NULL}'
refused 2 "option 1 'a' is a choice: it needs choices" own table
table '{"a", 7, 0, 0, 1, NULL, NULL}'
refused 2 "option 1 'a' is of no known kind" own table
table '{"a", HECO_OPTION_INTEGER, 0.5, 0, 1, NULL, NULL}'
refused 2 'not a whole number' own table
table '{"a b", HECO_OPTION_REAL, 0, 0, 1, NULL, NULL}'
refused 2 "option 1 'a b' has a name that is not one word" own table
table '{"a", HECO_OPTION_REAL, 0, 0, 1, NULL, NULL}, {"a", HECO_OPTION_REAL, 0, 0, 1, NULL, NULL}'
refused 2 "option 2 'a' is in the table twice" own table

# --- what it does wrong while it searches; what was evaluated before is still reported
walker outside 'if (s->asks == 3) out->x[1] = b->upper[1] + 1;'
expect 2 own outside
says '^evaluations +8 of 600'
says '^stopped by +walker: point 1 of the batch it asks for is outside the box: variable 2 is 11, its range is 0 .. 10'
grep -q '^heco: walker: point 1' "$work/err" || fail "no error: $(cat "$work/err")"
walker nan 'if (s->asks == 3) out->x[2] = NAN;'
expect 2 own nan
says 'point 2 of the batch it asks for is not a number in variable 1'
walker many 'if (s->asks == 3) out->count = 5;'
expect 2 own many
says 'walker: asks for 5 rows, but announced at most 4'
walker breaks 'if (s->asks == 3) { strcpy(s->setup->error->text, "ran out of ideas"); return HECO_ERR_UNSUPPORTED; }'
expect 2 own breaks
says '^stopped by +walker: ran out of ideas'
walker ends 'if (s->asks == 100) out->count = 0;'
expect 0 own ends --set rows=4
says '^stopped by +converged'
walker first 'out->x[0] = -1e300;'
refused 2 'walker: point 1 of the batch' own first
[ ! -e "$work/first.journal" ] || fail 'a journal before the test'
refused 2 'needs 10 evaluations' solve cec2006:g08 --evals 9 --algorithm "$work/walker.so" --journal "$work/first.journal"
[ ! -e "$work/first.journal" ] || fail 'a refused search left a journal'
if [ $sanitized = 0 ]; then
    walker crash 'if (s->asks == 3) raise(SIGSEGV);'
    refused 4 'crash.so crashed .segmentation fault. while it searched' own crash
    walker early '' '' 'HECO_ALGORITHM_PLUGIN(it) __attribute__((constructor)) static void boom(void) { abort(); }'
    refused 2 'early.so aborted while it was loaded' own early
fi

# --- journals: the same search goes on, another one does not
cd "$work" || exit 1
expect 0 solve cec2006:g06 --evals 4000 --algorithm ./es.so --journal whole -v
whole=$(grep -v '^time\|^journal' "$work/out")
expect 0 solve cec2006:g06 --evals 2000 --algorithm ./es.so --journal part
expect 0 "$heco" resume part --trust --quiet
says '^evaluations +2000 of 2000'
says '2000 .*journal'
expect 0 "$heco" resume part --trust --evals 4000 --quiet
expect 0 "$heco" resume whole --trust --quiet -v
[ "$(grep '^f ' "$work/out")" = "$(grep '^f ' <<<"$whole")" ] || fail "resumed to another answer"
refused 2 'journal whole runs the program, shared object or script' "$heco" resume whole --quiet
cp es.so good.so
sed 's/- 0.2)/- 0.25)/' "$example" >es.c
build es
refused 2 'es.so has changed since journal whole was begun' "$heco" resume whole --quiet
mv good.so es.so
expect 0 "$heco" resume whole --trust --quiet -v
rm es.so
refused 2 'es.so: No such file' "$heco" resume whole --quiet
cp "$example" es.c
build es
cd - >/dev/null || exit 1

# --- bench and rank
if "$heco" version | grep -q sqlite; then
    bench() {
        timeout 300 "$heco" bench --suite cec2006 --problems g06,g08 --runs 2 --evals 1000 --db "$work/runs.db" "$@"
    }
    expect 0 bench --algorithms "heco-de,$work/es.so,es5:$work/es.so[lambda=5],$work/es.so[sigma=0.1]" \
        --set one-plus-lambda.sigma=0.3
    grep -q note "$work/err" && fail "a note: $(cat "$work/err")"
    expect 0 "$heco" bench --db "$work/runs.db" --dump finals
    for label in heco-de one-plus-lambda es5 'one-plus-lambda\[sigma=0.1\]'; do
        [ "$(grep -c "$label" "$work/out")" -ge 4 ] || fail "no runs of $label"
    done
    cp "$work/out" "$work/once"
    expect 0 bench --algorithms "$work/es.so" --set one-plus-lambda.sigma=0.3
    grep -q 'does not know' "$work/err" && fail "its own algorithm is unknown: $(cat "$work/err")"
    expect 0 "$heco" bench --db "$work/runs.db" --dump finals
    cmp -s "$work/out" "$work/once" || fail 'the second bench ran something again'
    expect 0 "$heco" rank --db "$work/runs.db"
    says 'one-plus-lambda'
    refused 2 'cannot load' bench --algorithms "heco-de,$work/none.so"
    refused 2 'walker on cec2006:g06/2, run 1: walker: needs 10' bench --algorithms "$work/walker.so" --evals 9
    refused 2 'walker: point 1 of the batch' bench --algorithms "$work/first.so" --quiet
fi
finish
