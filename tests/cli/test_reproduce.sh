# tools/reproduce: benches -> databases -> CSV -> pages, and that the pages in docs are up to date.
. "$(dirname "$0")/common.sh"
has_python || { echo "no python3: skipped"; exit 77; }
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
tools=$root/tools/reproduce
export PYTHONDONTWRITEBYTECODE=1
run() { "$tools/run" --heco "$heco" --dir "$work/db" --runs 2 --evals 2000 -q "$@"; }
collect() { "$tools/collect" --heco "$heco" --results "$work/results" "$@"; }
page() { "$tools/page" --heco "$heco" "$@"; }
lines() { # FILE COUNT
    [ "$(wc -l <"$1")" -eq "$2" ] || fail "$(wc -l <"$1") instead of $2 lines in $1"
}

# ---- run: parts, a second time nothing ----
expect 0 run --list
says '^cec2006-sweeps .*lambda35'
expect 2 run cec2006-nothing
grep -q "no part is called 'cec2006-nothing'; there are cec2006-heco" "$work/err" || fail "unknown part"
expect 0 run --dry-run cec2006-heco
[ -z "$(ls "$work/db")" ] || fail "a dry run made databases"
expect 0 run cec2006-heco cec2006-authors cec2006-sweeps
says '44 runs requested: 0 were stored .* 44 now'
expect 0 run cec2006-heco
says '44 runs requested: 44 were stored .* 0 now'
expect 0 run --instance 1 --problems C01,C02 cec2017-heco
says 'dims 100 '
expect 0 run --instance 1 --problems C01,C02 --dims 10 cec2017-variants
grep -q 'dims 30' "$work/out" && fail "--dims 10 ran another dimension"

# ---- collect: small files that say the same as the database ----
expect 0 collect "$work/db/cec2006-heco.db" "$work/db/cec2017-heco.db" "$work/db/cec2017-variants.db"
lines "$work/results/cec2006_heco-de.csv" 45
lines "$work/results/cec2017_D10_lshade44.csv" 5
grep -q '^cec2017_D50_heco-de.csv,cec2017,1,50,heco-de,2,2,heco-de,.*preset=cec2017.*,1,2000,' "$work/results/index.csv" ||
    fail "index: $(cat "$work/results/index.csv")"
expect 0 "$heco" rank --db "$work/db/cec2017-variants.db" --values --format csv
sed 's/\[preset=cec2017\]//' "$work/out" | sort >"$work/direct"
set -- "$work"/results/cec2017_D10_{heco-de-fr,hco-de,lshade44}.csv
expect 0 "$heco" rank --with "$1" --with "$2" --with "$3" --values --format csv
sort "$work/out" | diff "$work/direct" - >&2 || fail "results differ from the database"
expect 0 "$heco" rank --db "$work/db/cec2006-heco.db" --rule cec2006 --format csv
sed 's/\[preset=cec2006\]//' "$work/out" >"$work/direct"
expect 0 "$heco" rank --with "$work/results/cec2006_heco-de.csv" --rule cec2006 --format csv
diff "$work/direct" "$work/out" >&2 || fail "results of cec2006 differ from the database"

# fewer runs do not replace more; foreign labels are left out; the same run twice is one
cp "$work/results/cec2006_heco-de.csv" "$work/kept"
expect 0 "$heco" bench -q --suite cec2006 --problems g06 --runs 2 --evals 2000 --trace none --db "$work/few.db" \
    --algorithms 'heco-de[preset=cec2006],mine:heco-de,lambda45:heco-de[preset=cec2006],gamma07:heco-de[preset=cec2006,gamma=0.2]'
expect 0 collect "$work/few.db"
grep -q 'cec2006_heco-de.csv kept' "$work/err" || fail "fewer runs: $(cat "$work/err")"
grep -q 'not in the plan, left out: mine' "$work/err" || fail "foreign label: $(cat "$work/err")"
# the centre of a sweep is HECO-DE itself: checked, not kept
grep -q 'gamma07 differs from heco-de' "$work/err" || fail "a wrong centre: $(cat "$work/err")"
grep -q 'lambda45' "$work/err" && fail "a right centre: $(cat "$work/err")"
ls "$work"/results/*lambda45* 2>/dev/null && fail "the centre of a sweep is kept twice"
expect 0 collect "$work/few.db" "$work/db/cec2006-heco.db"
cmp "$work/kept" "$work/results/cec2006_heco-de.csv" || fail "a run that two databases hold"
expect 0 "$heco" bench -q --suite cec2006 --problems g06 --runs 2 --evals 2000 --seed 2 --trace none \
    --algorithms 'heco-de[preset=cec2006]' --db "$work/other.db"
expect 1 collect "$work/other.db" "$work/db/cec2006-heco.db"
grep -q 'differs from that of another database' "$work/err" || fail "two different runs: $(cat "$work/err")"
expect 1 collect "$work/none.db"

# ---- tables whose runs are not kept: budgets, instances, scores ----
expect 0 run budget-cec2006-30000 instance-10-801
expect 0 run --evals 300 score-30 --dims 30 --instance 1
says 'trace full'
expect 0 collect "$work"/db/budget-cec2006-30000.db "$work"/db/instance-10-801.db "$work"/db/score-30.db
lines "$work/results/budgets.csv" 7
lines "$work/results/instances.csv" 2
lines "$work/results/scores.csv" 7
expect 0 "$heco" rank --db "$work/db/budget-cec2006-30000.db" --rule cec2006 --format csv
python3 - "$work" <<'END' || fail "budgets.csv, instances.csv: $(cat "$work/results/budgets.csv" "$work/results/instances.csv")"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1] + "/out")))
for line in csv.DictReader(open(sys.argv[1] + "/results/budgets.csv")):
    own = [float(r["success_rate"]) for r in rows if r["algorithm"] == line["algorithm"]]
    assert len(own) == 22 and abs(sum(own) / 22 - float(line["value"])) < 0.01 and line["runs"] == "2", line
line, = csv.DictReader(open(sys.argv[1] + "/results/instances.csv"))
assert sum(int(line[k]) for k in ("wins", "ties", "losses")) == 28 and line["seed"] == "801", line
END
expect 0 "$tools/run" --heco "$heco" --dir "$work/less" --runs 1 --evals 300 -q instance-10-801
expect 0 collect "$work/less/instance-10-801.db"
grep -q '^10,801,2,' "$work/results/instances.csv" || fail "fewer runs replaced more"

# ---- page ----
if [ ! -d "$HECO_SHARED_DIR/cec2017/published" ]; then
    expect 77 page --check
    echo "no published results in $HECO_SHARED_DIR: the pages are not checked"
    finish
fi
mkdir -p "$work/docs/algorithms" "$work/empty"
cp -R "$root/docs/reproduction.md" "$root/docs/reproduction" "$work/docs"
echo '# lshade44' >"$work/docs/algorithms/lshade44.md"
# nothing run: every table says so, and no section is added
expect 0 page --docs "$work/docs" --results "$work/empty"
grep -q '^\*Not run yet: no stored runs of heco-de on CEC2006\.\*$' "$work/docs/reproduction/cec2006.md" || fail "missing runs are not named"
grep -q 'Full runs' "$work/docs/algorithms/lshade44.md" && fail "a section without runs"
expect 0 page --docs "$work/docs" --results "$work/empty" --check
# runs, though on two problems of cec2017 only: tables of cec2006, no ranks
expect 1 page --docs "$work/docs" --results "$work/results" --check
says 'not up to date: .*reproduction.md'
expect 0 page --docs "$work/docs" --results "$work/results"
grep -q '^| g01 | 0 | ' "$work/docs/reproduction/cec2006.md" || fail "no table of cec2006"
grep -q 'heco-de at D = 10 on CEC2017 (2 of 28 problems are there)' "$work/docs/reproduction/cec2017.md" || fail "ranks of two problems"
expect 0 page --docs "$work/docs" --results "$work/results" --check
# a number changed by hand, an end cut off, an unknown block
sed -i 's/^| g01 | 0 | /| g01 | 100 | /' "$work/docs/reproduction/cec2006.md"
expect 1 page --docs "$work/docs" --results "$work/results" --check
sed '/end:summary/d' "$root/docs/reproduction.md" >"$work/docs/reproduction.md"
expect 1 page --docs "$work/docs" --results "$work/results"
sed 's/:summary/:sumary/' "$root/docs/reproduction.md" >"$work/docs/reproduction.md"
expect 1 page --docs "$work/docs" --results "$work/results"
grep -q "nothing is called 'sumary'" "$work/err" || fail "unknown block: $(cat "$work/err")"

# ---- what is in the tree ----
expect 0 page --check
[ "$failures" -eq 0 ] || cat "$work/out" >&2
for file in "$root"/tools/reproduce/results/*.csv; do
    [ -e "$file" ] || continue
    [ "$(wc -c <"$file")" -lt 200000 ] || fail "$file is too large"
done
finish
