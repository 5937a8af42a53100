"""rw2020_table.py: shares of a database and of published runs, counted with the targets of the database."""
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "rw2020_table.py"

with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    db = sqlite3.connect(folder / "runs.db")
    db.executescript("""
        CREATE TABLE suite(id, name); INSERT INTO suite VALUES(1, 'rw2020');
        CREATE TABLE problem(id, suite, name, target); INSERT INTO problem VALUES(1, 1, 'RC01', 10), (2, 1, 'RC08', 5);
        CREATE TABLE variant(id, label); INSERT INTO variant VALUES(1, 'auto');
        CREATE TABLE run(problem, variant, f, viol);
        INSERT INTO run VALUES(1, 1, 9, 0), (1, 1, 11, 0), (2, 1, 4, 0.5), (2, 1, 5, 0);""")
    db.commit()
    db.close()
    (folder / "SASS_f.csv").write_text("run,RC01,RC08\n1,10,4\n2,10.5,4\n")
    (folder / "SASS_cv.csv").write_text("run,RC01,RC08\n1,0,0\n2,0,0\n")
    out = subprocess.run([sys.executable, TOOL, folder / "runs.db", folder], capture_output=True, text=True, check=True).stdout
    rows = {line.split("|")[1].strip(): [c.strip() for c in line.split("|")[2:-1]] for line in out.splitlines()}
    # auto: RC01 feasible 2 of 2, solved 1 of 2; RC08 feasible 1 of 2, solved 1 of 2
    assert rows["auto"][:5] == ["2", "75.0", "50.0", "50.0", "50.0"], rows
    # SASS: RC01 solved 1 of 2, RC08 2 of 2
    assert rows["SASS"][:5] == ["2", "100.0", "75.0", "50.0", "100.0"], rows
    assert rows["SASS"][5] == "-", rows
