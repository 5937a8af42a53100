# The stages of ./check, which sources this file: they are recorded, at times several at once, and reported in
# order. The caller sets: quick, all (0 or 1), cores, jobs, shared (the folder with reference data), logs.
passed=0 failed=0 skipped=0

say() { printf '%s\n' "$*"; }

log_of() { printf '%s' "$logs/${1//[^a-zA-Z0-9]/_}.log"; }

# record NAME COMMAND...: runs a stage. Its output goes to a log; its exit code, its seconds and its CPU time (user,
# system) go to a file beside it.
record() {
    local log code=0 TIMEFORMAT='%0R %3U %3S'
    log=$(log_of "$1")
    shift
    { time "$@" >"$log" 2>&1 </dev/null; } 2>"$log.time" || code=$?
    echo "$code $(tail -n 1 "$log.time")" >"$log.part" && mv "$log.part" "$log.end"
    return $code
}

# recorded NAME: that stage has ended
recorded() { [ -e "$(log_of "$1").end" ]; }

# report NAME: waits for the end of a recorded stage and prints its line; the log, too, if the stage failed.
# The result is the stage's exit code.
report() {
    local log code=1 took=0 user=0 system=0 seconds
    log=$(log_of "$1")
    until recorded "$1" || [ -z "$(jobs -rp)" ]; do sleep 0.2; done
    ! recorded "$1" || read -r code took user system <"$log.end"
    seconds="$took s, CPU time $(awk "BEGIN {printf \"%.0f\", $user + $system}") s"
    if [ "$code" -eq 0 ] || [ "$code" -eq 77 ]; then
        say "ok      $1 ($seconds)"
    else
        say "FAILED  $1 ($seconds); the end of $log:"
        tail -n 40 "$log"
    fi
    return "$code"
}

# beside NAME COMMAND...: records a stage in the background, as soon as there is room for it: one stage more than cores,
# because some wait for a browser or for an emulated system.
beside() {
    while [ "$(jobs -rp | wc -l)" -gt "$cores" ]; do wait -n; done
    record "$@" &
}

# one NAME: reports a stage that is a single test. Exit code 77: skipped; the last line of its log says why.
one() {
    local code=0
    report "$1" || code=$?
    if [ $code -eq 77 ]; then
        skipped=$((skipped + 1))
        say "        skipped: $(tail -n 1 "$(log_of "$1")" | sed 's/^skipped: //')"
    elif [ $code -eq 0 ]; then passed=$((passed + 1))
    else failed=$((failed + 1))
    fi
}

# tests PRESET ARGUMENTS...: ctest in that build; adds its counts to the totals. What fails is repeated once, one test
# at a time: on a busy machine a test may fail because of the others. The counts and a line of output say so.
tests() {
    local preset=$1 results=("$PWD/$logs/$1.xml") counts p f s run
    shift
    run=(ctest --test-dir "build/$preset" --timeout 900 --output-on-failure --test-output-size-passed 10000000)
    record "$preset: tests" "${run[@]}" -j "$jobs" --output-junit "${results[0]}" "$@"
    if ! report "$preset: tests" && [ -s "${results[0]}" ]; then
        results+=("$PWD/$logs/$preset-again.xml")
        record "$preset: failed tests, alone" "${run[@]}" --rerun-failed -j 1 --output-junit "${results[1]}"
        report "$preset: failed tests, alone"
    fi
    counts=$(python3 tools/count_tests.py "${results[@]}") || { failed=$((failed + 1)); return; }
    read -r p f s <<<"$(head -n 1 <<<"$counts")"
    say "        $p passed, $f failed, $s skipped"
    tail -n +2 <<<"$counts" | sed 's/^/        /'
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# record_build PRESET [TARGETS...]: configures and builds.
record_build() {
    local preset=$1 more=()
    shift
    [ "$preset" = release ] && more=(-DHECO_BENCH=ON -DHECO_EXAMPLES=ON)
    record "$preset: configure" cmake --preset "$preset" -DHECO_TESTS=ON -DHECO_WERROR=ON "${more[@]}" \
        -DHECO_SHARED_DIR="$shared" -DHECO_FUZZ_SECONDS=$((all ? 60 : 5)) &&
        record "$preset: build" cmake --build --preset "$preset" ${1+--target "$@"}
}

# built PRESET: reports a recorded build; a failure counts as one failed test.
built() {
    report "$1: configure" && report "$1: build" && return 0
    failed=$((failed + 1))
    return 1
}

# has COMMAND: for a stage that is skipped (77) without that command.
has() {
    command -v "$1" >/dev/null && return 0
    echo "skipped: $1 is not installed"
    return 77
}

# missing NAME: the stages of a tool that could not be installed are skipped, and a line says so
missing() {
    say "skipped $1"
    skipped=$((skipped + 1))
}

finish() {
    say "logs: $logs; total time $SECONDS s"
    say "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
    exit
}
