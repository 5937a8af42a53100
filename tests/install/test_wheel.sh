#!/usr/bin/env bash
# test_wheel.sh: the commands of docs/guide/python.md that install the package, as they stand there, in a copy of the
# checkout and with a home of their own; then the package is used from elsewhere. Exits 77 (skipped) without venv, NumPy or setuptools.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
/usr/bin/python3 -c 'import ensurepip, numpy, setuptools, wheel' 2>/dev/null ||
    { echo "skipped: python3-venv, python3-numpy, python3-setuptools or python3-wheel is missing"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work/home PATH=/usr/bin:/bin:$PATH PIP_NO_INDEX=1
export CCACHE_BASEDIR=$work TMPDIR=$work/tmp # ccache, if ./check uses it, finds the copies of other runs alike
unset HECO_LIBRARY PYTHONPATH
mkdir -p "$HOME" "$TMPDIR" "$work/heco"
(cd "$here" && git ls-files -co --exclude-standard -z | xargs -0 -I{} sh -c 'test -e "$1" && printf "%s\0" "$1"' sh {} |
    tar cf - --null -T -) | tar xf - -C "$work/heco"
cd "$work/heco"
find . -type f | sort >"$work/before"
awk '/^```sh$/ {on = 1; next} /^```$/ {on = 0} on && /venv/' docs/guide/python.md >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 3 ] || { echo "the guide has no commands"; exit 1; }
bash -eux "$work/commands"
find . -type f | sort >"$work/after"
diff "$work/before" "$work/after" || { echo "left in the checkout"; exit 1; }
cd /
cat >"$work/use.py" <<'P'
import os
import heco
from heco import _lib
assert os.path.dirname(_lib.lib._name) == os.path.dirname(heco.__file__), _lib.lib._name
s = heco.minimize(lambda x: ((x[0] - 2) ** 2 + (x[1] - 1) ** 2, [x[0] + x[1] - 2]), [(-5, 5)] * 2, budget=2000)
assert s.success and abs(s.fun - 0.5) < 1e-6, s
from heco import _tools
_tools.load()
os.chdir(os.environ["HOME"])
with open("model.lua", "w") as file: # Lua and SQLite in the command; the print() of Lua goes to a stream of the library
    file.write("""print("read")
return { variables = { { "x", -1, 1 } }, evaluate = function(x) return x ^ 2 - math.exp(-x * x) end }""")
s = heco.solve("model.lua", budget=200, workers=2)
assert s.success and abs(s.fun + 1) < 1e-6, s
bench = heco.bench("cec2006", ["heco-de"], runs=2, evals=500, problems="g06", db="bench.db")
assert len(bench.rows) == 2 and heco.bench("cec2006", ["heco-de"], runs=2, evals=500, problems="g06", db="bench.db"), bench
P
# The files of the package need glibc and each other only, and no newer glibc than the tag says.
cat >"$work/needs.py" <<'P'
import os
import pathlib
import re
import subprocess
import heco
folder = pathlib.Path(heco.__file__).parent
tag = next(folder.parent.glob("heco-*.dist-info")) / "WHEEL"
floor = int(re.search(r"^Tag: py3-none-manylinux_2_(\d+)_", tag.read_text(), re.MULTILINE).group(1))
glibc = re.compile(r"(libc|libm|libpthread|libdl|librt|ld-linux-[\w-]+)\.so\.\d+")
files = [file for file in folder.iterdir() if ".so." in file.name or file.name == "heco-command"]
assert len(files) >= 3, files
for file in files:
    said = subprocess.run(["readelf", "-dVW", file], capture_output=True, text=True, check=True).stdout
    for name in re.findall(r"\(NEEDED\).*\[(.*)\]", said):
        assert glibc.fullmatch(name) or (folder / name).exists(), f"{file.name} needs {name}"
    newest = max(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", said))
    assert newest <= floor, f"{file.name} needs glibc 2.{newest}, the tag says 2.{floor}"
if os.uname().machine == "x86_64" and all(pathlib.Path("/usr/lib/x86_64-linux-gnu", name).exists() for name in
                                          ("liblua5.4.a", "libsqlite3.a")):
    assert floor <= 28, f"the tag says glibc 2.{floor}, wheels for x86-64 run with 2.28"
    assert len(files) == 3, f"{len(files)} files: Lua and SQLite are linked from their archives"
assert "PUC-Rio" in (folder / "THIRD-PARTY").read_text() and (folder / "LICENSE").exists(), "the notices of what it contains"
print(f"{len(files)} files need nothing but glibc 2.{floor}")
P
if command -v readelf >/dev/null; then "$HOME/heco-venv/bin/python" "$work/needs.py"; fi
(cd "$work/heco/python" && /usr/bin/python3 -B setup.py -q sdist -d "$work/sdist") >"$work/sdist.log" 2>&1 || { cat "$work/sdist.log"; exit 1; }
[ "$(tar tzf "$work"/sdist/heco-*.tar.gz | grep -c '/c/src/.*\.c$')" = "$(git -C "$here" ls-files src | grep -c '\.c$')" ] ||
    { echo "the source distribution lacks C files"; exit 1; }
tar xzf "$work"/sdist/heco-*.tar.gz -C "$work/sdist"
if command -v ninja >/dev/null; then # the sources that the build writes; it takes minutes to compile everything once more
    cmake -G Ninja -S "$work"/sdist/heco-*/c -B "$work/dry" >/dev/null
    ninja -C "$work/dry" page_template.c references.c >"$work/dry.log" 2>&1 ||
        { tail -n 5 "$work/dry.log"; echo "the source distribution lacks files that the build reads"; exit 1; }
fi
rm -rf "$work/heco" # nothing of it may be needed
"$HOME/heco-venv/bin/python" "$work/use.py"
