#!/usr/bin/env python3
"""Every plot of heco.plot, one SVG each, in the folder given (default: here).

    PYTHONPATH=python python3 examples/plots.py [FOLDER] [COMMAND]

COMMAND is the command heco (default: build/release/heco of this checkout): it makes the journal and the database.
"""
import pathlib
import subprocess
import sys

import matplotlib

matplotlib.use("Agg")
import heco
import heco.plot

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
command = sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parent.parent / "build/release/heco"


def save(ax, name):
    ax.figure.savefig(folder / (name + ".svg"))


# ---- a search of one's own: a callback keeps what convergence() draws ----

def beam(x):
    b, h = x
    return 2.0 * b * h, [6.0 / (b * h * h) - 1.0, h - 8.0 * b]


record = heco.plot.Recorder()
answer = heco.minimize(beam, [(0.1, 5.0), (0.1, 10.0)], budget=3000, algorithm="heco-de", callback=record)
save(heco.plot.convergence(record), "convergence_recorder")
save(heco.plot.violations(answer), "violations_answer")
save(heco.plot.violations(record), "violations_recorder")
save(heco.plot.parallel(record), "parallel_recorder")

# ---- a journal, of heco solve or heco.solve: the same while it is being written ----
journal = folder / "g07.journal"
subprocess.run([command, "solve", "cec2006:g07", "--evals", "20000", "--algorithm", "heco-de", "--quiet", "--journal", journal],
               check=True, stdout=subprocess.DEVNULL)
save(heco.plot.convergence(journal), "convergence_journal")
save(heco.plot.violations(journal), "violations_journal")
save(heco.plot.parallel(journal), "parallel_journal")

# ---- a results database ----
database = folder / "runs.db"
subprocess.run([command, "bench", "--suite", "cec2017", "--instance", "1", "--dims", "2", "--problems", "C01-C06", "--runs", "5", "--evals",
                "5000", "--algorithms", "heco-de,lshade44,ude4", "--db", database, "--quiet"], check=True, stdout=subprocess.DEVNULL)
save(heco.plot.convergence(database, problem="C02"), "convergence_database")
save(heco.plot.profile(database), "profile")
save(heco.plot.profile(database, accuracy=1e-3), "profile_accuracy")
save(heco.plot.ranks(database), "ranks")
save(heco.plot.critical(database), "critical")
