# Two solves and one journal: whoever comes second, however late, leaves what the first has written.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
cd "$work" || exit 1
compiler=$(command -v cc || command -v gcc || command -v clang) || { echo "no compiler: skipped"; exit 77; }
"$compiler" -shared -fPIC -o wait.so "$here/wait_before_lock.c" || { echo "no shim: skipped"; exit 77; }
LD_PRELOAD=$work/wait.so "$heco" version >/dev/null 2>&1 || { echo "this build takes no LD_PRELOAD: skipped"; exit 77; }

# late FILE: a solve that has looked at the journal FILE, but waits for its lock while another one runs
late() {
    rm -f go go.reached
    LD_PRELOAD=$work/wait.so HECO_LOCK_WAITS_FOR=$work/go "$heco" solve cec2006:g06 --evals 1000 --seed 2 --quiet \
        --journal "$1" >late.out 2>late.err &
    local pid=$!
    await test -e go.reached
    expect 0 "$heco" solve cec2006:g06 --evals 1000 --seed 1 --quiet --journal "$1"
    cp "$1" want
    touch go
    wait $pid
    [ $? -eq 2 ] || fail "the late solve is not refused: $(cat late.err)"
    grep -q "^heco: journal $1 exists already: resume it" late.err || fail "no reason: $(cat late.err)"
    cmp -s "$1" want || fail "the journal was changed"
}
late fresh # made by the late one
: >blank
late blank # empty, so both may start it over
finish
