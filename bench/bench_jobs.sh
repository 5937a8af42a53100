#!/usr/bin/env bash
# Two jobs on two cores against one, measured in one run: heco bench on the same plan, one and two
# at a time in turn, several times, and the ratio of the medians of the times. Processor time is
# shown beside it: two jobs that get in each other's way need more of it. Other programs
# spoil the ratio, so the load before the start is shown too.
#   bench/bench_jobs.sh [HECO [ROUNDS [bench options...]]]
set -eu
heco=${1:-build/release/heco} rounds=${2:-3}
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- --suite cec2017 --instance 1 --dims 30 --problems C01-C12 --runs 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%R %U %S'
[ ! -r /proc/loadavg ] || echo "load before: $(cut -d' ' -f1 /proc/loadavg)"
for _ in $(seq "$rounds"); do
    for jobs in 1 2; do
        rm -f "$work/bench.db"
        { time "$heco" bench "$@" --jobs "$jobs" --db "$work/bench.db" --quiet >/dev/null; } 2>>"$work/$jobs"
    done
done
# median COLUMNS FILE: of the sum of these columns
median() { awk "{ print $1 }" "$2" | sort -n | sed -n "$(((rounds + 1) / 2))p"; }
awk -v one="$(median '$1' "$work/1")" -v two="$(median '$1' "$work/2")" \
    -v cpu1="$(median '$2+$3' "$work/1")" -v cpu2="$(median '$2+$3' "$work/2")" 'BEGIN {
    printf "one at a time  %6.2f s, processor %6.2f s\n", one, cpu1
    printf "two at a time  %6.2f s, processor %6.2f s\n", two, cpu2
    printf "ratio          %6.2f    processor %6.2f\n", one / two, cpu2 / cpu1 }'
