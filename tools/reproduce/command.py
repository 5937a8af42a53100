"""The command `heco` as this folder uses it, and where things are."""
import csv
import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("HECO_SHARED_DIR") or ROOT.parent / "shared")


def die(text, code=1):
    print("%s: %s" % (Path(sys.argv[0]).name, text), file=sys.stderr)
    sys.exit(code)


def find(given):
    """The command: as given, from $HECO, from the release build, or from the search path."""
    for path in (given, os.environ.get("HECO"), ROOT / "build/release/heco"):
        if path and os.access(path, os.X_OK):
            return str(path)
        if path in (given, os.environ.get("HECO")) and path:
            die("no command %s; build it, or name it with --heco" % path, 2)
    return shutil.which("heco") or die("no command heco; build it, or name it with --heco", 2)


class Heco:
    def __init__(self, path):
        self.path = find(path)
        self.cache = {}

    def output(self, *arguments):
        """Standard output of a call that must succeed."""
        done = subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode != 0:
            die("heco %s: %s" % (arguments[0], done.stderr.strip() or done.returncode))
        return done.stdout

    def table(self, *arguments):
        """Rows of a call that prints CSV; the same call is made once."""
        key = tuple(map(str, arguments))
        if key not in self.cache:
            self.cache[key] = list(csv.DictReader(io.StringIO(self.output(*key))))
        return self.cache[key]

    def algorithms(self):
        return {line.split()[0] for line in self.output("list", "algorithms").splitlines() if line}

    def finals(self, database):
        return csv.DictReader(io.StringIO(self.output("bench", "--db", database,
                                                      "--dump", "finals")))

    def rank(self, files, *arguments):
        withs = [word for file in files for word in ("--with", file)]
        return self.table("rank", "-q", "--format", "csv", *withs, *arguments)
