"""tools/bootstrap on a machine that has nothing: what it would install, and whether it asks."""
import os
import pathlib
import pty
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools/bootstrap"
NEEDED = {"gcc", "libc6-dev", "cmake", "ninja-build", "pkg-config", "python3"}
LIBRARIES = {"libsqlite3-dev", "liblua5.4-dev", "libamplsolver-dev", "libmicrohttpd-dev"}


class Bootstrap(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.work = pathlib.Path(self.folder.name)
        tools = self.work / "bin"
        tools.mkdir()
        for name in ("bash", "mktemp", "rm", "tail", "cat"):
            found = next(p for p in ("/bin/" + name, "/usr/bin/" + name) if os.path.exists(p))
            (tools / name).symlink_to(found)
        for name, text in {"apt-get": 'echo "$*" >>"$BOOTSTRAP_TEST_LOG"', "sudo": '"$@"', "id": "echo 1000",
                           "dpkg-query": "exit 1"}.items():
            (tools / name).write_text("#!/bin/bash\n" + text + "\n")
            (tools / name).chmod(0o755)
        self.log = self.work / "log"
        self.environment = {"PATH": str(tools), "HECO_BOOTSTRAP_ROOT": str(self.work),
                            "BOOTSTRAP_TEST_LOG": str(self.log)}

    def tearDown(self):
        self.folder.cleanup()

    def run_it(self, *words, **how):
        return subprocess.run([str(SCRIPT), *words], env=self.environment, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, **how)

    def installed(self):
        text = self.log.read_text() if self.log.exists() else ""
        first = [line for line in text.splitlines() if line.startswith("install ")][:1]
        return {word for line in first for word in line.split()[1:] if not word.startswith("-")}

    def test_the_build_wants_what_it_builds_with(self):
        done = self.run_it("--build")
        self.assertEqual(self.installed(), NEEDED | LIBRARIES)
        self.assertEqual(done.returncode, 1)  # nothing was installed in truth
        self.assertIn("liblua5.4-dev      Lua models", done.stdout)
        self.assertLess(done.stdout.index("Lua models"), done.stdout.index("apt-get update"))

    def test_the_check_wants_the_rest(self):
        self.run_it("--yes")
        self.assertLess(NEEDED | LIBRARIES | {"clang", "valgrind", "libcmocka-dev", "doxygen"}, self.installed())

    def test_wrong_words(self):
        self.assertEqual(self.run_it("--biuld").returncode, 2)
        self.assertEqual(self.installed(), set())

    def answered(self, answer, *words):
        """The script on a terminal, where somebody types."""
        master, terminal = pty.openpty()
        process = subprocess.Popen([str(SCRIPT), *words], env=self.environment, stdin=terminal, stdout=terminal,
                                   stderr=terminal, close_fds=True)
        os.close(terminal)
        os.write(master, answer)
        text = b""
        try:
            while piece := os.read(master, 4096):
                text += piece
        except OSError:  # the other end is closed
            pass
        process.wait()
        os.close(master)
        return text.decode()

    def test_on_a_terminal_it_asks(self):
        self.assertIn("install them with apt-get (sudo)? [Y/n]", self.answered(b"n\n", "--build"))
        self.assertFalse(self.log.exists())
        self.answered(b"\n", "--build")
        self.assertEqual(self.installed(), NEEDED | LIBRARIES)

    def test_yes_does_not_ask(self):
        self.assertNotIn("[Y/n]", self.answered(b"n\n", "--build", "--yes"))
        self.assertEqual(self.installed(), NEEDED | LIBRARIES)

    def test_quickstart_builds_what_the_guides_use(self):
        """Python in a checkout and programs of the guides need the shared libraries."""
        text = (SCRIPT.parents[1] / "quickstart").read_text()
        targets = text.split("--target", 1)[1].split(";", 1)[0].replace("\\", " ").split()
        self.assertLessEqual({"heco_command", "heco_shared", "heco_tools_shared"}, set(targets))


if __name__ == "__main__":
    unittest.main()
