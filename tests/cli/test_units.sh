# A model that states its limits in pascals and one that states them in a unit of 2^20 pascals are the
# same search: in Lua, programs and decks, with lanes, sweeps and journals. The report has the unit of
# the user.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1

# write NAME FACTOR UNIT: a model with a stress and a sag
write() {
    cat >"$1.lua" <<LUA
return {
  variables = { { "area", 0.1, 9 }, { "length", 1, 9 } },
  evaluate = function(a, l)
    return a * l + 3 / l, $2 * (1e8 * (1 + l) / a + 1e7 / l), 0.001 * l * l * l / a
  end,
  constraints = { { "stress", "<=", $2 * 2e8, unit = "$3" }, { "sag", "<=", 0.005, unit = "m" } },
}
LUA
    cat >"$1.py" <<PY
import sys
def values(a, l):
    return [a * l + 3 / l, $2 * (1e8 * (1 + l) / a + 1e7 / l), 0.001 * l * l * l / a]
if len(sys.argv) > 1:
    print(*map(repr, values(float(sys.argv[1]), float(sys.argv[2]))))
    sys.exit()
print("heco 1 2 2 0 constraints\n0.1 9 name=area\n1 9 name=length")
print("c name=stress <= %r unit=$3\nc name=sag <= 0.005 unit=m" % ($2 * 2e8), flush=True)
for line in sys.stdin:
    point, a, l = line.split()
    print(point, "ok", *map(repr, values(float(a), float(l))), flush=True)
PY
    cat >"$1.deck" <<DECK
command python3 {{heco_folder}}/$1.py {{area}} {{length}}
variable area 0.1 9
variable length 1 9
minimise cost
constraint stress <= $(python3 -c "print(repr($2 * 2e8))") unit=$3
constraint sag <= 0.005 unit=m
DECK
}
write pascal 1.0 Pa
write other "(1 / 1048576)" u

# same MODEL MODEL WORDS..: the same point, values and number of evaluations
same() {
    local one=$1 two=$2
    shift 2
    expect 0 "$heco" solve "$one" --quiet --no-prices --json "$@"
    cp out one.json
    expect 0 "$heco" solve "$two" --quiet --no-prices --json "$@"
    python3 - one.json out <<'PY' || fail "$one and $two differ: $*"
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
same = all(a[key] == b[key] for key in ("x", "f", "evaluations", "status", "stop"))
stress = [d["constraints"][0] for d in (a, b)]
units = stress[0]["unit"] == "Pa" and stress[1]["unit"] == "u"
sys.exit(0 if same and units and stress[0]["value"] == 1048576 * stress[1]["value"] else 1)
PY
}
for words in "--algorithm lshade44 --evals 600" "--algorithm heco-de --evals 600" "--evals 300" \
    "--evals 1200 --backend threads --workers 3"; do
    # shellcheck disable=SC2086
    same pascal.lua other.lua $words
done
same "exec:python3 pascal.py" "exec:python3 other.py" --algorithm lshade44 --evals 400
same pascal.deck other.deck --algorithm lshade44 --evals 60

# A sweep moves the limit, with the unit of the user.
expect 0 "$heco" solve pascal.lua --sweep "stress=1.5e8:2.5e8:3" --evals 300 --quiet --json
cp out one.json
expect 0 "$heco" solve other.lua --sweep "stress=143.05114746:238.41857910:3" --evals 300 --quiet --json
python3 - one.json out <<'PY' || fail "the sweeps differ"
import json, sys
a, b = ([row["f"] for row in json.load(open(path))["rows"]] for path in sys.argv[1:])
sys.exit(0 if len(a) == 3 and all(abs(u - v) < 1e-6 * abs(u) for u, v in zip(a, b)) else 1)
PY

# A journal holds the user's values, and its search is resumed with the same bits.
expect 0 "$heco" solve pascal.lua --algorithm lshade44 --evals 600 --quiet --json
cp out whole.json
expect 0 "$heco" solve pascal.lua --algorithm lshade44 --evals 600 --quiet --journal cut.journal
python3 - <<'PY'
import os
os.truncate("cut.journal", os.path.getsize("cut.journal") // 2)
PY
expect 0 "$heco" resume cut.journal --quiet --json
python3 - whole.json out <<'PY' || fail "the resumed search has other bits"
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
sys.exit(0 if all(a[key] == b[key] for key in ("x", "f", "g", "evaluations")) else 1)
PY
finish
