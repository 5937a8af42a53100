#!/usr/bin/env python3
"""Kills (-9) a journaled solve over MPI at random moments: the launcher, rank 0 or another rank; resumes
it with another number of ranks (1 to 4, or heco without MPI), kills that, and so on. The answer in the end
is that of an undisturbed serial solve, bit for bit, and no process is left behind.

    tools/mpi_kill_test.py HECO HECO_MPI [--kills 20] [--seed 1] [--evals 20000] [--bench]

With --bench a bench over MPI is killed and repeated instead: the stored runs are always runs of the
undisturbed bench, never fewer than before, and all of them in the end.
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODEL = ROOT / "tests/cli/journal_model.lua"
LEFT_OUT = {"seconds", "journal", "replayed", "schedule", "torn_bytes", "backend", "timed_out", "retried",
            "restarted", "last_failure"}  # of the evaluations made now
LIMIT = 400  # seconds that no command may take, on a busy machine too
SETTINGS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
            "OMPI_MCA_mpi_yield_when_idle": "0"}


def fail(words):
    sys.exit(f"FAILED: {words}")


def children(pid):
    """All processes below pid."""
    found, rest = [], [pid]
    while rest:
        path = Path(f"/proc/{rest.pop()}/task")
        for task in path.glob("*/children"):
            try:
                below = [int(word) for word in task.read_text().split()]
            except OSError:
                continue
            found += below
            rest += below
    return found


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def wait_for_launcher(process):
    """Waits for a launcher of which a process was killed. Open MPI 4.1.4 at times waits for ever, although all its ranks
    have ended, if a rank is killed while it starts: after 20 s without a rank this function ends the launcher.
    Returns the exit code and whether it did so."""
    end, ranks_seen, stuck = time.monotonic() + LIMIT, time.monotonic(), False
    while process.poll() is None:
        now = time.monotonic()
        if any(alive(pid) for pid in children(process.pid)):
            ranks_seen = now
        if now > ranks_seen + 20:
            stuck = True
            process.kill()
        if now > end:
            raise subprocess.TimeoutExpired(process.args, LIMIT)
        time.sleep(0.02)
    return process.returncode, stuck


class Kills:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.chance = random.Random(options.seed)
        self.journal = work / "journal"
        self.launcher = shutil.which("mpirun") or shutil.which("mpiexec")
        self.count = Counter()

    def command(self, ranks, words):
        if ranks == 0:
            return [self.options.heco, *words]
        return [self.launcher, "-n", str(ranks), self.options.heco_mpi, *words]

    def start(self, ranks, words):
        out, err = open(self.work / "out", "wb"), open(self.work / "err", "wb")
        return subprocess.Popen(self.command(ranks, words), cwd=ROOT, env=os.environ | SETTINGS, stdout=out,
                                stderr=err, stdin=subprocess.DEVNULL)

    def answer(self):
        found = json.loads((self.work / "out").read_text())
        return {key: value for key, value in found.items() if key not in LEFT_OUT}

    def finish(self, process, killed=False):
        try:
            return wait_for_launcher(process)[0] if killed else process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            fail(f"nothing within {LIMIT} s: {(self.work / 'err').read_text()[-500:]}")

    def words(self):
        if self.journal.exists() and self.journal.stat().st_size > 0:
            return ["resume", str(self.journal), "--trust", "--json", "--quiet"]
        self.journal.unlink(missing_ok=True)
        return ["solve", str(MODEL), "--trust", "--evals", str(self.options.evals), "--seed", "5", "--no-lanes", "--json",
                "--quiet", "--journal", str(self.journal)]

    def ranks_of(self, launcher):
        name = Path(self.options.heco_mpi).name
        pids = []
        for pid in children(launcher):
            try:
                if Path(f"/proc/{pid}/comm").read_text().strip() == name[:15]:
                    number = [word for word in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
                              if word.startswith((b"OMPI_COMM_WORLD_RANK=", b"PMI_RANK="))]
                    pids.append((int(number[0].split(b"=")[1]), pid))
            except (OSError, IndexError):
                continue
        return dict(pids)

    def pick(self, process, ranks):
        """(what, process) to kill."""
        what = self.chance.choice(["launcher", "rank 0", "another rank"]) if ranks > 1 else "launcher"
        if what == "launcher":
            return what, process.pid
        pids = self.ranks_of(process.pid)
        wanted = [pid for rank, pid in pids.items() if (rank == 0) == (what == "rank 0")]
        return (what, self.chance.choice(wanted)) if wanted else ("launcher", process.pid)

    def size(self):
        return self.journal.stat().st_size if self.journal.exists() else 0

    def kill_once(self, whole):
        """One process that is killed, or ends before; 1: it was killed."""
        ranks = self.chance.choice([0, 1, 2, 2, 3, 3, 4, 4])
        target = self.size() + int(whole * self.chance.random() * 2 / (self.options.kills + 1))
        early = self.chance.random() < 0.2
        process = self.start(ranks, self.words())
        until = time.monotonic() + (self.chance.random() if early else LIMIT)
        while process.poll() is None and time.monotonic() < until and (early or self.size() <= target):
            time.sleep(0.002)
        what, victim = self.pick(process, ranks)
        below = children(process.pid)
        if process.poll() is not None:
            return 0
        os.kill(victim, signal.SIGKILL)
        self.count[what] += 1
        self.finish(process, killed=True)
        self.gone(below)
        return 1

    def ended(self, want):
        """0: the journal was killed before it held a search, and says so."""
        words = (self.work / "err").read_text()
        if "ended before its first batch" in words:
            return 0
        if self.answer() != want:
            fail("the answer differs")
        return 1

    def gone(self, pids):
        until = time.monotonic() + LIMIT
        while any(alive(pid) for pid in pids):
            if time.monotonic() > until:
                fail(f"processes are left behind: {[pid for pid in pids if alive(pid)]}")
            time.sleep(0.05)

    def run(self):
        self.finish(self.start(0, self.words()))
        want, whole = self.answer(), self.size()
        self.journal.unlink()
        kills = searches = 0
        while kills < self.options.kills:
            killed = self.kill_once(whole)
            kills += killed
            if not killed:  # it came to its end: that, and once more from the beginning
                searches += self.ended(want)
                self.journal.unlink()
        if self.finish(self.start(3, self.words())) not in (0, 3):
            fail((self.work / "err").read_text()[-500:])
        if self.answer() != want:
            fail(f"the answer differs: {self.answer()} instead of {want}")
        killed = ", ".join(f"{what} {count}" for what, count in sorted(self.count.items()))
        print(f"{kills} kills ({killed}), {searches + 1} searches: the answer of an undisturbed serial solve")


class BenchKills(Kills):
    """Kills a bench and repeats it."""
    def __init__(self, options, work):
        super().__init__(options, work)
        self.database = work / "runs.db"

    def words(self):
        return ["bench", "--suite", "cec2006", "--problems", "g01,g04,g06,g08", "--algorithms", "heco-de,lshade44", "--runs",
                "6", "--evals", str(self.options.evals), "--quiet", "--db", str(self.database)]

    def rows(self):
        """The stored runs; a kill may leave a file without tables."""
        found = subprocess.run([self.options.heco, "bench", "--dump", "all", "--db", self.database], text=True, timeout=LIMIT,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if found.returncode != 0 and "is empty" not in found.stderr and self.database.exists():
            fail(f"the database cannot be read: {found.stderr}")
        return set(found.stdout.splitlines()[1:])

    def remove(self):
        for path in self.work.glob("runs.db*"):
            path.unlink()

    def kill_once(self, seconds):
        ranks = self.chance.choice([0, 2, 3, 3, 4, 4])
        until = time.monotonic() + self.chance.random() * seconds
        process = self.start(ranks, self.words())
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.002)
        what, victim = self.pick(process, ranks)
        below = children(process.pid)
        if process.poll() is not None:
            if process.returncode != 0:
                fail(f"exit code {process.returncode}: {(self.work / 'err').read_text()[-500:]}")
            return 0
        os.kill(victim, signal.SIGKILL)
        self.count[what] += 1
        self.finish(process, killed=True)
        self.gone(below)
        return 1

    def run(self):
        start = time.monotonic()
        if self.finish(self.start(3, self.words())) != 0:
            fail((self.work / "err").read_text()[-500:])
        seconds, want, before = time.monotonic() - start, self.rows(), set()
        self.remove()
        kills = benches = 0
        while kills < self.options.kills:
            killed = self.kill_once(seconds)
            kills += killed
            now = self.rows()
            if not now <= want or not before <= now:
                fail(f"after kill {kills}: {len(now - want)} other runs, {len(before - now)} lost")
            before = now
            if not killed:
                if now != want:
                    fail(f"{len(now)} of {len(want)} runs in the end")
                benches += 1
                self.remove()
                before = set()
        if self.finish(self.start(3, self.words())) != 0 or self.rows() != want:
            fail("other runs in the end")
        killed = ", ".join(f"{what} {count}" for what, count in sorted(self.count.items()))
        print(f"{kills} kills ({killed}), {benches + 1} benches of {len(want)} runs: none lost, none different")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("heco")
    parser.add_argument("heco_mpi")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evals", type=int, default=20000)
    parser.add_argument("--bench", action="store_true", help="kill a bench instead of a solve")
    options = parser.parse_args()
    options.heco, options.heco_mpi = (str(Path(path).resolve()) for path in (options.heco, options.heco_mpi))
    with tempfile.TemporaryDirectory() as work:
        (BenchKills if options.bench else Kills)(options, Path(work)).run()


if __name__ == "__main__":
    main()
