# heco list: every list, as text and as JSON.
. "$(dirname "$0")/common.sh"

expect 0 "$heco" list
says '^algorithms'
says 'cec2006'
expect 0 "$heco" list algorithms
says '^heco-de .*'
says '\(default\)'
expect 0 "$heco" list suites
says '^cec2006 '
expect 0 "$heco" list models
says '^suite .*'
expect 0 "$heco" list backends
says '^serial '
says '^threads '
expect 0 "$heco" list problems cec2006
says '^g01 +13 +9 +0 +-15 '
[ "$(grep -c '^g[0-9][0-9] ' "$work/out")" -eq 24 ] || fail "24 problems"
expect 0 "$heco" list problems design
says '^stepped-cantilever 10 +11 +0 +64578\.19'
[ "$(wc -l <"$work/out")" -eq 21 ] || fail "20 designs"
algorithms=$("$heco" list algorithms | cut -d' ' -f1)
for a in $algorithms; do
    expect 0 "$heco" list options "$a"
    [ "$a" != heco-de ] || says '^lambda '
done

expect 0 "$heco" list problems cec2006 --features --samples 1000
says '^g01 +13 +0\.0000 %  +9 +0 +0 +0 +6 +10  quadratic +13 +1 +4 +1$'
says '^g24 .* linear +2 +1 +0 +-$'
cp "$work/out" "$work/first"
expect 0 "$heco" list problems cec2006 --features --samples 1000
cmp -s "$work/first" "$work/out" || fail "the same seed, other features"
expect 0 "$heco" list problems cec2006 --features --samples 1000 --seed 2
cmp -s "$work/first" "$work/out" && fail "another seed, the same features"
expect 0 "$heco" list problems cec2017 --instance 1 --dim 30 --features --samples 10
says '^C01 +30 '

# Problems whose number tables are not there are listed without their sizes.
expect 0 env -u HECO_DATA XDG_DATA_HOME="$work/none" HOME="$work" "$heco" list problems rw2020
says '^RC01 +9 '
says '^RC34 +118 +- +- +needs data +Sizing'
[ "$(grep -c '^RC' "$work/out")" -eq 57 ] || fail "57 problems"
grep -q 'heco: note: number of problems that lack data: 17; .*heco data import' "$work/err" || fail "a remedy"
expect 0 env -u HECO_DATA XDG_DATA_HOME="$work/none" HOME="$work" "$heco" list problems rw2020 --json
python3 -c 'import json, sys
rows = json.load(open(sys.argv[1]))
assert len(rows) == 57 and sum(row.get("needs_data", False) for row in rows) == 17' "$work/out" ||
    fail "JSON of a suite without its data"
refused 2 'heco list problems SUITE --features' "$heco" list suites --features

refused 2 "'cec2007' is not a suite.*cec2006" "$heco" list problems cec2007
refused 2 'heco-ed.*heco-de' "$heco" list options heco-ed
refused 2 'algoritms.*algorithms' "$heco" list algoritms
refused 2 'heco list problems SUITE' "$heco" list problems
refused 2 'heco list options ALGORITHM' "$heco" list options
refused 2 "understand 'more'" "$heco" list suites more
refused 2 'cec2007' "$heco" list problems cec2007 --json

if has_python; then
    expect 0 "$heco" list --json
    json 'set(d) == {"algorithms", "suites", "models", "backends"}'
    expect 0 "$heco" list algorithms --json
    json 'sum(a["default"] for a in d) == 1'
    expect 0 "$heco" list backends --json
    json '[b["name"] for b in d if b["isolates"] and b["times"] and b["limits"]] == ["process"]'
    expect 0 "$heco" list problems cec2006 --json
    json 'len(d) >= 24 and d[0]["f_ref"] == -15 and d[0]["dims"] == [13]'
    expect 0 "$heco" list problems cec2006 --features --samples 100 --json
    json 'd[13]["features"]["linear_equalities"] == 3 and d[13]["features"]["active"] == 3'
    json 'd[0]["features"]["separable"] and not d[1]["features"]["separable"] and d[9]["features"]["condition"] is None'
    expect 0 "$heco" list options heco-de --json
    json 'all(o["kind"] in ("real", "integer", "choice") for o in d)'
fi
finish
