# The oil cooler as a script, a shared object, a program in awk, a Python function and a .nl file:
# one optimum from all of them, feasible in ten of ten runs at 500 evaluations with the defaults.
. "$(dirname "$0")/common.sh"
has_python || { echo "no python3: skipped"; exit 77; }
models=examples/models
best=2368.3238 # also the best of 100,000 evaluations

# route MODEL SEEDS: every run is feasible, at the optimum and with 54 tubes
route() {
    local seed
    for seed in $(seq "$2"); do
        expect 0 timeout 300 "$heco" solve "$1" --evals 500 --seed "$seed" --quiet --json
        json 'd["status"] == "feasible" and d["evaluations"] <= 500 and d["violation"] == 0'
        json "abs(d['f'] - $best) < 0.01 and d['x'][5] == 54 and len(d['g']) == 5 and len(d['h']) == 1"
    done
}

kinds=$("$heco" list models)
has() { grep -q "^$1 " <<<"$kinds"; }
has lua && route "$models/cooler.lua" 10
has nl && route "$models/cooler.nl" 3
route "$HECO_BUILD_DIR/examples/models/cooler.so" 3
if command -v mawk >/dev/null; then
    route "exec:mawk -W interactive -f $models/cooler.awk" 3
elif command -v gawk >/dev/null; then
    route "exec:gawk -f $models/cooler.awk" 3
fi

# Python, where there is NumPy and the library is one that it can load
sanitized=$(sed -n 's/^HECO_SANITIZE:[^=]*=//p' "$HECO_BUILD_DIR/CMakeCache.txt")
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null || continue
    [ -z "$sanitized" ] && [ -e "$HECO_BUILD_DIR/libheco.so" ] || break
    for seed in 1 2 3; do
        expect 0 env HECO_LIBRARY="$HECO_BUILD_DIR/libheco.so" PYTHONPATH=python PYTHONDONTWRITEBYTECODE=1 \
            "$python" "$models/cooler_minimize.py" 500 $seed
        says '^feasible f = 2368\.32[0-9]* x = .* 54\.0\]$'
    done
    break
done

# the .nl file is what its generator writes
mkdir "$work/nl"
expect 0 python3 "$models/cooler_nl.py" "$work/nl"
for end in nl col row; do
    cmp -s "$work/nl/cooler.$end" "$models/cooler.$end" || fail "cooler.$end is not what cooler_nl.py writes"
done

# names and bounds are the same in the script, the object and the program, blanks apart
header() { tr -d '\r' <"$work/out" | head -1 | tr ' ' _; }
want=f,heat,water_drop,oil_drop,oil_velocity,clearance,water_flow,violation,feasible
for model in cooler.lua cooler.nl; do
    has "${model##*.}" || continue
    expect 0 "$heco" eval "$models/$model" <<<"8.65,4.82,1.575,0.1437,0.1823,54"
    [ "$(header)" = $want ] || fail "$model: $(header)"
done
expect 0 "$heco" eval "$HECO_BUILD_DIR/examples/models/cooler.so" <<<"8.65,4.82,1.575,0.1437,0.1823,54"
[ "$(header)" = $want ] || fail "cooler.so: $(header)"
finish
