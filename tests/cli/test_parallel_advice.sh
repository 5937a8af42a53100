# Who works, said before the search begins, and the usual mistakes.
. "$(dirname "$0")/common.sh"
unset OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS
solve=("$heco" solve cec2006:g07 --evals 2000 --algorithm heco-de)
err() { grep -Eq -- "$1" "$work/err" || fail "'$1' not said: $(cat "$work/err")"; }
quiet() { ! grep -Eq -- "$1" "$work/err" || fail "'$1' said: $(cat "$work/err")"; }

expect 0 "${solve[@]}"
[ ! -s "$work/err" ] || fail "one worker: $(cat "$work/err")"
cp "$work/out" "$work/serial"
expect 0 "${solve[@]}" --workers 2 && err '^heco: 2 threads evaluate on [0-9]+ cores? of this machine$'
quiet 'asks for'
expect 0 "${solve[@]}" --workers 2 --backend process && err '^heco: 2 processes evaluate'
expect 0 "${solve[@]}" --workers 2 --quiet
[ ! -s "$work/err" ] || fail "--quiet: $(cat "$work/err")"
# auto: as many as there are cores, and the search of one worker
expect 0 "${solve[@]}" --workers auto
cmp <(grep -v '^time' "$work/out") <(grep -v '^time' "$work/serial") || fail "auto changes the answer"
cores=$(nproc)
[ "$cores" -lt 2 ] || err "^heco: $cores threads evaluate on $cores cores of this machine"
if command -v taskset >/dev/null && taskset -c 0 true 2>/dev/null; then
    expect 0 taskset -c 0 "${solve[@]}" --workers auto
    [ ! -s "$work/err" ] || fail "bound to one core: $(cat "$work/err")"
    expect 0 taskset -c 0 "${solve[@]}" --workers 3
    err '^heco: 3 workers exceed 1 core:'
    expect 0 env OMP_NUM_THREADS=2 taskset -c 0 "${solve[@]}" --workers 2
    err '^heco: OMP_NUM_THREADS=2 in each of 2 workers exceeds 1 core: set it to 1$'
fi
refused 2 'workers needs a whole number' "${solve[@]}" --workers auot
# more workers than rows
expect 0 "${solve[@]}" --set lambda=20 --workers 64
err '^heco: heco-de asks for 20 points at a time on average, so about 31 % of 64 workers are busy: use --lanes auto, fewer workers, --set lambda=N, or islands'
expect 0 "$heco" solve cec2006:g07 --evals 300 --algorithm sqp --workers 20
err '^heco: sqp asks for [0-9.]+ points at a time'
expect 0 "$heco" solve cec2006:g07 --evals 300 --algorithm surrogate --set batch=4 --workers 4
quiet 'asks for'
# the default algorithm: too few lanes, or too small batches
expect 0 "$heco" solve cec2006:g07 --evals 1200 --workers 40
err '^heco: 1 lane keeps at most 11 of 40 workers busy: use fewer workers, or more --evals; see'
expect 0 "$heco" solve cec2006:g07 --evals 1200 --lanes 2 --workers 40
err '^heco: 2 lanes keep at most 22 of 40 workers busy: use fewer workers, or more --lanes; see'
expect 0 "$heco" solve cec2006:g07 --evals 100 --workers 16
err '^heco: auto asks for [0-9.]+ points at a time on average, .* use more than 1000 --evals, fewer workers'
expect 0 "$heco" solve cec2006:g07 --evals 1200 --lanes 4 --workers 40 && quiet 'busy'
if has_python; then
    expect 0 "$heco" solve "exec:python3 examples/models/beam.py" --evals 1000 --algorithm heco-de --workers 2
    err '^heco: if this program calls BLAS'
    expect 0 env OMP_NUM_THREADS=1 "$heco" solve "exec:python3 examples/models/beam.py" --evals 1000 --algorithm heco-de --workers 2
    quiet 'BLAS'
fi
finish
