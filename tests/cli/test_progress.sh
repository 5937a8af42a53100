# The moving line on a terminal; nothing of it with --quiet.
. "$(dirname "$0")/common.sh"
has_python || { echo "no python3: skipped"; exit 77; }
python3 -c 'import pty; pty.openpty()' 2>/dev/null || { echo "no terminals here: skipped"; exit 77; }

cat >"$work/terminal.py" <<'PY'
"""Runs a command with a terminal as standard error and prints what it got there."""
import os, pty, subprocess, sys
ours, theirs = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=theirs,
                         env=dict(os.environ, TERM="xterm"))
os.close(theirs)
text = b""
while True:
    try:
        more = os.read(ours, 4096)
    except OSError:
        break
    if not more:
        break
    text += more
sys.stdout.buffer.write(text.replace(b"\r", b"\n"))
sys.exit(child.wait())
PY

expect 0 python3 "$work/terminal.py" "$heco" solve cec2006:g24 --evals 1e12 --time 0.6
says '\[[#-]{24}\] +[0-9]+ %  [0-9]+ evaluations  [0-9.]+[kMG]?/s  [0-9:?]+ left  (f|violation) '
says '\[##########'
[ "$(grep -c evaluations "$work/out")" -ge 3 ] || fail "the line does not move"
[ "$(tail -c 3 "$work/out" | od -An -c | tr -d ' ')" = '033[K' ] || fail "the line is not wiped out"
expect 0 python3 "$work/terminal.py" "$heco" solve cec2006:g24 --evals 1e12 --time 0.3 --quiet
[ ! -s "$work/out" ] || fail "--quiet: $(cat "$work/out")"
finish
