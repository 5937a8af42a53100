# The worked example of the guide: bench on a built-in suite and on an own one, and the refusal.
. "$(dirname "$0")/../cli/common.sh"
object=$(realpath "$2")
printf '%s\n' 'name mine' 'evals 3000' 'problem g06 cec2006:g06 best=-6961.81387558015 success=1e-3' \
    'problem g08 cec2006:g08 best=-0.0958250414180359 success=1e-3' >"$work/mine.suite"
expect 0 "$heco" bench --suite cec2006,"$work/mine.suite" --problems g06,g08 --algorithms "$object" --evals 5000 \
    --runs 3 --quiet --db "$work/runs.db"
grep -q "^cec2006 .*textbook-de  *6 .*100.0 %" "$work/out" || fail "built-in suite: $(cat "$work/out")"
grep -q "^mine .*textbook-de  *6 .*100.0 %" "$work/out" || fail "own suite: $(cat "$work/out")"
refused 2 "textbook-de: N = 20 does not fit 10 evaluations: lower N" "$heco" solve cec2006:g06 --algorithm "$object" --evals 10
refused 2 "option N is 3, outside its range 4" "$heco" solve cec2006:g06 --algorithm "$object" --set N=3
finish
