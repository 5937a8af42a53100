# A bench that is killed a few times ends with the rows of an undisturbed one.
"$1" version | grep -q sqlite || { echo "built without SQLite: skipped"; exit 77; }
exec "$(dirname "$0")/../../tools/kill_test.sh" "$1" 4 1 \
    --suite cec2006 --problems g01-g08 --runs 10 --evals 5000 --algorithms heco-de
