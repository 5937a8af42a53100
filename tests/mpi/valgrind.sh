# valgrind.sh HECO HECO_MPI: a solve and a bench on two ranks, without a complaint about heco.
. "$(dirname "$0")/run.sh"
command -v valgrind >/dev/null || { echo "no valgrind: skipped"; exit 77; }
grep -qa '__asan_init\|__tsan_init' "$2" && { echo "has a sanitizer of its own: skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
here=$(dirname "$0")
suppress=(--suppressions="$here/mpi.supp")
for file in /usr/share/openmpi/openmpi-valgrind.supp /usr/share/pmix*/pmix-valgrind.supp; do
    [ ! -r "$file" ] || suppress+=(--suppressions="$file")
done
# clean NAME WORDS...
clean() {
    local name=$1
    shift
    MPI_LIMIT=600 mpi 2 valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
        "${suppress[@]}" --log-file="$work/$name.%p" "$@" >"$work/out" 2>"$work/err" ||
        { echo "$name: exit code $?" >&2; cat "$work/err" "$work/$name".* >&2; exit 1; }
    [ "$(cat "$work/$name".* | wc -l)" -eq 0 ] || { cat "$work/$name".* >&2; exit 1; }
    [ "$(ls "$work/$name".* | wc -l)" -eq 2 ] || { echo "$name: not two ranks" >&2; exit 1; }
}
clean solve "$2" solve cec2006:g06 --evals 300 --algorithm heco-de --quiet --journal "$work/j"
if "$1" version | grep -q sqlite; then
    clean bench "$2" bench --suite cec2006 --problems g06 --runs 2 --evals 200 --algorithms heco-de --db "$work/db" --quiet
fi
