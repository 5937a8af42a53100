# example.sh PROGRAM: the example, with and without other ranks.
. "$(dirname "$0")/run.sh"
for ranks in 1 2 4; do
    mpi $ranks "$1" || { echo "$ranks ranks: exit code $?" >&2; exit 1; }
done
