# heco report: the data of the page equal heco rank; bad input; names with HTML in them; no paths.
. "$(dirname "$0")/common.sh"
has_python || exit 77

# data FILE: the JSON block of a page into $work/out
data() {
    python3 - "$1" >"$work/out" <<'PY' || fail "no data in $1"
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
blocks = re.findall(r'<script type="application/json" id="heco-data">(.*?)</script>', page, re.S)
assert len(blocks) == 1
print(blocks[0])
PY
}

expect 0 "$heco" bench --suite cec2006 --problems g01,g04,g06 --algorithms heco-de,lshade44,'bad<script>:lshade44[N0=40]' --runs 3 \
    --evals 2000 --trace coarse --db "$work/runs.db" --quiet
expect 0 "$heco" report --db "$work/runs.db" -o "$work/page.html"
[ ! -s "$work/out" ] || fail "output beside the page"
grep -q 'bad<script>' "$work/page.html" && fail "a name is in the page as it was written"
data "$work/page.html"
json 'd["kind"] == "bench" and d["runs"] == 27 and len(d["suites"]) == 1'
json '[a["label"] for a in d["suites"][0]["algorithms"]].count("bad<script>") == 1'
json 'len(d["suites"][0]["cells"]) == 9 and all(len(c["f"]) == 3 for c in d["suites"][0]["cells"])'
json 'all(len(c["curve"]["f"]) == 3 for c in d["suites"][0]["cells"])'
json 'all(p["known"] in (0, 1) and p["reference"] is not None for p in d["suites"][0]["problems"])'
json 'all(s is not None for s in d["suites"][0]["profiles"][0]["share"])'
cp "$work/out" "$work/data.json"
expect 0 "$heco" report --db "$work/runs.db" --methods
says '3 problems were solved by .*heco-de~\\cite\{xu2019heco\}'
says 'bad<script> \(lshade44 with .*N0=40.*\)~\\cite\{polakova2017\}'
says 'with 3 independent runs each of at most 2000 evaluations\. The seed of the experiment was 1\.'
says '^@techreport\{liang2006,$'
says '^@misc\{heco,$'
[ "$(grep -c '^@' "$work/out")" = 4 ] || fail "entries that are not cited: $(grep '^@' "$work/out")"
expect 2 "$heco" report --db "$work/runs.db" --methods --data
expect 0 "$heco" report --db "$work/runs.db" --data
cmp -s <(tr -d '\n' <"$work/out") <(tr -d '\n' <"$work/data.json") || fail "--data is not what the page has"

# every ranking is the one that heco rank prints, to the last digit
for rule in cec2017 cec2006 u-score u-score-2024 friedman; do
    for view in totals problems; do
        more=""
        [ $view = problems ] && more=--per-problem
        expect 0 "$heco" rank --db "$work/runs.db" --rule $rule $more --format json --quiet
        python3 - "$work/out" "$work/data.json" $rule $view <<'PY' || fail "$rule, $view: not as heco rank prints it"
import json, sys
rank, page = (json.load(open(name)) for name in sys.argv[1:3])
table = next(r for r in page["suites"][0]["rankings"] if r["rule"] == sys.argv[3])[sys.argv[4]]
names = [c["name"] for c in table["columns"]]
assert rank["rows"] and [dict(zip(names, row)) for row in table["rows"]] == rank["rows"]
assert table["notes"] == rank["notes"]
PY
    done
done

# published values, alone and with runs; one algorithm; a suite that is half done
echo algorithm,dim,function,FR_percent,mean_vio,mean_obj,median_vio,median_obj >"$work/pub.csv"
printf 'P</script>,10,C01,100,0,2,0,2\nQ,10,C01,0,1,-9,1,-9\n' >>"$work/pub.csv"
expect 0 "$heco" report --with "$work/pub.csv" --data
json 'd["published"] == 2 and d["suites"][0]["algorithms"][0]["source"] == "published" and d["suites"][0]["cells"] == []'
expect 0 "$heco" bench --suite cec2006 --problems g06 --algorithms heco-de --runs 2 --evals 500 --trace none --db "$work/one.db" --quiet
expect 0 "$heco" report --db "$work/one.db" --data
json 'len(d["suites"][0]["algorithms"]) == 1 and "curve" not in d["suites"][0]["cells"][0]'
refused 2 'given twice' "$heco" report --db "$work/one.db" --db "$work/runs.db" --data
expect 0 "$heco" bench --suite cec2006 --problems g08 --algorithms heco-de --runs 2 --evals 500 --db "$work/two.db" --quiet
expect 0 "$heco" report --db "$work/two.db" --db "$work/runs.db" --data
json 'd["runs"] == 29 and len(d["suites"][0]["problems"]) == 4'
{ echo algorithm,dim,function,run,obj,vio,c1,c2,c3
  echo A,10,C01,1,nan,0,0,0,0; echo A,10,C01,2,3,inf,0,0,0; echo B,10,C01,1,1e999,2,0,0,0; echo B,10,C02,1,1,0,0,0,0; } >"$work/odd.csv"
"$heco" report --with "$work/odd.csv" --data >"$work/out" 2>"$work/err" || grep -q '^heco: ' "$work/err" || fail "odd values: $(cat "$work/err")"
[ ! -s "$work/out" ] || is_json "$work/out"

# an empty database, one that is not one, one that is cut or damaged
python3 - "$work/runs.db" "$work/empty.db" <<'PY'
import shutil, sqlite3, sys
shutil.copy(*sys.argv[1:])
db = sqlite3.connect(sys.argv[2])
for table in ("trace", "checksum", "run"): db.execute(f"DELETE FROM {table}")
db.commit()
PY
expect 0 "$heco" report --db "$work/empty.db" --data
json 'd["runs"] == 0 and d["suites"] == []'
refused 1 'missing.db' "$heco" report --db "$work/missing.db" -o "$work/none.html"
head -c 3000 "$work/runs.db" >"$work/cut.db"
expect 2 "$heco" report --db "$work/cut.db" -o "$work/none.html"
[ "$(wc -l <"$work/err")" -eq 1 ] || fail "a cut database: $(cat "$work/err")"
[ ! -e "$work/none.html" ] || fail "half a page was left behind"
refused 2 'nothing to report' "$heco" report
refused 2 'either a journal or results' "$heco" report "$work/j" --db "$work/runs.db"

# ---- one solve ----
mkdir "$work/secret"
cat >"$work/secret/beam.lua" <<'LUA'
return { name = "beam</script>", variables = { { "wide", 0, 4 }, { "high", 0, 4, "integer" } },
  maximise = function(x, y) if x > 3.5 then error("too wide") end return -x - y end,
  constraints = { { "area & more", function(x, y) return x * y end, ">=", 2 } } }
LUA
model=$work/secret/beam.lua
"$heco" list models | grep -q lua || model=cec2006:g06
expect 0 "$heco" solve "$model" --evals 300 --set stop=budget --quiet --report "$work/solve.html" --journal "$work/j"
grep -q 'beam</script>' "$work/solve.html" && fail "a name is in the page as it was written"
grep -q "$work" "$work/solve.html" && fail "the page names a folder"
data "$work/solve.html"
json 'd["kind"] == "solve" and d["evals"] == 300 and d["max_evals"] == 300 and d["running"] == 0'
json 'd["command"].startswith("heco solve ") and "--journal" not in d["command"] and "--report" not in d["command"]'
json 'len(d["best"]["x"]) == d["n"] and len(d["constraints"]) == d["ng"] + d["nh"]'
json 'd["curve"]["e"][-1] == d["best"]["e"] and d["curve"]["f"][-1] is not None and d["seconds"] > 0'
if [ "$model" != cec2006:g06 ]; then
    json 'd["model"] == "beam</script>" and d["maximises"] == 1 and d["best"]["f"] < 0 and d["failed"] > 0 and d["failures"]'
    json 'd["variables"][1]["integer"] == 1 and d["constraints"][0]["name"] == "area & more"'
fi
expect 0 "$heco" report "$work/j" -o "$work/again.html"
# the answer, which a journal does not hold, is on the page of the solve alone
without_answer() { sed -E 's/"(verdict|stop|price_note|presolve|search|last_failure|unit)":"[^"]*",//g; s/"price(_from|_to)?":[^,}]*,?//g; s/"(reference|reproduced)":[^,}]*,?//g; s/,}/}/g' "$1"; }
cmp -s <(without_answer "$work/solve.html") <(without_answer "$work/again.html") || fail "solve --report and report make different pages"
grep -q '"verdict":"feasible' "$work/solve.html" || fail "the page of a solve has no verdict"
# the verdict is one text: in the report, in JSON and on the page
expect 0 "$heco" solve cec2006:g06 --evals 1000 --quiet
verdict=$(sed -n '1s/^[^ ]*: //p' "$work/out")
expect 0 "$heco" solve cec2006:g06 --evals 1000 --json --quiet --report "$work/verdict.html"
[ -n "$verdict" ] && grep -qF "\"verdict\": \"$verdict\"" "$work/out" || fail "JSON has another verdict than: $verdict"
grep -qF "\"verdict\":\"$verdict\"" "$work/verdict.html" || fail "the page has another verdict than: $verdict"

# a report without a journal leaves no journal behind, and the answer does not name one
mkdir "$work/tmp"
TMPDIR=$work/tmp expect 0 "$heco" solve cec2006:g06 --evals 1000 --json --quiet --report "$work/solve.html"
json 'd["journal"] is None if "journal" in d else True'
[ -z "$(ls -A "$work/tmp")" ] || fail "left behind: $(ls "$work/tmp")"
best=$(python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["f"])' "$work/out")
data "$work/solve.html"
json "d['best']['f'] == $best"

# cut anywhere: a page of what is left, or one line
size=$(stat -c %s "$work/j")
for cut in 1 5 12 40 200 $((size / 2)) $((size - 20)) $((size - 4)); do
    head -c $((size - cut)) "$work/j" >"$work/cut"
    if "$heco" report "$work/cut" --data >"$work/out" 2>"$work/err"; then
        is_json "$work/out"
    else
        [ "$(wc -l <"$work/err")" -eq 1 ] && [ ! -s "$work/out" ] || fail "cut by $cut: $(cat "$work/err")"
    fi
done
cp "$work/j" "$work/hurt"
printf 'X' | dd of="$work/hurt" bs=1 seek=$((size / 2)) conv=notrunc status=none
refused 2 'is damaged at byte' "$heco" report "$work/hurt" -o "$work/none.html"
refused 2 'not a heco journal' "$heco" report "$work/pub.csv"
refused 1 'nowhere' "$heco" solve cec2006:g06 --evals 100 --report "$work/nowhere/page.html"

# several runs: the page of the best one, with all of them, and nothing left behind
TMPDIR=$work/tmp expect 0 "$heco" solve cec2006:g06 --evals 400 --algorithm heco-de --runs 3 --quiet --json --report "$work/runs.html"
cp "$work/out" "$work/runs.json"
[ -z "$(ls -A "$work/tmp")" ] || fail "left behind: $(ls "$work/tmp")"
data "$work/runs.html"
cp "$work/out" "$work/runs.data"
python3 - "$work/runs.data" "$work/runs.json" <<'PY' || fail "the page of several runs is not their answer"
import json, sys
page, answer = (json.load(open(name)) for name in sys.argv[1:3])
assert page["best"]["x"] == answer["x"] and int(page["seed"]) == answer["seed"]
assert page["runs"]["confidence"] == answer["summary"]["confidence"] and page["verdict"] == answer["verdict"]
assert [r["seed"] for r in page["runs"]["rows"]] == [1, 2, 3]
PY

# two journals side by side; a script with its SHA-256; no folders
if "$heco" list models | grep -q lua; then
    mkdir -p "$work/private"
    echo 'return { variables = { { "a", 0, 2 } }, constraints = { { "c", at_least = 1 } }, evaluate = function(a) return a * a, a end }' >"$work/private/m.lua"
    expect 0 "$heco" solve "$work/private/m.lua" --quiet --evals 50 --journal "$work/private/one.j"
    expect 0 "$heco" solve "$work/private/m.lua" --quiet --evals 50 --seed 2 --journal "$work/private/two.j"
    expect 0 "$heco" report "$work/private/one.j" "$work/private/two.j" --data
    json 'd["kind"] == "compare" and d["names"] == ["one.j", "two.j"] and [s["seed"] for s in d["solves"]] == ["1", "2"]'
    sum=$(sha256sum "$work/private/m.lua" | cut -d ' ' -f 1)
    json "all(s['files'] == [{'path': './m.lua', 'bytes': $(wc -c <"$work/private/m.lua"), 'sha256': '$sum'}] for s in d['solves'])"
    grep -q private "$work/out" && fail "a folder is in the data"
    echo '-- changed' >>"$work/private/m.lua"
    expect 0 "$heco" report "$work/private/one.j" --data
    json 'd["files"][0]["sha256"] is None'
    refused 1 'one.j2: cannot open it' "$heco" report "$work/private/one.j" "$work/private/one.j2" --data
    # a sweep
    expect 0 "$heco" solve "$work/private/m.lua" --sweep c=0.5:1.5:3 --quiet --report "$work/sweep.html"
    data "$work/sweep.html"
    json 'd["kind"] == "sweep" and d["limit"]["name"] == "c" and [round(r["f"], 4) for r in d["rows"]] == [0.25, 1, 2.25]'
    json 'd["command"] == "heco solve ./m.lua --sweep c=0.5:1.5:3 --quiet"'
fi

# what it is made from does not fit: nothing is left to be resumed
(ulimit -f 40; TMPDIR=$work/tmp exec "$heco" solve cec2006:g06 --evals 20000 --quiet --report "$work/small.html") >"$work/out" 2>"$work/err"
[ $? -eq 1 ] || fail "exit code without space for the points: $(cat "$work/err")"
grep -q '^heco: the journal of --report cannot be written to .*: set TMPDIR to a folder with space$' "$work/err" ||
    fail "no space for the points: $(cat "$work/err")"
says '^stopped by +the journal of --report cannot be written'
[ -z "$(ls -A "$work/tmp")" ] || fail "left behind: $(ls "$work/tmp")"

# a page that does not fit is an error, whatever the search found
for model in cec2006:g06 cec2006:g20; do
    expect 1 "$heco" solve $model --evals 500 --algorithm heco-de --quiet --report /dev/full
    grep -qx 'heco: the report could not be written: is the disk full?' "$work/err" || fail "a full disk: $(cat "$work/err")"
    says '^stopped by'
done

finish
