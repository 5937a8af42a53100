# Shared by the scripts here: each gets the path of the command as $1.
# Source it; end with `finish`. A check that fails says so and the script goes on.
heco=$(realpath "$1") # some scripts change the folder
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
# What the user's own machine knows must not change the outcome.
unset HECO_DATA
export XDG_DATA_HOME="$work/data"

fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# Bash calls this, in a process of its own, for a command that does not exist: a check that is
# misspelt must fail.
command_not_found_handle() {
    echo "FAILED: there is no command '$1'" >&2
    echo "$1" >>"$work/missing"
    return 127
}

# expect CODE COMMAND...: runs it; standard output in $work/out, standard error in $work/err
expect() {
    local want=$1 got
    shift
    "$@" >"$work/out" 2>"$work/err"
    got=$?
    [ "$got" -eq "$want" ] || fail "exit code $got instead of $want: $* ($(head -c 300 "$work/err"))"
}

# refused CODE PATTERN COMMAND...: one line on standard error that has the pattern, no output
refused() {
    local want=$1 pattern=$2
    shift 2
    expect "$want" "$@"
    [ "$(wc -l <"$work/err")" -eq 1 ] || fail "not one line of error: $*: $(cat "$work/err")"
    grep -q '^heco: ' "$work/err" || fail "no 'heco: ' in front: $*: $(cat "$work/err")"
    grep -Eq -- "$pattern" "$work/err" || fail "'$pattern' not in the error of $*: $(cat "$work/err")"
    [ ! -s "$work/out" ] || fail "output beside an error: $*"
}

# await COMMAND...: repeats it until it succeeds. The limit only ends a test that cannot pass any more.
await() {
    local end=$((SECONDS + 300))
    until "$@"; do
        [ $SECONDS -lt $end ] || { fail "waited 300 s for: $*"; return 1; }
        sleep 0.05
    done
}

# has_bytes FILE COUNT: the file exists and is at least that long
has_bytes() { [ "$(stat -c %s "$1" 2>/dev/null || echo 0)" -ge "$2" ]; }

# at_work PID: the process has used a quarter of a second of CPU time, so that it searches; or it has ended
at_work() {
    local fields
    [ -d /proc/self ] || { sleep 2; return 0; }
    read -r -a fields 2>/dev/null <"/proc/$1/stat" || return 0
    [ "${fields[2]}" = Z ] || [ $((fields[13] + fields[14])) -ge 25 ]
}

# says PATTERN: the last standard output has it
says() { grep -Eq -- "$1" "$work/out" || fail "'$1' not in the output: $(head -c 600 "$work/out")"; }

# is_json FILE
is_json() { python3 -m json.tool "$1" >/dev/null 2>"$work/json" || fail "$1 is not JSON: $(cat "$work/json")"; }

# json EXPRESSION: a Python expression over the document d from the last standard output holds
json() {
    python3 - "$work/out" "$1" 2>/dev/null <<'PY' || fail "JSON: $1"
import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(0 if eval(sys.argv[2]) else 1)
PY
}

# same_journal A B: the same records, except for times (type T), which no two searches share; rows
# (type R) are recorded in the order in which they finish
same_journal() {
    python3 - "$1" "$2" <<'PY'
import struct, sys
def records(path):
    data, at, out = open(path, "rb").read(), 8, []
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("II", data, at)
        if kind != ord("T"): out.append(data[at:at + 12 + size])
        at += 12 + size
    return data[:8], sorted(out)
sys.exit(records(sys.argv[1]) != records(sys.argv[2]))
PY
}

has_python() { command -v python3 >/dev/null; }

finish() {
    [ ! -e "$work/missing" ] || failures=$((failures + $(wc -l <"$work/missing")))
    [ "$failures" -eq 0 ] || { echo "$failures checks failed" >&2; exit 1; }
    exit 0
}
