# bench_kill.sh HECO HECO_MPI: a bench over MPI is killed 20 times and repeated.
. "$(dirname "$0")/run.sh"
command -v python3 >/dev/null || { echo "no python3: skipped"; exit 77; }
"$1" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
exec python3 tools/mpi_kill_test.py "$1" "$2" --bench --kills 20 --seed 3 --evals 4000
