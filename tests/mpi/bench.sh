# bench.sh HECO HECO_MPI: the database of a bench over ranks is that of one process, row by row, also
# when a rank was killed in the middle and the command repeated with another number of ranks.
. "$(dirname "$0")/../cli/common.sh"
. "$(dirname "$0")/run.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
mpi_heco=$(realpath "$2")
cd "$work" || exit 1
evals=${HECO_BENCH_EVALS:-3000} runs=${HECO_BENCH_RUNS:-5}
rows=$((66 * runs)) # 22 problems and three algorithms
bench=(bench --suite cec2006 --runs "$runs" --evals "$evals" --algorithms heco-de,lshade44,auto)
rows() { "$heco" bench --dump all --db "$1"; }

expect 0 "$heco" "${bench[@]}" --db serial.db --quiet
rows serial.db >serial.csv
expect 0 mpi 4 "$mpi_heco" "${bench[@]}" --db ranks.db --json
grep -Eq '^heco: 3 ranks evaluate on 1 machine' err || fail "who works: $(cat err)"
rows ranks.db | cmp - serial.csv || fail "three ranks store something else"

# one rank killed in the middle
"$launcher" -n 4 "$mpi_heco" "${bench[@]}" --db killed.db --quiet >out 2>err &
pid=$!
has_rows() { [ -e killed.db ] && [ "$("$heco" bench --dump finals --db killed.db 2>/dev/null | wc -l)" -gt 20 ]; }
await has_rows
victim=$(pgrep -P $pid -f "$mpi_heco" | tail -n 1)
[ -n "$victim" ] && kill -KILL "$victim"
wait $pid
stored=$("$heco" bench --dump finals --db killed.db | tail -n +2 | wc -l)
[ "$stored" -gt 10 ] && [ "$stored" -lt $rows ] || fail "$stored of $rows runs after a kill"
expect 0 mpi 3 "$mpi_heco" "${bench[@]}" --db killed.db --quiet
rows killed.db | cmp - serial.csv || fail "after a kill the rows are others"
echo "$stored of $rows runs were stored before a rank was killed; then the same rows"

# four parts, one of them over ranks
for part in 1 2 3; do
    expect 0 "$heco" "${bench[@]}" --part $part/4 --db part$part.db --quiet
done
expect 0 mpi 3 "$mpi_heco" "${bench[@]}" --part 4/4 --db part4.db --quiet
expect 0 "$heco" db merge merged.db part1.db part2.db part3.db part4.db
says "merged.db: $rows runs added from 4 files"
rows merged.db | cmp - serial.csv || fail "four parts merged are something else"

# mistakes, said once
expect 2 mpi 3 "$mpi_heco" "${bench[@]}" --db x.db --jobs 4
[ "$(grep -c '^heco: each rank runs one job' err)" -eq 1 ] || fail "--jobs: $(cat err)"
expect 2 mpi 3 "$mpi_heco" bench --suite cec2006
[ "$(grep -c '^heco: bench needs a results database' err)" -eq 1 ] || fail "no --db: $(cat err)"
expect 0 mpi 3 "$mpi_heco" bench --dump finals --db serial.db
[ "$(wc -l <out)" -eq $((rows + 1)) ] || fail "a dump comes once per rank"
finish
