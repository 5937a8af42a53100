# cluster.sh HECO HECO_MPI: the scripts of examples/cluster, with a Slurm of a few lines.
. "$(dirname "$0")/../cli/common.sh"
. "$(dirname "$0")/run.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
scripts=$PWD/examples/cluster models=$PWD/examples/models
mkdir "$work/bin" && ln -s "$heco" "$work/bin/heco" && ln -s "$(realpath "$2")" "$work/bin/heco-mpi"
cat >"$work/bin/srun" <<SH
exec timeout 400 "$launcher" -n "\$SLURM_NTASKS" "\$@"
SH
chmod +x "$work/bin/srun"
export PATH="$work/bin:$PATH" SLURM_NTASKS=3 SLURM_JOB_ID=7 TMPDIR="$work/tmp"
mkdir "$TMPDIR" "$work/job" && cd "$work/job" && cp "$models/beam.lua" . || exit 1
export BENCH_OPTIONS="--problems g06,g08 --runs 2 --evals 1000 --quiet" EVALS=2000

expect 0 bash "$scripts/solve.sbatch"
cp answer.txt first.txt
expect 0 bash "$scripts/solve.sbatch" # the journal is complete: the same answer again
grep -q 'evaluations from the journal' answer.txt || fail "no resume: $(cat answer.txt "$work/err")"
[ "$(grep '^f ' first.txt)" = "$(grep '^f ' answer.txt)" ] || fail "another answer"

expect 0 bash "$scripts/bench.sbatch"
[ "$(heco bench --dump finals --db results.db | wc -l)" -eq 13 ] || fail "bench.sbatch: $(cat "$work/err")"
expect 0 bash "$scripts/bench.sbatch"
says 'requested: 12 were stored'
[ -z "$(ls "$TMPDIR" | grep heco-bench)" ] || fail "a copy is left in $TMPDIR"
mv results.db ranks.db

for part in 1 2 3; do
    SLURM_ARRAY_TASK_ID=$part SLURM_ARRAY_TASK_MAX=3 expect 0 bash "$scripts/array.sbatch"
done
rm parts/part-2.db
PARTS=3 SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_MAX=2 expect 0 bash "$scripts/array.sbatch"
expect 0 bash "$scripts/merge.sbatch"
says '12 runs added from 3 files'
cmp <(heco bench --dump all --db ranks.db) <(heco bench --dump all --db results.db) || fail "the array has other rows"
for script in "$scripts"/*.sbatch; do
    grep -q '^#SBATCH --time=' "$script" || fail "$script has no time"
done
finish
