"""What the tests of killed searches share: reading journals (docs/journal.md) as far as a test must know
them, comparing answers, the library that kills within a write, and the search for processes left behind."""
import os
import shutil
import struct
import subprocess
import time
from collections import Counter
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"seconds", "journal", "replayed", "schedule", "torn_bytes", "backend",
            "timed_out", "retried", "restarted", "last_failure"}  # of the evaluations made now
EVALUATED, FAILED = range(2)  # states of rows
AHEAD = 512  # flag of a row that its lane had not asked for


def timeless(document):
    """An answer without what depends on the interruptions: times, names of files, who evaluated."""
    if isinstance(document, dict):
        return {key: timeless(value) for key, value in document.items() if key not in LEFT_OUT}
    if isinstance(document, list):
        return [timeless(value) for value in document]
    return document


def one_row(data):
    """Returns (place, row, whether its lane had not asked for it) of the record of a row."""
    lane, number, i, flags = struct.unpack_from("4Q", data)
    return (number, lane, i), bytes([flags & 255]) + bytes(7) + data[32:], bool(flags & AHEAD)


class Schedule:
    """An identity and the rows after it by place: batch, lane, row. A row is 8 bytes of state and the doubles x, f, g, h,
    then exact derivatives, if any."""

    def __init__(self, identity):
        self.identity, self.places, self.ahead = identity, {}, []
        words = identity.split(b"\nsize=")[-1].split(b" ", 1)[0]
        self.n = int(words) if words.isdigit() else 0

    def evaluated(self):
        return [self.places[place] for place in sorted(self.places)]

    def batches(self):
        """Returns the rows of each batch of each lane."""
        batches = {}
        for number, lane, i in self.places:
            batches.setdefault((number, lane), set()).add(i)
        return batches

    def begins(self, whole):
        """Nothing but rows of the other, in their places; only the last batch of a lane may lack rows."""
        mine, theirs = self.batches(), whole.batches()
        if self.identity != whole.identity or any(whole.places.get(place) != row for place, row in self.places.items()):
            return False
        return all((number + 1, lane) not in mine or mine.get((number, lane)) == theirs[number, lane]
                   for number, lane in theirs)


class Journal:
    """The whole records of a journal."""

    def __init__(self, data):
        self.data, self.records, self.good, self.begin = data, 0, 8, 8
        self.schedules, self.words = [], b""
        while self.good + 12 <= len(data):
            kind, size = struct.unpack_from("II", data, self.good)
            if self.good + 12 + size > len(data):
                break
            self.take(kind, data[self.good + 8:self.good + 8 + size])
            self.begin, self.good = self.good, self.good + 12 + size
            self.records += 1
        self.torn = len(data) - min(self.good, len(data))
        self.search = bool(self.schedules)

    @classmethod
    def read(cls, path):
        return cls(Path(path).read_bytes() if Path(path).exists() else b"")

    def take(self, kind, content):
        if kind == ord("I"):
            self.schedules.append(Schedule(content))
        elif kind == ord("R"):
            place, row, ahead = one_row(content)
            if ahead:
                self.schedules[-1].ahead.append(row)
            else:
                self.schedules[-1].places[place] = row
        elif kind == ord("W"):
            self.words = content

    @cached_property
    def rows(self):
        """The x of all that was evaluated, in order."""
        return [row[8:8 + 8 * s.n] for s in self.schedules for row in s.evaluated()]

    @cached_property
    def ahead(self):
        """The x of all that was evaluated ahead; those that their lanes asked for are in `rows`, too."""
        return [row[8:8 + 8 * s.n] for s in self.schedules for row in s.ahead]

    @cached_property
    def ends(self):
        """How many points there are after each batch."""
        ends, count = [], 0
        for schedule in self.schedules:
            batches = schedule.batches()
            for key in sorted(batches):
                count += len(batches[key])
                ends.append(count)
        return ends

    @cached_property
    def evaluated(self):
        return len(self.rows)

    def begins(self, whole):
        """What is here is the beginning of the other journal, except that the last batch of a lane may lack rows."""
        if len(self.schedules) > len(whole.schedules) or self.search and self.words != whole.words:
            return False
        return all(mine.begins(theirs) for mine, theirs in zip(self.schedules, whole.schedules))

    def same(self, whole):
        return self.begins(whole) and whole.begins(self)


def logged_points(path):
    """What a model wrote down in HECO_POINTS_LOG, as the bytes of its doubles."""
    text = path.read_text() if path.exists() else ""
    lines = text.split("\n")[:-1]  # a killed process may leave half a line
    rows = [[float(word) for word in line.split()] for line in lines]
    return Counter(struct.pack(f"{len(row)}d", *row) for row in rows)


def build_shim(heco, folder):
    """The library for LD_PRELOAD that kills in a write, or None where that cannot be had."""
    shim = folder / "kill_in_write.so"
    compiler = os.environ.get("CC") or shutil.which("cc")
    made = compiler and subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", shim, ROOT / "tests/cli/kill_in_write.c"]).returncode == 0
    works = made and subprocess.run([heco, "version"], env=os.environ | {"LD_PRELOAD": str(shim)},
                                    capture_output=True).returncode == 0
    return shim if works else None


def marked_processes(mark):
    """Those whose environment has the mark."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (process / "environ").read_bytes() and process.name != str(os.getpid()):
                found.append(int(process.name))
        except OSError:
            pass
    return found


def left_behind(mark, seconds=20.0):
    """Workers and programs of killed processes end by themselves: those that have not after that time."""
    end = time.monotonic() + seconds
    while left := marked_processes(mark):
        if time.monotonic() > end:
            return left
        time.sleep(0.05)
    return []
