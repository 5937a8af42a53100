# Programs that hang, and what they have started, end with a command that is killed.
. "$(dirname "$0")/common.sh"
cd "$work" || exit 1
# each program has a child of its own, takes its first point and neither answers nor looks at its input again
cat >hangs.sh <<'END'
sleep 100 &
echo "heco 1 2 0 0"
printf '0 1\n0 1\n'
read -r line
trap '' TERM INT HUP PIPE
echo "$$ $!" >>started
while :; do sleep 100; done
END
# left: those of the processes in `started` that still run
left() {
    local one
    # shellcheck disable=SC2013
    for one in $(cat started); do kill -0 "$one" 2>/dev/null && echo "$one"; done
}
has_started() { [ "$(wc -l <started)" -ge "$1" ]; } # COUNT programs
for signal in KILL QUIT PIPE; do
    for workers in 1 3; do
        : >started
        (ulimit -c 0 && exec "$heco" solve "exec:sh hangs.sh" --algorithm heco-de --workers $workers --quiet) >out 2>err &
        pid=$!
        await has_started $workers || cat err >&2
        kill -$signal $pid
        wait $pid 2>/dev/null
        for _ in $(seq 1200); do [ -z "$(left)" ] && break; sleep 0.05; done
        rest=$(left)
        [ -z "$rest" ] || fail "$signal, $workers workers: left behind: $rest"
        # shellcheck disable=SC2086
        [ -z "$rest" ] || kill -9 $rest
    done
done
finish
