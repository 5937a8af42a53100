# Results databases made by another person: no command deletes or changes another file, runs SQL of
# the file, or hangs. Each is refused in one line.
. "$(dirname "$0")/common.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
python3 -c 'import sqlite3' 2>/dev/null || { echo "no sqlite3 module of Python: skipped"; exit 77; }
cd "$work" || exit 1
export TMPDIR=$work/tmp
mkdir tmp
bench=("$heco" bench --suite cec2006 --problems g06,g08 --evals 1000 --algorithms heco-de,hco-de --quiet)
expect 0 "${bench[@]}" --runs 2 --db ok.db
expect 0 "$heco" bench --dump all --db ok.db -o ok.csv
# sql FILE STATEMENT...
sql() {
    python3 - "$@" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for text in sys.argv[2:]: db.executescript(text)
db.commit()
PY
}
# Every command that opens x.db, as one line each; `limit` ends a command that hangs.
limit() { timeout 300 "$@"; }
readers=("rank --db x.db --rule cec2017" "report --db x.db -o page.html" "db check x.db" "watch x.db --once"
         "db merge out.db x.db" "bench --dump all --db x.db")
writers=("db merge x.db ok.db" "${bench[*]:1} --runs 3 --db x.db")
# all_refuse PATTERN: every reader and writer refuses x.db and changes neither it nor its journal
all_refuse() {
    local command before
    before=$(cat x.db* 2>/dev/null | cksum)
    for command in "${readers[@]}" "${writers[@]}"; do
        rm -f out.db page.html
        # shellcheck disable=SC2086
        refused 2 "$1" limit "$heco" $command
        [ "$(cat x.db* | cksum)" = "$before" ] || fail "x.db or its journal was changed: $command"
    done
}
fresh() { rm -f x.db*; cp ok.db x.db; }
for command in "${readers[@]}"; do # the commands themselves are right
    fresh
    rm -f out.db page.html
    # shellcheck disable=SC2086
    expect 0 limit "$heco" $command
done

# a journal that names a super-journal: SQLite would delete that file after the rollback
forge() {
    python3 - "$1" "$2" <<'PY'
import os, struct, sys
db, victim = sys.argv[1], os.path.abspath(sys.argv[2]).encode()
page = struct.unpack(">H", open(db, "rb").read(18)[16:18])[0]
magic = bytes.fromhex("d9d505f920a163d7")
head = (magic + struct.pack(">IIIII", 0, 0, os.path.getsize(db) // page, 512, page)).ljust(512, b"\0")
name = struct.pack(">I", 0x40000000 // page + 1) + victim + struct.pack(">II", len(victim), sum(victim)) + magic
open(db + "-journal", "wb").write(head + name)
PY
}
echo precious >victim.txt
fresh
forge x.db victim.txt
all_refuse 'x.db-journal names another file, which SQLite would delete'
[ "$(cat victim.txt)" = precious ] || fail "the file of the super-journal is gone"
mkdir far && mv x.db x.db-journal far && ln -s far/x.db x.db # SQLite looks beside the target
refused 2 'names another file' "$heco" rank --db x.db
refused 2 'names another file' "${bench[@]}" --runs 3 --db x.db
[ -e victim.txt ] || fail "the file of the super-journal is gone: link"
fresh
ln -s "$work/victim.txt" x.db-journal
refused 2 'not a journal that can be read' "$heco" rank --db x.db
refused 2 'not a journal that can be read' "${bench[@]}" --runs 3 --db x.db
[ "$(cat victim.txt)" = precious ] || fail "the target of a journal was changed"
# the lock file of a bench as a link: bench would write the number of jobs into its target
fresh
ln -s "$work/victim.txt" x.db-bench
refused 1 'x.db-bench cannot be created' "${bench[@]}" --runs 3 --db x.db
[ "$(cat victim.txt)" = precious ] || fail "bench wrote into the target of its lock file"

# a hot journal of an interrupted commit: readers see the state before it and change nothing
half() {
    fresh
    python3 - x.db <<'PY'
import os, shutil, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA cache_size=1"); db.execute("PRAGMA cache_spill=1")
db.execute("BEGIN IMMEDIATE")
db.execute("UPDATE run SET f = -1e9")
db.execute("CREATE TABLE filler(b)")
for _ in range(50): db.execute("INSERT INTO filler VALUES(zeroblob(9000))")
os._exit(0) # as kill -9
PY
    [ -s x.db-journal ] || fail "no hot journal"
    cmp -s ok.db x.db && fail "nothing was written before the kill"
}
half
before=$(cat x.db x.db-journal | cksum)
expect 0 "$heco" bench --dump all --db x.db
cmp -s out ok.csv || fail "a database with a hot journal is read as something else"
expect 0 "$heco" db check x.db
says '8 runs verified'
expect 0 "$heco" rank --db x.db --rule cec2017
expect 0 "$heco" watch x.db --once
refused 2 'x.db has an unfinished commit .*: repeat that heco bench' "$heco" db merge out2.db x.db
[ "$(cat x.db x.db-journal | cksum)" = "$before" ] || fail "a reader rolled a journal back"
[ -z "$(ls tmp)" ] || fail "copies are left: $(ls tmp)"
TMPDIR=$work/nowhere refused 1 'unfinished commit, and .* cannot be created' "$heco" rank --db x.db
expect 0 "${bench[@]}" --runs 2 --db x.db # a bench does roll it back
[ ! -e x.db-journal ] || fail "bench left the journal"
expect 0 "$heco" bench --dump all --db x.db
cmp -s out ok.csv || fail "bench after a hot journal"
# the rollback can bring back a header that asks for a write-ahead log: nothing of the copy is left
half
python3 - x.db-journal <<'PY'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
at, page = struct.unpack(">II", data[20:28]) # sizes of the header and of a page
while struct.unpack(">I", data[at:at + 4])[0] != 1: at += page + 8
data[at + 4 + 18] = data[at + 4 + 19] = 2
open(sys.argv[1], "wb").write(data)
PY
"$heco" rank --db x.db >out 2>err
[ -z "$(ls tmp)" ] || fail "a copy with a write-ahead log is left: $(ls tmp/*)"
# a write-ahead log would need files beside the database
fresh
sql x.db "PRAGMA journal_mode=WAL"
refused 2 'uses a write-ahead log' "$heco" rank --db x.db
[ "$(echo x.db*)" = x.db ] || fail "files appeared: $(echo x.db*)"
expect 0 "${bench[@]}" --runs 2 --db x.db
expect 0 "$heco" rank --db x.db --rule cec2017

# views that never end, in the place of each table
endless="WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT"
fresh
sql x.db "DROP VIEW runs; ALTER TABLE run RENAME TO kept;
CREATE VIEW run AS $endless i AS id, 1 AS problem, 1 AS variant, i AS run FROM c"
all_refuse "x.db: 'run' is not the table that heco makes"
fresh
sql x.db "DROP VIEW runs; DROP TABLE meta; CREATE VIEW meta AS $endless 'seed' AS key, '1' AS value FROM c"
all_refuse "x.db: 'meta' is not the table that heco makes"
fresh
sql x.db "DROP TABLE checksum; CREATE VIEW checksum AS $endless i AS run, i AS row, i AS trace FROM c"
all_refuse "x.db: 'checksum' is not the table that heco makes"
# the view `runs` of the file is not used
fresh
sql x.db "DROP VIEW runs; CREATE VIEW runs AS $endless i AS id FROM c"
expect 0 limit "$heco" bench --dump all --db x.db
cmp -s out ok.csv || fail "the view of the file was read"
expect 0 limit "$heco" rank --db x.db --rule cec2017
# triggers: bench would store other values than those it found
fresh
sql x.db "CREATE TRIGGER t AFTER INSERT ON run BEGIN UPDATE run SET f = -1e9 WHERE id = NEW.id; END"
all_refuse "x.db has the trigger 't', which heco did not make"
# columns that change values, or keys that no longer are
for change in "f REAL NOT NULL,=f TEXT NOT NULL," "id INTEGER PRIMARY KEY, problem=id INTEGER, problem" \
    "f REAL NOT NULL,=f REAL AS (-1e9)," "c1 INTEGER NOT NULL, =" "stop TEXT=halt TEXT"; do
    fresh
    python3 - x.db "${change%%=*}" "${change#*=}" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
text = db.execute("SELECT sql FROM sqlite_master WHERE name = 'run'").fetchone()[0]
assert sys.argv[2] in text, text
db.executescript("DROP VIEW runs; DROP TABLE run; " + text.replace(sys.argv[2], sys.argv[3]))
PY
    all_refuse "x.db: 'run' is not the table that heco makes"
done
# lengths: a value of 80 MB, a view of 200 kB
fresh
sql x.db "UPDATE variant SET label = hex(zeroblob(40000000)) WHERE id = 1; DELETE FROM checksum; VACUUM"
refused 2 'holds a longer value than heco stores' limit "$heco" rank --db x.db
refused 2 'holds a longer value than heco stores' limit "$heco" db check x.db
fresh
python3 -c "import sqlite3
sqlite3.connect('x.db').execute('CREATE VIEW long AS SELECT ' + repr('0' * 200000) + ' AS a')" || fail "a long view"
refused 2 'string or blob too big' limit "$heco" rank --db x.db
# what a user may add
fresh
sql x.db "CREATE TABLE notes(t); CREATE VIEW best AS SELECT min(f) FROM run; CREATE INDEX quick ON run(f);
ALTER TABLE run ADD COLUMN mark TEXT"
expect 0 "${bench[@]}" --runs 3 --db x.db
expect 0 "$heco" db check x.db
says '12 runs verified'
# file names that mean something in a URI
for name in 'a?mode=rwc.db' 'b#c.db' '100%41.db' 'file:d.db' ':memory:' "it's.db"; do
    cp ok.db "./$name"
    expect 0 "$heco" bench --dump all --db "$name"
    cmp -s out ok.csv || fail "$name is read as something else"
    expect 0 "${bench[@]}" --runs 2 --db "$name"
    rm -f merged.db
    expect 0 "$heco" db merge merged.db "$name"
    says '8 runs added'
done
finish
