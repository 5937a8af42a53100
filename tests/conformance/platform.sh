#!/usr/bin/env bash
# platform.sh LEG BUILD: builds the programs that print fingerprints for another platform, runs them there and
# compares what they print with the programs of the build folder BUILD (amd64, glibc). LEG is one of
#   aarch64, riscv64   gcc's cross compiler and qemu-user
#   musl               musl-gcc, static; the command solves a problem too
#   windows            mingw-w64's gcc and wine; the command's features are tried too (windows.sh)
#   x86-plain          the programs of BUILD on an emulated x86-64 without FMA and AVX2
# Exits 77 (skipped) where a package is missing.
set -eu
leg=$1 build=$2
here=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$here/build/platform-$leg"
cd "$here/build/platform-$leg"
skip() { echo "skipped: $1 is not installed (tools/bootstrap)"; exit 77; }
need() { command -v "$1" >/dev/null || skip "$2"; }
[ "$(uname -m)" = x86_64 ] || { echo "skipped: the fingerprints are compared with those of amd64"; exit 77; }

# The build for the platform has no optional library, so it finds none of this machine's.
configure() { # COMPILER ARGUMENTS...
    local compiler=$1
    shift
    [ -e /usr/include/cmocka.h ] || skip libcmocka-dev
    mkdir -p include && ln -sf /usr/include/cmocka.h include/cmocka.h
    cmake -S "$here" -B . -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$compiler" -DHECO_HASHES=ON \
        -DHECO_TESTS=OFF -DHECO_BENCH=OFF -DHECO_EXAMPLES=OFF -DHECO_LUA=OFF -DHECO_SQLITE=OFF -DHECO_ASL=OFF \
        -DHECO_MICROHTTPD=OFF -DHECO_MPI=OFF -DCMAKE_C_FLAGS="-idirafter $PWD/include" \
        -DCMAKE_EXE_LINKER_FLAGS=-static "$@" >configure.log || { tail -n 20 configure.log; exit 1; }
}

programs=. run=() exe=
case $leg in
    aarch64 | riscv64)
        need "$leg-linux-gnu-gcc" "gcc-$leg-linux-gnu"
        need "qemu-$leg" qemu-user
        configure "$leg-linux-gnu-gcc" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="$leg"
        ninja result_hashes_static suite_hashes heco_command
        run=("qemu-$leg")
        ;;
    musl)
        need musl-gcc musl-tools
        configure musl-gcc
        ninja result_hashes_static suite_hashes heco_command
        ;;
    windows)
        need x86_64-w64-mingw32-gcc-posix gcc-mingw-w64-x86-64
        wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
        need "$wine" wine64
        export WINEPREFIX=$PWD/wine WINEDEBUG=-all
        code=0
        bash "$here/tests/conformance/windows_libraries.sh" "$PWD/libraries" || code=$?
        [ $code = 0 ] || [ $code = 77 ] || exit $code
        more=() units=()
        if [ $code = 0 ]; then
            export PKG_CONFIG_LIBDIR=$PWD/libraries/lib/pkgconfig
            more=(-DHECO_LUA=ON -DHECO_SQLITE=ON -DSQLite3_INCLUDE_DIR="$PWD/libraries/include"
                -DSQLite3_LIBRARY="$PWD/libraries/lib/libsqlite3.a" -DHECO_TESTS=ON
                -DCMOCKA_LIBRARY="$PWD/libraries/lib/libcmocka.a")
            # One or more of each layer.
            units=(test_os test_program test_number_text test_json_find test_hash test_violation test_problem
                test_backend_threads test_thread_queue test_qp test_sqp test_auto test_run test_minimize test_cec2006
                test_design test_exec_header test_lua_sandbox test_plan test_wilcoxon test_uscore)
        fi
        configure x86_64-w64-mingw32-gcc-posix -DCMAKE_SYSTEM_NAME=Windows "${more[@]}"
        ninja result_hashes_static suite_hashes heco_command "${units[@]}"
        run=("$wine") exe=.exe
        "$wine" ./heco.exe version # makes the folder of wine, which two programs must not do at once
        [ $code = 77 ] || programs=tests
        for unit in "${units[@]}"; do
            (cd "$here" && "$wine" "build/platform-windows/tests/$unit.exe" >"$OLDPWD/$unit.log" 2>&1) ||
                { tail -n 20 "$unit.log"; echo "$unit failed under wine"; exit 1; }
        done
        [ $code = 77 ] || bash "$here/tests/conformance/windows.sh" "$wine" "$build"
        ;;
    x86-plain)
        need qemu-x86_64 qemu-user
        programs=$build/tests
        run=(qemu-x86_64 -cpu Nehalem)
        echo 'int main(void) { return __builtin_cpu_supports("avx2") || __builtin_cpu_supports("fma"); }' >has.c
        cc has.c -o has
        "${run[@]}" ./has || { echo "the emulated processor has AVX2 or FMA"; exit 1; }
        ;;
    *) echo "platform.sh: no leg '$leg'" >&2; exit 2 ;;
esac

# A half of the searches at a time, on two cores.
for part in 1/2 2/2; do
    HECO_TEST_PART=$part "${run[@]}" "$programs/result_hashes_static$exe" >"results${part%/2}" &
done
"${run[@]}" "$programs/suite_hashes$exe" >suites
wait
if [ -n "$exe" ]; then sed -i 's/\r$//' results1 results2 suites; fi # ends of lines of Windows
"$build/tests/result_hashes_static" | sort >expected
"$build/tests/suite_hashes" >expected_suites
sort results1 results2 | diff expected -
diff expected_suites suites
echo "$(wc -l <expected) searches and $(wc -l <expected_suites) problems with equal bits"
if [ "$leg" != x86-plain ]; then # the command ends well, and with the words of the other one
    options="cec2006:g10 --evals 3000 --seed 3 --json"
    # shellcheck disable=SC2086
    "${run[@]}" "./heco$exe" solve $options >solved
    # shellcheck disable=SC2086
    "$build/heco" solve $options >solved_here
    python3 - <<'P'
import json
one, two = (json.load(open(name)) for name in ("solved", "solved_here"))
for key in ("f", "x", "evaluations"):
    assert one[key] == two[key], (key, one[key], two[key])
P
    echo "heco solves with equal bits"
fi
