"""Tables about heco-next whose runs are not kept one by one: other budgets, generated instances, U-scores.

A database is known by its name, that of a part of plan.OWN_PARTS. What it says goes into budgets.csv,
instances.csv and scores.csv in tools/reproduce/results; a line is replaced by one with as many runs or more."""
import csv
import math

import plan
import stored

FILES = {
    "budgets.csv": ["suite", "dim", "evals", "algorithm", "runs", "value"],
    "instances.csv": ["dim", "seed", "runs", "wins", "ties", "losses"],
    "scores.csv": ["dim", "algorithm", "runs", "accuracy", "speed", "score", "score_2024"],
}
KEYS = {"budgets.csv": 4, "instances.csv": 2, "scores.csv": 2}  # the first columns name the line
CLOSE = 1e-8


def whole(finals, entries, problems):
    """Runs of all labels on all problems; 0 when something is missing."""
    count = {}
    for row in finals:
        key = row["algorithm"], row["function"]
        count[key] = count.get(key, 0) + 1
    return min((count.get((label, p), 0) for label, _ in entries for p in problems), default=0)


def first(finals, runs):
    return [row for row in finals if int(row["run"]) <= runs]


def budgets(heco, database, bench, runs):
    """Success in percent on CEC2006, rank values of the field among itself on CEC2017."""
    head = {"suite": bench.suite, "dim": bench.dims[0] if bench.dims else "", "evals": bench.evals,
            "runs": runs}
    rule = ["--rule", "cec2006"] if bench.suite == "cec2006" else []
    values = {label: [] for label, _ in bench.entries}
    for row in heco.table("rank", "-q", "--format", "csv", "--db", database, *rule):
        if rule:
            values[row["algorithm"]].append(float(row["success_rate"]))
        elif row["dim"] == str(bench.dims[0]):
            values[row["algorithm"]].append(float(row["total"]))
    return [dict(head, algorithm=label, value="%.4g" % (sum(v) / len(v)))
            for label, v in values.items()]


def median(rows):
    """The median run: the smaller violation first, then the smaller f."""
    order = sorted((float(row["vio"]), float(row["obj"])) for row in rows)
    return order[(len(order) - 1) // 2]


def compare(a, b):
    """-1, 0, 1: a is better, equal within CLOSE, worse."""
    for x, y in zip(a, b):
        if not math.isclose(x, y, rel_tol=CLOSE, abs_tol=CLOSE):
            return -1 if x < y else 1
    return 0


def instances(heco, finals, bench, runs):
    medians = {label: [median([row for row in first(finals, runs) if row["algorithm"] == label
                               and row["function"] == p]) for p in plan.PROBLEMS_2017]
               for label, _ in bench.entries}
    signs = [compare(a, b) for a, b in zip(medians["heco-next"], medians["heco-de"])]
    return [{"dim": bench.dims[0], "seed": bench.instance, "runs": runs, "wins": signs.count(-1),
             "ties": signs.count(0), "losses": signs.count(1)}]


def scores(heco, database, bench, runs):
    rows = {label: {"dim": bench.dims[0], "algorithm": label, "runs": runs}
            for label, _ in bench.entries}
    for rule, names in (("u-score", {"accuracy": "accuracy", "speed": "speed", "score": "score"}),
                        ("u-score-2024", {"score": "score_2024"})):
        for row in heco.table("rank", "-q", "--format", "csv", "--db", database, "--rule", rule):
            if row["dim"] == str(bench.dims[0]):
                rows[row["algorithm"]].update({ours: "%.6g" % float(row[theirs])
                                               for theirs, ours in names.items()})
    return list(rows.values())


def lines(heco, database, part):
    """(name of the file, its new lines)"""
    bench = plan.OWN_PARTS[part][0]
    finals = list(heco.finals(database))
    problems = plan.PROBLEMS_2006 if bench.suite == "cec2006" else plan.PROBLEMS_2017
    runs = whole(finals, bench.entries, problems)
    if runs == 0:
        return None, []
    if part.startswith("instance"):
        return "instances.csv", instances(heco, finals, bench, runs)
    if part.startswith("score"):
        return "scores.csv", scores(heco, database, bench, runs)
    return "budgets.csv", budgets(heco, database, bench, runs)


def read(folder, name):
    path = folder / name
    return stored.read_csv(path) if path.exists() else []


def update(heco, folder, databases):
    """Takes over what the databases hold; the number of lines written."""
    tables = {name: {tuple(row.values())[:KEYS[name]]: row for row in read(folder, name)}
              for name in FILES}
    written = 0
    for database in databases:
        name, new = lines(heco, database, database.stem)
        for row in new:
            row = {column: str(row[column]) for column in FILES[name]}
            key = tuple(row.values())[:KEYS[name]]
            if int(row["runs"]) >= int(tables[name].get(key, {"runs": 0})["runs"]):
                tables[name][key] = row
                written += 1
    for name, table in tables.items():
        if table:
            with open(folder / name, "w", newline="", encoding="ascii") as out:
                writer = csv.DictWriter(out, FILES[name], lineterminator="\n")
                writer.writeheader()
                writer.writerows(table[key] for key in sorted(table, key=sort_key))
    return written


def sort_key(key):
    return [(0, int(word), "") if word.isdigit() else (1, 0, word) for word in key]
