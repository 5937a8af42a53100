"""Searches from Python: ask and tell with a log of what was told, and heco.solve with a journal. Whoever is killed
goes on from the log or the journal; the points asked for again are the same, and so is the end."""
import os
import signal
from pathlib import Path

from journal_reading import ROOT, Journal, timeless
from soaking.episode import Lost, Process, Skipped, must, python_with_numpy

SCRIPT = Path(__file__).with_name("ask_tell.py")


def library(episode):
    path = Path(episode.heco).with_name("libheco.so")
    if not path.exists():
        raise Skipped("no libheco.so beside the command")
    return {"HECO_LIBRARY": str(path), "HECO_COMMAND": episode.heco, "PYTHONPATH": str(ROOT / "python")}


class Script:
    """The commands of one search from Python."""

    def __init__(self, episode, *words):
        self.episode, self.words = episode, [python_with_numpy(), str(SCRIPT), *map(str, words)]
        self.env = library(episode)

    def start(self, log):
        return Process(self.episode, [*self.words, log], self.env, None, os.setsid)

    def run(self, log):
        process = self.start(log)
        code = process.wait()
        must(code == 0, f"ask and tell: {process.err[-800:]}")
        return process.answer()

    def kill(self, process, happened):
        """All of its group, as the end of a session or of a job does."""
        self.episode.wait_for(process, happened)
        self.episode.pause(0.01)
        if process.running():
            number = self.episode.chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM])
            process.sent.add(number)
            os.killpg(process.pid, number)
            self.episode.note(f"     {signal.Signals(number).name} to the group")
            self.episode.count["signals"] += 1
            self.episode.count["kills"] += number == signal.SIGKILL
        return process.wait()


def ask_tell(episode):
    chance = episode.chance
    algorithm = chance.choice(["auto"] * 3 + episode.listed("algorithms"))
    evals = chance.randint(40, 120) if algorithm == "surrogate" else chance.choice([2000, 6000])
    script = Script(episode, "ask", algorithm, evals, chance.randint(1, 999))
    whole = script.run("whole")
    full = (episode.work / "whole").read_bytes()
    episode.count["evaluations"] += whole["evaluations"]
    log = episode.work / "killed"
    for _ in range(chance.randint(1, 4)):
        size = (log.stat().st_size if log.exists() else 0) + 1 + int(chance.expovariate(5 / len(full)))
        before = log.read_bytes() if log.exists() else b""
        script.kill(script.start("killed"), lambda: log.exists() and log.stat().st_size >= size)
        after = log.read_bytes() if log.exists() else b""
        must(after.startswith(before[:before.rfind(b"\n") + 1]), "the log of what was told is shorter", Lost)
        must(full.startswith(after), "other points were asked for than in the undisturbed search")
        episode.count["resumes"] += 1
    must(script.run("killed") == whole, "another answer from Python")
    must(log.read_bytes() == full, "another sequence of points")


def solve(episode):
    chance = episode.chance
    problem, evals = f"cec2006:g{chance.randint(1, 24):02d}", chance.choice([5000, 20000])
    script = Script(episode, "solve", problem, evals, chance.randint(1, 999))
    whole, path = timeless(script.run("whole")), episode.work / "killed"
    reference = Journal.read(episode.work / "whole")
    episode.count["evaluations"] += reference.evaluated
    for _ in range(chance.randint(1, 4)):
        seen = Journal.read(path)
        size = len(seen.data) + 1 + int(chance.expovariate(5 / len(reference.data)))
        script.kill(script.start("killed"), lambda: path.exists() and path.stat().st_size >= size)
        episode.check_processes()  # the command has got the signal, too: what it still writes it has written then
        now = Journal.read(path)
        must(now.begins(reference), "the journal is not the beginning of the undisturbed one")
        must(now.evaluated >= seen.evaluated, "the journal lost evaluations", Lost)
        episode.count["resumes"] += 1
    must(timeless(script.run("killed")) == whole, "another answer from heco.resume")
    must(Journal.read(path).same(reference), "another journal")


def python(episode):
    (ask_tell if episode.chance.random() < 0.7 else solve)(episode)
