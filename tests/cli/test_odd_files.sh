# Devices without an end, and pipes without a writer, in the places of files: in a folder of another person they may be
# links. Each command says so at once, or passes over a file that it can do without.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")/../.." && pwd)
cd "$work" || exit 1
limited() { (ulimit -v 4000000 && exec timeout 120 "$@"); }
limited "$heco" version >/dev/null 2>&1 || limited() { timeout 120 "$@"; } # sanitizers need more addresses
odd() { # odd FILE...: each of them a pipe in ./pipe and a link to /dev/zero in ./zero
    mkdir -p pipe zero
    for name in "$@"; do
        mkdir -p "pipe/$(dirname "$name")" "zero/$(dirname "$name")"
        mkfifo "pipe/$name"
        ln -s /dev/zero "zero/$name"
    done
}
odd m.nl m.lua beam.col beam.row shift/C01.txt
for kind in pipe zero; do
    refused 2 "'$kind/m.nl' is not a file: name the .nl file" limited "$heco" solve $kind/m.nl
    refused 2 "cannot read the script '$kind/m.lua': it is not a file" limited "$heco" solve $kind/m.lua
    refused 2 "cannot read $kind/shift/C01.txt: it is not a file" limited "$heco" solve cec2017:C01/10 --data $kind
    expect 1 limited "$heco" data import $kind
    says "cannot read $kind/shift/C01.txt: it is not a file"
    cp "$here/examples/models/beam.nl" $kind
    if "$heco" version | grep -q asl; then # without the files of names, the names are x1, x2, ...
        expect 0 limited "$heco" solve $kind/beam.nl --evals 200 --quiet -o $kind.out
        grep -q 'x1 ' $kind.out || fail "no names of its own: $(head -20 $kind.out)"
    fi
done
refused 2 '/dev/zero:1: not a text file' limited "$heco" rank --with /dev/zero
if "$heco" version | grep -q sqlite; then
    mkfifo pipe/runs.db
    refused 1 'pipe/runs.db is a pipe: name a results database' limited "$heco" rank --db pipe/runs.db
fi

# a pipe with a writer is read once: known designs from another command
printf 'x1,x2,f,g1,g2\n14.095,0.84296,-6961.8,-1e-9,-1e-9\n' >known.csv
expect 0 "$heco" solve cec2006:g06 --evals 20 --known known.csv --quiet -o want
expect 0 "$heco" solve cec2006:g06 --evals 20 --known <(cat known.csv) --quiet -o got
grep -v '^time\|^known\|^start' want >want.rest
grep -v '^time\|^known\|^start' got | diff want.rest - || fail "known designs from a pipe"
finish
