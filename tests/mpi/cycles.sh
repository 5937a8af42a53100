# cycles.sh PROGRAM: mpi_cycles alone and with three ranks.
. "$(dirname "$0")/run.sh"
for ranks in 1 3; do
    MPI_LIMIT=400 mpi $ranks "$1" || { echo "$ranks ranks: exit code $?" >&2; exit 1; }
done
