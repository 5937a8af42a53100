# Common to the tests of the bindings; each gets the build folder: SCRIPT BUILD_DIR
set -eu
build=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LD_LIBRARY_PATH=$build${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

needs() { # PROGRAM...: skips the test where one is not installed
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null || { echo "skipped: $program is not installed"; exit 77; }
    done
}

fail() { echo "FAILED: $*"; exit 1; }

# same_bits COMMAND...: for three seeds, COMMAND SEED prints "feasible f x..." with the bits of C
same_bits() {
    local seed model=$build/examples/models/cooler.so
    for seed in 1 2 3; do
        "$build/heco" solve "$model" --ineq-tol 1e-8 --evals 500 --seed "$seed" --quiet --json >"$work/c.json"
        "$@" "$seed" >"$work/out" || { cat "$work/out"; fail "$* $seed"; }
        cat "$work/out"
        python3 - "$work/c.json" "$work/out" <<'END' || fail "$* $seed: not the bits of C"
import json, sys
c, words = json.load(open(sys.argv[1])), open(sys.argv[2]).read().split()
sys.exit([words[0], *map(float, words[1:])] != [c["status"], c["f"], *c["x"]])
END
    done
}
