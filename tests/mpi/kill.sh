# kill.sh HECO HECO_MPI: tools/mpi_kill_test.py with few kills.
. "$(dirname "$0")/run.sh"
command -v python3 >/dev/null || { echo "no python3: skipped"; exit 77; }
exec python3 tools/mpi_kill_test.py "$1" "$2" --kills 4 --seed 2 --evals 10000
