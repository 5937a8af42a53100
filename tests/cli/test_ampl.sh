# heco STUB -AMPL: .nl files of many kinds there and back, keys, stop reasons, every refusal.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
"$heco" list models | grep -q '^nl ' || { echo "no AMPL models in this build: skipped"; exit 77; }
has_python || { echo "no python3: skipped"; exit 77; }
unset heco_options
cp "$here"/../golden/nl/*.nl "$here"/../golden/nl/*.col "$here"/../golden/nl/*.row "$work"
cd "$work" || exit 1
[ "$(python3 "$here/../golden/nl/make_nl.py" "$work" && cat ./*.nl | cksum)" = "$(cat "$here"/../golden/nl/*.nl | cksum)" ] ||
    fail "the golden files are not what make_nl.py writes"

# sol EXPRESSION [MODEL]: is to hold for the .sol of $stub, see check_sol.py; checked at the end, all together
checks=0
sol() {
    checks=$((checks + 1))
    cp "$stub.sol" "$checks.$stub.sol" || { fail "$stub: no .sol for $1"; return; }
    printf '%s\t%s\t%s\n' "$checks.$stub.sol" "${2:-$stub}" "$1" >>checks
}
ampl() { stub=$1; shift; expect 0 "$heco" "$stub" -AMPL quiet "$@"; [ ! -s "$work/out" ] || fail "$stub: output"; }

# ten kinds and more: text, binary, integer, ranges, maximise, equality, infeasible, no objective,
# defined variables, unbounded, several objectives, if and abs, failing points, fixed variables,
# a network with suffixes and dual values, big-endian, lines that end as in DOS
sed 's/$/\r/' hs071.nl >hs071_dos.nl
for end in col row; do cp hs071.$end hs071_dos.$end; done
# a budget is a ceiling: the search ends when it has converged, unless stop=budget
ampl hs071 evals=50000
sol 'd["result"] == 0 and "converged" in d["message"][0] and near(f, 17.0140173, 1e-4)'
ampl hs071 evals=2000 stop=budget
sol 'd["result"] == 401 and near(f, 17.0140173, 1e-4)'
# dual values and reduced costs; Ipopt has 0.55229366, -0.16146857 and 1.08787121 with the sign of AMPL
ampl hs071
sol 'near(d["dual"][0], 0.55229366, 1e-4) and near(d["dual"][1], -0.16146857, 1e-4) and d["down"][0] < 25 < d["up"][0]'
sol 'list(d["rc"]) == [0] and near(d["rc"][0], 1.08787121, 1e-4)' hs071
ampl hs071 no_prices=1
sol 'd["dual"] == [] and "rc" not in d' hs071
# a key and its value as two words; what wantsol, timing and version print
expect 0 "$heco" hs071 -AMPL evals 3000 seed 2 stop budget wantsol 6 timing version outlev 0
says '^heco [0-9.]+ '
says '^u 1$'
grep -q ' seconds for the search' hs071.sol || fail "no time in the message"
grep -q 'seed 2, 3000 evaluations' hs071.sol || fail "the keys had no effect"
for stub in hs071 hs071_b hs071_be hs071_dos; do
    ampl $stub evals=3000
    sol 'd["result"] == 0 and near(f, 17.0140173, 1e-4)' hs071
    cmp -s hs071.sol $stub.sol || fail "$stub differs from hs071"
done
for stub in network network_b; do
    ampl $stub evals=20000
    sol 'near(f, 30, 0.05)'
    cmp -s network.sol $stub.sol || fail "$stub differs from network"
done
ampl local evals=10000
sol 'near(f, -0.7651139)'
ampl operators evals=1000
sol 'd["result"] == 411'
for stub in knapsack knapsack_b; do
    ampl $stub evals=2000
    sol 'f == 21 and x == [0, 1, 0, 1] and "objective 21 " in d["message"][0]'
done
ampl ranges evals=20000
sol 'near(f, 0.5) and near(x[0], 2.5, 0.05)'
ampl maximise evals=20000
sol 'near(f, 8.25) and near(x[1], 2, 0.05)'
ampl equality evals=10000
sol 'near(f, 0) and near(x[0], 1, 0.05)'
# the initial guess is among the first points: here it is the solution
sed 's/^0 -1.2$/0 1.0/' equality.nl >guess.nl
ampl guess evals=500 target=0
sol 'd["result"] == 0 and x == [1, 1]' equality
ampl infeasible evals=3000 no_presolve
sol 'd["result"] == 411 and near(violation, 2, 1e-5) and d["message"][1].startswith("blocked by")'
expect 0 "$heco" solve infeasible.nl --no-presolve --ineq-tol 2 --evals 300 --quiet
ampl noobj evals=20000
sol 'd["result"] == 0 and near(x[0] ** 2 + x[1] ** 2, 4) and x[0] >= x[1]'
ampl defined evals=20000
sol 'near(f, 0.3)'
ampl integer evals=5000
sol 'near(f, 0.18) and x[1:] == [2, 2]'
ampl groups evals=3000
sol 'all(x[j] == int(x[j]) for j in (1, 3, 5, 7))'
ampl objectives evals=3000
sol 'near(f, 1) and any("2 objectives, number 1, profit" in m for m in d["message"])'
ampl objectives evals=3000 objno=2
sol 'd["objective"] == 1 and near(x[1], 0) and any("number 2, loss, is used" in m for m in d["message"])'
refused 2 "has 2 objectives; there is no objective 3.*objno" "$heco" objectives -AMPL objno=3
ampl branches evals=10000
sol 'near(f, 0)'
ampl domain evals=5000
sol 'near(f, -0.36787944) and not d["message"][-1].endswith(", 0 failed")'
ampl fixed evals=3000
sol 'x[0] == 2 and near(f, 1.5)'
ampl unbounded evals=20000 bound=1000
sol 'near(f, 9, 0.1)'
ampl unbounded evals=5000 strict_bounds=0
sol 'near(f, 9, 0.1) and any("3 of 4 variables lack a bound" in m for m in d["message"])'
for stub in sets sets_b; do
    ampl $stub evals=20000
    sol 'near(f, 12) and near(x[1], 1) and near(x[4], 1) and near(x[6], 1)' sets
    cmp -s sets.sol $stub.sol || fail "$stub differs from sets"
done
ampl complementary evals=20000
sol 'd["result"] == 0 and near(x[0], 0.5, 1e-4) and near(x[1], 1.5, 1e-4) and near(x[2], 0.5, 1e-4)'
ampl logical evals=20000
sol 'd["result"] == 0 and near(f, -4.36) and near(x[1], 5) and x[2] != 1'

# reasons
ampl maximise evals=20000 target=8
sol 'd["result"] == 0 and f >= 8'
ampl maximise evals=500000 stall=2000 stop=budget
sol 'd["result"] == 1 and "no better point for a long time, not proven optimal" in d["message"][0]'
# without a limit the search ends by itself: converged, or no better point for half of it
ampl maximise
sol 'd["result"] == 0 and "converged to a local optimum" in d["message"][0]'
ampl knapsack
sol 'd["result"] in (0, 1) and f == 21'
ampl maximise evals=1e12 time=0.2 stop=budget
sol 'd["result"] == 403 and "time limit, feasible solution" in d["message"][0]'
ampl maximise evals=1e12 timelimit=0.2 stop=budget
sol 'd["result"] == 403'
ampl infeasible evals=1e12 time=0.2 no_presolve
sol 'd["result"] == 413'
ampl infeasible evals=3000
sol 'd["result"] == 200 and any("c1 and c2 contradict each other, proved" in m for m in d["message"])'
for case in "maximise INT 405" "infeasible INT 415" "maximise TERM 405" "infeasible TERM 415"; do
    read -r stub signal result <<<"$case"
    rm -f $stub.journal
    rm -f $stub.sol
    env --default-signal=INT "$heco" $stub -AMPL evals=1e12 stop=budget no_presolve journal=$stub.journal quiet >"$work/out" 2>"$work/err" &
    pid=$!
    await has_bytes $stub.journal 20000
    kill -$signal $pid
    wait $pid || fail "interrupt: exit code $?: $(cat "$work/err")"
    sol "d['result'] == $result and 'interrupted' in d['message'][0]"
done
# Ctrl-C goes to the workers as well; the model's file need not be there any more
cp maximise.nl gone.nl
setsid env --default-signal=INT "$heco" gone -AMPL evals=1e12 stop=budget workers=2 journal=gone.journal quiet >"$work/out" 2>"$work/err" &
pid=$!
await has_bytes gone.journal 5000
rm gone.nl
kill -INT -- -$pid
wait $pid || fail "interrupt of the group: exit code $?: $(cat "$work/err")"
stub=gone
sol 'd["result"] == 405' maximise
sed 's/^0 -1.0 1.0$/0 -1.0 -0.5/' domain.nl >never.nl
ampl never evals=3000 max_failed=50
sol 'd["result"] == 500 and "all evaluations failed (the objective cannot be evaluated at" in d["message"][0]' domain

# keys: a variable, the command line takes precedence, options of the algorithm, several forms
export heco_options="evals = 3000 seed 7, algorithm=heco-de"
refused 2 'seed.*"7,"' "$heco" integer -AMPL
export heco_options="evals = 3000 seed 7 algorithm='heco-de' max_failed=10"
ampl integer
sol 'd["message"][-1].startswith("heco-de, seed 7, 3000 evaluations")'
ampl integer.nl seed=9 lambda=20
stub=integer
sol 'd["message"][-1].startswith("heco-de, seed 9, 3000 evaluations")'
ampl integer evals=2000 "algorithm = lshade44"
sol 'd["message"][-1].startswith("lshade44, seed 7, 2000 evaluations")'
unset heco_options
# a value with blanks, as one word without quotation marks
mkdir "a b"
echo 0.5,2,2 >"a b/start.csv"
ampl integer evals=100 "start=a b/start.csv"
sol 'near(f, 0.18)'
heco_options='start="a b/start.csv"' ampl integer evals=100
for word in -= '-?'; do
    expect 0 "$heco" $word
    for key in evals=N timelimit=SECONDS eval_timeout=SECONDS strict_bounds ineq_tol=T objno=N; do says "^  $key +[a-z]"; done
    expect 0 "$heco" integer $word
    says '^  seed=N'
done
rm -f integer.sol
refused 2 "'evlas' is not a key.*evals" "$heco" integer -AMPL evlas=3
refused 2 "'lambada' is not a key.*lambda" "$heco" integer -AMPL algorithm=heco-de lambada=3
refused 2 'evals' "$heco" integer -AMPL evals=many
refused 2 'evals needs a value' "$heco" integer -AMPL evals
refused 2 'heco-ed' "$heco" integer -AMPL algorithm=heco-ed
refused 2 'lambda' "$heco" integer -AMPL lambda=-3
heco_options='seeed=1' refused 2 'seeed.*seed' "$heco" integer -AMPL
[ ! -e integer.sol ] || fail "a .sol in spite of a refusal"

# models that cannot be solved
refused 2 'nothing-there.nl' "$heco" nothing-there -AMPL
refused 2 'STUB -AMPL' "$heco" -AMPL
refused 2 'STUB -AMPL' "$heco" -AMPL hs071
mkdir folder.nl
refused 2 'folder.nl' "$heco" folder -AMPL
sed 's/^0 1.0 5.0$/0 6.0 5.0/' hs071.nl >empty.nl && cp hs071.col empty.col
refused 2 "empty.nl.*'u' has lower bound 6 above" "$heco" empty -AMPL
sed 's/^0 0.0 1.0$/0 0.2 0.8/' knapsack.nl >gap.nl
refused 2 "gap.nl.*'x1' has no integer from 0.2" "$heco" gap -AMPL
expect 0 "$heco" help -AMPL
says 'usage: heco STUB -AMPL'
refused 2 "'x' \(no bounds\), 'y' \(no upper\), 'z' \(no lower\).*bound=1e6" "$heco" unbounded -AMPL strict_bounds=1
refused 2 "'x' \(no bounds\), 'y' \(no upper\), 'z' \(no lower\).*bound=1e6" "$heco" solve unbounded.nl --strict-bounds
refused 2 "functions.nl" "$heco" functions -AMPL
refused 2 "semicont.nl.*suffix 'semicont'.*changes the model" "$heco" semicont -AMPL
head -c 700 hs071.nl >cut.nl
refused 2 'cut.nl.*ends unexpectedly' "$heco" cut -AMPL
refused 2 'cut.nl.*ends unexpectedly' "$heco" solve cut.nl
# an answer that cannot be written is known before the search, or printed
cp maximise.nl blocked.nl
mkdir blocked.sol
refused 1 'blocked.sol' "$heco" blocked -AMPL quiet
rmdir blocked.sol
env --default-signal=INT "$heco" blocked -AMPL evals=1e12 stop=budget journal=blocked.journal quiet >"$work/out" 2>"$work/err" &
pid=$!
await has_bytes blocked.journal 5000
mkdir -p blocked.sol/full
kill -INT $pid
wait $pid
[ $? -eq 1 ] && grep -q 'blocked.sol' "$work/err" || fail "blocked.sol: $(cat "$work/err")"
says '^f +[0-9.]+  \(maximised\)'
chmod 555 "$work"
[ -w "$work" ] || refused 1 'integer.sol' "$heco" integer -AMPL quiet evals=500
chmod 755 "$work"

# solve: names, process workers with the same answer, journal and resume
expect 0 "$heco" solve hs071.nl --quiet --evals 20000 --json
cp "$work/out" one.json
json 'd["names"] == ["u", "v", "w", "z"] and [c["name"] for c in d["constraints"]] == ["product", "circle"]'
expect 0 "$heco" solve hs071.nl --quiet --evals 20000 --json --workers 2
json 'd["backend"] == "process"'
diff <(grep -Ev 'seconds|backend' one.json) <(grep -Ev 'seconds|backend' "$work/out") >/dev/null || fail "workers change the answer"
expect 0 "$heco" solve maximise.nl --quiet --evals 20000 --target 8
says '^f +8\.[0-9]+  \(maximised\)'
says '^stopped by +target'
expect 0 "$heco" solve objectives.nl --quiet --evals 2000
says '^note: the model has 2 objectives'
expect 0 "$heco" solve hs071.nl --quiet --evals 10000 --eq-tol 1e-2 --journal j
head -c 60000 j >k
expect 0 "$heco" resume k --quiet --json
json 'd["constraints"][1]["tolerance"] == 0.01'
rm -f j
ampl maximise evals=5000 stop=budget journal=j
sol 'd["result"] == 401'
head -c 60000 j >l
expect 0 "$heco" resume l --quiet -v
says "^f +$(sed -n '1s/.*objective \([^ ]*\).*/\1/p' maximise.sol) "
cp hs071_b.nl hs071.nl
refused 2 'hs071.nl has changed' "$heco" resume k

# the beam of examples/models: the same bits as the script, there and in a search
examples=$here/../../examples/models
python3 "$here/../golden/nl/make_nl.py" --beam "$work"
for end in nl col row; do cmp -s beam.$end "$examples/beam.$end" || fail "examples/models/beam.$end is not what make_nl.py writes"; done
if "$heco" list models | grep -q '^lua '; then
    echo 3,3,3,3,3,50,50,50,50,50 >beam.csv
    for end in nl lua; do
        expect 0 "$heco" solve "$examples/beam.$end" --quiet --evals 20000 --json --ineq-tol 0 --no-derivatives --start beam.csv
        grep -Ev '"(model|seconds)"' "$work/out" >beam_$end.json
    done
    cmp -s beam_nl.json beam_lua.json || fail "beam: $(diff beam_nl.json beam_lua.json | head -4)"
fi

# values at random points, computed here and by another reader of such files
python3 "$here/check_values.py" "$heco" >"$work/out" || fail "values of models"
python3 "$here/check_sol.py" checks || fail "some of $checks answers"
finish
