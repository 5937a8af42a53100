#!/usr/bin/env bash
# windows.sh WINE BUILD: tries what heco.exe can do under wine, in the build folder build/platform-windows, and
# compares with the command of BUILD: Lua with a report page, a results database, exec:, a deck, shared objects.
set -eu
wine=$1 build=$2
here=$(cd "$(dirname "$0")/../.." && pwd)
cc=x86_64-w64-mingw32-gcc-posix
cd "$here/build/platform-windows"
rm -rf tried && mkdir tried && cd tried
cp "$here"/examples/models/*.lua "$here"/examples/deck/* .
fail() { echo "windows.sh: $1"; exit 1; }
heco() { "$wine" ../heco.exe "$@"; }
same() { # NAME: the JSON documents of NAME.here and NAME.there have the same answer, to the digits of argument 2
    python3 - "$1" "${2:-17}" <<'P'
import json, sys
name, digits = sys.argv[1], int(sys.argv[2])
one, two = (json.load(open(f"{name}.{where}")) for where in ("there", "here"))
for key in ("f", "x", "evaluations") if digits == 17 else ("f",):
    a, b = one[key], two[key]
    assert a == b or digits < 17 and abs(a - b) <= 10.0 ** -digits * abs(b), (name, key, a, b)
P
    echo "windows.sh: $1 agrees"
}

heco version >about
grep -q '^with .*lua.*sqlite' about || fail "heco version names no Lua or SQLite"
grep -q '^without --backend process' about || fail "heco version does not say what is left out"

# Lua: its functions are those of the C library, so the last digits may differ.
heco solve cooler.lua --seed 1 --json --report cooler.html >cooler.there
"$build/heco" solve cooler.lua --seed 1 --json >cooler.here
same cooler 6
grep -q '</html>' cooler.html || fail "the report page is not complete"

# A results database, and what it is ranked to.
for one in there here; do
    run=heco
    [ $one = there ] || run=$build/heco
    $run bench --suite cec2006 --problems g06,g11,g24 --algorithms heco-de,sqp --runs 3 --evals 2000 --jobs 2 \
        --db $one.db --quiet
    $run rank --db $one.db --format csv 2>/dev/null | tr -d '\r' >rank.$one
done
diff rank.there rank.here || fail "the rankings differ"
[ -s rank.there ] || fail "the ranking is empty"

# A program that evaluates points.
"$cc" -O2 -std=c11 -ffp-contract=off -o beam_exec.exe "$here/examples/models/beam_exec.c" -static
cc -O2 -std=c11 -ffp-contract=off -o beam_exec "$here/examples/models/beam_exec.c"
heco solve exec:./beam_exec.exe --seed 2 --evals 3000 --json >exec.there
"$build/heco" solve exec:./beam_exec --seed 2 --evals 3000 --json >exec.here
same exec
code=0
heco solve 'exec:exit 3' --evals 10 2>wrong || code=$?
{ [ $code = 2 ] && grep -q 'ended with exit code 3' wrong; } || fail "the exit code of a program is not told: $(cat wrong)"

# One command per point.
"$cc" -O2 -std=c11 -ffp-contract=off -o beam.exe beam.c -static
cc -O2 -std=c11 -ffp-contract=off -o beam beam.c
sed -e 's|^command .*|command ./beam input.txt|' -e 's|match=.*|key="deflection at the end"|' beam.deck >own.deck
heco solve own.deck --seed 3 --evals 30 --json --quiet >deck.there
"$build/heco" solve own.deck --seed 3 --evals 30 --json --quiet >deck.here
same deck
[ ! -e own.deck.points ] || fail "the folders of the points are still there"

# Shared objects: a model, and an algorithm, which links the import library of the command.
"$cc" -O2 -std=c11 -ffp-contract=off -shared -I"$here/include" -o beam.dll "$here/examples/models/beam_plugin.c"
cc -O2 -std=c11 -ffp-contract=off -fPIC -shared -I"$here/include" -o beam.so "$here/examples/models/beam_plugin.c"
heco solve beam.dll --seed 4 --evals 3000 --json >plugin.there
"$build/heco" solve ./beam.so --seed 4 --evals 3000 --json >plugin.here
same plugin
"$cc" -O2 -std=c11 -ffp-contract=off -shared -I"$here/include" -o mine.dll \
    "$here/examples/algorithms/one_plus_lambda.c" ../libheco_command.dll.a
cc -O2 -std=c11 -ffp-contract=off -fPIC -shared -I"$here/include" -o mine.so \
    "$here/examples/algorithms/one_plus_lambda.c"
heco solve cec2006:g06 --algorithm ./mine.dll --seed 5 --evals 2000 --json >algorithm.there
"$build/heco" solve cec2006:g06 --algorithm ./mine.so --seed 5 --evals 2000 --json >algorithm.here
same algorithm

# A journal is resumed.
heco solve cec2006:g06 --algorithm heco-de --seed 6 --evals 300 --journal g06.journal --json >short.there || true
"$build/heco" solve cec2006:g06 --algorithm heco-de --seed 6 --evals 300 --journal here.journal --json >short.here || true
same short
heco resume g06.journal --json >resumed.there || true
"$build/heco" resume here.journal --json >resumed.here || true
same resumed
echo "windows.sh: Lua, SQLite, exec:, decks, shared objects and journals work under wine"
