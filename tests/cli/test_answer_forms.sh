# The forms of one answer agree: JSON, the text of the report, the .sol file and Python.
. "$(dirname "$0")/common.sh"
here=$(cd "$(dirname "$0")/../.." && pwd)
has_python || { echo "skipped: no Python 3"; exit 77; }
python=python3
/usr/bin/python3 -c 'import numpy' 2>/dev/null && python=/usr/bin/python3
export HECO_LIBRARY=$HECO_BUILD_DIR/libheco.so PYTHONDONTWRITEBYTECODE=1
"$python" -c 'import ctypes, numpy, os; ctypes.CDLL(os.environ["HECO_LIBRARY"])' 2>/dev/null ||
    { echo "skipped: Python cannot load NumPy and this library (sanitizers?)"; exit 77; }
models=("$here/tests/golden/nl")
for name in 3pk allfuns allinitc alsotame ex5_3_3 hs065 hydro polak6 rk23 s365mod test_mod_nl1 weapon; do
    [ -f "$HECO_SHARED_DIR/nl/models/$name.nl" ] && models+=("$HECO_SHARED_DIR/nl/models/$name.nl")
done
expect 0 "$python" "$here/bench/answer_forms.py" "$heco" "${models[@]}" --evals 60
[ -s "$work/out" ] && cat "$work/out"
says ' 0 contradict'
finish
