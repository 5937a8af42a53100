# same_bits.sh PROGRAM: mpi_same_bits with 1, 2, 3 and 5 ranks.
. "$(dirname "$0")/run.sh"
for ranks in 1 2 3 5; do
    MPI_LIMIT=400 mpi $ranks "$1" || { echo "$ranks ranks: exit code $?" >&2; exit 1; }
done
