#!/usr/bin/env bash
# Two jobs on two cores against one, measured in one run: heco bench on the same plan, one and two
# at a time in turn, several times, and the ratio of the medians of the times.
#   bench/bench_jobs.sh [HECO [ROUNDS [bench options...]]]
set -eu
heco=${1:-build/release/heco} rounds=${2:-3}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- --suite cec2017 --instance 1 --dims 30 --problems C01-C12 --runs 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for _ in $(seq "$rounds"); do
    for jobs in 1 2; do
        rm -f "$work/bench.db"
        start=$(date +%s%N)
        "$heco" bench "$@" --jobs "$jobs" --db "$work/bench.db" --quiet >/dev/null
        echo $((($(date +%s%N) - start) / 1000000)) >>"$work/$jobs"
    done
done
median() { sort -n "$1" | sed -n "$(((rounds + 1) / 2))p"; }
one=$(median "$work/1") two=$(median "$work/2")
echo "one at a time ${one} ms, two at a time ${two} ms, ratio $(awk "BEGIN { printf \"%.2f\", $one / $two }")"
