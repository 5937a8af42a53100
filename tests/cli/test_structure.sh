# Maxima and sums of squares in Lua, programs and decks: the same answers, workers, journals, and
# what is refused.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1
cat >mask.lua <<'LUA'
return {
  variables = { { "x", -10, 10 }, { "y", -10, 10 } },
  minimise_max = function(x, y)
    return { x * x + y * y * y * y, (2 - x) * (2 - x) + (2 - y) * (2 - y), 3 + y - x }
  end,
  constraints = { { "sum", function(x, y) return x + y end, "<=", 1.7 },
                  { "tie", function(v) return v.x - v.y end, "==", 0.25 } },
}
LUA
cat >at_once.lua <<'LUA'
return {
  variables = { { "x", -10, 10 }, { "y", -10, 10 } },
  objective = "max",
  evaluate = function(x, y)
    return { x * x + y * y * y * y, (2 - x) * (2 - x) + (2 - y) * (2 - y), 3 + y - x }, x + y, x - y
  end,
  constraints = { { "sum", "<=", 1.7 }, { "tie", "==", 0.25 } },
}
LUA
cat >mask.py <<'PY'
import sys
def values(x, y):
    return [x * x + y * y * y * y, (2 - x) * (2 - x) + (2 - y) * (2 - y), 3 + y - x, x + y, x - y]
if len(sys.argv) > 1:
    print(*map(repr, values(float(sys.argv[1]), float(sys.argv[2]))))
    sys.exit()
print("heco 1 2 1 1 pieces=3 constraints\n-10 10 name=x\n-10 10 name=y\nc name=sum <= 1.7\nc name=tie = 0.25", flush=True)
for line in sys.stdin:
    point, x, y = line.split()
    print(point, "ok", *map(repr, values(float(x), float(y))), flush=True)
PY
cat >mask.deck <<'DECK'
command python3 {{heco_folder}}/mask.py {{x}} {{y}}
variable x -10 10
variable y -10 10
minimise_max level count=3
constraint sum <= 1.7
constraint tie = 0.25
DECK
answer() { sed -n '/^f  /,/^algorithm/p' out; }
expect 0 "$heco" solve mask.lua --evals 30 --quiet
says '^pieces +3, the largest is piece'
says 'constraints \(2 of 2 satisfied\)'
answer >lua.txt
for model in at_once.lua 'exec:python3 mask.py' mask.deck; do
    expect 0 "$heco" solve "$model" --evals 30 --quiet
    answer >other.txt
    cmp -s lua.txt other.txt || fail "$model differs: $(diff lua.txt other.txt)"
done
expect 0 "$heco" solve mask.lua --evals 60 --quiet --json
json '"pieces" in d and len(d["pieces"]) == 3 and len(d["g"]) == 1 and len(d["constraints"]) == 2'
json 'd["f"] == max(d["pieces"])'

# workers, an interrupted search, a page
expect 0 "$heco" solve mask.lua --evals 200 --seed 3 --quiet --json
cp out one
expect 0 "$heco" solve mask.lua --evals 200 --seed 3 --quiet --json --backend process --workers 2 --set batch=1
python3 -c 'import json,sys; a,b=(json.load(open(f)) for f in ("one","out")); sys.exit(a["x"]!=b["x"] or a["f"]!=b["f"])' ||
    fail "two workers give another answer"
expect 0 "$heco" solve mask.lua --evals 200 --seed 3 --quiet --journal j
truncate -s -3000 j # as if the machine had stopped
expect 0 "$heco" resume j --quiet --json
python3 -c 'import json,sys; a,b=(json.load(open(f)) for f in ("one","out")); sys.exit(a["f"]!=b["f"])' ||
    fail "a resumed search gives another answer"
expect 0 "$heco" report j --output page.html
grep -q '"name":"sum"' page.html || fail "the page lacks the constraint"
grep -q '"name":"piece1"' page.html && fail "the page shows a piece as a constraint"

# a sum of squares: sqp by default
cat >fit.lua <<'LUA'
return {
  variables = { { "a", 0, 10 }, { "b", 0, 10 } },
  minimise_squares = function(v)
    local r = {}
    for i = 0, 20 do r[i + 1] = v.a / (1 + v.b * i) - 2 / (1 + 0.7 * i) end
    return r
  end,
}
LUA
expect 0 "$heco" solve fit.lua --evals 60 --quiet --json
json 'd["f"] < 1e-12 and len(d["residuals"]) == 21 and d["algorithm"] == "sqp"'
expect 0 "$heco" solve fit.lua --evals 60 --quiet
says '^residuals +21, root mean square .*, the largest is residual'

# places of the values in the output of a deck
cat >fit.py <<'PY'
import json, sys
a, b, how = float(sys.argv[1]), float(sys.argv[2]), sys.argv[3]
r = [a / (1 + b * i) - 2 / (1 + 0.7 * i) for i in range(4)]
if how == "json":
    print(json.dumps({"fit": {"r": r}}))
for i, v in enumerate(r):
    if how == "key": print("r%d = %r" % (i + 1, v))
    if how == "match": print("residual: %r mm" % v)
PY
printf 'a,b\n3,1\n' >point.csv
for place in 'json json=fit.r' 'key key=r' "match match='residual: (.*) mm'"; do
    cat >fit.deck <<DECK
command python3 {{heco_folder}}/fit.py {{a}} {{b}} ${place%% *}
variable a 0 10
variable b 0 10
minimise_squares r count=4 ${place#* }
DECK
    expect 0 "$heco" eval fit.deck --points point.csv
    says '^f,residual1,residual2,residual3,residual4,violation'
    says ',1,0.32352941176470584,'
done
sed -i 's/count=4/count=5/' fit.deck
expect 4 "$heco" eval fit.deck --points point.csv
grep -q 'is in it 4 times, count=5' err || fail "no line about the missing match: $(cat err)"

# a list of matches is searched for once: for each of 50000 values it would take an hour
seq 50000 | sed 's/.*/residual: 0.&5 mm/' >long.txt
cat >long.deck <<'DECK'
shell cat {{heco_folder}}/long.txt; : {{a}}
variable a 0 1
minimise_squares r count=50000 match="residual: (.*) mm"
DECK
echo 0.5 >half.csv
expect 0 timeout 600 "$heco" eval long.deck --points half.csv
[ "$(tail -n 1 out | cut -d, -f2-50001 | md5sum)" = "$(sed 's/[^0-9.]//g' long.txt | paste -sd, | md5sum)" ] ||
    fail "other values of 50000 matches: $(head -c 100 out) $(tail -n 1 out | head -c 100)"

# refusals
sed -i 's/^minimise_squares.*/minimise r count=4/' fit.deck
refused 2 "fit.deck:4: count=4 belongs to minimise_max and minimise_squares" "$heco" solve fit.deck
printf 'return { variables = { { "x", 0, 1 } }, minimise_max = function(x) return x end }\n' >bad.lua
refused 2 "the function 'minimise_max' gave a number at the start: return a list" "$heco" solve bad.lua
printf 'return { variables = { { "x", 0, 1 } }, minimise_max = function(x) return {} end }\n' >bad.lua
refused 2 'gave an empty list at the start: return at least one value' "$heco" solve bad.lua
printf 'return { variables = { { "x", 0, 1 } }, minimise_max = function(x) return {x} end, maximise = true }\n' >bad.lua
refused 2 "is minimised: leave out 'maximise'" "$heco" solve bad.lua
printf 'return { variables = { { "x", 0, 1 } }, minimise = function(x) return x end, objective = "max" }\n' >bad.lua
refused 2 "'objective' belongs to 'evaluate'" "$heco" solve bad.lua
sed 's/pieces=3/pieces=3 residuals=2/' mask.py >two.py
refused 2 'write one of pieces=K and residuals=K' "$heco" solve 'exec:python3 two.py'
sed 's/pieces=3/pieces=0/' mask.py >none.py
refused 2 'pieces=K and residuals=K need a whole number' "$heco" solve 'exec:python3 none.py'
sed 's/pieces=3/pieces=4/' mask.py >four.py
expect 4 "$heco" solve 'exec:python3 four.py' --evals 3 --quiet
grep -q 'expected 6 numbers (4 pieces and 2 constraints), got 5' out err || fail "no count: $(cat out err)"
finish
