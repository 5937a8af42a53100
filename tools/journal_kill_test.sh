#!/usr/bin/env bash
# Kills (-9) a journaled solve at random moments, resumes it, kills the resume, and so on until the
# search ends; then begins again, until there were KILLS kills in the middle of a search. Each time:
#   - the final answer, without times, is that of an undisturbed solve;
#   - a resume asks the model for exactly the points that the undisturbed solve asked for behind
#     those the journal holds: nothing recorded is evaluated again, nothing is left out.
# After every third kill the last record is cut at a random byte as well, because a kill in the
# middle of a write is rare.
#   tools/journal_kill_test.sh HECO [KILLS [SEED]]
set -u
heco=$(realpath "${1:?usage: journal_kill_test.sh HECO [KILLS [SEED]]}")
kills=${2:-200}
RANDOM=${3:-1}
cd "$(dirname "$0")/.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
model=tests/cli/journal_model.lua
options=(--evals 10000 --seed 5 --json --quiet --trust)
command -v python3 >/dev/null || { echo "no python3: skipped"; exit 77; }
"$heco" list models | grep -q '^lua ' || { echo "no Lua models in this build: skipped"; exit 77; }

die() { echo "FAILED after $done kills: $*" >&2; exit 1; }
answer() { grep -Ev '"(seconds|journal|replayed|schedule|torn_bytes)"' "$1"; }
# tear JOURNAL: cuts up to 200 bytes, but not the records before the first batch
tear() {
    local size
    size=$(stat -c %s "$1")
    [ "$size" -gt 20000 ] && truncate -s $((size - 1 - RANDOM % 200)) "$1" && torn=$((torn + 1))
}
# recorded JOURNAL: evaluations in whole records (the format is in docs/journal.md)
recorded() {
    python3 - "$1" <<'PY'
import struct, sys
data = open(sys.argv[1], "rb").read()
at, rows = 8, 0
while at + 12 <= len(data):
    kind, size = struct.unpack_from("II", data, at)
    if at + 12 + size > len(data):
        break
    if kind == ord("B"):
        rows += struct.unpack_from("Q", data, at + 16)[0]
    at += 12 + size
print(rows)
PY
}

done=0 searches=0 torn=0 resumes=0 early=0
HECO_POINTS_LOG=$work/all "$heco" solve "$model" "${options[@]}" >"$work/whole.json" || die "the undisturbed solve"
# milliseconds from the first point to the last
span=$(python3 -c 'import json,sys; print(int(1000 * json.load(open(sys.argv[1]))["seconds"]) + 50)' "$work/whole.json")
answer "$work/whole.json" >"$work/want"
echo "undisturbed: $(wc -l <"$work/all") points in $span ms"

# run COMMAND...: in the background, killed at a random moment; 0 when it was killed. One in five is
# killed at once or while it starts and replays, the others after the model has been asked.
run() {
    : >"$work/log"
    HECO_POINTS_LOG=$work/log "$heco" "$@" >"$work/out.json" 2>"$work/err" &
    local pid=$! pause=$((RANDOM * span / 32768))
    if [ $((RANDOM % 5)) -eq 0 ]; then
        pause=$((RANDOM % 150))
    else
        while kill -0 $pid 2>/dev/null && ! [ -s "$work/log" ]; do sleep 0.005; done
    fi
    sleep "$((pause / 1000)).$(printf %03d $((pause % 1000)))"
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    [ $? -eq 137 ]
}
# behind COUNT: the points asked for now are those of the undisturbed solve behind the first COUNT
behind() {
    tail -n +2 "$work/log" >"$work/asked" # the first point is the check of a script when it is opened
    tail -n +"$(($1 + 2))" "$work/all" | head -n "$(wc -l <"$work/asked")" | cmp -s - "$work/asked" ||
        die "a resume behind $1 recorded evaluations asked for other points"
}

while [ "$done" -lt "$kills" ]; do
    rm -f "$work/journal"
    searches=$((searches + 1))
    if run solve "$model" "${options[@]}" --journal "$work/journal"; then
        done=$((done + 1))
        if ! [ -s "$work/journal" ] || ! [ "$(recorded "$work/journal")" -gt 0 ] 2>/dev/null; then
            early=$((early + 1)) # before the first batch: begin again
            continue
        fi
    else
        [ -s "$work/out.json" ] || die "solve: $(cat "$work/err")"
    fi
    while :; do
        [ $((RANDOM % 3)) -eq 0 ] && tear "$work/journal"
        have=$(recorded "$work/journal")
        resumes=$((resumes + 1))
        killed=0
        if [ "$done" -lt "$kills" ]; then
            run resume "$work/journal" --json --quiet && killed=1
        else
            : >"$work/log"
            HECO_POINTS_LOG=$work/log "$heco" resume "$work/journal" --json --quiet >"$work/out.json" 2>"$work/err"
        fi
        behind "$have"
        done=$((done + killed))
        [ $killed -eq 1 ] && continue
        [ -s "$work/out.json" ] || die "resume: $(cat "$work/err")"
        grep -q "\"replayed\": $have,*\$" "$work/out.json" || die "not all $have recorded evaluations were taken"
        break
    done
    answer "$work/out.json" | cmp -s - "$work/want" || die "another answer: $(diff <(answer "$work/out.json") "$work/want" | head)"
done
echo "$done kills in $searches searches ($early before the first record), $resumes resumes, $torn records torn:" \
     "every answer the same, no recorded evaluation repeated"
