#!/usr/bin/env bash
# test_install.sh BUILD_DIR: installs into a fresh folder, then uses it as a stranger would: by
# pkg-config, by CMake, from C++; also looks at what the libraries export.
set -eu
build=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/heco
cc=${CC:-cc}

step() { echo "== $*"; }

step "install"
cmake --install "$build" --prefix "$prefix" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
libdir=$(dirname "$(find "$prefix" -name libheco.so | head -n 1)")
mv "$prefix" "$work/moved" # nothing may remember where it was
prefix=$work/moved
libdir=$prefix/${libdir#"$work/heco/"}
export PKG_CONFIG_PATH=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir
"$prefix/bin/heco" version

step "pkg-config, shared"
read -ra flags <<<"$(pkg-config --cflags --libs heco)"
"$cc" -std=c11 -Wall -Werror "$here/consumer/main.c" -o "$work/main" "${flags[@]}"
"$work/main"
read -ra flags <<<"$(pkg-config --cflags --libs heco_tools)"
"$cc" -std=c11 -Wall -Werror "$here/consumer/tools.c" -o "$work/tools" "${flags[@]}"
"$work/tools"

step "the program in the README"
awk '/^```c$/ {on = 1; next} /^```$/ {on = 0} on' "$here/../../README.md" >"$work/readme.c"
read -ra flags <<<"$(pkg-config --cflags --libs heco)"
"$cc" -std=c11 -Wall -Werror "$work/readme.c" -o "$work/readme" "${flags[@]}"
[ "$("$work/readme")" = "feasible: f = 0.5 at (1.5, 0.5)" ] || { "$work/readme"; exit 1; }

step "documentation and examples"
doc=$prefix/share/doc/heco
for file in README.md LICENSE docs/guide/library.md docs/references.bib examples/models/Makefile; do
    [ -s "$doc/$file" ] || { echo "no $file"; exit 1; }
done
if command -v scdoc >/dev/null; then
    for page in heco heco-solve heco-resume heco-bench heco-rank; do
        [ -s "$prefix/share/man/man1/$page.1" ] || { echo "no man page $page"; exit 1; }
    done
fi
for example in 01_minimize 02_constraints 03_ask_tell; do
    "$cc" -std=c11 -Wall -Werror "$doc/examples/$example.c" -o "$work/example" "${flags[@]}" -lm
    "$work/example" >/dev/null
done
if command -v make >/dev/null; then
    cp -r "$doc/examples/models" "$work/models"
    make -s -C "$work/models" CC="$cc" CPPFLAGS="-I$prefix/include" LDFLAGS="-L$libdir" all beam_api
    (cd "$work/models" && "$prefix/bin/heco" solve ./beam.so --evals 2000 --quiet >/dev/null && ./beam_api >/dev/null)
fi

if command -v dpkg-shlibdeps >/dev/null; then
    step "the Debian package of cpack"
    cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/package" >"$work/cpack.log" 2>&1 || { cat "$work/cpack.log"; exit 1; }
    dpkg-deb -x "$work"/package/*.deb "$work/unpacked"
    LD_LIBRARY_PATH='' "$(find "$work/unpacked" -path '*/bin/heco')" version
    dpkg-deb -f "$work"/package/*.deb Depends | grep -q libc6
fi

step "pkg-config, static"
read -ra flags <<<"$(pkg-config --static --cflags --libs heco)"
"$cc" "$here/consumer/main.c" -o "$work/main_static" "${flags[@]/-lheco/-l:libheco.a}"
LD_LIBRARY_PATH='' "$work/main_static"

step "each public header alone, in C and C++"
for header in "$prefix"/include/heco/*.h; do
    name=heco/$(basename "$header")
    printf '#include <%s>\nint used;\n' "$name" | "$cc" -std=c11 -pedantic -Wall -Wextra -Werror -I "$prefix/include" -fsyntax-only -x c -
    if command -v g++ >/dev/null; then
        printf '#include <%s>\nint used;\n' "$name" | g++ -std=c++11 -pedantic -Wall -Wextra -Werror -I "$prefix/include" -fsyntax-only -x c++ -
    fi
done
if command -v g++ >/dev/null; then
    read -ra flags <<<"$(pkg-config --cflags --libs heco)"
    g++ -std=c++11 -Wall -Wextra -Werror "$here/consumer/headers.cpp" -o "$work/headers" "${flags[@]}"
    "$work/headers"
fi

step "CMake package"
cmake -G Ninja -S "$here/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$prefix" >"$work/cmake.log" 2>&1 &&
    cmake --build "$work/build" >>"$work/cmake.log" 2>&1 || { cat "$work/cmake.log"; exit 1; }
ctest --test-dir "$work/build" --output-on-failure | tail -n 4

step "notices of what is linked in"
notices=$(find "$prefix" -name THIRD-PARTY)
[ -n "$notices" ] && grep -q 'Lucent Technologies' "$notices" && grep -q 'LUCENT DISCLAIMS ALL WARRANTIES' "$notices" ||
    { echo "the notices of the AMPL Solver Library are not installed"; exit 1; }

step "name of the libraries"
number=$("$prefix/bin/heco" version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
case $number in 0.*) interface=${number%.*} ;; *) interface=${number%%.*} ;; esac # by interface, not by release
for library in libheco libheco_tools; do
    readelf -d "$libdir/$library.so" | grep -qF "soname: [$library.so.$interface]" ||
        { echo "$library.so.$interface is not its name:"; readelf -d "$libdir/$library.so" | grep soname; exit 1; }
done

step "exported names"
declared=$(cat "$prefix"/include/heco/*.h | tr -s '[:space:](*;,' '\n' | grep -E '^heco_[a-z0-9_]+$' | sort -u)
for library in libheco libheco_tools; do
    exported=$(nm -D --defined-only "$libdir/$library.so" | awk '{print $3}' | sed 's/@.*//' | sort -u)
    stray=$(comm -23 <(printf '%s\n' "$exported") <(printf '%s\n' "$declared"))
    [ -z "$stray" ] || { echo "$library exports what no header declares:" $stray; exit 1; }
    echo "$library exports $(printf '%s\n' "$exported" | wc -l) names, all of them public"
done
