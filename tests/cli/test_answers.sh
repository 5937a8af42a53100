# Answers of a job array: joined as heco solve --runs would have; wrong files are refused.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")/../.." && pwd)
cd "$work" || exit 1
for seed in 1 2 3 4; do
    expect 0 "$heco" solve design:spring --seed $seed --evals 2000 --json --quiet -o answer-$seed.json
done
expect 0 "$heco" solve design:spring --runs 4 --evals 2000 --quiet
grep '^confidence' "$work/out" >runs
expect 0 "$heco" answers answer-*.json
says '^design:spring: 4 answers, 4 feasible$'
says '^f +0\.0126'
grep '^confidence' "$work/out" >joined
cmp -s runs joined || fail "another confidence: $(cat runs joined)"
if has_python; then
    expect 0 "$heco" answers answer-*.json --json
    json 'd["answers"] == 4 and d["feasible"] == 4 and abs(d["f"] - 0.012665) < 1e-5 and len(d["x"]) == 3'
fi

refused 2 'same seed 1' "$heco" answers answer-1.json answer-1.json
expect 0 "$heco" solve cec2006:g08 --evals 300 --json --quiet -o other.json
refused 2 'other.json is an answer for cec2006:g08' "$heco" answers answer-1.json other.json
refused 2 'none.json: No such file' "$heco" answers none.json
echo '{"a": 1}' >wrong.json
refused 2 'wrong.json is not an answer of heco solve --json' "$heco" answers wrong.json
head -c 300 answer-1.json >cut.json
refused 2 'cut.json is not complete JSON' "$heco" answers cut.json
(cat answer-1.json && printf '\0more') >zero.json
refused 2 'zero.json has a zero byte' "$heco" answers zero.json answer-2.json
sed 's/"design:spring"/"a\xc2\x9bb"/' answer-1.json >control.json
expect 0 "$heco" answers control.json
says '^a\?+b: 1 answers'
mkfifo pipe
refused 2 'pipe is not a file' timeout 120 "$heco" answers pipe
refused 2 'is not a file' "$heco" answers .

# the script of the cluster, without a cluster
cp "$here/examples/cluster/seeds.sbatch" .
mkdir bin && ln -s "$heco" bin/heco
for seed in 7 8; do
    expect 0 env PATH="$work/bin:$PATH" MODEL=design:spring EVALS=500 SLURM_ARRAY_TASK_ID=$seed bash seeds.sbatch
done
expect 0 "$heco" answers answer-7.json answer-8.json
says '2 answers'
finish
