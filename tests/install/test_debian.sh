#!/usr/bin/env bash
# test_debian.sh [FOLDER]: builds the Debian packages from a copy of the checkout, holds them to lintian's errors and uses
# what is in them. The packages are left in FOLDER. Exits 77 (skipped) where the tools are missing.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
for tool in dpkg-buildpackage dh dh_python3 fakeroot scdoc ninja; do
    command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_BASEDIR=$work # ccache, if ./check uses it, finds the copies of other runs alike
mkdir "$work/heco"
(cd "$here" && git ls-files -co --exclude-standard -z | xargs -0 -I{} sh -c 'test -e "$1" && printf "%s\0" "$1"' sh {} |
    tar cf - --null -T -) | tar xf - -C "$work/heco"
cd "$work/heco"
dpkg-checkbuilddeps 2>"$work/lacking" || { echo "skipped: $(cat "$work/lacking")"; exit 77; }
dpkg-buildpackage -us -uc -b
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error "$work"/*.changes
fi
for package in heco heco-mpi libheco0.1 libheco-dev python3-heco heco-doc; do
    dpkg-deb -x "$work/$package"_*.deb "$work/root"
done
root=$work/root
"$root/usr/bin/heco" solve cec2006:g08 --evals 2000 --quiet
lib=$(dirname "$(find "$root" -name 'libheco.so.0.1')")
"$root/usr/bin/heco-mpi" version >/dev/null
dpkg-deb -f "$work"/heco_*.deb Depends | grep -q mpi && { echo "the package heco needs MPI"; exit 1; }
dpkg-deb -f "$work"/heco-mpi_*.deb Depends | grep -q mpi || { echo "the package heco-mpi does not need MPI"; exit 1; }
for file in usr/share/man/man1/heco-solve.1.gz usr/share/man/man1/heco-mpi.1.gz usr/share/bash-completion/completions/heco \
    usr/share/zsh/vendor-completions/_heco usr/share/fish/vendor_completions.d/heco.fish \
    usr/include/heco/heco.h usr/share/doc/heco/docs/guide/getting-started.md; do
    [ -s "$root/$file" ] || { echo "no $file in the packages"; exit 1; }
done
if /usr/bin/python3 -c 'import numpy' 2>/dev/null; then
    cd / && LD_LIBRARY_PATH=$lib HECO_LIBRARY=$lib/libheco.so.0.1 PYTHONPATH=$root/usr/lib/python3/dist-packages \
        /usr/bin/python3 -B -c 'import heco; assert heco.minimize(lambda x: x[0] ** 2, [(-1, 1)], budget=200).success'
fi
if [ $# -gt 0 ]; then
    mkdir -p "$1" && cp "$work"/*.deb "$1"
fi
