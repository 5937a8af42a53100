# heco resume: the same answer from a journal cut anywhere, a raised budget, and every refusal.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")" && pwd)
timeless() { grep -Ev '"(seconds|backend|replayed|schedule|torn_bytes|timed_out|retried|restarted|last_failure)"' "$1"; }
j=$work/j

# a finished search, resumed: everything comes from the journal
expect 0 "$heco" solve cec2006:g06 --evals 6000 --seed 3 --algorithm heco-de --set lambda=20 --json --quiet --journal "$j"
cp "$work/out" "$work/want.json"
expect 0 "$heco" resume "$j" --json --quiet
timeless "$work/out" | cmp -s - <(timeless "$work/want.json") || fail "another answer"
says '"replayed": 6000,'
says '"torn_bytes": 0,'

# cut at any byte: the rest is searched again, with any backend
size=$(stat -c %s "$j")
for cut in 1 2 11 12 13 100 999 5000 $((size / 2)) $((size * 9 / 10)); do
    for more in "" "--workers 2" "--backend process --workers 2"; do
        head -c $((size - cut)) "$j" >"$work/cut"
        # shellcheck disable=SC2086
        expect 0 "$heco" resume "$work/cut" --json --quiet $more
        timeless "$work/out" | sed "s|$work/cut|$j|" | cmp -s - <(timeless "$work/want.json") ||
            fail "cut by $cut: another answer"
        same_journal "$j" "$work/cut" || fail "cut by $cut: another journal"
    done
done
# the default without a budget (stop=converged), and with few evaluations and workers (batch=N): what
# followed from the command line then follows from the journal now
for how in "" "--evals 60 --workers 2"; do
    # shellcheck disable=SC2086
    expect 0 "$heco" solve cec2006:g11 --target -1 --seed 3 --json --quiet --journal "$work/open" $how
    cp "$work/out" "$work/open.json"
    head -c $(($(stat -c %s "$work/open") * 3 / 4)) "$work/open" >"$work/cut"
    expect 0 "$heco" resume "$work/cut" --workers 1 --json --quiet
    timeless "$work/out" | sed "s|$work/cut|$work/open|" | cmp -s - <(timeless "$work/open.json") ||
        fail "open end '$how': another answer"
    same_journal "$work/open" "$work/cut" || fail "open end '$how': another journal"
    rm -f "$work/open"
done
head -c $((size - 5)) "$j" >"$work/cut"
expect 0 "$heco" resume "$work/cut" --quiet -o "$work/answer.txt"
grep -Eq '^dropped +an incomplete last record of [0-9]+ bytes$' "$work/answer.txt" || fail "nothing said of a torn record"
grep -Eq '^resumed +[0-9]+ evaluations from the journal, [0-9]+ new ones$' "$work/answer.txt" ||
    fail "nothing said of the evaluations"

# a stop by a signal, by a target, by a stall
env --default-signal=INT "$heco" solve cec2006:g24 --evals 1e7 --quiet --journal "$work/long" >"$work/out" 2>"$work/err" &
pid=$!
await has_bytes "$work/long" 100000
kill -INT $pid
wait $pid
[ $? -eq 130 ] || fail "exit code after an interrupt"
expect 0 "$heco" resume "$work/long" --time 1 --quiet
says '^resumed +[1-9][0-9]+ evaluations from the journal'
says '^stopped by +time'
expect 0 "$heco" solve cec2006:g06 --evals 50000 --target -6900 --json --quiet --journal "$work/target"
cp "$work/out" "$work/want2.json"
head -c 30000 "$work/target" >"$work/cut"
expect 0 "$heco" resume "$work/cut" --json --quiet
timeless "$work/out" | sed "s|$work/cut|$work/target|" | cmp -s - <(timeless "$work/want2.json") ||
    fail "target: another answer"
says '"stop": "target"'

# initial points are kept in the journal: the file may go
printf '14.2,0.9\n14.3,1.1\n' >"$work/start.csv"
expect 0 "$heco" solve cec2006:g06 --evals 3000 --start "$work/start.csv" --json --quiet --journal "$work/s"
cp "$work/out" "$work/want3.json"
rm "$work/start.csv"
head -c 40000 "$work/s" >"$work/cut"
expect 0 "$heco" resume "$work/cut" --json --quiet
timeless "$work/out" | sed "s|$work/cut|$work/s|" | cmp -s - <(timeless "$work/want3.json") || fail "start: another answer"

# more evaluations: a new schedule that is never worse, and can be resumed in turn
expect 0 "$heco" resume "$j" --evals 9000 --quiet -v
says '^schedule +2, '
says '^evaluations +9000 of 9000'
f1=$(sed -n 's/.*"f": \([^,]*\),.*/\1/p' "$work/want.json") f2=$(sed -n 's/^f  *//p' "$work/out")
awk -v a="$f1" -v b="$f2" 'BEGIN { exit !(b <= a) }' || fail "worse with more evaluations: $f1, $f2"
head -c $(($(stat -c %s "$j") - 20000)) "$j" >"$work/cut"
expect 0 "$heco" resume "$work/cut" --quiet -v
says "^f +${f2//./\\.}\$"
says '^resumed +[1-9]'
refused 2 '9000 evaluations: --evals may raise' "$heco" resume "$j" --evals 8999

# what cannot be resumed
refused 1 'nothing-there' "$heco" resume "$work/nothing-there"
refused 2 'is not a heco journal' "$heco" resume "$work/answer.txt"
mkfifo "$work/pipe"
refused 1 'journal .*pipe: cannot open it: ' timeout 120 "$heco" resume "$work/pipe"
refused 2 'journal .*pipe exists already' timeout 120 "$heco" solve cec2006:g06 --evals 1000 --quiet --journal "$work/pipe"
refused 1 'Is a directory' "$heco" resume "$work"
# a disk that fills up: the best point all the same, and the search goes on once there is room
(
    ulimit -f 40
    exec "$heco" solve cec2006:g06 --evals 20000 --quiet --journal "$work/small"
) >"$work/out" 2>"$work/err"
[ $? -eq 1 ] || fail "exit code when the journal cannot be written: $(cat "$work/err")"
says '^stopped by +cannot write journal .*small: '
says '^variables'
grep -q '^heco: cannot write journal .*small: .*; fix this, then resume it' "$work/err" || fail "no reason: $(cat "$work/err")"
expect 0 "$heco" resume "$work/small" --quiet
says '^evaluations +20000 of 20000'
: >"$work/blank"
refused 2 'start it again with heco solve' "$heco" resume "$work/blank"
expect 0 "$heco" solve cec2006:g06 --evals 600 --quiet --journal "$work/blank"
refused 2 'budget of 2 evaluations' "$heco" solve cec2006:g06 --algorithm heco-de --evals 2 --journal "$work/none"
[ ! -e "$work/none" ] || fail "a refused search leaves a journal"
refused 2 'exists already' "$heco" solve cec2006:g06 --evals 6000 --journal "$j"
refused 2 'usage: heco resume JOURNAL' "$heco" resume
refused 2 "'--seed' is not an option of heco resume" "$heco" resume "$j" --seed 4
refused 2 'backend' "$heco" resume "$j" --backend gpu
refused 1 'nowhere' "$heco" resume "$j" -o "$work/nowhere/x"
cp "$j" "$work/damaged"
printf 'XXXX' | dd of="$work/damaged" bs=1 seek=3000 conv=notrunc 2>/dev/null
refused 2 'damaged at byte' "$heco" resume "$work/damaged"
head -c 100 "$j" >"$work/cut"
refused 2 'is empty: the search ended before its first batch' "$heco" resume "$work/cut"

# the model has changed, or is somewhere else
if "$heco" list models | grep -q '^lua '; then
    mkdir "$work/a" "$work/b"
    cp "$here/journal_model.lua" "$work/a/m.lua"
    (cd "$work/a" && "$heco" solve m.lua --trust --evals 2000 --quiet --json --journal j >"$work/want4.json") || fail "solve"
    (cd "$work/a" && head -c 30000 j >cut && "$heco" resume cut --trust --quiet --json >"$work/out") || fail "resume"
    timeless "$work/out" | sed 's|"cut"|"j"|' | cmp -s - <(timeless "$work/want4.json") || fail "lua: another answer"
    cd "$work/b" || exit 1
    refused 2 "m.lua: .*begun in the folder $work/a" "$heco" resume ../a/j
    cd "$work/a" || exit 1
    refused 2 'runs the program, shared object or script of .heco solve m.lua --trust .*add --trust' "$heco" resume j
    echo '-- more' >>m.lua
    refused 2 'm.lua has changed since journal j was begun' "$heco" resume j
    # a script within its limits needs no trust
    printf 'return { variables = { { "x", 0, 1 } }, minimise = function(x) return x end }\n' >plain.lua
    expect 0 "$heco" solve plain.lua --evals 500 --quiet --journal plain
    expect 0 "$heco" resume plain --quiet
    cp plain.lua ' blank.lua'
    expect 0 "$heco" solve ' blank.lua' --evals 500 --quiet --journal blank
    expect 0 "$heco" resume blank --quiet
fi

# a journal is as good as a program: nothing of it runs before it is trusted
cd "$work" || exit 1
cat >model.sh <<'END'
echo "heco 1 1 0 0"
echo "0 1"
while read -r id x; do echo "$id ok $x"; done
END
expect 0 "$heco" solve "exec:sh model.sh" --evals 200 --quiet --json --journal p
cp out want5.json
refused 2 "journal p runs the program, shared object or script of .heco solve 'exec:sh model.sh' --evals 200 .*--trust" "$heco" resume p
head -c 5000 p >cut
expect 0 "$heco" resume cut --trust --json
timeless out | sed 's|"cut"|"p"|' | cmp -s - <(timeless want5.json) || fail "program: another answer"
grep -q "^heco: resuming .heco solve 'exec:sh model.sh'" err || fail "the command line is not shown: $(cat err)"
if has_python; then
    # forge OLD NEW: the journal p with other words in its metadata and right checksums
    forge() {
        python3 - "$1" "$2" <<'PY'
import struct, sys, zlib
data, out, at = open("p", "rb").read(), b"", 8
out = data[:8]
while at < len(data):
    kind, size = struct.unpack_from("=II", data, at)
    body = data[at + 8:at + 8 + size]
    at += 12 + size
    if kind == ord("N"):
        assert sys.argv[1].encode() in body
        body = body.replace(sys.argv[1].encode(), sys.argv[2].encode())
    head = struct.pack("=II", kind, len(body))
    out += head + body + struct.pack("=I", zlib.crc32(head + body))
open("forged", "wb").write(out)
PY
    }
    forge 'word=exec:sh model.sh' 'word=exec:touch pwned; sh model.sh'
    refused 2 'its metadata and its identity name different programs' "$heco" resume forged
    refused 2 'its metadata and its identity name different programs' "$heco" resume forged --trust
    forge 'word=exec:sh model.sh' "$(printf 'word=./evil.so\nword=--set\nword=a\033]0;b')"
    refused 2 "runs the program, shared object or script of .heco solve ./evil.so --set 'a[?]]0;b'" "$heco" resume forged
    printf 'os.execute("touch pwned")\n' >evil.lua
    forge 'word=exec:sh model.sh' "$(printf 'word=evil.lua\nword=--trust')"
    refused 2 'runs the program, shared object or script' "$heco" resume forged
    forge 'word=exec:sh model.sh' "$(printf 'word=cec2006:g06\nword=--algorithm\nword=./evil.so')"
    refused 2 'runs the program, shared object or script' "$heco" resume forged
    [ ! -e pwned ] || fail "a journal ran a command"
fi
finish
