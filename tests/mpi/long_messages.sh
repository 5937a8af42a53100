# long_messages.sh PROGRAM: mpi_long_messages alone and with two ranks.
. "$(dirname "$0")/run.sh"
for ranks in 1 2; do
    mpi $ranks "$1" || { echo "$ranks ranks: exit code $?" >&2; exit 1; }
done
