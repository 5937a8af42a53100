#!/usr/bin/env bash
# Kills a bench with SIGKILL at random moments, lets it finish, and compares its database row by
# row with that of an undisturbed bench. What had been reported as stored before a kill must be
# there afterwards.
#   tools/kill_test.sh [HECO [KILLS [SEED [bench options...]]]]
set -u
heco=${1:-build/release/heco} kills=${2:-10} RANDOM=${3:-$$}
shift $(($# < 3 ? $# : 3))
[ $# -gt 0 ] || set -- --suite cec2006 --problems g01-g12 --runs 20 --evals 30000 --algorithms heco-de,hco-de
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bench() { "$heco" bench "$@" --quiet; }
rows() { "$heco" bench --dump finals --db "$work/killed.db" 2>/dev/null | tail -n +2 | wc -l; }

start=$(date +%s%N)
bench "$@" --db "$work/whole.db" >"$work/out" || { echo "the undisturbed bench failed" >&2; exit 1; }
span=$((($(date +%s%N) - start) / 1000000)) # milliseconds

killed=0 before=0
for _ in $(seq "$kills"); do
    "$heco" bench "$@" --db "$work/killed.db" --quiet >"$work/out" 2>"$work/err" &
    pid=$!
    # even shares of the whole, with a random part, so that all kills fall into the bench
    wait_ms=$((span * (RANDOM % 1000) / 1000 * 2 / (kills + 1)))
    sleep "$(printf '%d.%03d' $((wait_ms / 1000)) $((wait_ms % 1000)))"
    seen=$(rows) # read while it is being written
    if kill -9 "$pid" 2>/dev/null; then killed=$((killed + 1)); fi
    wait "$pid" 2>/dev/null
    code=$?
    [ "$code" -eq 137 ] || [ "$code" -eq 0 ] || { echo "exit code $code: $(cat "$work/err")" >&2; exit 1; }
    now=$(rows)
    echo "killed after $wait_ms ms: $seen runs seen before, $now stored after"
    [ "$now" -ge "$seen" ] && [ "$seen" -ge "$before" ] || { echo "runs were lost" >&2; exit 1; }
    before=$now
done
bench "$@" --db "$work/killed.db" >"$work/out" || { echo "the rest failed" >&2; exit 1; }
for db in whole killed; do
    "$heco" bench --dump all --db "$work/$db.db" -o "$work/$db.csv" || exit 1
done
cmp "$work/whole.csv" "$work/killed.csv" || { echo "the databases differ" >&2; exit 1; }
left=$(ls "$work" | grep -c '^killed.db-')
[ "$left" -eq 0 ] || { echo "files are left: $(ls "$work")" >&2; exit 1; }
echo "$killed kills, $(($(wc -l <"$work/whole.csv") - 1)) runs: the same, row by row"
