# heco solve with lists and linear rows: what presolve says, --no-presolve, contradictions, resume.
. "$(dirname "$0")/common.sh"
timeless() { grep -Ev '"(seconds|backend|replayed|schedule|torn_bytes|timed_out|retried|restarted|last_failure)"' "$1"; }

cat >"$work/mix.lua" <<'END'
return {
  variables = {
    { "a", 0, 1 }, { "b", 0, 1 }, { "c", 0, 1 }, { "d", 0, 1 }, { "plate", { 4, 5, 6, 8, 10 } },
  },
  constraints = {
    { "whole", { a = 1, b = 1, c = 1, d = 1 }, "==", 1 },
    { "lean", { a = 1, b = 2 }, "<=", 0.8 },
  },
  minimise = function(x)
    return (x.a - 0.7)^2 + (x.b - 0.6)^2 + 2 * (x.c - 0.1)^2 + (x.d - 0.2)^2 + (x.plate - 7.2)^2
  end,
}
END
cp "$work/mix.lua" "$work/model.lua"

for algorithm in auto heco-de; do
    expect 0 "$heco" solve "$work/model.lua" --algorithm $algorithm --evals 2000 --quiet
    says 'presolve     2 bounds tightened, 1 linear equality met by projection'
    expect 0 "$heco" solve "$work/model.lua" --algorithm $algorithm --evals 2000 --quiet --json
    says '"presolve": "2 bounds tightened, 1 linear equality met by projection"'
    json 'd["x"][4] == 8 and abs(sum(d["x"][:4]) - 1) <= 1e-6' 
    "$heco" solve "$work/model.lua" --algorithm $algorithm --evals 2000 --quiet --no-presolve >"$work/out"
    grep -q '^presolve' "$work/out" && fail "--no-presolve does not hold"
done

# a journal cut anywhere ends in the same answer
for more in "" "--no-presolve"; do
    for algorithm in auto surrogate; do
        # shellcheck disable=SC2086
        expect 0 "$heco" solve "$work/model.lua" --algorithm $algorithm --evals 150 --json --quiet --journal "$work/j" $more
        cp "$work/out" "$work/want.json"
        size=$(stat -c %s "$work/j")
        for cut in 13 $((size / 2)); do
            head -c $((size - cut)) "$work/j" >"$work/cut"
            expect 0 "$heco" resume "$work/cut" --json --quiet
            timeless "$work/out" | sed "s|$work/cut|$work/j|" | cmp -s - <(timeless "$work/want.json") ||
                fail "$algorithm $more, cut by $cut: another answer"
        done
        rm -f "$work/j"
    done
done

# rows that cannot be met together: the message, and the point that violates them least
sed 's/{ a = 1, b = 2 }, "<=", 0.8/{ a = 1, b = 1, c = 1, d = 1 }, "==", 1.5/' "$work/mix.lua" >"$work/model.lua"
expect 3 "$heco" solve "$work/model.lua" --evals 300 --quiet
says '^presolve     the linear constraints contradict each other: constraint 2'
# every variable is fixed
cat >"$work/model.lua" <<END
return { variables = { { "a", 1, 1 }, { "b", 2, 2 } }, constraints = { { "sum", "<=", 5 } },
         evaluate = function(a, b) return a * a + b, a + b end }
END
for algorithm in auto lshade44; do
    expect 0 "$heco" solve "$work/model.lua" --algorithm $algorithm
    says 'feasible and converged: bounds and linear constraints leave one point$'
    says '^evaluations +1\b'
done
finish
