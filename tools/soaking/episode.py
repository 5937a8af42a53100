"""One episode: its chance, its folder, its processes, and what must hold after every kind of it."""
import ctypes
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from journal_reading import left_behind

LIMIT = 150.0  # seconds that no command may take, on a busy machine too
ANSWERS = (0, 3, 4)  # exit codes of a search that came to its end
SUBREAPER = 36  # of prctl(2)


class Wrong(Exception):
    """Something that must hold does not."""


class Lost(Wrong):
    """Something that was recorded is gone."""


class Skipped(Exception):
    """This cannot be done here."""


def must(holds, words, kind=Wrong):
    if not holds:
        raise kind(words)


class Process:
    """A command under way; what it writes is in files of its own."""

    def __init__(self, episode, words, env, out, before):
        episode.commands += 1
        name = f"{episode.commands:03d}"
        self.episode, self.words, self.sent = episode, words, set()
        self.answer_path = episode.work / words[words.index("-o") + 1] if "-o" in words else None
        self.out_path, self.err_path = episode.said / f"{name}.out", episode.said / f"{name}.err"
        self.began = time.monotonic()
        with open(self.out_path, "wb") as file, open(self.err_path, "wb") as err:
            self.popen = subprocess.Popen(words, cwd=episode.work, env=episode.env | env, stderr=err,
                                          stdout=file if out is None else out, stdin=subprocess.DEVNULL,
                                          preexec_fn=before)
        self.pid = self.popen.pid
        episode.note(f"{name}: {' '.join(words)}")

    def running(self):
        return self.popen.poll() is None

    def send(self, number):
        if self.running():
            self.sent.add(number)
            self.episode.note(f"     {signal.Signals(number).name} after {time.monotonic() - self.began:.3f} s")
            self.popen.send_signal(number)
            self.episode.count["signals"] += 1
            self.episode.count["kills"] += number == signal.SIGKILL
            if number in (signal.SIGKILL, signal.SIGPIPE):  # both end it at once
                self.episode.killed |= bool({"-o", "--report"} & set(self.words))

    def wait(self, seconds=LIMIT):
        """The exit code. A command that neither ends nor was asked for it is wrong, and so is a crash."""
        try:
            code = self.popen.wait(seconds)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
            raise Wrong(f"no end within {seconds:.0f} s: {' '.join(self.words)}") from None
        self.episode.note(f"     ended with {code}: {self.err[-300:]!r}")
        must(code >= 0 or -code in self.sent, f"ended by signal {-code}, which nobody sent: {' '.join(self.words)}")
        return code

    @property
    def out(self):
        return self.out_path.read_text(errors="replace")

    @property
    def err(self):
        return self.err_path.read_text(errors="replace")

    def answer(self):
        try:
            return json.loads(self.answer_path.read_text() if self.answer_path else self.out)
        except (OSError, ValueError):
            raise Wrong(f"no answer in JSON: {' '.join(self.words)}: {self.err[-500:]}") from None


class Episode:
    def __init__(self, options, name, work):
        self.heco, self.name = options.heco, name
        self.folder, self.chance = work, random.Random(name)
        self.count, self.commands = Counter(), 0
        self.killed = False  # kill -9 of a command that had a temporary file
        self.work, self.said, self.tmp = work / "work", work / "said", work / "tmp"
        for folder in (self.work, self.said, self.tmp):
            folder.mkdir()
        self.mark = f"HECO_SOAK={work}"
        self.env = {k: v for k, v in os.environ.items() if k != "HECO_DATA"} | {
            "HECO_SOAK": str(work), "TMPDIR": str(self.tmp), "XDG_DATA_HOME": str(work / "data"),
            "PYTHONDONTWRITEBYTECODE": "1"}
        self.began = time.monotonic()
        self.since = time.time()
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):  # nohup and & of a shell have them ignored
            signal.signal(number, signal.SIG_DFL)
        # what its commands leave behind comes to this process, which waits for it
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
        resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)

    def note(self, words):
        with open(self.folder / "steps", "a", encoding="utf-8") as steps:
            print(f"{time.monotonic() - self.began:8.3f} {words}", file=steps)

    # ---- commands ----

    def start(self, words, env=None, out=None, before=None):
        return Process(self, [self.heco, *map(str, words)], env or {}, out, before)

    def run(self, words, codes=(0,), env=None, before=None):
        """A command that comes to its end by itself."""
        process = self.start(words, env, before=before)
        code = process.wait()
        must(code in codes, f"exit code {code}: heco {' '.join(map(str, words))}: {process.err[-500:]}")
        return process

    def listed(self, what):
        words = subprocess.run([self.heco, "list", what], capture_output=True, text=True, check=True).stdout
        return [line.split()[0] for line in words.splitlines()]

    def has(self, part):
        """Whether this build has sqlite, lua, asl or such."""
        words = subprocess.run([self.heco, "version"], capture_output=True, text=True, check=True).stdout
        return part in words.split()

    def one_line(self, process, code, pattern):
        """An error as it has to be: its exit code, one line, the right words."""
        lines = process.err.splitlines()
        must(process.popen.returncode == code, f"exit code {process.popen.returncode} instead of {code}: "
             f"{' '.join(process.words)}: {process.err[-500:]}")
        must(len(lines) == 1 and lines[0].startswith("heco: ") and re.search(pattern, lines[0]),
             f"not one clear line ({pattern}): {process.err[-500:]!r}")

    # ---- moments ----

    def pause(self, longest):
        time.sleep(self.chance.uniform(0, longest) * self.chance.choice([0.1, 1, 1]))

    def wait_for(self, process, happened, seconds=60.0):
        """Until it happened, or the process ended."""
        end = time.monotonic() + seconds
        while process.running() and time.monotonic() < end and not happened():
            time.sleep(0.0005)

    def stop_and_go_on(self, process):
        """SIGSTOP, a while, SIGCONT: as if nothing had happened."""
        process.send(signal.SIGSTOP)
        self.pause(0.3)
        process.send(signal.SIGCONT)

    # ---- what must hold afterwards ----

    def reap(self):
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass

    def check_processes(self):
        left = left_behind(self.mark.encode() + b"\0")
        words = [Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                 for pid in left if Path(f"/proc/{pid}").exists()]
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        must(not left, f"processes left behind: {words}")
        self.reap()

    def check_files(self):
        cores = [p for folder in (self.work, self.tmp) for p in folder.rglob("core*") if p.is_file()]
        must(not cores, f"core dumps: {cores}")
        # a temporary file is named as its target and six letters more; only KILL and PIPE may leave one
        left = [p for p in self.work.rglob("*") if re.search(r"\.[A-Za-z0-9]{6}$", p.name)] + list(self.tmp.iterdir())
        left += [p for p in Path("/tmp").glob("heco-solve.*") if is_newer(p, self.since) and not is_open(p)]
        must(not left or self.killed, f"temporary files left behind: {left}")
        self.count["temporary files after kill -9"] += len(left)

    def finish(self):
        self.check_processes()
        self.check_files()


def is_newer(path, since):
    try:
        return path.stat().st_mtime >= since
    except OSError:  # it is gone: somebody else's
        return False


def is_open(path):
    """Whether a process has it open: then it is somebody else's."""
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(link) == str(path):
                return True
        except OSError:
            pass
    return False


def python_with_numpy():
    for python in (os.environ.get("HECO_PYTHON"), "/usr/bin/python3", sys.executable):
        if python and subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
            return python
    raise Skipped("no Python with NumPy")
