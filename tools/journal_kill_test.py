#!/usr/bin/env python3
"""Kills (-9) a journaled solve at random moments, resumes it, kills the resume, and so on until the
search ends; then begins again, until there were enough kills. Each search is a Lua model or a program
(exec:), each solve and resume has another backend by chance.

The moments: while it starts (in the first 150 ms); when the journal has grown by a random amount, an
eighth of the whole on average; when it is nearly complete; in the middle of a write to the journal, at a random byte (LD_PRELOAD of
tests/cli/kill_in_write.c, where a compiler is found). After one kill in four the last record is cut at
a random byte as well.

What must hold, every time:
  - the rows of the journal are, bit by bit, rows of the undisturbed search's journal, and only its last
    batch lacks rows;
  - the model, which writes down every point it is asked for, was asked for every point that the journal
    gained meanwhile, besides those for none but points of the last batch that were under way, one per
    worker (a worker process gets a few cheap points at a time): so nothing that was recorded is
    evaluated again, nothing is recorded without evaluation, and nothing that had finished is lost;
  - a journal that holds a search is resumed, taking all that it holds; another is refused with a message;
  - the final answer and the final journal are those of the undisturbed search, bit by bit;
  - no process is left behind.

    tools/journal_kill_test.py HECO [--kills 200] [--seed 1] [--evals 20000] [--only lua|exec]
"""
import argparse
import collections
import json
import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from journal_reading import ROOT, Journal, build_shim, left_behind, logged_points, timeless

AFTERWARDS = 60  # evaluations after a search at most, and one while the model is opened
MODELS = {"lua": "tests/cli/journal_model.lua", "exec": f"exec:{sys.executable} tests/cli/journal_model.py"}
BACKENDS = [["--backend", "serial"], ["--backend", "threads", "--workers", "2"],
            ["--backend", "process", "--workers", "2"]]
UNDER_WAY = {"serial": 1, "threads": 2}  # most points that a kill may interrupt
MOMENTS = {"start": 5, "growth": 12, "end": 1, "write": 6}  # and their weights


def fail(words):
    sys.exit(f"FAILED: {words}")


class Kills:
    def __init__(self, options, work):
        self.heco, self.evals, self.work = options.heco, options.evals, work
        self.chance = random.Random(options.seed)
        self.path = work / "journal"
        self.shim = build_shim(self.heco, work)
        self.logs = 0
        self.count = collections.Counter()
        self.where = [0] * 10
        self.reference = {}

    # ---- one process ----

    def read(self):
        return Journal.read(self.path)

    def start(self, words, extra):
        self.logs += 1
        self.log = self.work / f"points{self.logs}"  # an orphan goes on writing to that of its parent
        env = os.environ | {"HECO_POINTS_LOG": str(self.log)} | extra
        with open(self.work / "out", "wb") as out, open(self.work / "err", "wb") as err:
            return subprocess.Popen([self.heco, *words], cwd=ROOT, env=env, stdout=out, stderr=err,
                                    stdin=subprocess.DEVNULL)

    def solve_words(self, kind):
        return ["solve", MODELS[kind], "--evals", str(self.evals), "--set", "stop=budget", "--seed", "5", "--no-lanes", "--json", "--quiet",
                "--trust", "--journal", str(self.path)]

    def answer(self):
        try:
            return json.loads((self.work / "out").read_text())
        except ValueError:
            fail(f"no answer: {(self.work / 'err').read_text()}")

    def undisturbed(self, kind):
        """What every other search is compared with: answer, journal, points of the opening."""
        process = self.start(self.solve_words(kind), {})
        if process.wait() not in (0, 3):  # 3: nothing feasible found, which is an answer, too
            fail(f"the undisturbed solve: {(self.work / 'err').read_text()}")
        answer, whole, asked = self.answer(), self.read(), logged_points(self.log)
        best = struct.pack("4d", *answer["x"])
        opening = asked - collections.Counter(whole.rows) - collections.Counter([best])
        # prices and restoration evaluate a few points after the search
        if len(whole.rows) != self.evals or sum(opening.values()) > AFTERWARDS or \
                sum(asked.values()) < self.evals + 1 + sum(opening.values()):
            fail("the undisturbed solve does not evaluate what it records")
        self.path.unlink()
        print(f"undisturbed {kind}: {len(whole.rows)} evaluations in {len(whole.ends)} batches, "
              f"{len(whole.data)} bytes, {answer['seconds']:.2f} s, f = {answer['f']!r}")
        return {"answer": timeless(answer), "journal": whole,
                "opening": opening, "best": best}

    # ---- the kill ----

    def wait_for(self, process, size, seconds=60.0):
        end = time.monotonic() + seconds
        while process.poll() is None and time.monotonic() < end:
            try:
                if self.path.stat().st_size >= size:
                    return
            except FileNotFoundError:
                pass

    def some_of(self, whole):
        return int(self.chance.expovariate(8 / whole))

    def run(self, words, before, whole, kill):
        """Runs it, kills it perhaps; the moment, or None when it came to its end."""
        moments = [m for m in MOMENTS if m != "write" or self.shim]
        moment = self.chance.choices(moments, [MOMENTS[m] for m in moments])[0] if kill else None
        extra = {}
        if moment == "write":
            first = not before.data and self.chance.random() < 0.5  # magic, note, identity, a batch
            number = self.chance.randint(1, 4) if first else 1 + self.some_of(whole.records)
            extra = {"LD_PRELOAD": str(self.shim), "HECO_KILL_FILE": str(self.path),
                     "HECO_KILL_WRITE": str(number),
                     "HECO_KILL_SHARE": str(self.chance.choice([0, 1000, self.chance.randint(1, 999)]))}
        process = self.start(words, extra)
        size = len(before.data)
        full = size + (len(whole.data) - len(before.data)) if before.search else len(whole.data)
        if moment == "start":
            time.sleep(self.chance.uniform(0, 0.15) * self.chance.choice([0.1, 1]))
        elif moment == "growth":
            self.wait_for(process, min(full, size + 1 + self.some_of(full)))
            time.sleep(self.chance.uniform(0, 0.002))
        elif moment == "end":
            self.wait_for(process, self.chance.randint(max(size, full - 30000), max(size, full)))
            time.sleep(self.chance.choice([0, 0, self.chance.uniform(0, 0.01)]))
        if moment in ("start", "growth", "end"):
            process.send_signal(signal.SIGKILL)
        return moment if process.wait() == -signal.SIGKILL else None

    def tear(self):
        """Cuts the last record at a random byte."""
        journal = self.read()
        if journal.records > 2 and journal.torn == 0:
            self.count["cut afterwards"] += 1
            os.truncate(self.path, self.chance.randint(journal.begin, journal.good - 1))

    # ---- what must hold ----

    def check(self, reference, before, moment, kind, backend):
        whole, after, asked = reference["journal"], self.read(), logged_points(self.log)
        if not after.begins(whole):
            fail("the journal is not the beginning of the undisturbed one")
        have, got = len(before.rows), len(after.rows)
        if got < have:
            fail("the journal lost evaluations")
        new = collections.Counter(after.rows) - collections.Counter(before.rows)
        asked -= reference["opening"]
        if new - asked:
            fail(f"{sum((new - asked).values())} points were recorded, but never asked for")
        beyond = asked - new
        end = next((e for e in whole.ends if e > got), got)
        allowed = collections.Counter(whole.rows[:end]) - collections.Counter(after.rows)
        if got == self.evals:
            allowed[reference["best"]] += 1  # the check of the answer
        if beyond - allowed:
            fail(f"{sum((beyond - allowed).values())} points were asked for again, or out of turn")
        if kind == "lua" and backend[1] in UNDER_WAY and sum(beyond.values()) > UNDER_WAY[backend[1]]:
            fail(f"{sum(beyond.values())} finished evaluations were lost")
        if moment is None and (got != self.evals or sum(beyond.values()) != 1):
            fail("the search ended with evaluations left")
        self.count["evaluations"] += sum(asked.values())
        if moment is not None:
            self.count["kills"] += 1
            self.count[f"kills: {moment}"] += 1
            self.count["evaluations lost"] += sum(beyond.values()) if got < self.evals else 0
            self.count["torn by the kill"] += after.torn > 0
            self.where[min(9, 10 * got // self.evals)] += 1

    def check_end(self, reference, before):
        answer = self.answer()
        if answer["replayed"] != len(before.rows) or answer["torn_bytes"] != before.torn:
            fail(f"replayed {answer['replayed']} of {len(before.rows)}, "
                 f"torn {answer['torn_bytes']} of {before.torn}")
        same = timeless(answer)
        if json.dumps(same) != json.dumps(reference["answer"]):  # numbers have 17 digits
            fail(f"another answer: {same}")
        if not self.read().same(reference["journal"]):
            fail("another journal")

    def check_refused(self):
        """Nothing to go on from: the command says so and changes nothing."""
        before = self.path.read_bytes() if self.path.exists() else None
        code = self.start(["resume", str(self.path), "--trust", "--json", "--quiet"], {}).wait()
        words = (self.work / "err").read_text()
        after = self.path.read_bytes() if self.path.exists() else None
        said = "start it again with heco solve" in words if before is not None else "No such file" in words
        if code not in (1, 2) or words.count("\n") != 1 or not said or before != after or logged_points(self.log):
            fail(f"a journal without a search: exit code {code}, {words}")
        self.count["before the search was recorded"] += 1

    def check_nobody_left(self):
        """Workers and programs of killed processes end by themselves."""
        left = left_behind(f"HECO_POINTS_LOG={self.work}".encode())
        if left:
            fail(f"processes left behind: {left}")

    # ---- searches ----

    def search(self, kind, kills):
        """One search to its end, unless it was killed before there was a journal to resume."""
        self.path.unlink(missing_ok=True)
        if kind not in self.reference:
            self.reference[kind] = self.undisturbed(kind)
        reference = self.reference[kind]
        words, resumed = self.solve_words(kind), False
        while True:
            before = self.read()
            backend = self.chance.choice(BACKENDS)
            self.count[f"{kind}, {backend[1]}"] += 1
            moment = self.run(words + backend, before, reference["journal"], self.count["kills"] < kills)
            self.check(reference, before, moment, kind, backend)
            if moment is None and resumed:
                self.check_end(reference, before)
                break
            if not self.read().search:
                self.check_refused()
                return
            if self.chance.random() < 0.25:
                self.tear()
            words, resumed = ["resume", str(self.path), "--trust", "--json", "--quiet"], True
            self.count["resumes"] += 1
        self.count["searches"] += 1

    def report(self):
        c = self.count
        print(f"{c['kills']} kills in {c['searches']} searches, {c['resumes']} resumes: every answer and "
              "journal the same, nothing recorded was evaluated again")
        print("  when: " + ", ".join(f"{m} {c['kills: ' + m]}" for m in MOMENTS) +
              f"; {c['before the search was recorded']} before there was anything to resume")
        print(f"  how far the search was, by tenths: {' '.join(map(str, self.where))}")
        print(f"  records torn by the kill {c['torn by the kill']}, cut afterwards {c['cut afterwards']}")
        print("  processes: " + ", ".join(f"{k} {c[k]}" for k in sorted(c) if ", " in k))
        print(f"  evaluations {c['evaluations']}, of these under way when they were killed {c['evaluations lost']}")
        if not self.shim:
            print("  no kills in a write: no compiler, or a build that takes no LD_PRELOAD")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heco", type=lambda path: str(Path(path).resolve()))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evals", type=int, default=20000)
    parser.add_argument("--only", choices=sorted(MODELS))
    options = parser.parse_args()
    models = subprocess.run([options.heco, "list", "models"], capture_output=True, text=True).stdout
    kinds = [k for k in MODELS if (options.only or k) == k and f"\n{k} " in "\n" + models]
    if not kinds:
        print("no such models in this build: skipped")
        sys.exit(77)
    with tempfile.TemporaryDirectory(prefix="heco-kill-") as work:
        kills, turn = Kills(options, Path(work)), 0
        while kills.count["kills"] < options.kills:
            kills.search(kinds[turn % len(kinds)], options.kills)
            turn += 1
        kills.check_nobody_left()
        kills.report()


if __name__ == "__main__":
    main()
