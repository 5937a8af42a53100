#!/usr/bin/env bash
# test_wheel.sh: the commands of docs/guide/python.md that install the package, as they stand there, in a copy of the
# checkout and with a home of their own; then the package is used from elsewhere. Exits 77 (skipped) without venv, NumPy or setuptools.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
/usr/bin/python3 -c 'import ensurepip, numpy, setuptools, wheel' 2>/dev/null ||
    { echo "skipped: python3-venv, python3-numpy, python3-setuptools or python3-wheel is missing"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home PATH=/usr/bin:/bin:$PATH PIP_NO_INDEX=1
unset HECO_LIBRARY PYTHONPATH
mkdir -p "$HOME" "$work/heco"
(cd "$here" && git ls-files -co --exclude-standard -z | xargs -0 -I{} sh -c 'test -e "$1" && printf "%s\0" "$1"' sh {} |
    tar cf - --null -T -) | tar xf - -C "$work/heco"
cd "$work/heco"
find . -type f | sort >"$work/before"
awk '/^```sh$/ {on = 1; next} /^```$/ {on = 0} on && /venv/' docs/guide/python.md >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 3 ] || { echo "the guide has no commands"; exit 1; }
bash -eux "$work/commands"
find . -type f | sort >"$work/after"
diff "$work/before" "$work/after" || { echo "left in the checkout"; exit 1; }
cd /
cat >"$work/use.py" <<'P'
import os
import heco
from heco import _lib
assert os.path.dirname(_lib.lib._name) == os.path.dirname(heco.__file__), _lib.lib._name
s = heco.minimize(lambda x: ((x[0] - 2) ** 2 + (x[1] - 1) ** 2, [x[0] + x[1] - 2]), [(-5, 5)] * 2, budget=2000)
assert s.success and abs(s.fun - 0.5) < 1e-6, s
from heco import _tools
_tools.load()
P
rm -rf "$work/heco" # nothing of it may be needed
"$HOME/heco-venv/bin/python" "$work/use.py"
