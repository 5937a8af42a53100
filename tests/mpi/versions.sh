# versions.sh HECO HECO_MPI: ranks with another version of heco are refused by one line, and all ranks end.
. "$(dirname "$0")/../cli/common.sh"
. "$(dirname "$0")/run.sh"
has_python || exit 77
mpi_heco=$(realpath "$2")
cd "$work" || exit 1
# The same program with another version number in it.
python3 - "$mpi_heco" other "$("$heco" version | head -n 1 | cut -d ' ' -f 2)" <<'PY' || { echo "no version in the program: skipped"; exit 77; }
import sys
data, version = open(sys.argv[1], "rb").read(), sys.argv[3].encode()
text, other = b"\0" + version + b"\0", b"\0" + version[:-1] + b"9\0"
if data.count(text) == 0: sys.exit(1)
open(sys.argv[2], "wb").write(data.replace(text, other))
PY
chmod +x other
./other version | grep -q '^heco .*9$' || { echo "the version is somewhere else: skipped"; exit 77; }
mixed() { timeout -k 5 400 "$launcher" -n 2 "$mpi_heco" "$@" : -n 1 ./other "$@"; }
expect 2 mixed solve cec2006:g06 --evals 500 --quiet --journal j
[ "$(grep -c 'rank 2 on .* runs heco .*9, rank 0 runs heco .*: use the same version' err)" -eq 1 ] || fail "solve: $(cat err)"
[ ! -s out ] || fail "an answer of mixed versions: $(cat out)"
if "$heco" version | grep -q sqlite; then
    expect 2 mixed bench --suite cec2006 --problems g06 --algorithms lshade44 --runs 4 --evals 500 --db r.db --quiet
    grep -q 'use the same version' err || fail "bench: $(cat err)"
    [ ! -e r.db ] || [ "$("$heco" bench --dump finals --db r.db 2>/dev/null | wc -l)" -le 1 ] || fail "runs were stored"
fi
finish
