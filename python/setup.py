"""Builds the compiled libraries and puts them into the package, so that a wheel needs nothing else.

    pip install ./python                         (offline: --no-build-isolation, with setuptools and wheel installed)

It needs a C compiler and CMake (Debian: gcc cmake); LAPACK, Lua, SQLite and the AMPL Solver Library are used where they are
found. HECO_PREBUILT names a build folder whose libraries are taken instead; HECO_SYSTEM_LIBRARY=1 takes none, for
packages that depend on the installed library. Nothing is written into the checkout.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = ("libheco", "libheco_tools")
SYSTEM = os.environ.get("HECO_SYSTEM_LIBRARY") == "1"
SCRATCH = tempfile.mkdtemp(prefix="heco-wheel-")


def compile_libraries(folder):
    if not (ROOT / "CMakeLists.txt").is_file():
        sys.exit("heco: the C sources are not beside the package: install from a checkout, 'pip install ./python'")
    if shutil.which("cmake") is None:
        sys.exit("heco: cmake was not found (Debian: apt-get install cmake gcc)")
    off = ["-DHECO_%s=OFF" % part for part in ("TESTS", "BENCH", "EXAMPLES")]
    subprocess.check_call(["cmake", "-S", str(ROOT), "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                           "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON", "-DCMAKE_INSTALL_RPATH=$ORIGIN", *off])
    subprocess.check_call(["cmake", "--build", folder, "-j", str(os.cpu_count() or 1),
                           "--target", "heco_shared", "heco_tools_shared", "heco_command"])


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        if SYSTEM or self.editable_mode:
            return
        folder = os.environ.get("HECO_PREBUILT")
        if not folder:
            folder = os.path.join(SCRATCH, "cmake")
            compile_libraries(folder)
        for name in LIBRARIES:
            # Under the name that the libraries ask each other for: libheco.so.0.1.
            for found in pathlib.Path(folder).glob(name + ".so.*.*"):
                if found.name.count(".") == 3:
                    shutil.copy(found.resolve(), pathlib.Path(self.build_lib) / "heco" / found.name)
        shutil.copy(pathlib.Path(folder) / "heco", pathlib.Path(self.build_lib) / "heco" / "heco-command")


class AnyPython(bdist_wheel):
    def get_tag(self):  # the library is called through ctypes: one wheel for every Python
        return ("py3", "none") + super().get_tag()[2:]


class WithLibrary(Distribution):
    def has_ext_modules(self):  # a wheel with compiled code belongs to one platform
        return not SYSTEM


try:
    setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": AnyPython}, distclass=WithLibrary,
          options={"build": {"build_base": os.path.join(SCRATCH, "build")}, "egg_info": {"egg_base": SCRATCH}})
finally:
    shutil.rmtree(SCRATCH, ignore_errors=True)
