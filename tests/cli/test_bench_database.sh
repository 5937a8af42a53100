# heco bench and databases it must not touch: each refused in one line, not a byte changed.
. "$(dirname "$0")/common.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
small="--suite cec2006 --problems g06 --runs 2 --evals 1000 --algorithms heco-de"
db=$work/runs.db
# shellcheck disable=SC2086
bench() { "$heco" bench $small --db "$db" --quiet "$@"; }
# untouched CODE PATTERN COMMAND...: refused, and the file is what it was
untouched() {
    local before
    before=$(cksum <"$db")
    refused "$@"
    [ "$(cksum <"$db")" = "$before" ] || fail "the file was changed: $*"
    [ ! -e "$db-journal" ] || fail "a journal is left: $*"
}
expect 0 bench
expect 0 "$heco" bench --dump all --db "$db" -o "$work/want.csv"
cp "$db" "$work/good.db"

# the same labels under other conditions
untouched 2 'seed 1, this bench asks for 2' bench --seed 2
untouched 2 'budget on cec2006:g06/2 of 1000 evaluations, this bench asks for 5000' bench --evals 5000
untouched 2 "label 'heco-de' and option lambda=[a-z0-9]+, this bench asks for lambda=25" bench --set heco-de.lambda=25
untouched 2 "label 'heco-de' for algorithm heco-de, this bench asks for hco-de" bench --algorithms heco-de:hco-de
untouched 2 'trace full, this bench asks for none' bench --trace none

# other files
printf 'name,value\na,1\n' >"$db"
untouched 2 'not a results database' bench
untouched 2 'not a results database' "$heco" bench --dump all --db "$db"
head -c 3000 /dev/urandom >"$db"
untouched 2 'not a results database' bench
head -c 9000 "$work/good.db" >"$db"
untouched 2 'damaged or cut short' bench
untouched 2 'damaged or cut short' "$heco" bench --dump all --db "$db"
cp "$work/good.db" "$db"
printf '\377\377\377\377\377\377\377\377' | dd of="$db" bs=1 seek=8192 conv=notrunc 2>/dev/null
untouched 2 'damaged' bench
refused 1 'Is a directory' "$heco" bench --suite cec2006 --db "$work"
refused 1 'No such file' "$heco" bench --suite cec2006 --db "$work/no/where.db"
: >"$db"
refused 2 'is empty' "$heco" bench --dump all --db "$db"
expect 0 bench
expect 0 "$heco" bench --dump all --db "$db"
cmp -s "$work/out" "$work/want.csv" || fail "an empty file is a new database"

# schema version, another program's file: bytes 60..63 and 68..71 of the header
cp "$work/good.db" "$db"
printf '\0\0\0\7' | dd of="$db" bs=1 seek=60 conv=notrunc 2>/dev/null
untouched 2 'schema version 7, this heco .* knows version 1' bench
cp "$work/good.db" "$db"
printf 'what' | dd of="$db" bs=1 seek=68 conv=notrunc 2>/dev/null
untouched 2 'of another program' bench
cp "$work/good.db" "$db"

# a flipped bit: the dump is refused or what it was, and so is the ranking
expect 0 "$heco" db check "$db"
says "runs.db: 2 runs verified"
refused 2 'db knows check' "$heco" db chekc "$db"
if has_python; then
    expect 0 bench --algorithms heco-de,hco-de # so that there is something to rank
    "$heco" bench --dump all --db "$db" >"$work/whole.csv" || fail "dump"
    "$heco" rank --db "$db" --rule cec2017 >"$work/whole.txt" || fail "rank"
    cp "$db" "$work/whole.db"
    refusals=0
    for flip in $(seq 40); do
        python3 - "$work/whole.db" "$db" "$flip" <<'PY'
import random, sys
data = bytearray(open(sys.argv[1], "rb").read())
chance = random.Random(int(sys.argv[3]))
data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
open(sys.argv[2], "wb").write(data)
PY
        if "$heco" bench --dump all --db "$db" >"$work/out" 2>"$work/err"; then
            cmp -s "$work/out" "$work/whole.csv" || fail "flip $flip: another dump"
            "$heco" db check "$db" >"$work/out" 2>"$work/err" || refusals=$((refusals + 1))
        else
            refusals=$((refusals + 1))
            [ "$(wc -l <"$work/err")" -eq 1 ] || fail "flip $flip: $(cat "$work/err")"
        fi
        if "$heco" rank --db "$db" --rule cec2017 >"$work/out" 2>"$work/err"; then
            cmp -s "$work/out" "$work/whole.txt" || fail "flip $flip: another ranking"
        fi
    done
    [ $refusals -gt 1 ] || fail "only $refusals of 40 flips were noticed"
fi
cp "$work/good.db" "$db"

# a limit on file sizes stands for a full disk: what was stored before stays, then it goes on
# shellcheck disable=SC2086
(failures=0; ulimit -f 60; refused 1 'could not be written|disk is full' "$heco" bench $small --runs 40 --db "$db" --quiet
 exit "$failures") || fail "full disk"
expect 0 "$heco" bench --dump all --db "$db"
head -3 "$work/out" | cmp -s - "$work/want.csv" || fail "a full disk harmed what was stored"
expect 0 bench --runs 40
says '40 runs requested: [0-9]+ were'
# shellcheck disable=SC2086
expect 0 "$heco" bench $small --runs 40 --db "$work/undisturbed.db" --quiet
expect 0 "$heco" bench --dump all --db "$work/undisturbed.db" -o "$work/want40.csv"
expect 0 "$heco" bench --dump all --db "$db"
cmp -s "$work/out" "$work/want40.csv" || fail "after a full disk the rest differs"

# two benches on one database: the second is refused; readers are not; the lock dies with its owner
has_rows() { "$heco" bench --dump finals --db "$db" 2>/dev/null | grep -q heco-de; }
rm -f "$db"
"$heco" bench --suite cec2006 --problems g06 --algorithms heco-de --runs 2500 --db "$db" --quiet >/dev/null 2>&1 &
first=$!
await has_rows
refused 2 "another bench \(process $first\) is writing" bench
expect 0 "$heco" bench --dump finals --db "$db"
kill -9 $first
wait $first 2>/dev/null
# (another budget than the first one's, so it is refused for that, not for the lock)
refused 2 'budget on cec2006:g06/2' bench

# Ctrl-C: exit code 130, and everything reported is there
rm -f "$db"
"$heco" bench --suite cec2006 --problems g06 --algorithms heco-de --runs 2500 --db "$db" --quiet >"$work/out" 2>"$work/err" &
first=$!
await has_rows
kill -TERM $first
wait $first
code=$?
[ "$code" -eq 130 ] || fail "exit code $code after a signal"
stored=$(sed -n 's/^heco: interrupted: \([0-9]*\) of 2500 runs.*/\1/p' "$work/err")
rows=$("$heco" bench --dump finals --db "$db" | tail -n +2 | wc -l)
[ "$stored" = "$rows" ] || fail "reported $stored runs, stored $rows"

# an algorithm that this heco does not know: mentioned, left alone
if command -v sqlite3 >/dev/null || has_python; then
    cp "$work/good.db" "$db"
    sql="UPDATE variant SET label = 'old', algorithm = 'gone-de'"
    edit() {
        if command -v sqlite3 >/dev/null; then sqlite3 "$db" "$1"; else
            python3 -c "import sqlite3, sys
d = sqlite3.connect(sys.argv[1]); d.execute(sys.argv[2]); d.commit()" "$db" "$1"; fi
    }
    edit "$sql"
    refused 2 'run [12] of old on cec2006:g06/2 is damaged, its checksum differs' "$heco" bench --dump all --db "$db"
    edit "DELETE FROM checksum" # who changes runs by hand drops these
    expect 0 "$heco" db check "$db"
    says '2 older runs have no checksum'
    # shellcheck disable=SC2086
    expect 0 "$heco" bench $small --db "$db"
    grep -q "note: .* 2 runs of 'old' by algorithm 'gone-de'.*stay" "$work/err" || fail "unknown algorithm"
    says 'old +2 '
    expect 0 "$heco" bench --dump all --db "$db"
    [ "$(grep -c '^old,' "$work/out")" -eq 2 ] || fail "rows of an unknown algorithm are gone"
fi
# locked by another program
if has_python; then
    cp "$work/good.db" "$db"
    python3 -c "import sqlite3, sys, time
d = sqlite3.connect(sys.argv[1], isolation_level=None); d.execute('BEGIN EXCLUSIVE')
print('locked', flush=True); time.sleep(800)" "$db" >"$work/locked" &
    locker=$!
    await grep -q locked "$work/locked"
    untouched 2 'locked by another program' bench
    kill $locker
    wait $locker 2>/dev/null
fi
finish
