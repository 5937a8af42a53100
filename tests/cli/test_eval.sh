# heco eval: formats of points and values, and what is said about bad ones.
. "$(dirname "$0")/common.sh"
x=14.095000000000001,0.84296078921547957

echo "$x" >"$work/p.csv"
expect 0 "$heco" eval cec2006:g06 --points "$work/p.csv"
[ "$(head -1 "$work/out")" = f,g1,g2,violation,feasible ] || fail "header: $(head -1 "$work/out")"
[ "$(wc -l <"$work/out")" -eq 2 ] || fail "one line per point"
cp "$work/out" "$work/want"
same() { cmp -s "$work/out" "$work/want" || fail "other values: $1"; }

expect 0 "$heco" eval cec2006:g06 --points - <"$work/p.csv"
same "from standard input"
expect 0 "$heco" eval cec2006:g06 <"$work/p.csv"
same "standard input is the default"
expect 0 "$heco" eval cec2006:g06 --points "$work/p.csv" --backend threads --workers 2
same "threads"
expect 0 "$heco" eval cec2006:g06 --points "$work/p.csv" -o "$work/o.csv"
[ ! -s "$work/out" ] || fail "-o and standard output"
cmp -s "$work/o.csv" "$work/want" || fail "-o"
[ "$(ls "$work" | grep -c 'o.csv')" -eq 1 ] || fail "a temporary file is left: $(ls "$work")"
[ "$(stat -c %a "$work/o.csv")" = "$(stat -c %a "$work/p.csv")" ] || fail "-o makes a private file"

# the model's own names head the columns, unless two of them are the same
cat >"$work/program" <<'EOF'
printf 'heco 1 1 3 1 constraints\n0 9\nc name=drop <= 5\nc name=odd,"one" >= 1\nc <= 3\nc name=tie = 2\n'
while read -r id x; do echo "$id ok 1 $x $x $x $x"; done
EOF
echo 4 >"$work/one.csv"
expect 0 "$heco" eval "exec:sh $work/program" --points "$work/one.csv"
[ "$(cat "$work/out")" = "$(printf 'f,drop,"odd,""one""",g3,tie,violation,feasible\n1,-1,-3,1,2,0.75,0')" ] ||
    fail "names of constraints: $(cat "$work/out")"
sed -i 's/name=tie/name=drop/; s/name=odd,"one"/name=f/' "$work/program"
expect 0 "$heco" eval "exec:sh $work/program" --points "$work/one.csv"
[ "$(head -1 "$work/out")" = f,g1,g2,g3,h1,violation,feasible ] || fail "same names: $(head -1 "$work/out")"

# -o never replaces what is not a file; a link stays a link
mkfifo "$work/pipe"
timeout 200 cat "$work/pipe" >"$work/piped" &
expect 0 "$heco" eval cec2006:g06 --points "$work/p.csv" -o "$work/pipe"
wait
cmp -s "$work/piped" "$work/want" || fail "-o to a pipe"
[ -p "$work/pipe" ] || fail "-o replaced a pipe"
ln -s o.csv "$work/link.csv"
expect 0 "$heco" eval cec2006:g06 --points "$work/p.csv" -o "$work/link.csv"
cmp -s "$work/o.csv" "$work/want" || fail "-o through a link"
[ -L "$work/link.csv" ] || fail "-o replaced a link"
refused 1 'directory' "$heco" eval cec2006:g06 --points "$work/p.csv" -o "$work"

# points outside the box are evaluated, but not in silence
expect 0 "$heco" eval cec2006:g06 <<<$'20,20\n1,1\n14.5,1'
[ "$(wc -l <"$work/out")" -eq 4 ] || fail "not three values"
grep -q '^heco: 1 of 3 points are outside the bounds .* point 2 with x1 = 1: ' "$work/err" ||
    fail "nothing said of a point outside: $(cat "$work/err")"
expect 0 "$heco" eval cec2006:g06 --quiet <<<1,1
[ ! -s "$work/err" ] || fail "not quiet: $(cat "$work/err")"

# layouts that are all the same point
printf 'a,b\n%s\n' "$x" >"$work/header.csv"
printf 'kind,x2,f,x1\nbest,0.84296078921547957,7,14.095000000000001\n' >"$work/named.csv"
printf '# a comment\n\n%s\n\n' "$x" >"$work/comment.csv"
printf '%s\r\n' "$x" >"$work/crlf.csv"
printf '"x1","x2"\n%s' "$x" >"$work/quoted.csv"
printf ' 14.095000000000001 , 0.84296078921547957 \n' >"$work/blanks.csv"
printf '  14.095000000000001\t0.84296078921547957\n' >"$work/tabs.csv"
printf '14.095000000000001;0.84296078921547957\n' >"$work/semicolon.csv"
for f in header named comment crlf quoted blanks tabs semicolon; do
    expect 0 "$heco" eval cec2006:g06 --points "$work/$f.csv"
    same "$f"
done

# a header that names those it names in their places
printf 'x1,b\n%s\n' "$x" >"$work/partly.csv"
expect 0 "$heco" eval cec2006:g06 --points "$work/partly.csv"
same "partly named"

# more rows than one batch
for i in $(seq 2500); do echo "$x"; done >"$work/many.csv"
expect 0 "$heco" eval cec2006:g06 --points "$work/many.csv"
[ "$(wc -l <"$work/out")" -eq 2501 ] || fail "2500 points"
[ "$(sort -u "$work/out" | wc -l)" -eq 2 ] || fail "2500 equal points, other values"

refused 1 'missing.csv' "$heco" eval cec2006:g06 --points "$work/missing.csv"
refused 1 'nowhere' "$heco" eval cec2006:g06 --points "$work/p.csv" -o "$work/nowhere/o.csv"
printf '1,2\n3\n' >"$work/short.csv"
refused 2 'short.csv:2: 1 columns instead of 2' "$heco" eval cec2006:g06 --points "$work/short.csv"
printf '1,2\n3,4,5\n' >"$work/long.csv"
refused 2 'long.csv:2: 3 columns' "$heco" eval cec2006:g06 --points "$work/long.csv"
printf '1,2\n3,x\n' >"$work/word.csv"
refused 2 'word.csv:2: column 2 is "x"' "$heco" eval cec2006:g06 --points "$work/word.csv"
printf 'x1,x2\n1,nan\n' >"$work/nan.csv"
refused 2 'nan.csv:2: column 2 is "nan"' "$heco" eval cec2006:g06 --points "$work/nan.csv"
printf 'u,v,w\n1,2,3\n' >"$work/columns.csv"
refused 2 'header has 3 columns' "$heco" eval cec2006:g06 --points "$work/columns.csv"
printf '1,,\n' >"$work/empty_field.csv"
refused 2 'header has 3 columns|column' "$heco" eval cec2006:g06 --points "$work/empty_field.csv"
printf 'x2,y\n1,2\n' >"$work/moved.csv"
refused 2 'moved.csv: the header names some variables' "$heco" eval cec2006:g06 --points "$work/moved.csv"
printf 'x1,x1\n1,2\n' >"$work/twice.csv"
refused 2 'twice.csv: the header names some variables' "$heco" eval cec2006:g06 --points "$work/twice.csv"
printf '1,2\0,3\n' >"$work/binary.csv"
refused 2 'binary.csv:1: not a text file' "$heco" eval cec2006:g06 --points "$work/binary.csv"
# a device without an end
for option in --start --known; do
    refused 2 '/dev/zero:1: not a text file' timeout 60 "$heco" solve cec2006:g06 --evals 100 --quiet "$option" /dev/zero
done
: >"$work/empty.csv"
refused 2 'no point' "$heco" eval cec2006:g06 --points "$work/empty.csv"

refused 2 'cec2007.*cec2006' "$heco" eval cec2007:g06 --best-known
refused 2 'g99' "$heco" eval cec2006:g99 --best-known
refused 2 'beam' "$heco" eval beam --best-known
refused 2 'dimension' "$heco" eval cec2006:g06/x --best-known

if has_python; then
    expect 0 "$heco" eval cec2006:g06 --points "$work/named.csv" --json
    is_json "$work/out"
    json 'd["schema"] == "heco-eval-1" and d["points"][0]["x"] == [14.095000000000001, 0.84296078921547957]'
    json 'len(d["points"][0]["g"]) == 2 and d["points"][0]["h"] == []'
    # Python prints the fewest digits that read back to the same bits, too.
    python3 - "$work/want" <<'PY' || fail "digits that read back the same"
import sys
for text in open(sys.argv[1]).read().split("\n")[1].split(","):
    assert float(repr(float(text))) == float(text) and len(text) <= len(repr(float(text))), text
PY
fi
finish
