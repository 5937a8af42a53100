# What is drawn on a terminal: heco watch, the lines of several runs and of a bench, points typed in.
. "$(dirname "$0")/common.sh"
cooler=$(realpath "$(dirname "$0")/../../examples/models/cooler.lua")
has_python || { echo "no python3: skipped"; exit 77; }
python3 -c 'import pty; pty.openpty()' 2>/dev/null || { echo "no terminals here: skipped"; exit 77; }

# terminal.py STREAM ROWS COLUMNS COMMAND...: runs it with a terminal of that size as its standard output
# (1), error (2) or input (0, which gets two points and Ctrl-D), and prints what was drawn there.
cat >"$work/terminal.py" <<'PY'
import fcntl, os, pty, struct, subprocess, sys, termios
stream, rows, columns = map(int, sys.argv[1:4])
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
mode = termios.tcgetattr(theirs)
mode[1] &= ~termios.OPOST
if stream == 0: mode[3] &= ~termios.ECHO
termios.tcsetattr(theirs, termios.TCSANOW, mode)
ends = [subprocess.DEVNULL, subprocess.DEVNULL, None]
if stream == 0: ends[1] = None
ends[stream] = theirs
child = subprocess.Popen(sys.argv[4:], stdin=ends[0], stdout=ends[1], stderr=ends[2],
                         env=dict(os.environ, TERM="xterm", LC_ALL="C.UTF-8"))
os.close(theirs)
if stream == 0: os.write(ours, b"14.1 0.85\n14.2,0.9\n\x04")
while True:
    try: more = os.read(ours, 4096)
    except OSError: break
    if not more: break
    sys.stdout.buffer.write(more)
    sys.stdout.flush()
sys.exit(child.wait())
PY
terminal() { timeout 400 python3 "$work/terminal.py" "$@"; }

# watched PID PATTERN ROWS COLUMNS FILE: heco watch until it has drawn the pattern; then PID is killed, and
# watch ends by itself
watched() {
    local writer=$1 pattern=$2 watch
    terminal 1 "$3" "$4" "$heco" watch "$5" --interval 0.2 >out 2>err &
    watch=$!
    await grep -Eq -- "$pattern" out
    kill -9 "$writer"
    wait "$writer" 2>/dev/null
    wait $watch || fail "watch did not end well: $(cat err)"
    grep -Eq -- "$pattern" out || fail "'$pattern' was not drawn: $(head -c 1500 out)"
}

# frames.py COLUMNS ROWS FILE: no frame has more lines than fit, no line more columns
cat >"$work/frames.py" <<'PY'
import sys
columns, rows = int(sys.argv[1]), int(sys.argv[2])
text = open(sys.argv[3], encoding="utf-8").read()
assert text.startswith("\x1b[2J"), repr(text[:20])
frames = text[4:].split("\x1b[H")[1:]
assert len(frames) >= 2, len(frames)
for frame in frames:
    assert frame.endswith("\x1b[J"), repr(frame[-20:])
    lines = frame[:-3].split("\n")[:-1]
    assert 0 < len(lines) <= rows - 2, len(lines)
    for line in lines:
        assert line.endswith("\x1b[K") and len(line) - 3 <= columns, (len(line) - 3, line)
PY

cd "$work" || exit 1
cat >slow.py <<'PY'
import sys, time
print("heco 1 2 1 0\n0 1 name=a\n0 1 name=b", flush=True)
for line in sys.stdin:
    number, a, b = line.split()
    time.sleep(0.01)
    print(number, "ok", float(a), 1 - float(a) + 5, flush=True)
PY

# a search that goes on, on a narrow terminal
"$heco" solve "exec:python3 slow.py" --evals 100000 --algorithm heco-de --quiet --journal search.journal >/dev/null 2>&1 &
search=$!
await has_bytes search.journal 4000
watched $search '^violated: g1 by [0-9.]+' 24 38 search.journal
python3 frames.py 38 24 out || fail "narrow: $(head -c 1500 out)"
says 'search.journal: running'
says '^\[#*-+\] +0'
tr '\033' '\n' <out | grep -q 'search.journal: not running' || fail "the end is not shown"
expect 0 "$heco" watch search.journal
says '^not running: [0-9]+ of 100000 evaluations.*, best f [0-9.]+, violation [0-9.]+$'

# a bench, with few rows: runs per second, and what is left
if "$heco" version | grep -q sqlite; then
    "$heco" bench --suite cec2006 --problems g06,g08 --algorithms lshade44 --runs 4000 --evals 50000 --jobs 1 --db b.db --quiet >/dev/null 2>&1 &
    bench=$!
    is_watched() { "$heco" watch b.db --once 2>/dev/null | grep -q ' of 8000 runs'; }
    await is_watched
    watched $bench '[0-9]+ of 8000 runs, [0-9.]+/s, ([0-9]+:)?[0-9]+:[0-9]{2} left' 7 200 b.db
    python3 frames.py 200 7 out || fail "few rows: $(head -c 1500 out)"
    expect 0 terminal 2 24 160 "$heco" bench --suite cec2006 --problems g06 --algorithms lshade44 --runs 40 --evals 20000 --jobs 1 --db c.db
    says '\[[#-]{24}\] +[0-9]+ %  [0-9]+ runs  .*evaluations/s'
    # the share is that of the runs, whatever their length
    expect 0 terminal 2 24 160 "$heco" bench --suite cec2006 --problems g06,g19 --algorithms lshade44 --runs 60 --evals 20000 --jobs 1 --db d.db
    says '^heco: 120 runs, 0 of them stored; about [0-9.]+ (s|min) with 1 at a time'
    tr '\r' '\n' <out | sed -n 's/.*\] *\([0-9]*\) %  \([0-9]*\) runs .*/\1 \2/p' >shares
    [ -s shares ] || fail "no share: $(cat out)"
    awk '{ d = $1 - 100 * $2 / 120; if (d > 1 || d < -1) exit 1 }' shares || fail "the share is not that of the runs: $(cat shares)"
fi

# help on a narrow terminal: no line is longer than it
for command in solve bench watch report; do
    expect 0 terminal 1 24 60 "$heco" $command --help
    tr -d '\r' <out | grep -v '^  ' | awk 'length($0) > 60 { exit 1 }' || fail "help of $command is too wide: $(cat out)"
done

# a watcher has no points to finish
"$heco" solve "exec:python3 slow.py" --evals 100000 --algorithm heco-de --quiet --journal w.journal >/dev/null 2>&1 &
search=$!
await test -s w.journal
cat >interrupted.py <<'PY'
import os, pty, signal, subprocess, sys, time
ours, theirs = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=theirs, env=dict(os.environ, TERM="xterm"))
child.stdout.readline()
child.send_signal(signal.SIGINT)
child.wait()
os.close(theirs)
try: print(os.read(ours, 4096))
except OSError: pass
PY
python3 interrupted.py "$heco" watch w.journal --interval 0.2 >out 2>&1
kill -9 $search
grep -q 'points' out && fail "a watcher speaks of points: $(cat out)"

# several runs in one line
expect 0 terminal 2 24 160 "$heco" solve cec2006:g24 --runs 4 --workers 2 --evals 1e12 --time 1.5
says '\[[#-]{24}\].* [0-3] of 4 runs, f -5\.50'
expect 0 terminal 2 24 30 "$heco" solve cec2006:g24 --evals 1e12 --time 1
tr '\r' '\n' <out | sed 's/\x1b\[K//' | awk 'length($0) > 29 { exit 1 }' || fail "longer than the terminal is wide"

# points from the keyboard
expect 0 terminal 0 24 80 "$heco" eval cec2006:g06
grep -q 'reading points from the terminal: 2 numbers per line, end with Ctrl-D' err || fail "no hint: $(cat err)"
[ "$(grep -c '^-6[0-9.]*,' out)" -eq 2 ] || fail "not two points: $(cat out)"

# --log: a line for every improvement, in colours on a terminal that allows them
terminal 2 24 100 "$heco" solve cec2006:g06 --evals 400 --log >out 2>&1 || fail "--log on a terminal"
grep -q "$(printf '\033\[32m')" out || fail "--log on a terminal has no colours"
NO_COLOR=1 terminal 2 24 100 "$heco" solve cec2006:g06 --evals 400 --log >out 2>&1 || fail "--log with NO_COLOR"
if grep -q "$(printf '\033')" out; then fail "--log has colours although NO_COLOR is set"; fi

# a long list of variables is folded
cat >"$work/many.lua" <<'LUA'
local v = {}
for i = 1, 25 do v[i] = { "x" .. i, 0, 1 } end
return { variables = v, evaluate = function(...) local s = 0; for _, x in ipairs({ ... }) do s = s + x * x end return s end }
LUA
expect 0 "$heco" solve "$work/many.lua" --evals 200 --quiet
says 'and 5 more: -v shows all'
expect 0 "$heco" solve "$work/many.lua" --evals 200 --quiet -v
says '^  x25 '
# The answer on a narrow terminal: no line is wider than it, no word is broken, nothing is lost.
"$heco" solve "$cooler" --evals 600 --quiet | grep -v '^time' >wide
terminal 1 24 60 "$heco" solve "$cooler" --evals 600 --quiet | grep -v '^time' >narrow
python3 - wide narrow <<'PY' || fail "folded lines: $(cat narrow)"
import sys
wide, narrow = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
assert max(map(len, narrow.split("\n"))) <= max(60, max(map(len, wide.split()))), "too wide"
assert max(map(len, wide.split("\n"))) > 60, "nothing to fold"
assert wide.split() == narrow.split(), "words"
PY
# The log leaves out the part of the search there.
terminal 2 24 60 "$heco" solve "$cooler" --evals 200 --log -o /dev/null | sed 's/\x1b\[[0-9;]*m//g' >log
grep -Eq '^ *evals +best f +violation +blocked by +time' log || fail "head of the log: $(head -n 2 log)"
[ "$(wc -L <log)" -le 60 ] || fail "the log is $(wc -L <log) columns wide"
# Messages are broken between words, too.
terminal 2 24 60 "$heco" solve nope >message || true
[ "$(wc -L <message)" -le 60 ] || fail "a message is $(wc -L <message) columns wide"
[ "$(tr -s ' \r\n' ' ' <message)" = "$("$heco" solve nope 2>&1 | tr -s ' \n' ' ')" ] || fail "message: $(cat message)"
finish
