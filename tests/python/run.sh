#!/usr/bin/env bash
# Runs the tests of the Python package with an interpreter that has NumPy; exits 77 (skipped) without one.
#   run.sh LIBRARY [TEST ARGUMENTS]
#   run.sh LIBRARY --script FILE ARGUMENTS      runs FILE instead
here=$(cd "$(dirname "$0")/../.." && pwd)
export HECO_LIBRARY=$1 PYTHONPATH=$here/python PYTHONDONTWRITEBYTECODE=1
shift
run=(-m unittest discover -s "$here/python/tests" "$@")
[ "${1:-}" != --script ] || run=("${@:2}")
[ -e "$HECO_LIBRARY" ] || { echo "skipped: there is no $HECO_LIBRARY"; exit 77; }
for python in "${HECO_PYTHON:-}" /usr/bin/python3 python3; do
    [ -n "$python" ] && "$python" -c 'import numpy' 2>/dev/null && exec "$python" "${run[@]}"
done
echo "skipped: no Python 3 with NumPy (Debian: python3-numpy, python3-scipy)"
exit 77
