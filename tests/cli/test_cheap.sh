# Cheap constraints in scripts, evaluations that stop early in scripts and programs, and their faults.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1
cat >tank.lua <<'LUA'
return {
  variables = { { "r", 0.1, 5 }, { "l", 0.1, 10 } },
  evaluate = function(r, l)
    if l > 4 * r + 1e-7 or 2 * r + l > 7 + 1e-6 then error("simulated outside") end
    return 2 * math.pi * r * (l + r), math.pi * r * r * l
  end,
  constraints = {
    { "volume", ">=", 20 },
    { "slender", function(r, l) return l - 4 * r end, "<=", 0, cheap = true },
    { "room", coef = { r = 2, l = 1 }, at_most = 7, cheap = true },
  },
}
LUA
printf 'r,l\n1,1\n0.1,9\n' >points.csv
expect 0 "$heco" solve tank.lua --evals 300 --quiet
says '^evaluations  300 of 300, 0 failed'
says '^f +40.78'
expect 0 "$heco" solve tank.lua --evals 300 --quiet --algorithm sqp --json
grep -q '"failed": 0' out || fail "a point was simulated outside: $(grep failed out)"
grep -q '"rejected": [1-9]' out || fail "no point of a difference was rejected"
cp out serial
expect 0 "$heco" solve tank.lua --evals 300 --quiet --algorithm sqp --json --backend threads --workers 3
grep -o '"f": [^,]*\|"rejected": [0-9]*' serial >a; grep -o '"f": [^,]*\|"rejected": [0-9]*' out >b
cmp -s a b || fail "threads differ: $(diff a b)"

# the journal holds rejected points, a resumed search repeats none, and it is a table of known designs
expect 0 "$heco" solve tank.lua --evals 200 --quiet --algorithm sqp --journal j
cp out whole
expect 0 "$heco" resume j --quiet
grep -v '^time\|journal' whole >a; grep -v '^time\|journal' out >b
cmp -s a b || fail "the resumed search differs: $(diff a b)"
says '^rejected +[1-9][0-9]* of them by cheap constraints, without a simulation'
expect 0 "$heco" solve tank.lua --known j --evals 60
grep -q 'left out' err && fail "rejected points are no designs without values: $(cat err)"

# evaluations that stop early
sed 's/return 2 \* math.pi/local v = math.pi * r * r * l; if v < 20 then return nil, v end; &/' tank.lua >early.lua
expect 0 "$heco" solve early.lua --evals 300 --quiet
says '^partial +[1-9][0-9]* of them stopped early'
says ', 0 failed'
cat >prog.py <<'PY'
print("heco 1 2 1 0\n0 5\n0 5", flush=True)
while True:
    words = input().split()
    x, y = map(float, words[1:])
    g = 1 - x * y
    print(words[0], "partial nan %r" % g if g > 0 else "ok %r %r" % (x + y, g), flush=True)
PY
expect 0 "$heco" solve 'exec:python3 prog.py' --evals 1500 --eval-timeout 20 --algorithm lshade44 --quiet
says '^f +2(\.00[0-9]*)?$'
says '^partial +[1-9]'
cp out one
expect 0 "$heco" solve 'exec:python3 prog.py' --evals 1500 --eval-timeout 20 --algorithm lshade44 --quiet --backend threads --workers 2
grep '^f \|^partial' one >a; grep '^f \|^partial' out >b
cmp -s a b || fail "a program in threads differs: $(diff a b)"

cat >early.deck <<'DECK'
shell awk 'BEGIN { x = {{x}}; y = {{y}}; print "product = " x * y; if (x * y < 1) print "STOPPED"; else print "sum = " x + y }'
partial STOPPED
variable x 0 5
variable y 0 5
minimise sum key=sum
constraint product >= 1 key=product
DECK
expect 0 "$heco" solve early.deck --evals 60 --quiet --algorithm lshade44 --journal deck.j
says '^partial +[1-9][0-9]* of them stopped early'
says '^evaluations +60 of 60, 0 failed'
[ ! -e early.deck.points ] || fail "folders of points that stopped early are left"
cp out one
expect 0 "$heco" resume deck.j --quiet --trust
grep '^f \|^partial' one >a; grep '^f \|^partial' out >b
cmp -s a b || fail "the resumed deck differs: $(diff a b)"

sed 's/"<=", 0, cheap/"==", 0, cheap/' tank.lua >bad.lua
refused 2 "constraint 'slender' is an equality, which cannot be cheap" "$heco" solve bad.lua
sed 's/"volume", ">=", 20/"volume", ">=", 20, cheap = true/' tank.lua >bad.lua
refused 2 "constraint 'volume' is cheap and has no function of its own" "$heco" solve bad.lua
sed 's/cheap = true/cheap = 1/' tank.lua >bad.lua
refused 2 "has cheap = number: write true or false" "$heco" solve bad.lua
sed 's/, cheap = true//' tank.lua >bad.lua
refused 2 'or write cheap = true if it is known without' "$heco" solve bad.lua
sed 's/return l - 4 \* r/return 1 + l/' tank.lua >never.lua
expect 4 "$heco" solve never.lua --evals 300 --quiet
says 'no answer: the cheap constraints rejected every point'

# --eval-timeout holds for cheap constraints, although the backend ends points from outside
cat >endless.lua <<'E'
return { variables = { { "x", -1, 1 }, { "y", -1, 1 } }, minimise = function(x, y) return x * x + y end,
    constraints = { { "c", function(x, y) if x > 0.3 then while true do end end return x - 0.5 end, "<=", 0, cheap = true } } }
E
expect 0 timeout -k 5 200 "$heco" solve endless.lua --evals 30 --eval-timeout 0.1 --algorithm lshade44 --backend process --quiet
says '^evaluations +30 of 30'
finish
