# Ten times the budget makes the medians of the default's answers no worse: bench/monotony.py on
# small problems.
. "$(dirname "$0")/common.sh"
has_python || { echo "no python3: skipped"; exit 77; }
monotony="$(dirname "$0")/../../bench/monotony.py"
most="g05,g06,g08,g11,g12,g13,g15,g24,welded-beam,spring,three-bar-truss"

expect 0 python3 "$monotony" "$heco" --suite cec2006,design --problems $most --budgets 100,1000
says ' equal, 0 worse'
expect 0 python3 "$monotony" "$heco" --suite cec2006 --problems g06,g08,g11,g24 --budgets 300,3000
says ' equal, 0 worse'

# A worse median is found, and the problem is named.
expect 1 python3 "$monotony" "$heco" --suite cec2006 --problems g06 --budgets 100,10
says '^cec2006 g06 D=2: f .* with 100, f .* with 10 evaluations$'
says '^100 to 10 evaluations: 0 better, 0 equal, 1 worse$'

# Stored results are used again.
mkdir "$work/kept"
for round in 1 2; do
    expect 0 python3 "$monotony" "$heco" --suite cec2006 --problems g06 --budgets 20 --work "$work/kept"
done
[ "$("$heco" bench --db "$work/kept/monotony_20.db" --dump finals | wc -l)" -eq 6 ] ||
    fail "not 5 runs: $("$heco" bench --db "$work/kept/monotony_20.db" --dump finals)"

finish
