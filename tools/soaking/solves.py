"""Journaled solves, of one run or several, that get signals at random moments and are resumed until they
are done: what they answer and record in the end is what an undisturbed solve answers and records."""
import os
import signal
import struct
import time
from collections import Counter

from journal_reading import Journal, build_shim, logged_points, timeless
from soaking.episode import ANSWERS, Lost, Skipped, must
from soaking.models import random_model

SIGNALS = {"KILL": 8, "TERM": 3, "INT": 3, "HUP": 2, "PIPE": 1, "stop": 2, "closed": 1, "twice": 1, "write": 4}
MOMENTS = {"start": 3, "growth": 10, "end": 2}
MOST_SIGNALS = 6  # then it may come to its end
AFTERWARDS = 60  # evaluations after a search at most
INTERRUPTS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def random_backend(chance, model):
    several = "threads" if model.threads else "process"
    return chance.choice([["--backend", "serial"], ["--backend", several, "--workers", "2"], ["--workers", "3"],
                          ["--backend", "process", "--workers", "2"], []])


def random_evals(chance, algorithm, slow):
    if algorithm == "surrogate":
        return chance.randint(20, 120)
    if algorithm in ("auto", "sqp") and chance.random() < 0.3:
        return chance.randint(30, 900)
    return int(2000 * 20 ** chance.random() / slow ** 0.5)


def plain(points):
    """Points counted, -0 as 0: an answer does not tell them apart."""
    counted = Counter()
    for point, number in Counter(points).items():
        form = f"{len(point) // 8}d"
        counted[struct.pack(form, *(v + 0.0 for v in struct.unpack(form, point)))] += number
    return counted


def unchecked(answer, whole):
    """Where the check of an answer was not made, nothing is said about it."""
    pairs = [(answer, whole), *zip(answer.get("runs", []), whole.get("runs", []))]
    for one, other in pairs:
        if one.get("reproduced", 0) is None:
            one["reproduced"] = other["reproduced"]


class Solve:
    """One search, its reference, and the journal that is disturbed."""

    def __init__(self, episode, runs=1):
        self.episode, self.chance, self.runs = episode, episode.chance, runs
        self.model = random_model(episode)
        self.algorithm = self.chance.choice(["auto"] * 5 + episode.listed("algorithms"))
        self.evals = random_evals(self.chance, self.algorithm, self.model.slow * runs)
        self.typed = random_backend(self.chance, self.model)
        self.more = ["--runs", runs] if runs > 1 else []
        if self.chance.random() < 0.15:
            self.more += ["--stall", max(20, self.evals // 3)]
        self.seed = self.chance.randint(1, 10**6)
        self.shim = None
        self.logs = 0

    def words(self, journal, backend):
        return ["solve", *self.model.words, "--algorithm", self.algorithm, "--evals", self.evals,
                "--seed", self.seed, *self.more, "--no-lanes", "--json", "--quiet", *backend, "--journal", journal]

    def resume_words(self):
        return ["resume", "disturbed", "--trust", "--json", "--quiet", *random_backend(self.chance, self.model)]

    def paths(self, name):
        return [self.episode.work / (name if i == 1 else f"{name}.{i}") for i in range(1, self.runs + 1)]

    def read(self, name):
        return [Journal.read(path) for path in self.paths(name)]

    def reference(self):
        """The undisturbed solve: in a loop, except where the number of workers is part of the search."""
        for _ in range(4):
            backend = self.typed if self.evals <= 1000 else ["--backend", "serial"]
            log = {"HECO_POINTS_LOG": str(self.episode.folder / "points")}
            process = self.episode.start(self.words("whole", backend), env=log if self.model.logs else {})
            code = process.wait()
            if code in ANSWERS:
                break
            must(code == 2 and "evaluations" in process.err, f"the undisturbed solve: {code}, {process.err[-500:]}")
            self.evals *= 4  # a budget that the algorithm refuses
        else:
            raise Skipped(f"{self.algorithm} refuses {self.model.words[0]}")
        self.code, self.answer, self.whole = code, timeless(process.answer()), self.read("whole")
        must(all(w.torn == 0 for w in self.whole), "an undisturbed solve leaves a torn journal")
        self.episode.count["evaluations"] += sum(w.evaluated for w in self.whole)
        found = [process.answer(), *process.answer().get("runs", [])]
        checks = plain(struct.pack(f"{len(a['x'])}d", *a["x"]) for a in found if a.get("x"))
        self.opening = plain(logged_points(self.episode.folder / "points")) - plain(self.all_rows(self.whole)) - checks

    def all_rows(self, journals):
        return [row for journal in journals for row in journal.rows]

    # ---- one process and its signal ----

    def size(self):
        return sum(path.stat().st_size for path in self.paths("disturbed") if path.exists())

    def moment(self, process):
        """Waits for it."""
        moment = self.chance.choices(list(MOMENTS), MOMENTS.values())[0]
        full = sum(len(w.data) for w in self.whole)
        if moment == "start":
            self.episode.pause(0.1)
        elif moment == "growth":
            size = min(full, self.size() + 1 + int(self.chance.expovariate(6 / full)))
            self.episode.wait_for(process, lambda: self.size() >= size)
            self.episode.pause(0.004)
        else:
            self.episode.wait_for(process, lambda: self.size() >= full - self.chance.randint(0, 3000))
            self.episode.pause(0.02)

    def shim_of_write(self):
        """The environment for a kill in the middle of a write to the first journal; none without a compiler."""
        self.shim = self.shim or build_shim(self.episode.heco, self.episode.folder)
        if self.shim is None:
            return {}
        number = 1 + int(self.chance.expovariate(6 / self.whole[0].records))
        share = self.chance.choice([0, 1000, self.chance.randint(1, 999)])
        return {"LD_PRELOAD": str(self.shim), "HECO_KILL_FILE": str(self.episode.work / "disturbed"),
                "HECO_KILL_WRITE": str(number), "HECO_KILL_SHARE": str(share)}

    def start(self, words, what):
        """Starts it; "closed" has nobody who reads its answer."""
        self.logs += 1
        self.log = self.episode.folder / f"points{self.logs}"
        env = {"HECO_POINTS_LOG": str(self.log)} if self.model.logs else {}
        out = None
        if what == "closed":
            reader, out = os.pipe()
            os.close(reader)
        answer = self.episode.work / "answer.json"
        answer.unlink(missing_ok=True)
        if what != "closed" and self.chance.random() < 0.25:
            words = [*words, "-o", answer.name]
        process = self.episode.start(words, env | (self.shim_of_write() if what == "write" else {}), out=out)
        if out is not None:
            os.close(out)
            process.sent.add(signal.SIGPIPE)
            self.episode.count["signals"] += 1
        if what == "write":
            process.sent.add(signal.SIGKILL)
        return process

    def disturb(self, process, what):
        """The signal at its moment; what the journals held when it was sent."""
        if what in ("closed", "write"):
            return self.read("disturbed")
        self.moment(process)
        seen = self.read("disturbed")
        if what == "stop":
            for _ in range(self.chance.randint(1, 3)):
                self.episode.stop_and_go_on(process)
                self.episode.pause(0.05)
        elif what == "twice":
            number = self.chance.choice(INTERRUPTS)
            process.send(number)
            time.sleep(0.35)  # beyond the time in which a second signal counts as the first
            process.send(number)
        else:
            process.send(signal.Signals["SIG" + what])
        return seen

    # ---- what must hold ----

    def check_code(self, process, code, what):
        """The exit code fits the signal; whether the search came to its end with an answer."""
        if code < 0 and what == "write":
            self.episode.count["kills"] += 1
        if process.answer_path and process.answer_path.exists():
            process.answer()  # in one piece, whoever is killed
        if code < 0 or (what == "closed" and code == 1):
            return False
        must(code in (*ANSWERS, 130), f"exit code {code} with {what}: {process.err[-500:]}")
        if code == 130:
            must(process.sent & set(INTERRUPTS), "interrupted by nobody")
            if "before the first evaluation" in process.err:
                return False
            answer = process.answer()
            must(self.runs > 1 or answer["stop"] == "user", f"interrupted, but the answer says {answer['stop']}")
            return False
        return True

    def check_journals(self, before, seen):
        after = self.read("disturbed")
        for was, saw, now, whole in zip(before, seen, after, self.whole):
            must(now.begins(whole), "the journal is not the beginning of the undisturbed one")
            must(now.evaluated >= max(was.evaluated, saw.evaluated),
                 f"{max(was.evaluated, saw.evaluated)} evaluations were recorded, {now.evaluated} are left", Lost)
        if self.model.logs:
            self.check_points(before, after)
        return after

    def check_points(self, before, after):
        """The model was asked for every point that the journals gained, and for none that they had."""
        asked, there = plain(logged_points(self.log)) - self.opening, plain(self.all_rows(after))
        new = there - plain(self.all_rows(before))
        must(not new - asked, f"{sum((new - asked).values())} points were recorded, but never asked for")
        allowed = Counter()
        for now, whole in zip(after, self.whole):  # a batch under way, and the check of the answer
            end = next((e for e in whole.ends if e > now.evaluated), now.evaluated)
            allowed += plain(whole.rows[:end]) - plain(now.rows)
        beyond = asked - new - allowed  # after the search: the check of the answer, restoration, prices
        again = sum((beyond & there).values())
        must(again <= 2 * self.runs + 1, f"{again} recorded points were asked for again")
        must(sum(beyond.values()) <= AFTERWARDS * self.runs, f"{sum(beyond.values())} points were asked for after the search")

    def check_answer(self, process, code, before, resumed):
        answer = process.answer()
        must(code == self.code, f"exit code {code} instead of {self.code}")
        if resumed and self.runs == 1:
            said, there = (answer["replayed"], answer["torn_bytes"]), (before[0].evaluated, before[0].torn)
            must(said == there, f"replayed and torn: {said} is said of {there}")
        same = timeless(answer)
        if process.sent & set(INTERRUPTS):  # a signal after the search, in the check of its answer
            unchecked(same, self.answer)
        other = [f"{key} {same.get(key)!r} instead of {want!r}" for key, want in self.answer.items()
                 if same.get(key) != want]
        must(same == self.answer, f"another answer: {'; '.join(other)[:800]}")
        must(all(a.same(b) for a, b in zip(self.read("disturbed"), self.whole)), "another journal")

    def check_refused(self):
        """Nothing to go on from: the command says so; then it is started over."""
        process = self.episode.start(self.resume_words())
        process.wait()
        path = self.episode.work / "disturbed"
        self.episode.one_line(process, 2 if path.exists() else 1, "start it again with heco solve|No such file")

    # ---- to the end ----

    def tear(self):
        """Cuts the last record of a journal at a random byte, as a power failure might."""
        path = self.chance.choice(self.paths("disturbed"))
        journal = Journal.read(path)
        if journal.evaluated > 0 and journal.torn == 0 and self.chance.random() < 0.2:
            self.episode.note(f"     {path.name} cut")
            os.truncate(path, self.chance.randint(journal.begin, journal.good - 1))

    def pick(self, signals):
        if signals >= MOST_SIGNALS or self.chance.random() < 0.1:
            return None
        return self.chance.choices(list(SIGNALS), SIGNALS.values())[0]

    def until_done(self):
        words, resumed, signals = self.words("disturbed", self.typed), False, 0
        while True:
            before, what = self.read("disturbed"), self.pick(signals)
            process = self.start(words, what)
            seen = self.disturb(process, what) if what else before
            code = process.wait()
            self.episode.note(f"     {what or 'undisturbed'}")
            ended = self.check_code(process, code, what)
            after = self.check_journals(before, seen)
            if ended:
                self.check_answer(process, code, before, resumed)
                if resumed or self.chance.random() < 0.5:
                    return
            signals += 1
            if not after[0].search:
                self.check_refused()
            if not after[0].search or after[0].evaluated == 0 and self.chance.random() < 0.5:
                words, resumed = self.words("disturbed", self.typed), False
                continue
            self.tear()
            words, resumed = self.resume_words(), True
            self.episode.count["resumes"] += 1

    def raise_budget(self):
        """A larger budget is a new schedule in the same file: that is disturbed, too."""
        self.more, self.evals = [], self.evals * 2
        raised = ["--evals", str(self.evals), "--trust", "--json", "--quiet"]
        process = self.episode.start(["resume", "whole", *raised])
        self.code = process.wait()
        must(self.code in ANSWERS, f"a raised budget: {process.err[-500:]}")
        self.answer, self.whole, self.opening = timeless(process.answer()), self.read("whole"), Counter()
        before = self.read("disturbed")
        process = self.start(["resume", "disturbed", *raised], None)
        self.disturb(process, "KILL")
        code = process.wait()
        after = self.read("disturbed")
        must(after[0].begins(self.whole[0]), "two schedules are not the beginning of the undisturbed journal")
        must(after[0].evaluated >= before[0].evaluated, "the first schedule is gone", Lost)
        words = ["resume", "disturbed", "--trust", "--json", "--quiet"]
        if len(after[0].schedules) == 1:
            words += ["--evals", str(self.evals)]
        if code < 0:
            process = self.episode.start(words)
            code = process.wait()
            self.episode.count["resumes"] += 1
        self.check_answer(process, code, after, False)


def solve(episode):
    search = Solve(episode)
    search.reference()
    search.until_done()
    stalled = "--stall" in search.more or search.answer["stop"] not in ("budget",)
    if not stalled and search.algorithm != "surrogate" and search.evals > 1000 and episode.chance.random() < 0.2:
        search.raise_budget()


def runs(episode):
    search = Solve(episode, episode.chance.randint(2, 5))
    search.reference()
    search.until_done()
