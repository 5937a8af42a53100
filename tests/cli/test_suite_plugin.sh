# Suites from shared objects: list, solve, bench, resume, rank and report take them as they take
# built-in ones; the example for COCO runs against a stand-in of COCO.
. "$(dirname "$0")/common.sh"
command -v cc >/dev/null || { echo "no cc: skipped"; exit 77; }
include=$PWD/include
build() { # OBJECT SOURCE [FLAGS]
    object=$1 && shift
    cc -O1 -ffp-contract=off -fPIC -shared -Wall -Wextra -Werror -I"$include" -o "$work/$object" "$@" -lm ||
        fail "cannot build $object"
}

build shapes.so examples/suite/shapes_suite.c
"$heco" list problems "$work/shapes.so" >"$work/list" || fail "list problems"
grep -q "^ball .*smallest sum in a ball" "$work/list" || fail "no ball in the list"
"$heco" solve "$work/shapes.so:plane/5" --algorithm sqp --evals 2000 --quiet >"$work/solve" || fail "solve"
grep -q "0\.2" "$work/solve" || fail "the nearest point of the plane has f = 0.2"

bench() { # DB [OPTIONS]
    db=$1 && shift
    "$heco" bench --suite "$work/shapes.so" --dims 2,5 --algorithms heco-de,enmode --runs 3 --quiet --db "$work/$db" "$@"
}
bench all.db >"$work/all" || fail "bench"
grep -q "shapes" "$work/all" || fail "no suite in the summary"
# Half of the runs, then the rest: the same finals.
bench half.db --part 1/2 >/dev/null || fail "first part"
bench half.db >"$work/half" || fail "the rest"
grep -q "24 runs requested: 12 were stored" "$work/half" || fail "resume: $(cat "$work/half")"
"$heco" bench --db "$work/all.db" --dump finals >"$work/a.csv" && "$heco" bench --db "$work/half.db" --dump finals >"$work/b.csv"
[ "$(wc -l <"$work/a.csv")" -ge 25 ] || fail "24 runs in the dump"
sort "$work/a.csv" | cmp -s - <(sort "$work/b.csv") || fail "a resumed bench has other results"
"$heco" rank --db "$work/all.db" >"$work/rank" || fail "rank"
grep -q "heco-de" "$work/rank" || fail "no algorithm in the ranking"
"$heco" report --db "$work/all.db" -o "$work/page.html" || fail "report"
grep -q "plane" "$work/page.html" || fail "no problem on the page"

# A faulty object is refused with a message.
expect_error() { # TEXT OBJECT
    "$heco" list problems "$work/$2" >/dev/null 2>"$work/error" && fail "$2 is accepted"
    grep -q "$1" "$work/error" || fail "no '$1' in: $(cat "$work/error")"
}
variant() { sed "$2" examples/suite/shapes_suite.c >"$work/$1.c" && build "$1.so" "$work/$1.c"; }
variant taken 's/\.name = "shapes"/.name = "cec2006"/'
expect_error "not the name of a built-in suite" taken.so
variant wrong 's/out->n       = dim/out->n = dim + 1/'
expect_error "has 3 variables in dimension 2" wrong.so
variant refuses 's/s->n = dim;/if (dim > 0) return snprintf(text, size, "no licence"), free(s), HECO_PLUGIN_FAILED;/'
expect_error "dimension 2: no licence" refuses.so
echo 'int nothing;' >"$work/nothing.c" && build nothing.so "$work/nothing.c"
expect_error "heco_suite_plugin_entry" nothing.so
"$heco" solve "$work/shapes.so" >/dev/null 2>"$work/error" && fail "a suite is solved"
grep -q "is a suite, not a model" "$work/error" || fail "no hint: $(cat "$work/error")"

# The solvers of SciPy beside heco: wrong words are refused before COCO is opened.
if /usr/bin/python3 -c 'import scipy.optimize' 2>/dev/null; then
    /usr/bin/python3 examples/coco/scipy_solvers.py nowhere.so 5 bfgs 10 2>"$work/err" && fail "an unknown solver"
    grep -q '^usage: scipy_solvers.py LIBRARY DIM slsqp|cobyla EVALUATIONS$' "$work/err" || fail "$(cat "$work/err")"
fi
# COCO: its observer gets every evaluation, one problem at a time.
build coco.so -Itests/coco examples/coco/coco_suite.c tests/coco/coco_standin.c
HECO_COCO_OBSERVER="result_folder: $work/coco.log" "$heco" bench --suite "$work/coco.so" --dims 2,3 \
    --problems f001_i01,f002_i02,f054_i15 --algorithms al-cma-es --runs 1 --jobs 1 --evals 2000 --quiet --db "$work/coco.db" \
    >"$work/coco.out" || fail "bench of coco"
[ "$(wc -l <"$work/coco.log")" -eq 6 ] || fail "six observed problems: $(cat "$work/coco.log")"
grep -q "^f1 i1 d2 evaluations 2000 constraints 2000 best 1.0000" "$work/coco.log" || fail "f1: $(cat "$work/coco.log")"
grep -q "^f2 i2 d3 evaluations 2000 constraints 2000 best 0.500" "$work/coco.log" || fail "f2: $(cat "$work/coco.log")"
grep -q "^f54 i15 d2 evaluations 2000 constraints 0 best 0.000" "$work/coco.log" || fail "f54: $(cat "$work/coco.log")"
finish
