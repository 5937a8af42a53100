# Decks: the example in each language gives the same values; init, workers, journal, resume and a
# deck with crashes and hangs.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")/../.." && pwd)
cp -r "$here/examples/deck" "$work/deck"

# beam COMMAND: the example with that command, evaluated at one point
beam() {
    sed "s|^command .*|command $1|" "$work/deck/beam.deck" >"$work/deck/one.deck"
    expect 0 "$heco" eval "$work/deck/one.deck" <<<"2,2.5,3,60,55,40"
    cp "$work/out" "$work/values-$2"
    [ ! -e "$work/deck/one.deck.points" ] || fail "$2 left a folder behind"
    cmp -s "$work/values-awk" "$work/values-$2" || fail "$2 gives other values than awk: $(cat "$work/out")"
}
beam 'awk -f {{heco_folder}}/beam.awk input.txt' awk
says '^62916.66'
if has_python; then beam 'python3 {{heco_folder}}/beam.py input.txt' python; fi
if command -v cc >/dev/null; then
    cc -O2 -ffp-contract=off -o "$work/deck/beam" "$work/deck/beam.c" || fail "beam.c does not compile"
    beam '{{heco_folder}}/beam input.txt' c
    beam './beam input.txt' relative
fi
if command -v octave-cli >/dev/null; then
    beam 'octave-cli --quiet --no-init-file {{heco_folder}}/beam.m' octave
fi

# heco init: the example works; nothing is replaced
expect 0 "$heco" init run "$work/new"
says 'new/tube.deck$'
refused 2 'tube.deck is there already' "$heco" init run "$work/new"
refused 2 'init knows run' "$heco" init exec "$work/other"
expect 0 "$heco" solve "$work/new/tube.deck" --evals 60 --quiet
says '^  deflection .*satisfied'
says '^note: a point took '
cp "$work/out" "$work/serial"
expect 0 "$heco" solve "run:$work/new/tube.deck" --evals 60 --quiet --workers 2 --set batch=1 --json
json 'd["evaluations"] == 60 and "a point took" in d["note"]'
[ ! -e "$work/new/tube.deck.points" ] || fail "folders of points are left"

# a journal can be resumed: the same points as without the interruption
expect 0 "$heco" solve "$work/new/tube.deck" --evals 40 --quiet --journal "$work/j" --json
refused 2 'trust' "$heco" resume "$work/j" --quiet
expect 0 "$heco" resume "$work/j" --quiet --trust

# Every twentieth point crashes and every fiftieth hangs: each value belongs to its point, and
# neither a process nor a folder is left. HECO_DECK_POINTS=1000 is the long form.
points=${HECO_DECK_POINTS:-100}
cat >"$work/rough.sh" <<'SH'
[ $(($1 % 20)) = 7 ] && exit 1
[ $(($1 % 50)) = 11 ] && { sleep 100 & wait; }
echo "$(($1 * $1))" >r.txt
SH
cat >"$work/rough.deck" <<DECK
command sh {{heco_folder}}/rough.sh {{n}}
variable n 0 1000000 integer
minimise f file=r.txt
keep none
DECK
seq 0 $((points - 1)) >"$work/points"
expect 0 "$heco" eval "$work/rough.deck" --points "$work/points" --eval-timeout 4 --workers 2
sed 1d "$work/out" | awk -F, '{ n = NR - 1; bad = n % 20 == 7 || n % 50 == 11
    if (bad != ($1 == "nan") || (!bad && $1 != n * n)) { print "point " n " has " $1; wrong = 1 } }
    END { if (NR != '"$points"') { print NR " points"; wrong = 1 } exit wrong }' >"$work/wrong" ||
    fail "points are lost or confused: $(head -3 "$work/wrong")"
[ ! -e "$work/rough.deck.points" ] || fail "folders are left: $(ls "$work/rough.deck.points")"
if pgrep -f "$work/rough.sh" >/dev/null 2>&1; then fail "processes are left"; fi
finish
