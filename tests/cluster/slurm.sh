# slurm.sh HECO HECO_MPI: examples/cluster under a Slurm of one node, which this script starts below a
# temporary folder: an MPI solve that is cancelled and goes on, job arrays, and a pool that grows and
# shrinks. It needs Debian's slurmctld, slurmd and munge, and root, and does not touch a Slurm of the machine.
. "$(dirname "$0")/../cli/common.sh"
. "$(dirname "$0")/../mpi/run.sh"
skip() { echo "$1: skipped"; exit 77; }
PATH=$PATH:/usr/sbin
for each in munged slurmctld slurmd sbatch scancel squeue; do
    command -v $each >/dev/null || skip "no $each (Debian: slurmctld, slurmd, munge)"
done
[ "$(id -u)" -eq 0 ] || skip "Slurm's daemons need root here"
has_python || skip "no python3"
"$heco" version | grep -q sqlite || skip "built without SQLite"
"$heco" list models | grep -q '^lua ' || skip "built without Lua"
root=$PWD scripts=$PWD/examples/cluster mpi_heco=$(realpath "$2")
limit=850 # seconds after which the daemons end even if this script was killed

# ---- Slurm ----

cluster=$(mktemp -d /tmp/heco-slurm.XXXXXX) # short: the name of a socket has at most 107 bytes
unset "${!SLURM_@}"                         # of a job or a Slurm of the machine
export SLURM_CONF=$cluster/slurm.conf
daemons=()
daemon() { # NAME COMMAND...: starts it in the foreground of a process of its own
    local name=$1
    shift
    timeout $limit "$@" >"$cluster/$name.out" 2>&1 </dev/null &
    daemons=("$!" "${daemons[@]}") # the last one is ended first
}
jobs_left() { [ -n "$(squeue --noheader 2>/dev/null)" ]; }
end_cluster() {
    scancel --user=root --signal=KILL 2>/dev/null
    scancel --user=root 2>/dev/null
    for _ in $(seq 100); do jobs_left || break; sleep 0.1; done
    for each in "${daemons[@]}"; do
        kill "$each" 2>/dev/null
        wait "$each" 2>/dev/null
    done
    rm -rf "$cluster" "$work"
}
trap end_cluster EXIT
trap 'exit 1' TERM INT

chmod 755 "$cluster" && mkdir -m 700 "$cluster/munge" && mkdir "$cluster/state" "$cluster/spool" || exit 1
(umask 077 && head -c 128 /dev/urandom >"$cluster/munge/key")
read -r port more <<<"$(python3 -c '
import socket
s = [socket.socket() for _ in range(2)]
for each in s: each.bind(("127.0.0.1", 0))
print(*(each.getsockname()[1] for each in s))')"
host=$(hostname -s)
cat >"$SLURM_CONF" <<CONF
ClusterName=heco
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$more
AuthType=auth/munge
AuthInfo=socket=$cluster/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=pmix
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,bf_interval=2
SlurmdParameters=config_overrides
KillWait=60
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 RealMemory=64000
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
daemon munged munged --foreground --socket="$cluster/munge.socket" --key-file="$cluster/munge/key" --num-threads=2 \
    --pid-file="$cluster/munge.pid" --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed"
for _ in $(seq 100); do [ -S "$cluster/munge.socket" ] && break; sleep 0.1; done
daemon slurmctld slurmctld -D -c
daemon slurmd slurmd -D -c
for _ in $(seq 1200); do sinfo --noheader -o %T 2>/dev/null | grep -q '^idle' && break; sleep 0.1; done
sinfo --noheader -o %T 2>/dev/null | grep -q '^idle' ||
    skip "Slurm does not start here ($(tail -qn 1 "$cluster"/*.out "$cluster"/*.log | tr '\n' ' ' | cut -c1-300))"
srun --mpi=list 2>&1 | grep -qw pmix || skip "Slurm was built without PMIx"

# hand_in OPTIONS... SCRIPT: prints the number of the job
hand_in() { sbatch --parsable --chdir="$work/job" "$@"; }
# until_ended JOB SECONDS
until_ended() {
    local _
    for _ in $(seq $((10 * $2))); do
        [ -n "$(squeue --noheader --job="$1" 2>/dev/null)" ] || return 0
        sleep 0.1
    done
    fail "job $1 still runs after $2 s"
}

mkdir "$work/bin" "$work/job" && ln -s "$heco" "$work/bin/heco" && ln -s "$mpi_heco" "$work/bin/heco-mpi"
export PATH="$work/bin:$PATH" TMPDIR="$work"
cd "$work/job" || exit 1
cat >slow.lua <<'LUA'
-- 3 ms per point, so that the job is cancelled while it searches
return {
  variables = { { "a", -2, 2 }, { "b", -2, 2 }, { "c", -2, 2 }, { "d", -2, 2, "integer" } },
  constraints = { { "sum", ">=", 2 }, { "product", "==", 0.5 } },
  evaluate = function(a, b, c, d)
    local s = 0
    for i = 1, 50000 do s = s + i % 7 end
    return a ^ 2 + (b - 0.1) ^ 2 + (c - 0.2) ^ 2 + (d - 0.3) ^ 2 + 0 * s, a + b + c + d, a * b
  end,
}
LUA

# ---- a solve over ranks, cancelled and handed in again ----

answer_of() { grep -E '^(f|  [a-d]|evaluations|stopped|best found) ' "$1"; }
export MODEL=slow.lua JOURNAL=slow.journal EVALS=1500 SOLVE_OPTIONS="--seed 5 --lanes 3 --quiet" RESUME_OPTIONS=--quiet
# shellcheck disable=SC2086
expect 0 "$heco" solve slow.lua --evals $EVALS $SOLVE_OPTIONS -o whole.txt
job=$(hand_in --ntasks=4 "$scripts/solve.sbatch") || fail "sbatch: no job"
await has_bytes slow.journal 6000
scancel "$job"
until_ended "$job" 300
grep -q '^stopped by   user: interrupted' answer.txt || fail "scancel: no answer: $(cat answer.txt solve-*.out)"
cancelled=$(wc -c <slow.journal)
mv answer.txt cancelled.txt
job=$(hand_in --ntasks=3 "$scripts/solve.sbatch")
until_ended "$job" 300
grep -q 'evaluations from the journal' answer.txt || fail "no resume: $(cat answer.txt "solve-$job.out")"
[ "$(wc -c <slow.journal)" -gt "$cancelled" ] || fail "nothing was left to evaluate after scancel"
[ "$(answer_of whole.txt)" = "$(answer_of answer.txt)" ] ||
    fail "another answer: $(diff <(answer_of whole.txt) <(answer_of answer.txt))"

# ---- job arrays ----

export BENCH_OPTIONS="--problems g06,g08 --runs 2 --evals 1000 --quiet"
# shellcheck disable=SC2086
expect 0 "$heco" bench --suite cec2006 --algorithms heco-de,lshade44,auto $BENCH_OPTIONS --db whole.db
job=$(hand_in --array=1-3 --cpus-per-task=1 "$scripts/array.sbatch")
merge=$(hand_in --dependency="afterok:$job" "$scripts/merge.sbatch")
export MODEL=$root/examples/models/beam.lua EVALS=300
seeds=$(hand_in --array=1-2 --cpus-per-task=2 "$scripts/seeds.sbatch")
until_ended "$merge" 300
grep -q '12 runs added from 3 files' "merge-$merge.out" || fail "merge: $(cat merge-*.out part-*.out)"
cmp <(heco bench --dump all --db whole.db) <(heco bench --dump all --db results.db) || fail "the array has other rows"
until_ended "$seeds" 300
expect 0 heco answers answer-1.json answer-2.json

# ---- a pool that grows and shrinks: Dask's workers are jobs ----

for python in /usr/bin/python3 python3; do
    "$python" -c 'import numpy, distributed' 2>/dev/null && break
    python=
done
if [ -n "$python" ] && ! grep -qa __asan_init "$heco"; then
    export HECO_LIBRARY=$HECO_BUILD_DIR/libheco.so PYTHONPATH=$root/python PYTHONDONTWRITEBYTECODE=1
    expect 0 timeout 200 "$python" "$root/python/tests/elastic_pool.py" slurm
    cat "$work/out"
else
    echo "no Dask (Debian: python3-distributed): the pool was not tested"
fi
finish
