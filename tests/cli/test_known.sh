# Known designs: a table, a journal, --start with values; tables that do not fit are refused.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1
cat >tube.lua <<'LUA'
return {
  variables = { { "d", 1, 10 }, { "t", 0.1, 1 } },
  minimise = function(d, t) return d * t end,
  constraints = { { "stiffness", function(d, t) return d ^ 3 * t end, ">=", 100 } },
}
LUA
printf 'd,t\n%s\n' '9,0.5
5,0.9
8,0.3
7,0.7' >points.csv
"$heco" eval tube.lua --points points.csv >values.csv
paste -d, points.csv values.csv >known.csv
expect 0 "$heco" solve tube.lua --known known.csv --evals 60 --quiet
says '^f +1$'
says '^known +4 of them took the values of known designs'
cp out by_table
expect 0 "$heco" solve tube.lua --start known.csv --evals 60 --quiet
grep -v '^time' out >a; grep -v '^time' by_table >b
cmp -s a b || fail "--start with values differs from --known"
expect 0 "$heco" solve tube.lua --evals 40 --seed 3 --quiet --journal earlier
expect 0 "$heco" solve tube.lua --known earlier --evals 60 --quiet --journal later
expect 0 "$heco" resume later --quiet
sed '1s/$/,more/; 2,$s/$/,1/' known.csv >wide.csv
expect 0 "$heco" solve tube.lua --known wide.csv --evals 60 --quiet

# the same designs in the script: the same search
sed 's|^}$|  known = { { 9, 0.5, f = 4.5, stiffness = 364.5 }, { 5, 0.9, f = 4.5, stiffness = 112.5 },\
    { 8, 0.3, f = 8 * 0.3, stiffness = 8 ^ 3 * 0.3 }, { 7, 0.7, f = 7 * 0.7, stiffness = 7 ^ 3 * 0.7 } },\
}|' tube.lua >own.lua
expect 0 "$heco" solve own.lua --evals 60 --quiet
says '^known +4 of them took the values of known designs'
sed -n '/^f  /,/^seed/p' out >a; sed -n '/^f  /,/^seed/p' by_table >b
cmp -s a b || fail "known designs of a script differ from --known: $(diff a b)"
sed 's/stiffness = 112.5//' own.lua >bad.lua
refused 2 "known design 2 has no finite value of 'stiffness': write stiffness = VALUE" "$heco" solve bad.lua
sed 's/{ 5, 0.9, f/{ 50, 0.9, f/' own.lua >bad.lua
refused 2 "known design 2 has 'd' = 50.0 outside its bounds" "$heco" solve bad.lua

refused 2 'points.csv: known designs need a header that names .*f and every constraint' \
    "$heco" solve tube.lua --known points.csv
printf 'a,b,f,stiffness\n1,2,3,4\n' >other.csv
refused 2 "other.csv: the header has 4 columns, but .* and 'd' is not named" "$heco" solve tube.lua --known other.csv
printf 'd,t,f\n9,0.5,4.5\n' >other.csv
refused 2 "other.csv: known designs need .* 'stiffness' is missing" "$heco" solve tube.lua --known other.csv
printf 'd,q,f,stiffness\n9,0.5,4.5,1\n' >other.csv
refused 2 "other.csv: .* and 't' is not named: add its column" "$heco" solve tube.lua --known other.csv
printf 'd,f\n9,4.5\n' >other.csv
refused 2 "other.csv: .* and 't' is not named: add its column" "$heco" solve tube.lua --start other.csv
printf 'd,t,f,stiffness\n1,nan,3,4\n' >bad.csv
refused 2 'bad.csv:2: column 2 is "nan"' "$heco" solve tube.lua --known bad.csv
printf 'd,t,f,stiffness\n20,0.5,10,-1\n5,0.9,nan,-1\n9,0.5,4.5,-264.5\n' >partly.csv
expect 0 "$heco" solve tube.lua --known partly.csv --evals 60
grep -q '2 of 3 known designs are left out: 1 have no finite values, 1 are outside the bounds' err ||
    fail "no line about designs that are left out: $(cat err)"
refused 1 'none.csv' "$heco" solve tube.lua --known none.csv
expect 0 "$heco" solve design:spring --evals 40 --quiet --journal spring
refused 2 'journal spring has 3 variables' "$heco" solve tube.lua --known spring

# a results database: initial points of a problem with constraints
expect 0 "$heco" bench --suite design --problems spring,gear-train --algorithms lshade44,sqp --runs 3 --evals 600 --db runs.db --quiet
expect 0 "$heco" solve design:spring --known runs.db --evals 60 --quiet --json
f=$(grep -o '"f": [-0-9.e]*' out | head -1 | cut -d' ' -f2)
best=$("$heco" db dump runs.db --json 2>/dev/null | grep -c spring)
awk -v f="$f" 'BEGIN { exit !(f < 0.0130) }' || fail "the search did not begin at the best points: f = $f ($best)"
refused 2 'runs.db has no runs of three-bar-truss with 2 variables and 3 constraints: give a database of the same problem' \
    "$heco" solve design:three-bar-truss --known runs.db
printf '1,1,1\n' >start.csv
refused 2 'gives initial points, because a results database has no values of constraints' \
    "$heco" solve design:spring --known runs.db --start start.csv
printf 'SQLite format 3\0 and rubbish' >broken.db
expect 1 "$heco" solve design:spring --known broken.db
finish
