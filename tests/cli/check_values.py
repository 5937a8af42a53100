#!/usr/bin/env python3
"""Values of every model of make_nl.py, as heco sees the file and as they are computed here:
check_values.py HECO. Where gjh_asl_json is installed, also as that program sees the file."""
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "nl"))
import make_nl  # noqa: E402

REFUSED = ("functions", "semicont")
INF = make_nl.INF
compared = 0


def sides(bounds, values):
    """Inequalities and equalities as heco makes them of rows."""
    g, h = [], []
    for (low, high), value in zip(bounds, values):
        if low == high:
            h.append(value - low)
            continue
        if low > -INF:
            g.append(low - value)
        if high < INF:
            g.append(value - high)
    return g + h


def near(a, b):
    return abs(a - b) <= 1e-12 * max(1.0, abs(a), abs(b))


def heco_eval(heco, name, points):
    text = "".join(",".join(map(repr, x)) + "\n" for x in points)
    done = subprocess.run([heco, "eval", name + ".nl", "--json", "--bound", "10"], input=text, text=True,
                          capture_output=True)
    assert done.returncode in (0, 4), done.stderr  # 4: the points of `domain` that fail
    return json.loads(done.stdout)["points"]


def same(name, got, f, rows, logical=()):
    global compared
    wanted = [f] + rows
    count = len(got["g"]) - len(logical)
    values = [got["f"]] + got["g"][:count] + got["h"]
    for miss, truth in zip(got["g"][count:], logical):
        assert (miss == 0) == truth and miss >= 0, f"{name}: {miss} for {truth} at {got}"
        compared += 1
    assert len(values) == len(wanted), (name, values, wanted)
    for a, b in zip(values, wanted):
        assert near(a, b), f"{name}: {a!r} instead of {b!r} at {got}"
        compared += 1


def gjh_start(name, model):
    """Where that program starts: where the file says, and at 1 where it does not; its values there."""
    subprocess.run(["gjh_asl_json", name, f"json={name}.json"], capture_output=True, check=True)
    with open(name + ".json") as file:
        seen = json.loads(file.read().replace("Infinity", "1e999"))
    sense = seen["problem statistics"]["objective statistics"]["0"]["objective sense"]
    assert (sense == "maximize") == (model["objectives"][0][0] == "max"), sense
    assert list(seen["variable bounds"].values()) == [list(b) for b in model["variables"]]
    guess = seen["supplied starting points"]["primal"]
    evals = seen["initial evaluations"]
    rows = sides(seen["constraint bounds"].values(), evals["constraints"].values())
    return [guess.get(str(j), 1.0) for j in range(len(model["variables"]))], \
        evals["objective function"]["0"]["value"], rows


def check(heco, name, model, gjh):
    draw = random.Random(name)
    box = [(max(low, -10), min(high, 10)) for low, high in model["variables"]]
    points = [[draw.uniform(*pair) for pair in box] for _ in range(20)]
    # that program crashes on some operators and wants one objective
    special = model["logical"] or model["complements"] or make_nl.ordered_sets(model)
    if gjh and len(model["objectives"]) == 1 and not special and not name.startswith(("operators", "derived")):
        start, f, rows = gjh_start(name, model)
        points.append(start)
    seen = heco_eval(heco, name, points)
    if len(points) > 20:
        same(name, seen.pop(), f, rows)
    for x, got in zip(points, seen):
        try:
            f, _ = make_nl.values(model, x)
        except ValueError:
            assert got["f"] is None, f"{name} has a value at {x}"
            continue
        g, h = make_nl.residuals(model, x)
        same(name, got, f[0] if f else 0.0, g + h, [make_nl.truth(e, x) for e in model["logical"]])


def main():
    heco = os.path.abspath(sys.argv[1])
    gjh = shutil.which("gjh_asl_json")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        make_nl.all_models()
        for name, model in make_nl.MODELS.items():
            if name not in REFUSED:
                check(heco, name, model, gjh)
        os.chdir("/")
    print(f"{compared} values agree{'' if gjh else ', without gjh_asl_json'}")


main()
