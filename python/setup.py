"""Builds the compiled libraries and puts them into the package, so that a wheel needs nothing but the C library.

    pip install ./python                         (offline: --no-build-isolation, with setuptools and wheel installed)

It needs a C compiler and CMake (Debian: gcc cmake); Lua, SQLite and the AMPL Solver Library are used where they are
found, and the shared libraries among them are copied into the package. On x86-64 the files ask for old versions of
glibc's functions only (cmake/old_glibc.cmake). The tag of a wheel names the oldest glibc that has every symbol.
A source distribution contains the C sources in the folder c. HECO_PREBUILT names a build folder whose libraries are
taken instead; HECO_SYSTEM_LIBRARY=1 takes none, for packages that depend on the installed library. Nothing is written
into the checkout.
"""
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE / "c" if (HERE / "c").is_dir() else HERE.parent
LIBRARIES = ("libheco", "libheco_tools")
# The files of the checkout that the build reads.
SOURCES = ("CMakeLists.txt", "CMakePresets.json", "LICENSE", "THIRD-PARTY", "README.md", "CHANGELOG.md", "CITATION.cff",
           "SECURITY.md", "cmake", "src", "include", "web/report_page.html", "docs/Doxyfile.in", "docs/man",
           "docs/references.bib")
GLIBC = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2",
         "ld-linux-aarch64.so.1"}
SYSTEM = os.environ.get("HECO_SYSTEM_LIBRARY") == "1"
SCRATCH = tempfile.mkdtemp(prefix="heco-wheel-")


def compile_libraries(folder):
    if not (ROOT / "CMakeLists.txt").is_file():
        sys.exit("heco: the C sources are not beside the package: install from a checkout, 'pip install ./python'")
    if shutil.which("cmake") is None:
        sys.exit("heco: cmake was not found (Debian: apt-get install cmake gcc)")
    settings = ["-DHECO_%s=OFF" % part for part in ("TESTS", "BENCH", "EXAMPLES", "MPI", "MICROHTTPD")]
    if platform.libc_ver()[0] == "glibc" and platform.machine() == "x86_64":
        settings.append("-DHECO_OLD_GLIBC=ON")
    subprocess.check_call(["cmake", "-S", str(ROOT), "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                           "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON", "-DCMAKE_INSTALL_RPATH=$ORIGIN", *settings])
    subprocess.check_call(["cmake", "--build", folder, "-j", str(os.cpu_count() or 1),
                           "--target", "heco_shared", "heco_tools_shared", "heco_command"])


def libraries_of(file):
    """{name: path} of the shared libraries that `file` needs, as the loader finds them."""
    said = subprocess.run(["ldd", str(file)], capture_output=True, text=True, check=False).stdout
    return dict(re.findall(r"(\S+) => (/\S+)", said))


def copy_needed(folder):
    """Copies what the files in `folder` need beyond glibc beside them."""
    for file in sorted(folder.iterdir()):
        if file.name.startswith("lib") or file.name == "heco-command":
            for name, path in libraries_of(file).items():
                if name not in GLIBC and not (folder / name).exists():
                    shutil.copy(pathlib.Path(path).resolve(), folder / name)


def glibc_floor(folder):
    """The minor number of the oldest glibc 2.x that has every symbol version the files ask for."""
    versions = [0]
    for file in folder.iterdir():
        if file.name.startswith("lib") or file.name == "heco-command":
            versions += [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", file.read_bytes())]
    return max(versions)


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
        for name in ("LICENSE", "THIRD-PARTY"):  # whose code the files contain
            shutil.copy(ROOT / name, pathlib.Path(self.build_lib) / "heco" / name)
        shutil.copy(pathlib.Path(folder) / "heco", pathlib.Path(self.build_lib) / "heco" / "heco-command")
        if not os.environ.get("HECO_PREBUILT"):
            copy_needed(pathlib.Path(self.build_lib) / "heco")


class WithSources(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in SOURCES:
            source, target = ROOT / name, pathlib.Path(base_dir) / "c" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)


class AnyPython(bdist_wheel):
    def get_tag(self):  # the library is called through ctypes: one wheel for every Python
        system = super().get_tag()[2]
        folder = pathlib.Path(self.bdist_dir) / "heco"
        if not folder.is_dir(): # asked before anything is built
            folder = pathlib.Path(self.get_finalized_command("build_py").build_lib) / "heco"
        if system.startswith("linux_") and folder.is_dir() and not os.environ.get("HECO_PREBUILT"):
            system = "manylinux_2_%d_%s" % (max(17, glibc_floor(folder)), system[len("linux_"):])
        return "py3", "none", system


class WithLibrary(Distribution):
    def has_ext_modules(self):  # a wheel with compiled code belongs to one platform
        return not SYSTEM


try:
    setup(cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": AnyPython, "sdist": WithSources}, distclass=WithLibrary,
          options={"build": {"build_base": os.path.join(SCRATCH, "build")}, "egg_info": {"egg_base": SCRATCH}})
finally:
    shutil.rmtree(SCRATCH, ignore_errors=True)
