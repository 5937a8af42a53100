# heco bench --part and heco db merge.
. "$(dirname "$0")/common.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
cd "$work" || exit 1
bench=("$heco" bench --suite cec2006,design --problems g01,g06,g08,welded-beam --runs 3 --evals 2000 --quiet
       --algorithms heco-de,heco-de[lambda=25])
rows() { "$heco" bench --dump all --db "$1"; }
expect 0 "${bench[@]}" --db whole.db
rows whole.db >whole.csv

# the parts are the whole, none overlaps, whatever their number
for parts in 2 7; do
    rm -f part*.db merged.db
    for part in $(seq $parts); do expect 0 "${bench[@]}" --part $part/$parts --db part$part.db; done
    expect 0 "$heco" db merge merged.db part?.db
    says "merged.db: $(($(wc -l <whole.csv) - 1)) runs added from $parts files"
    rows merged.db | cmp - whole.csv || fail "$parts parts merged are something else"
    expect 0 "$heco" db check merged.db
    says 'runs verified'
done
if has_python; then # each run keeps the build that made it
    python3 - whole.db merged.db <<'PY' || fail "builds of merged runs"
import sqlite3, sys
for path in sys.argv[1:]:
    db = sqlite3.connect(path)
    texts = {row[0] for row in db.execute("SELECT text FROM run LEFT JOIN build ON build.id = run.build")}
    assert len(texts) == 1 and all(texts) and "gcc" in min(texts) or "clang" in min(texts), texts
PY
fi
# a part is finished by its own command, and the bench of the merged file has nothing left to do
expect 0 "${bench[@]}" --part 2/7 --db part2.db
says ', 0 now'
expect 0 "${bench[@]}" --db merged.db
says ', 0 now'
# again and again: nothing twice
expect 0 "$heco" db merge merged.db part1.db whole.db
says '0 runs added from 2 files'
rows merged.db | cmp - whole.csv || fail "merged twice"

# what does not fit is named, and changes nothing
cp merged.db before.db
expect 0 "${bench[@]}" --seed 2 --db seed.db
refused 2 'seed.db does not fit .*seed is 2 in it, 1 in the others' "$heco" db merge merged.db seed.db
expect 0 "${bench[@]}" --evals 3000 --db budget.db
refused 2 'budget of g01/13 is 3000 in it, 2000 in the others' "$heco" db merge merged.db budget.db
expect 0 "${bench[@]}" --trace none --db trace.db
refused 2 'trace is none in it, full in the others' "$heco" db merge merged.db trace.db
expect 0 "$heco" bench --suite cec2006 --problems g01 --runs 3 --evals 2000 --quiet --algorithms heco-de:lshade44 --db label.db
refused 2 'the algorithm with the label heco-de is lshade44' "$heco" db merge merged.db label.db
for suite in 3 4; do
    expect 0 "$heco" bench --suite cec2017 --instance $suite --problems C01 --dims 10 --runs 1 --evals 500 --quiet \
        --algorithms heco-de --db suite$suite.db
done
refused 2 'suite4.db does not fit .*the instance of suite cec2017 is' "$heco" db merge suites.db suite3.db suite4.db
if has_python; then # a run that both hold, with another value
    cp whole.db other.db
    python3 - other.db <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE run SET f = f + 1 WHERE id = 2")
db.execute("DROP TABLE checksum")
db.commit()
PY
    refused 2 'other.db does not fit .*run [0-9]+ of heco-de on cec2006:g01/13 is f = ' "$heco" db merge merged.db other.db
fi
head -c 20000 whole.db >cut.db
refused 2 'cut.db' "$heco" db merge merged.db cut.db
refused 1 'nowhere.db cannot be opened' "$heco" db merge merged.db nowhere.db
refused 2 'are one file' "$heco" db merge merged.db part1.db ./merged.db
refused 2 'are one file' "$heco" db merge merged.db part1.db ./part1.db
refused 2 'db merge needs' "$heco" db merge merged.db
rows merged.db | cmp - whole.csv || fail "a refused merge has changed something"
for part in 0/3 4/3 1 a/b 1/ /3 1/99999999; do
    refused 2 'part is K/N' "${bench[@]}" --part $part --db x.db
done
finish
