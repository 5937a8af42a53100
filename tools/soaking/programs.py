"""Programs that are slow, hang, die or lie: exactly the points at which they do so fail, the others have the
values that this side computes for itself, the search is the same the second time, and nothing is left running."""
import signal
import struct
import sys
import time
from pathlib import Path

from journal_reading import EVALUATED, FAILED, Journal, timeless
from soaking import faulty_program
from soaking.episode import ANSWERS, must
from soaking.faulty_program import FAULTS, guilty, values

PROGRAM = Path(faulty_program.__file__)
ALGORITHMS = [["heco-de", "--set", "N0=20"], ["lshade44", "--set", "N0=20"], ["auto"], ["surrogate"], ["ma-es"]]
TIMEOUT = 2.0  # seconds; an honest answer takes less, on a busy machine too


class Faulty:
    """A search over such a program."""

    def __init__(self, episode):
        chance = episode.chance
        self.episode, self.chance = episode, chance
        self.group = chance.choices(list(FAULTS), [6, 3, 2])[0]
        self.fault = chance.choice(FAULTS[self.group])
        self.rarity = chance.choice([6, 20]) if self.group == "quick" else 40
        self.evals = chance.randint(40, 80) if self.group == "late" else chance.randint(100, 300)
        self.retries = chance.choice([0, 0, 1])
        self.words = ["solve", f"exec:{sys.executable} -S {PROGRAM} {self.fault} {self.rarity}", "--json", "--quiet",
                      "--seed", chance.randint(1, 9999), "--algorithm", *chance.choice(ALGORITHMS),
                      "--max-failed", 0, "--eval-timeout", TIMEOUT, "--retries", self.retries, "--evals", self.evals]

    def start(self, journal, workers, backend=()):
        return self.episode.start([*self.words, "--journal", journal, "--workers", workers, *backend])

    def check_rows(self, name):
        """Every recorded row against what this side knows about the point; how many of them failed."""
        journal, failed = Journal.read(self.episode.work / name), 0
        for row in journal.schedules[-1].evaluated():
            x = struct.unpack_from(f"{faulty_program.N}d", row, 8)
            bad = self.group != "none" and guilty(x, self.rarity)
            failed += bad
            must(row[0] == (FAILED if bad else EVALUATED),
                 f"{self.fault}: the point {x} {'was believed' if bad else 'failed'}")
            if not bad:
                got = row[8 + 8 * faulty_program.N:]
                must(got == struct.pack("3d", *values(x)), f"{self.fault}: {x} has other values: {got.hex()}")
        return failed

    def check_zombies(self, process):
        """While it runs, a program that ended is waited for, not left."""
        seen = {}
        while process.running():
            now = {}
            for path in Path("/proc").glob("[0-9]*/stat"):
                try:
                    words = path.read_text().rsplit(")", 1)[1].split()
                except OSError:
                    continue
                if words[0] == "Z" and int(words[1]) == process.pid:
                    now[path.parent.name] = seen.get(path.parent.name, time.monotonic())
            seen = now
            old = [pid for pid, since in seen.items() if time.monotonic() - since > 10 + TIMEOUT]
            must(not old, f"{self.fault}: zombies {old}")
            time.sleep(0.05)

    def run(self, name, workers, backend=()):
        process = self.start(name, workers, backend)
        self.check_zombies(process)
        code = process.wait()
        must(code in ANSWERS, f"exit code {code} with {self.fault}: {process.err[-500:]}")
        answer, failed = process.answer(), self.check_rows(name)
        must(answer["failed"] == failed, f"{self.fault}: {answer['failed']} points failed, {failed} were guilty")
        must(all(c >= " " or c == "\n" for c in process.err) and "\033" not in process.out, "control characters")
        self.episode.count["evaluations"] += answer["evaluations"]
        self.episode.count["failed evaluations"] += failed
        self.episode.check_processes()
        return timeless(answer), Journal.read(self.episode.work / name)


def faults(episode):
    """Twice the same search, the second one perhaps killed and resumed."""
    search = Faulty(episode)
    workers = episode.chance.randint(1, 3)
    answer, whole = search.run("whole", workers)
    if episode.chance.random() < 0.6:
        # with so few evaluations the number of workers is part of the search for those that take batch=N
        free = "N0=20" in search.words or "ma-es" in search.words
        again, journal = search.run("again", episode.chance.randint(1, 3) if free else workers)
        must(again == answer and journal.same(whole), f"{search.fault}: another search the second time")
        return
    process = search.start("killed", workers)
    time.sleep(episode.chance.uniform(0.05, 1.5))
    process.send(signal.Signals["SIG" + episode.chance.choice("KILL TERM INT HUP PIPE".split())])
    code = process.wait()
    must(code in (*ANSWERS, 130) or code < 0, f"exit code {code}: {process.err[-500:]}")
    episode.check_processes()
    part = Journal.read(episode.work / "killed")
    must(part.begins(whole), f"{search.fault}: a killed search is not the beginning of the whole one")
    if part.search:
        process = episode.run(["resume", "killed", "--trust", "--json", "--quiet"], codes=ANSWERS)
        episode.count["resumes"] += 1
        search.check_rows("killed")
        must(timeless(process.answer()) == answer, f"{search.fault}: another answer after a resume")


HOPELESS = {  # what no search can be made of: shell commands, and the exit codes that are right
    "silent": ("exec:sleep 1000", (1, 2), ["--time", "1"]),
    "nothing": ("exec:true", (1, 2), []),
    "not there": ("exec:/nonexistent/program", (1, 2), []),
    "words": ("exec:echo hello; sleep 1000", (1, 2), []),
    "endless line": ("exec:yes | tr -d '\\n'", (1, 2), []),
    "endless lines": ("exec:echo heco 1 1 0 0; echo 0 1; yes", (0, 3, 4), ["--time", "2", "--evals", "300"]),
    "dies at once": ("exec:echo heco 1 1 0 0; echo 0 1; exit 1", (4, 1, 2), ["--evals", "300"]),
    "never answers": ("exec:echo heco 1 1 0 0; echo 0 1; exec sleep 1000", (3, 4), ["--time", "1"]),
    "ignores all": ("exec:trap '' TERM INT HUP; echo heco 1 1 0 0; echo 0 1; sleep 1000 & while :; do sleep 1; done",
                    (3, 4), ["--time", "1"]),
    "answers twice": ("exec:echo heco 1 1 0 0; echo 0 1; while read a b; do echo $a ok $b; echo $a ok $b; done",
                      (0, 3, 4), ["--evals", "300"]),
}


def hopeless(episode):
    """The search ends in time, with the right exit code and some words, and nothing stays behind."""
    name = episode.chance.choice(sorted(HOPELESS))
    model, codes, more = HOPELESS[name]
    process = episode.start(["solve", model, "--quiet", "--workers", episode.chance.randint(1, 3), *more])
    if episode.chance.random() < 0.3:
        time.sleep(episode.chance.uniform(0, 0.5))
        process.send(episode.chance.choice([signal.SIGTERM, signal.SIGINT, signal.SIGKILL]))
    code = process.wait(90)
    must(code in codes or process.sent and (code < 0 or code == 130 or code in (1, 2)),
         f"{name}: exit code {code}: {process.err[-500:]}")
    must(code < 0 or process.out or process.err.startswith("heco: "), f"{name}: ended without a word")


def program(episode):
    (faults if episode.chance.random() < 0.75 else hopeless)(episode)
