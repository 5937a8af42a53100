# Shared by the tests of MPI: a launcher that works as root and on a machine with few cores.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=0 OMPI_MCA_btl_base_warn_component_unused=0
# MPI keeps memory of its own until the end of the process.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
launcher=$(command -v mpirun || command -v mpiexec) || { echo "no mpirun: skipped"; exit 77; }
# mpi N COMMAND...: the limit is for a command that hangs; a busy machine needs a minute for what takes a second.
mpi() {
    local ranks=$1
    shift
    timeout -k 5 "${MPI_LIMIT:-400}" "$launcher" -n "$ranks" "$@"
}
mpi 1 true >/dev/null 2>&1 || { echo "mpirun does not work here: skipped"; exit 77; }
