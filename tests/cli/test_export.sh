# heco db export: every format is read by a strict checker and has the values of the database.
. "$(dirname "$0")/common.sh"
"$heco" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }

# Two dimensions, infeasible ends, a label that is no file name, a search that ends early, and a suite whose names are not numbers.
printf '%s\n' 'name own' "problem beam cec2006:g06" "problem arch cec2006:g08" >"$work/own.suite"
expect 0 "$heco" bench --suite cec2017 --instance 1 --dims 10,30 --problems C01,C18 --algorithms 'heco-de[N0=50]' --runs 2 --evals 4000 \
    --db "$work/a.db" --quiet
expect 0 "$heco" bench --suite cec2006 --problems g05,g06 --algorithms 'lshade44,../sqp:sqp' --runs 2 --evals 3000 --db "$work/b.db" --quiet
expect 0 "$heco" bench --suite "$work/own.suite" --algorithms heco-de --runs 2 --evals 2000 --db "$work/c.db" --quiet

dumps() {
    expect 0 "$heco" bench --dump finals --db "$work/$1.db" -o "$work/$1.finals"
    expect 0 "$heco" bench --dump traces --db "$work/$1.db" -o "$work/$1.traces"
}
check() { python3 tests/tools/check_exports.py "$1" "$work/$1-$2" "$work/$2.finals" "$work/$2.traces" 2>"$work/why"; }
for db in a b c; do
    dumps $db
    for format in coco iohprofiler cec2020 cec2026; do
        expect 0 "$heco" db export "$work/$db.db" $format "$work/$format-$db"
        says 'runs exported$'
        check $format $db || fail "$format of $db: $(tail -n 2 "$work/why")"
    done
done
[ -f "$work/coco-b/cec2006/_._sqp/bbobexp_f6.info" ] || fail "the folder of a label: $(ls "$work/coco-b/cec2006")"
# the example that counts targets reads the exported files; a point within 1e-8 has reached all 51
python3 examples/coco/targets.py "$work/coco-b/cec2006/lshade44" 2 >"$work/targets" || fail "targets of an export"
[ "$(wc -l <"$work/targets")" -eq 8 ] || fail "targets: $(cat "$work/targets")"
mkdir -p "$work/one/data_f1"
printf '%% head\n3 3 +5.0e+00 0\n20 20 +1.0e-08 0\n' >"$work/one/data_f1/bbobexp_f1_DIM2.dat"
python3 examples/coco/targets.py "$work/one" 2 | grep -q '^  10 n 100.0 %' || fail "targets of a run that reached them"
python3 examples/coco/targets.py "$work/one" 2 | grep -q '^   3 n  13.7 %' || fail "7 of 51 targets within 6 evaluations"
[ -f "$work/cec2026-a/cec2017/heco-de_N0_50_/D30/heco-de_N0_50__CEC26_CSOP_F18.txt" ] || fail "the folder of a dimension"
grep -q '"function_name": "beam"' "$work"/iohprofiler-c/*/*/IOHprofiler_f2_beam.json || fail "a problem without a number"

# The checker refuses what it should: a row less, a changed digit, another file.
broken() { ! check "$1" "$2" || fail "the checker of $1 passed: $3"; }
file=$work/coco-b/cec2006/lshade44/data_f6/bbobexp_f6_DIM2.tdat
cp "$file" "$work/keep"; sed -i '$d' "$file"; broken coco b "a row less"; cp "$work/keep" "$file"
touch "$work/coco-b/cec2006/lshade44/more.dat"; broken coco b "one more file"
file=$work/iohprofiler-b/cec2006/lshade44/IOHprofiler_f6_g06.json
sed -i 's/"instance": 2/"instance": 3/' "$file"; broken iohprofiler b "another instance"
file=$work/cec2020-b/cec2006/lshade44/lshade44_g06_F.txt
sed -i '4s/[0-9]e/x&/' "$file"; broken cec2020 b "a letter in a number"
file=$work/cec2026-b/cec2006/lshade44/lshade44_CEC26_CSOP_F6.txt
sed -i '9s/ [^ ]*$//' "$file"; broken cec2026 b "a column less"

# Refusals.
refused 2 'bbobexp_f5.info exists: export to an empty folder' "$heco" db export "$work/b.db" coco "$work/coco-b"
refused 2 'not a format of exports: did you mean coco' "$heco" db export "$work/b.db" cocoo "$work/none"
refused 2 'takes a file, a format and a folder' "$heco" db export "$work/b.db" coco
refused 1 'cannot make the folder' "$heco" db export "$work/b.db" coco "$work/b.db/in"
expect 0 "$heco" bench --suite cec2006 --problems g06 --algorithms lshade44 --runs 1 --evals 3000 --trace coarse --db "$work/d.db" --quiet
refused 2 'has 100 checkpoints, and the format needs 2000: run heco bench with --trace full' "$heco" db export "$work/d.db" cec2026 "$work/d"
expect 0 "$heco" db export "$work/d.db" cec2020 "$work/cec2020-d"
dumps d
check cec2020 d || fail "coarse traces: $(tail -n 2 "$work/why")"
expect 0 "$heco" bench --suite cec2006 --problems g06 --algorithms lshade44 --runs 1 --evals 3000 --trace none --db "$work/e.db" --quiet
refused 2 'stored without a trace' "$heco" db export "$work/e.db" coco "$work/e"
[ -z "$(find "$work/e" -type f)" ] || fail "files of an export that failed: $(find "$work/e" -type f)"
finish
