# heco bench: the plan, the results, and what is said about bad input.
. "$(dirname "$0")/common.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
small="--suite cec2006 --problems g06,g08 --runs 3 --evals 2000 --algorithms heco-de,hco-de"
db=$work/runs.db
# shellcheck disable=SC2086
bench() { "$heco" bench $small --db "$db" "$@"; }

# the plan, without a database
# shellcheck disable=SC2086
expect 0 "$heco" bench $small --dry-run --db "$db"
says '^cec2006 .*g06\.\.g08 \(2\).*hco-de +6 +2000$'
says '12 runs, 2\.4e\+04 evaluations at most, seed 1; 0 stored, 12 to do'
says '^estimate: '
[ ! -e "$db" ] || fail "a dry run made a database"
# shellcheck disable=SC2086
expect 0 "$heco" bench $small --dry-run --json
is_json "$work/out"
json 'd["runs"] == 12 and d["plan"][0]["suite"] == "cec2006"'
expect 0 "$heco" bench --suite cec2006 --dry-run
says '\(22\)'
# shellcheck disable=SC2086
expect 0 "$heco" bench $small --dry-run --part 1/5
says 'part 1 of 5: 3 runs, 6000 evaluations at most, seed 1; 0 stored, 3 to do'
# shellcheck disable=SC2086
refused 2 'K/N' "$heco" bench $small --dry-run --part 6/5

# a bench, its summary, its dump
expect 0 bench --quiet
[ ! -s "$work/err" ] || fail "--quiet: $(cat "$work/err")"
says '12 runs requested: 0 were stored .* before, 12 now'
expect 0 bench --dump finals
[ "$(wc -l <"$work/out")" -eq 13 ] || fail "dump finals: $(wc -l <"$work/out") lines"
head -1 "$work/out" | grep -q '^algorithm,dim,function,run,obj,vio,c1,c2,c3,' || fail "header of the dump"
expect 0 "$heco" bench --dump all --db "$db" -o "$work/one.csv"
[ -e "$db-journal" ] && fail "a journal is left behind"

# a second time: nothing to do; more runs: only those
expect 0 bench --json --quiet
json 'd["stored_before"] == 12 and d["stored_now"] == 0 and not d["interrupted"]'
expect 0 "$heco" bench --dump all --db "$db" -o "$work/two.csv"
cmp -s "$work/one.csv" "$work/two.csv" || fail "a repeated bench changed the database"
expect 0 bench --runs 4 --json --quiet
json 'd["stored_before"] == 12 and d["stored_now"] == 4'
expect 0 bench --runs 4 --dry-run
says '16 stored, 0 to do'
refused 2 'another number of evaluations' bench --dry-run --evals 3000
refused 2 'another seed' bench --dry-run --seed 3

# one job and two jobs: same dump; one run alone: the same row
for jobs in 1 2; do
    # shellcheck disable=SC2086
    expect 0 "$heco" bench $small --jobs $jobs --db "$work/jobs$jobs.db" --quiet
    expect 0 "$heco" bench --dump all --db "$work/jobs$jobs.db" -o "$work/jobs$jobs.csv"
done
cmp "$work/jobs1.csv" "$work/jobs2.csv" || fail "one job and two jobs differ"
cmp "$work/jobs1.csv" "$work/one.csv" || fail "two benches differ"
expect 0 "$heco" bench --suite cec2006 --problems g08 --runs 3 --evals 2000 --algorithms hco-de \
    --db "$work/part.db" --quiet
expect 0 "$heco" bench --dump all --db "$work/part.db"
tail -n +2 "$work/out" | while read -r row; do
    grep -qxF -- "$row" "$work/one.csv" || echo "$row"
done >"$work/strange"
[ ! -s "$work/strange" ] || fail "a run depends on what else is run"

# variants: brackets, labels, --set; the stream is that of the algorithm
expect 0 "$heco" bench --suite cec2006 --problems g06 --runs 1 --evals 1000 --db "$work/var.db" -q \
    --algorithms 'heco-de,heco-de[lambda=25],mine:heco-de[gamma=0.2]' --set heco-de.lambda=30 \
    --set mine.gamma=0.3
expect 0 "$heco" bench --dump finals --db "$work/var.db"
says '^heco-de,.* lambda=30 gamma=0\.1 '
says '^heco-de\[lambda=25\],.* lambda=25 '
says '^mine,.* lambda=30 gamma=0\.3 '
# stream is the fourth column from the end
[ "$(tail -n +2 "$work/out" | rev | cut -d, -f4 | sort -u | wc -l)" -eq 1 ] || fail "streams differ"

# options of members
expect 0 "$heco" bench --suite cec2006 --problems g06 --runs 1 --evals 3000 --db "$work/member.db" --quiet \
    --algorithms 'auto[heco-de.lambda=12]' --set auto.polish=no
expect 0 "$heco" bench --dump finals --db "$work/member.db"
says '^auto\[heco-de.lambda=12\],.* polish=no .* heco-de\.lambda=12,'
refused 2 "'lambada' is not an option of heco-de" "$heco" bench --suite cec2006 \
    --algorithms 'auto[heco-de.lambada=12]' --db "$work/member.db"

# the program in the documentation reads the traces
if has_python && python3 -c 'import sqlite3' 2>/dev/null; then
    python3 - "$(dirname "$0")/../../docs/results-database.md" "$db" <<'PY' || fail "documented traces"
import re, sqlite3, sys
exec(re.search(r"```python\n(.*?)```", open(sys.argv[1]).read(), re.S).group(1))
count = 0
for data, points, f, viol in sqlite3.connect(sys.argv[2]).execute(
        "SELECT data, points, f, viol FROM trace JOIN run ON run.id = trace.run"):
    rows = list(trace(data))
    assert len(rows) == points + 1 and rows[-1] == (f, viol)
    assert all(a[1] >= b[1] for a, b in zip(rows[1:], rows[2:]))
    count += 1
assert count == 16
PY
fi

# wrong usage
refused 2 'needs a suite' "$heco" bench --db "$db"
refused 2 'needs a results database' "$heco" bench --suite cec2006
refused 2 'cec2006' "$heco" bench --suite cec2060 --db "$db"
refused 2 'g99' "$heco" bench --suite cec2006 --problems g99 --db "$db"
refused 2 'g00' "$heco" bench --suite cec2006 --problems g00-g04 --db "$db"
refused 2 'backwards' "$heco" bench --suite cec2006 --problems g04-g01 --db "$db"
refused 2 "'x'" "$heco" bench --suite cec2006 --dims 10,x --db "$db"
refused 2 'nothing to run' "$heco" bench --suite cec2006 --dims 99 --db "$db"
refused 2 'heco-d[^e].*heco-de' "$heco" bench --suite cec2006 --algorithms heco-dd --db "$db"
refused 2 'appears twice' "$heco" bench --suite cec2006 --algorithms heco-de,heco-de --db "$db"
refused 2 'lambda' "$heco" bench --suite cec2006 --algorithms 'heco-de[lambada=3]' --db "$db"
refused 2 'option=value' "$heco" bench --suite cec2006 --algorithms 'heco-de[lambda=3' --db "$db"
refused 2 'NAME.OPTION=VALUE' "$heco" bench --suite cec2006 --set lambda=3 --db "$db"
refused 2 'full, coarse or none' "$heco" bench --suite cec2006 --trace some --db "$db"
refused 2 'finals, traces or all' "$heco" bench --dump some --db "$db"
refused 1 'No such file' "$heco" bench --dump all --db "$work/none.db"
finish
