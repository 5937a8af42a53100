"""rw2020_table.py: shares of a database, of the comparison program and of published runs, counted with the same
targets; published runs as CSV for `heco rank`."""
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "rw2020_table.py"

# A command that knows two problems; RC08 lacks its data unless --data is given.
COMMAND = """#!/bin/sh
case "$*" in *--data*) f=', "f_ref": 2' ;; *) f=', "needs_data": true' ;; esac
echo '[{"name": "RC01", "dims": [9], "f_ref": 10}, {"name": "RC08", "dims": [2]'"$f"'}]'
"""


def table(*words):
    """Returns label -> cells of the table that the tool prints."""
    out = subprocess.run([sys.executable, TOOL, *words], capture_output=True, text=True, check=True).stdout
    return {line.split("|")[1].strip(): [c.strip() for c in line.split("|")[2:-1]] for line in out.splitlines()}


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
    (folder / "SASS_f.csv").write_text("run,RC01,RC08\n1,10,4\n2,10.5,nan\n")
    (folder / "SASS_cv.csv").write_text("run,RC01,RC08\n1,0,0\n2,0,0\n")
    rows = table(folder / "runs.db", folder)
    # auto: RC01 feasible 2 of 2, solved 1 of 2; RC08, the even number: feasible 1 of 2, solved 1 of 2
    assert rows["auto"][:7] == ["2", "2", "75.0", "50.0", "50.0", "50.0", "50.0"], rows
    # SASS: RC01 solved 1 of 2, RC08 1 of 2
    assert rows["SASS"][:7] == ["2", "2", "100.0", "50.0", "50.0", "50.0", "50.0"], rows
    assert rows["SASS"][7] == "-", rows

    # The comparison program ends runs at success: -1 is none. Targets: 10.001 and 2.0002.
    heco = folder / "heco"
    heco.write_text(COMMAND)
    heco.chmod(0o755)
    (folder / "auto.csv").write_text(
        "suite,problem,n,solver,seed,evals_to_success,evals,best_f,violation\n"
        "rw2020,RC01,9,auto,1,30,30,10.0005,0\nrw2020,RC01,9,auto,2,-1,100,10.5,0\nrw2020,RC01,9,auto,3,-1,100,9,0.1\n"
        "rw2020,RC08,2,auto,1,30,30,2,0\nrw2020,RC08,2,auto,2,40,40,2,0\n")
    rows = table(folder / "auto.csv", folder, "--heco", heco, "--data", "x")
    assert rows["auto"][:7] == ["2", "2 to 3", "83.3", "66.7", "100.0", "33.3", "100.0"], rows
    assert rows["SASS"][:7] == ["2", "2", "100.0", "25.0", "0.0", "50.0", "0.0"], rows
    without_head = (folder / "auto.csv").read_text().split("\n", 1)[1]
    (folder / "more.csv").write_text(without_head)
    rows = table(folder / "auto.csv", folder / "more.csv", folder, "--heco", heco)
    assert rows["auto"][1] == "4 to 6", rows
    assert rows["SASS"][:2] == ["1", "2"], rows

    out = subprocess.run([sys.executable, TOOL, "--as-runs", folder, "--heco", heco], capture_output=True, text=True,
                         check=True).stdout
    assert out.splitlines() == ["suite,algorithm,function,dim,dims,run,obj,vio", "rw2020,SASS,RC01,9,own,1,10,0",
                                "rw2020,SASS,RC01,9,own,2,10.5,0", "rw2020,SASS,RC08,2,own,1,4,0",
                                "rw2020,SASS,RC08,2,own,2,inf,0"], out
