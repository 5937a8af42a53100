# Disk full, read-only and single I/O errors at every seventh call that changes a file; tools/write_faults does all.
. "$(dirname "$0")/common.sh"
tools=$(cd "$(dirname "$0")/../../tools" && pwd)
has_python || exit 77
python3 "$tools/write_faults" "$heco" --stride 7 >"$work/out" 2>&1
code=$?
tail -n 3 "$work/out"
[ $code -eq 77 ] && exit 77
[ $code -eq 0 ] || fail "$(grep WRONG "$work/out")"
says '^total: [0-9]{3,} runs with a fault, [0-9]{2,} ended with a reason, 0 wrong'
finish
