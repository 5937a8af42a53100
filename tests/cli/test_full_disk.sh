# Output that cannot be written: every subcommand says so and ends with 1, and names no error called Success.
. "$(dirname "$0")/common.sh"
[ -w /dev/full ] || { echo "no /dev/full: skipped"; exit 77; }

# unwritable PATTERN COMMAND...: standard output is a full disk
unwritable() {
    local pattern=$1 code
    shift
    "$@" >/dev/full 2>"$work/err"
    code=$?
    [ $code -eq 1 ] || fail "exit code $code instead of 1: $*"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "not one line of error: $*: $(cat "$work/err")"
    grep -Eq -- "$pattern" "$work/err" || fail "'$pattern' not in the error of $*: $(cat "$work/err")"
}

cd "$work" || exit 1
expect 0 "$heco" solve cec2006:g06 --evals 300 --quiet --journal j
unwritable 'standard output could not be written' "$heco" version
unwritable 'standard output could not be written' "$heco" help
unwritable 'standard output could not be written' "$heco" help solve
unwritable 'standard output could not be written' "$heco" list algorithms
unwritable 'standard output could not be written' "$heco" completion bash
unwritable 'standard output cannot be written' "$heco" solve cec2006:g06 --evals 200 --quiet
unwritable 'standard output cannot be written' "$heco" solve cec2006:g06 --evals 200 --quiet --json
unwritable 'standard output cannot be written' "$heco" solve cec2006:g06 --evals 200 --quiet --runs 2
unwritable 'standard output cannot be written' "$heco" resume j --quiet
unwritable 'standard output cannot be written' "$heco" eval cec2006:g06 --best-known
unwritable 'standard output could not be written' "$heco" watch j --once
unwritable 'standard output could not be written' "$heco" watch j # which flushes every line
unwritable 'standard output cannot be written' "$heco" report j

# -o FILE: the same, whether the text is short or longer than what is buffered
refused 1 '/dev/full cannot be written: No space left' "$heco" eval cec2006:g06 --best-known -o /dev/full
refused 1 '/dev/full cannot be written: is the disk full' "$heco" report j -o /dev/full
refused 1 'none/page.html cannot be written: No such file' "$heco" report j -o none/page.html
refused 1 'cannot be written: Is a directory' "$heco" report j -o "$work"
refused 2 'journal /dev/full exists already' "$heco" solve cec2006:g06 --evals 200 --quiet --journal /dev/full

if "$heco" version | grep -q sqlite; then
    expect 0 "$heco" bench --suite cec2006 --problems g06 --algorithms lshade44 --runs 2 --evals 500 --db r.db --quiet
    unwritable 'the dump could not be written' "$heco" bench --dump all --db r.db
    unwritable 'standard output could not be written' "$heco" db check r.db
    unwritable 'cannot write the table: No space left' "$heco" rank --db r.db
    expect 1 "$heco" bench --suite cec2006 --problems g06 --algorithms lshade44 --evals 500 --db /dev/full --quiet
    grep -q '/dev/full' err || fail "no reason: $(cat err)"
fi

# a reader that goes away, as head does: an error, not a crash
{ "$heco" list options heco-de; echo "$?" >code; } 2>err | true
[ "$(cat code)" -eq 0 ] || [ "$(cat code)" -eq 1 ] || [ "$(cat code)" -eq 141 ] || fail "closed pipe: $(cat code)"
finish
