# Standard streams that are closed: no file takes the place of one, and messages do not go into a journal.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1
has_sqlite=$("$heco" version | grep -c sqlite)
search=("$heco" solve cec2006:g06 --evals 400 --seed 3 --log --json)
bench=("$heco" bench --suite cec2006 --problems g06 --algorithms lshade44 --runs 2 --evals 300)
expect 0 "${search[@]}" -o want.json --journal want.j
[ "$has_sqlite" -eq 0 ] || expect 0 "${bench[@]}" --db want.db
same='s/"[a-z_]*\(seconds\|time\|journal\)[a-z_]*": *[^,}]*//g' # what differs between two searches
sed "$same" want.json >want

# closed STREAMS COMMAND...: runs it without these streams; the exit code is in $code
closed() {
    local streams=$1
    shift
    case $streams in
    in) "$@" <&- >/dev/null 2>&1 ;;
    out) "$@" >&- 2>/dev/null ;;
    err) "$@" 2>&- >/dev/null ;;
    out-err) "$@" >&- 2>&- ;;
    all) "$@" <&- >&- 2>&- ;;
    esac
    code=$?
}
for streams in in out err out-err all; do
    closed $streams "${search[@]}" -o $streams.json --journal $streams.j --report $streams.html
    [ $code -eq 0 ] || fail "$streams: exit code $code"
    sed "$same" $streams.json >got
    cmp -s want got || fail "$streams: another answer: $(diff want got | head -5)"
    expect 0 "$heco" report $streams.j -o again.html
    [ "$(tail -c 8 $streams.html | tr -d '\n')" = "</html>" ] || fail "$streams: the page has no end: $(tail -c 80 $streams.html)"
    case $streams in
    *out* | all)
        closed $streams "$heco" list algorithms
        [ $code -eq 1 ] || fail "$streams: a list that cannot be printed: exit code $code"
        ;;
    esac
    [ "$has_sqlite" -gt 0 ] || continue
    closed $streams "${bench[@]}" --db $streams.db --jobs 2
    expect 0 "$heco" db check $streams.db
    "$heco" bench --db $streams.db --dump finals 2>/dev/null | cut -d, -f1-8 | sort >dump
    "$heco" bench --db want.db --dump finals 2>/dev/null | cut -d, -f1-8 | sort | cmp -s dump - || fail "$streams: other runs"
done
finish
