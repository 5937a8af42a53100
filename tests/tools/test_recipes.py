"""The recipes in packaging/: the version and the options of CMakeLists.txt, and a syntax that can be read."""
import ast
import json
import pathlib
import re
import shutil
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "packaging"
RECIPES = ("conda-forge/meta.yaml", "homebrew/heco.rb", "vcpkg/vcpkg.json", "vcpkg/portfile.cmake", "spack/package.py")


def options():
    text = "".join(path.read_text() for path in [ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake")])
    return set(re.findall(r"option\((HECO_\w+)", text))


class Recipes(unittest.TestCase):
    def test_versions_are_those_of_the_build(self):
        version = re.search(r"VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text().split("project(")[1]).group(1)
        for name in RECIPES:
            found = re.findall(r"version\D{1,6}(\d+\.\d+\.\d+)|heco-(\d+\.\d+\.\d+)\.tar", (FOLDER / name).read_text())
            for pair in found:
                self.assertEqual("".join(pair), version, name)
            self.assertTrue(found or name == "vcpkg/portfile.cmake", name)

    def test_options_exist(self):
        for name in RECIPES:
            text = (FOLDER / name).read_text()
            used = set(re.findall(r"HECO_[A-Z]{3,}", text)) - {"HECO_SYSTEM"}
            if name.startswith("spack"):
                used |= {"HECO_" + part for part in re.search(r'for part in \((.*?)\)', text).group(1).split('"')[1::2]}
            self.assertLessEqual(used, options(), name)

    def test_syntax(self):
        ast.parse((FOLDER / "spack/package.py").read_text())
        json.loads((FOLDER / "vcpkg/vcpkg.json").read_text())
        if shutil.which("ruby"):
            subprocess.run(["ruby", "-c", FOLDER / "homebrew/heco.rb"], check=True, capture_output=True)


if __name__ == "__main__":
    unittest.main()
