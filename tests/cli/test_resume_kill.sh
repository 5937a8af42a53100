# A dozen kills of journaled solves; tools/journal_kill_test.py does as many as one likes.
command -v python3 >/dev/null || { echo "no python3: skipped"; exit 77; }
exec python3 "$(dirname "$0")/../../tools/journal_kill_test.py" "$1" --kills 12 --evals 4000
