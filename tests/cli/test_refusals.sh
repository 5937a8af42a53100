# Refusals that no other script asks for: each one line with the reason, before anything is done.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1

# solve and its page
refused 2 '--slices go through one answer: omit --sweep' "$heco" solve cec2006:g06 --evals 100 --slices --sweep g1=1:2:3
refused 1 'none/p.html cannot be written: No such file' "$heco" solve cec2006:g06 --evals 100 --report none/p.html
refused 1 'none/heco-[A-Za-z0-9]+ cannot be created: set TMPDIR' env TMPDIR="$work/none" "$heco" solve cec2006:g06 --evals 100 --report p.html
long=$(printf '%05000d' 0)
refused 1 'TMPDIR is too long' env TMPDIR="/$long" "$heco" solve cec2006:g06 --evals 100 --report p.html
[ ! -e p.html ] || fail "a page without a search"

# eval: points that are not there
printf 'heco 1 1 0 0\n0 1\n' >head.txt
printf 'cat head.txt\nwhile read -r id rest; do echo "$id ok 1"; done\n' >one.sh
refused 2 'has no best known point: give --points FILE' "$heco" eval "exec:sh one.sh" --best-known
refused 1 'none.csv' "$heco" eval cec2006:g06 --points none.csv
refused 2 'has no derivatives to check' "$heco" eval "exec:sh one.sh" --best-known --check-derivatives

# numbers outside of their range say which range that is
refused 2 '--time needs a number from 0 to' "$heco" solve cec2006:g06 --time -1
refused 2 '--seed needs a whole number of at least 0, not "-1"' "$heco" solve cec2006:g06 --seed -1
refused 2 '--workers.*from 1 to' "$heco" solve cec2006:g06 --workers 0

# data without a place
unset XDG_DATA_HOME
refused 1 'no folder for the data: set XDG_DATA_HOME or HOME' env -u HOME "$heco" data import "$work"

if "$heco" version | grep -q sqlite; then
    expect 0 "$heco" bench --suite cec2006 --problems g06 --algorithms lshade44,heco-de --runs 2 --evals 300 --db r.db --quiet
    refused 2 '--dims: at most [0-9]+ dimensions' "$heco" rank --db r.db --dims "$(seq -s, 1 200)"
    refused 2 '--dims 2,: give whole numbers' "$heco" rank --db r.db --dims 2,
    refused 2 '--dims 0: give whole numbers' "$heco" rank --db r.db --dims 0
    refused 2 'more than [0-9]+ dimensions' "$heco" bench --suite cec2017 --dims "$(seq -s, 1 200)" --evals 300 --db r.db
    refused 2 'dimension .ten. is not a whole number' "$heco" bench --suite cec2017 --dims ten --evals 300 --db r.db
fi

# a journal of another version: nothing of it is run
has_python || finish
expect 0 "$heco" solve cec2006:g06 --evals 300 --quiet --journal j
python3 - <<'PY'
import re, struct, zlib
data, at = open("j", "rb").read(), 8
out = data[:8]
while at + 8 <= len(data):
    kind, size = struct.unpack_from("=II", data, at)
    body = data[at + 8:at + 8 + size]
    if kind == ord("I"): body = re.sub(rb"^version=[^\n]*", b"version=9.9.9", body)
    head = struct.pack("=II", kind, len(body))
    out += head + body + struct.pack("=I", zlib.crc32(head + body))
    at += 12 + size
open("newer", "wb").write(out)
PY
refused 2 'journal newer was made with version=9.9.9, this is version=' "$heco" resume newer
expect 0 "$heco" watch newer --once # looking is possible
says '300 of 300 evaluations'
finish
