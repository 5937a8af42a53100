#!/usr/bin/env bash
# windows_libraries.sh FOLDER: builds static Lua, SQLite and cmocka for Windows in FOLDER, from Debian's source
# packages, because Debian has no such libraries. FOLDER gets include/, lib/ and lib/pkgconfig/. A second call does nothing.
# Exits 77 where the sources cannot be had.
set -eu
mkdir -p "$1/include" "$1/lib/pkgconfig" "$1/source/lists/partial" "$1/source/cache"
cd "$1"
top=$PWD cc=x86_64-w64-mingw32-gcc-posix
[ -e complete ] && exit 0
skip() { echo "skipped: $1"; exit 77; }
command -v tclsh >/dev/null || skip "tclsh is not installed (tools/bootstrap); SQLite's sources are put together by it"

cd source
if ! ls lua5.4_*.orig.tar.gz sqlite3_*.orig.tar.xz cmocka_*.orig.tar.xz >/dev/null 2>&1; then
    # shellcheck source=/dev/null
    suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    echo "deb-src http://deb.debian.org/debian $suite main" >sources
    apt=(apt-get -q -o Dir::Etc::sourcelist="$PWD/sources" -o Dir::Etc::sourceparts=/dev/null
        -o Dir::State::lists="$PWD/lists" -o Dir::Cache="$PWD/cache" -o Acquire::Retries=0 -o Acquire::http::Timeout=20)
    { "${apt[@]}" update && "${apt[@]}" source --download-only lua5.4 sqlite3 cmocka; } >apt.log 2>&1 ||
        skip "the sources of Lua, SQLite and cmocka cannot be fetched (apt-get source)"
fi
rm -rf lua sqlite cmocka build && mkdir lua sqlite cmocka build
tar xf lua5.4_*.orig.tar.gz --strip-components=1 -C lua
tar xf cmocka_*.orig.tar.xz --strip-components=1 -C cmocka
tar xf sqlite3_*.orig.tar.xz --strip-components=1 -C sqlite

# Lua: all files but the two programs.
(
    cd lua/src
    for file in *.c; do
        case $file in lua.c | luac.c) ;; *) echo "$file" ;; esac
    done | xargs -P 2 -n 8 "$cc" -O2 -c
    x86_64-w64-mingw32-ar rcs "$top/lib/liblua5.4.a" ./*.o
    cp lua.h luaconf.h lualib.h lauxlib.h "$top/include"
)
# SQLite: the one file that its makefile puts together on this machine.
(
    cd build
    ../sqlite/configure --disable-tcl --disable-readline >configure.log 2>&1
    make sqlite3.c >make.log 2>&1
    "$cc" -O1 -DSQLITE_THREADSAFE=1 -DSQLITE_OMIT_LOAD_EXTENSION -c sqlite3.c -o sqlite3.o
    x86_64-w64-mingw32-ar rcs "$top/lib/libsqlite3.a" sqlite3.o
    cp sqlite3.h "$top/include"
)
# cmocka: its one file.
"$cc" -O1 -D__USE_MINGW_ANSI_STDIO=1 -DHAVE_MALLOC_H=1 -DHAVE_INTTYPES_H=1 -DHAVE_SIGNAL_H=1 -DHAVE_STRINGS_H=1 \
    -DHAVE_IO_H=1 -DHAVE_SNPRINTF=1 -DHAVE_VSNPRINTF=1 -Icmocka/include -c cmocka/src/cmocka.c -o cmocka/cmocka.o
x86_64-w64-mingw32-ar rcs "$top/lib/libcmocka.a" cmocka/cmocka.o
cat >"$top/lib/pkgconfig/lua5.4.pc" <<P
Name: Lua
Description: Lua for Windows
Version: 5.4
Cflags: -I$top/include
Libs: -L$top/lib -llua5.4
P
touch "$top/complete"
