# A few kills of journaled searches in lanes, in batches and in Python; tools/kill_search does as many as one likes.
python=
for each in /usr/bin/python3 python3; do
    command -v "$each" >/dev/null && { python=$each; break; }
done
[ -n "$python" ] || { echo "no python3: skipped"; exit 77; }
export HECO_LIBRARY=$HECO_BUILD_DIR/libheco.so PYTHONDONTWRITEBYTECODE=1
tool=$(dirname "$0")/../../tools/kill_search
if "$python" -c 'import ctypes, numpy, os; ctypes.CDLL(os.environ["HECO_LIBRARY"])' 2>/dev/null; then
    exec "$python" "$tool" "$1" --kills 10 --evals 1200
fi
"$python" "$tool" "$1" --kills 5 --evals 1200 --only lanes && "$python" "$tool" "$1" --kills 3 --evals 1200 --only batches
