# Half a minute of tools/soak with a fixed seed; the tool itself goes on for hours. With sanitizers it would hardly
# get anywhere in that time.
command -v python3 >/dev/null || { echo "no python3: skipped"; exit 77; }
[ "$(uname)" = Linux ] || { echo "needs /proc and prctl: skipped"; exit 77; }
grep -qs '^CMAKE_BUILD_TYPE:[A-Z]*=Release' "${HECO_BUILD_DIR:-.}/CMakeCache.txt" || { echo "not a release build: skipped"; exit 77; }
exec python3 "$(dirname "$0")/../../tools/soak" "$1" --minutes 0.4 --seed 1
