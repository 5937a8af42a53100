"""tools/reproduce/results: finals of stored runs as CSV, one file per suite, dimension and label.

`heco rank --with` reads the files. Numbers are written with as many digits as it takes to read
the same double again. What is the same for all rows of a file is in index.csv.
"""
import csv
import re
from pathlib import Path

import plan

COLUMNS = ["algorithm", "dim", "function", "run", "obj", "vio", "c1", "c2", "c3", "evals",
           "evals_to_feasible", "success_fes", "stream"]
INDEX = ["file", "suite", "instance", "dim", "label", "problems", "runs", "method", "options",
         "seed", "max_evals", "version"]


class Missing(Exception):
    """Results that a table needs and nobody has run yet."""


def file_name(suite, dim, label):
    middle = "D%s_" % dim if suite == "cec2017" else ""
    return "%s_%s%s.csv" % (suite, middle, re.sub(r"[^A-Za-z0-9.-]+", "-", label))


def columns(suite):
    """cec2006 has no column `dim`: that is how heco rank tells the suites apart."""
    return [c for c in COLUMNS if c != "dim" or suite == "cec2017"]


def shortest(text):
    value = float(text)
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else repr(value)


def write_runs(path, suite, rows):
    with open(path, "w", newline="", encoding="ascii") as out:
        writer = csv.DictWriter(out, columns(suite), extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(text))


class Results:
    """The folder, and files made from it for a table."""

    def __init__(self, folder, scratch):
        self.folder, self.scratch = Path(folder), Path(scratch)
        index = self.folder / "index.csv"
        self.index = {row["file"]: row for row in read_csv(index)} if index.exists() else {}

    def about(self, suite, dim, label):
        return self.index.get(file_name(suite, dim, label), {})

    def file(self, suite, dim, label):
        """The file; Missing when it is not there or lacks problems of a ranking."""
        path = self.folder / file_name(suite, dim, label)
        where = "%s at D = %s" % (label, dim) if suite == "cec2017" else label
        if not path.exists():
            raise Missing("%s on %s" % (where, suite.upper()))
        if suite == "cec2017":
            got = {row["function"] for row in read_csv(path)}
            if len(got) < len(plan.PROBLEMS_2017):
                raise Missing("%s on CEC2017 (%d of %d problems are there)"
                              % (where, len(got), len(plan.PROBLEMS_2017)))
        return path

    def has(self, suite, dim, label):
        try:
            return bool(self.file(suite, dim, label))
        except Missing:
            return False

    def first_runs(self, suite, dim, label, runs):
        """The same file with the first runs only."""
        path = self.scratch / ("first%d_%s" % (runs, file_name(suite, dim, label)))
        rows = read_csv(self.file(suite, dim, label))
        write_runs(path, suite, [row for row in rows if int(row["run"]) <= runs])
        return path

    def runs(self, suite, dim, label):
        """Smallest number of runs on a problem."""
        count = {}
        for row in read_csv(self.file(suite, dim, label)):
            count[row["function"]] = count.get(row["function"], 0) + 1
        return min(count.values())
