# solve.sh HECO HECO_MPI: solve and resume over ranks, and what people do wrong.
. "$(dirname "$0")/../cli/common.sh"
. "$(dirname "$0")/run.sh"
mpi_heco=$(realpath "$2")
include=$PWD/include
cp tests/cli/journal_model.lua "$work/m.lua"
cd "$work" || exit 1

# one_line CODE PATTERN RANKS COMMAND...: a refusal, said once however many ranks there are
one_line() {
    local want=$1 pattern=$2
    shift 2
    expect "$want" mpi "$@"
    [ "$(grep -c '^heco: ' "$work/err")" -eq 1 ] || fail "not one line: $*: $(grep '^heco' "$work/err")"
    grep '^heco: ' "$work/err" | grep -Eq -- "$pattern" || fail "'$pattern' not in: $(cat "$work/err")"
    [ ! -s "$work/out" ] || fail "output beside an error: $*"
}
# plain FILE: an answer without what depends on the clock and on who evaluates
plain() {
    python3 - "$1" <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
for key in ("seconds", "backend", "journal", "replayed", "schedule", "torn_bytes", "timed_out", "retried",
            "restarted", "last_failure", "ahead"):
    d.pop(key, None)
print(json.dumps(d, sort_keys=True))
PY
}
same() { [ "$(plain "$1")" = "$(plain "$2")" ] || fail "$1 and $2 differ"; }

# MPI is behind libheco_mpi alone
if command -v readelf >/dev/null; then
    for file in "$heco" "$HECO_BUILD_DIR/libheco.so" "$HECO_BUILD_DIR/libheco_tools.so"; do
        if readelf -d "$file" | grep -qi 'NEEDED.*libmpi'; then fail "$file links MPI"; fi
    done
    readelf -d "$mpi_heco" | grep -qi 'NEEDED.*libmpi' || fail "$mpi_heco does not link MPI"
fi

# the same answer, with a line about who works; without a launcher it is heco
solve=(solve m.lua --trust --evals 3000 --seed 4 --json --no-lanes)
expect 0 "$heco" "${solve[@]}" --quiet && cp out serial.json
for ranks in 2 4; do
    expect 0 mpi $ranks "$mpi_heco" "${solve[@]}"
    grep -Eq "^heco: $((ranks - 1)) ranks? evaluates? on 1 machine, rank 0" err || fail "who works: $(cat err)"
    cp out ranks.json && same serial.json ranks.json
    json 'd["backend"] == "mpi"'
done
expect 0 mpi 3 "$mpi_heco" "${solve[@]}" --quiet --backend process --workers 2 && cp out ranks.json && same serial.json ranks.json
expect 0 mpi 3 "$mpi_heco" "${solve[@]}" --quiet --backend mpi && cp out ranks.json && same serial.json ranks.json
expect 0 mpi 1 "$mpi_heco" "${solve[@]}" && cp out ranks.json && same serial.json ranks.json
grep -q '^heco: there is one rank, ' err || fail "nothing said of one rank: $(cat err)"
expect 0 "$mpi_heco" "${solve[@]}" --quiet && cp out ranks.json && same serial.json ranks.json
expect 0 mpi 3 "$mpi_heco" version
[ "$(grep -c '^heco ' out)" -eq 1 ] || fail "the version comes once per rank"

# journals: other numbers of ranks go on, two launchers do not share one
expect 0 mpi 3 "$mpi_heco" "${solve[@]}" --quiet --journal j
head -c $(($(wc -c <j) / 2)) j >half
expect 0 mpi 2 "$mpi_heco" resume half --trust --json --quiet && cp out ranks.json && same serial.json ranks.json
head -c $(($(wc -c <j) / 3)) j >third
expect 0 "$heco" resume third --trust --json --quiet && cp out ranks.json && same serial.json ranks.json
python3 - j <<'PY' &
import fcntl, sys, time
f = open(sys.argv[1], "r+b")
fcntl.lockf(f, fcntl.LOCK_EX)
fcntl.flock(f, fcntl.LOCK_EX)
open("locked", "w").close()
time.sleep(800) # until it is killed: a launcher may need long on a busy machine
PY
holder=$!
await test -e locked
one_line 2 'journal j is in use by another process' 3 "$mpi_heco" resume j --trust --quiet
kill $holder
wait $holder 2>/dev/null

# lanes: the answer follows from their number, with any ranks, and so does that of a resumed search
lanes=(solve m.lua --trust --evals 1500 --seed 4 --json --quiet)
expect 0 "$heco" "${lanes[@]}" --lanes 3 && cp out lanes.json
expect 0 mpi 2 "$mpi_heco" "${lanes[@]}" --lanes 3 && cp out ranks.json && same lanes.json ranks.json
expect 0 mpi 4 "$mpi_heco" "${lanes[@]}" --lanes 3 && cp out ranks.json && same lanes.json ranks.json
expect 0 mpi 3 "$mpi_heco" "${lanes[@]}" --lanes 3 --backend process --workers 2 && cp out ranks.json &&
    same lanes.json ranks.json
expect 0 mpi 1 "$mpi_heco" "${lanes[@]}" --lanes 3 && cp out ranks.json && same lanes.json ranks.json
expect 0 mpi 4 "$mpi_heco" "${lanes[@]}" --lanes 3 --journal l && cp out ranks.json && same lanes.json ranks.json
head -c $(($(wc -c <l) / 2)) l >half
expect 0 mpi 3 "$mpi_heco" resume half --trust --json --quiet && cp out ranks.json && same lanes.json ranks.json
head -c $(($(wc -c <l) / 3)) l >third
expect 0 "$heco" resume third --trust --json --quiet && cp out ranks.json && same lanes.json ranks.json
# the default: lanes with more than 1000 evaluations and several ranks, else batches
expect 0 mpi 4 "$mpi_heco" "${lanes[@]}" --workers 4
json 'd["lanes"] == 3 and d["evaluations"] > 1500'
expect 0 mpi 2 "$mpi_heco" "${lanes[@]}"
json '"lanes" not in d'
expect 0 mpi 4 "$mpi_heco" solve m.lua --trust --evals 100 --quiet
grep -q '^algorithm .*batch=3' out || fail "three ranks, no batch of three: $(cat out)"

# mistakes: one line, whoever notices it
one_line 2 "'bogus' is not a subcommand" 3 "$mpi_heco" bogus
one_line 2 'not an option of heco solve' 3 "$mpi_heco" solve m.lua --bogus
one_line 2 "cannot read the script 'nowhere.lua'" 3 "$mpi_heco" solve nowhere.lua
one_line 2 '--runs works in one process' 3 "$mpi_heco" solve m.lua --trust --runs 3
one_line 2 "the backend mpi needs heco-mpi" 1 "$heco" solve m.lua --trust --backend mpi
cat >apart.sh <<'SH'
cd "rank${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}" && exec "$@"
SH
mkdir rank0 rank1 rank2
cp m.lua rank0 && cp m.lua rank1 && sed 's/0\.3/0.4/' m.lua >rank2/m.lua
one_line 2 'rank 2 on .* has a different problem: it has .*m.lua.*rank 0 has .*m.lua' 3 \
    sh apart.sh "$mpi_heco" solve m.lua --trust --quiet
rm rank2/m.lua
one_line 2 "rank 2 on .*: cannot read the script 'm.lua'" 3 sh apart.sh "$mpi_heco" solve m.lua --trust --quiet
SLURM_STEP_NUM_TASKS=4 SLURM_PROCID=0 refused 2 'started 4 tasks without MPI' "$mpi_heco" solve m.lua

# a model that crashes: it costs the point, or the job, and then the journal goes on
if command -v cc >/dev/null && ! grep -qa __asan_init "$heco"; then
    cat >crash.c <<'C'
#include <heco/plugin.h>
#include <signal.h>
static const double lower[] = {-2, -2}, upper[] = {2, 2};
static int eval(void *user, const double *x, double *f, double *g, double *h) {
    (void)user, (void)g, (void)h;
    if (x[0] > 1.9) raise(SIGSEGV);
    f[0] = x[0] * x[0] + (x[1] - 0.3) * (x[1] - 0.3);
    return HECO_PLUGIN_OK;
}
HECO_PLUGIN(.n = 2, .lower = lower, .upper = upper, .eval = eval, .sharing = HECO_PLUGIN_FREELY)
C
    cc -shared -fPIC -w -I"$include" -o crash.so crash.c || fail "cannot build crash.so"
    crash=(solve ./crash.so --evals 800 --algorithm heco-de --seed 2 --json --quiet)
    expect 0 "$heco" "${crash[@]}" --backend process && cp out serial.json
    json 'd["failed"] > 0'
    expect 0 mpi 3 "$mpi_heco" "${crash[@]}" --backend process && cp out ranks.json && same serial.json ranks.json
    expect 4 mpi 3 "$mpi_heco" "${crash[@]}" --journal crashed
    grep -q 'crashed .segmentation fault. while a point was evaluated: add --backend process' err ||
        fail "a crash of a rank: $(cat err)"
    expect 0 mpi 4 "$mpi_heco" resume crashed --trust --backend process --json --quiet
    cp out ranks.json && same serial.json ranks.json
fi

# SIGTERM to the launcher: the best point is written, the journal is whole, no rank is left
# heco-de never converges, so that the search still runs when the signal arrives
cat >slow.lua <<'LUA'
return {
  variables = { { "a", -2, 2 }, { "b", -2, 2 } },
  evaluate = function(a, b)
    local s = 0
    for i = 1, 100000 do s = s + math.sin(a * i) end
    return a ^ 2 + (b - 0.1) ^ 2 + 0 * s
  end,
}
LUA
# Open MPI waits this long before it sends SIGTERM, and again before SIGKILL: a second, its default, is too short on a
# busy machine. Once all ranks have ended, this test ends the launcher, which would still wait.
OMPI_MCA_odls_base_sigkill_timeout=10 OMPI_MCA_orte_tmpdir_base=$work "$launcher" -n 3 "$mpi_heco" solve slow.lua \
    --evals 1000000 --algorithm heco-de --journal slow.j --json --quiet -o stopped.json >out 2>err &
pid=$!
none_left() { ! pgrep -P $pid -f "$mpi_heco solve slow.lua" >/dev/null; }
await has_bytes slow.j 2500
kill -TERM $pid
await none_left
kill -KILL $pid
wait $pid 2>/dev/null
cp stopped.json out
json 'd["stop"] == "user" and d["evaluations"] > 0'
refused 2 'may raise that number' "$heco" resume slow.j --evals 1 # that is: the journal can be read
finish
