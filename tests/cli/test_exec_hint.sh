# A program that reads its input in blocks, or does not flush: after ten seconds of silence the
# command says what that may mean, once, and not with --quiet.
. "$(dirname "$0")/common.sh"
command -v mawk >/dev/null || { echo "no mawk: skipped"; exit 77; }
cat >"$work/square.awk" <<'AWK'
BEGIN { print "heco 1 1 0 0"; print "0 9"; fflush() }
{ printf "%s ok %.17g\n", $1, $2 * $2; fflush() }
AWK
hint='^heco: exec:mawk -f .*/square.awk has not answered for 10 s: .*flush.*mawk: -W interactive'
"$heco" solve "exec:mawk -f $work/square.awk" --evals 50 --quiet >/dev/null 2>"$work/silent" &
silent=$!
"$heco" solve "exec:mawk -f $work/square.awk" --evals 50 >/dev/null 2>"$work/loud" &
loud=$!
await grep -Eq "$hint" "$work/loud"
sleep 1
kill $loud $silent
wait
[ "$(grep -Ec "$hint" "$work/loud")" -eq 1 ] || fail "no hint, or several: $(cat "$work/loud")"
grep -q 'interactive' "$work/silent" && fail "a hint with --quiet: $(cat "$work/silent")"
expect 0 timeout 300 "$heco" solve "exec:mawk -W interactive -f $work/square.awk" --evals 50
says '^f +'
grep -q 'interactive)' "$work/err" && fail "a hint for a program that answers: $(cat "$work/err")"
finish
