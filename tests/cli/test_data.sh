# heco data: a folder is checked, imported, and then found by the other commands.
. "$(dirname "$0")/common.sh"
data=$HECO_SHARED_DIR/cec2017/data

refused 2 'heco data import DIR' "$heco" data import
refused 2 'import and verify' "$heco" data list
refused 2 'or import it' "$heco" data verify
refused 1 'nowhere' "$heco" data verify "$work/nowhere"
refused 1 'nowhere' "$heco" data import "$work/nowhere"
refused 2 'cec2006 has no official data' "$heco" data verify "$work" --suite cec2006
refused 2 'did you mean cec2017' "$heco" data import "$work" --suite cec2071
[ ! -e "$XDG_DATA_HOME/heco/cec2017" ] || fail "a failed import leaves a folder"

x=0,0,0,0,0,0,0,0,0,0
f() { echo "$x" | "$heco" eval "$@" | tail -1; }
drawn=$(f cec2017:C01/10)
[ -n "$drawn" ] || fail "no instance without data"

[ -d "$data" ] || { echo "no official data in $data: the rest is skipped"; [ "$failures" -eq 0 ] && exit 77; finish; }
expect 0 "$heco" data verify "$data"
says 'complete and correct'
expect 0 "$heco" data verify "$data" --quiet
[ ! -s "$work/out" ] || fail "data verify --quiet: $(cat "$work/out")"
official=$(f cec2017:C01/10 --data "$data")
[ "$official" != "$drawn" ] || fail "--data makes no difference"
[ "$(HECO_DATA=$data f cec2017:C01/10)" = "$official" ] || fail "HECO_DATA"
expect 0 "$heco" data import "$data" --suite cec2017
expect 0 "$heco" data verify
[ "$(f cec2017:C01/10)" = "$official" ] || fail "what was imported is not found"
[ "$(f cec2017:C01/10 --instance official)" = "$official" ] || fail "--instance official"
[ "$(f cec2017:C01/10 --instance 1)" = "$drawn" ] || fail "--instance 1"
[ "$(f cec2006:g03)" = "$(f cec2006:g03 --data "$data")" ] || fail "a suite without data uses it"

# one digit changed in the copy is noticed
sed -i '1s/[1-8]/9/' "$XDG_DATA_HOME/heco/cec2017/shift/C03.txt"
expect 2 "$heco" data verify
grep -q 'C03' "$work/err" || fail "the damaged file is not named: $(cat "$work/err")"
expect 0 "$heco" data import "$data"
expect 0 "$heco" data verify
finish
