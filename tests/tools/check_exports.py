"""Checks exports of heco db export: each file strictly by its format, and its values against the dumps of the database.

    check_exports.py FORMAT FOLDER FINALS.csv TRACES.csv

The formats: COCO's logger_bbob.c and cocopp's pproc.py and readalign.py (data format "bbob-new"); IOHanalyzer's readFiles.R
(version 0.3.3); Guidelines for the real-world single-objective constrained optimisation competition of CEC 2020, section 3.2;
Evaluation criteria for the CEC 2026 competition on constrained optimization, table 1.
"""
import csv
import json
import math
import pathlib
import re
import sys

NUMBER = r"[+-]?\d+(?:\.\d+)?(?:e[+-]\d+)?"
COCO_HEAD = re.compile(r"suite = '([\w.-]+)', funcId = (\d+), DIM = (\d+), Precision = 1\.000e-08, algId = '([\w.-]+)', "
                       r"logger = 'bbob', data_format = 'bbob-new'")
COCO_COLUMNS = re.compile(r"% f evaluations \| g evaluations \| best noise-free fitness - (Fopt|Fref) \((" + NUMBER + r")\)"
                          r" \+ sum g_i\+ \| measured fitness \| best measured fitness")
PENALTY = 1e10


def name(text):
    """A label or suite as a part of a file name."""
    text = re.sub(r"[^A-Za-z0-9._-]", "_", text)[:63]
    return "_" + text[1:] if text[0] in ".-" else text


def number(text):
    assert re.fullmatch(NUMBER, text), text
    return float(text)


def lines(path):
    text = path.read_text(encoding="ascii")
    assert text.endswith("\n"), f"{path} has no line end"
    return text.splitlines()


def runs_of(finals):
    """{(suite, label): {(problem, n): [runs by number]}}"""
    found = {}
    for row in finals:
        found.setdefault((name(row["suite"]), name(row["algorithm"])), {}).setdefault((row["function"], int(row["dim"])), []).append(row)
    for problems in found.values():
        for rows in problems.values():
            rows.sort(key=lambda r: int(r["run"]))
    return found


def only_files(folder, expected):
    files = {str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()}
    assert files == set(expected), sorted(files ^ set(expected))


def functions(problems):
    """{(function, n): [(instance, run)]} as the exports number them."""
    found, form = {}, re.compile(r"([^0-9]*)(\d+)(?:_i(\d+))?")
    parsed = {p: form.fullmatch(p) for p, _ in problems}
    numbered = all(parsed.values()) and len({m.group(1) for m in parsed.values()}) == 1
    order = sorted(parsed)
    for (problem, n), rows in problems.items():
        function = int(parsed[problem].group(2)) if numbered else order.index(problem) + 1
        stem = problem.split("_i")[0] if numbered else problem
        for row in rows:
            instance = int(parsed[problem].group(3) or row["run"]) if numbered else int(row["run"])
            found.setdefault((function, stem, n), []).append((instance, row))
    return {key: sorted(value, key=lambda v: (v[0], int(v[1]["run"]))) for key, value in found.items()}


def coco_blocks(path):
    """The runs of a .dat or .tdat file: (reference, rows)."""
    blocks = []
    for line in lines(path):
        if line.startswith("%"):
            head = COCO_COLUMNS.fullmatch(line)
            assert head, line
            blocks.append((float(head.group(2)), []))
            continue
        fields = line.split(" ")
        assert len(fields) == 5, line
        blocks[-1][1].append([number(v) for v in fields])
    return blocks


def coco_run(info, dat, tdat, run):
    instance, row = run
    assert info[0] == instance and info[1] == int(row["evals"]), (info, instance, row["evals"])
    reference, better = dat
    assert better[0][0] == 1, "cocopp wants evaluation 1 in the first row"
    assert all(a[0] < b[0] and a[2] > b[2] for a, b in zip(better, better[1:]) if a[0] > 1), "improvements"
    rows = tdat[1]
    assert rows[0][0] == 1 and rows[-1][0] == info[1], (rows[0], rows[-1], info)
    assert all(a[0] < b[0] and a[2] >= b[2] for a, b in zip(rows, rows[1:])), "checkpoints"
    assert all(r[1] in (0, r[0]) for r in rows + better), "evaluations of the constraints"
    assert f"{rows[-1][2]:.1e}" == info[2] and rows[-1][2] == better[-1][2], (rows[-1], better[-1], info)
    if float(row["vio"]) == 0:
        assert rows[-1][2] <= max(float(row["obj"]) - reference, 0) * (1 + 1e-14), (rows[-1], row["obj"], reference)


def check_coco(folder, problems, _):
    expected, seen = set(), {}
    for index in folder.glob("*.info"):
        expected.add(index.name)
        text = lines(index)
        assert len(text) % 3 == 0, index
        for head, comment, data in zip(text[::3], text[1::3], text[2::3]):
            parts = COCO_HEAD.fullmatch(head)
            assert parts and comment.startswith("% "), (head, comment)
            assert parts.group(1) == folder.parent.name and parts.group(4) == folder.name, head
            path, *runs = data.split(", ")
            function, n = int(parts.group(2)), int(parts.group(3))
            assert path == f"data_f{function}/bbobexp_f{function}_DIM{n}.dat" and index.name == f"bbobexp_f{function}.info", path
            expected |= {path, path[:-3] + "tdat"}
            infos = [re.fullmatch(r"(\d+):(\d+)\|(\S+)", r) for r in runs]
            seen[function, n] = ([(int(i[1]), int(i[2]), i[3]) for i in infos],
                                 coco_blocks(folder / path), coco_blocks(folder / (path[:-3] + "tdat")))
    only_files(folder, expected)
    want = {(function, n): runs for (function, _, n), runs in functions(problems).items()}
    assert seen.keys() == want.keys(), (seen.keys(), want.keys())
    for key, (infos, dat, tdat) in seen.items():
        assert len(infos) == len(dat) == len(tdat) == len(want[key]), key
        for one in zip(infos, dat, tdat, want[key]):
            coco_run(*one)


def iohprofiler_blocks(path):
    blocks = []
    for line in lines(path):
        if line == "evaluations raw_y f violation":
            blocks.append([])
            continue
        fields = line.split(" ")
        assert len(fields) == 4, line
        blocks[-1].append([number(v) for v in fields])
    return blocks


def check_iohprofiler(folder, problems, _):
    expected, seen = set(), set()
    want = functions(problems)
    for path in folder.glob("*.json"):
        d = json.loads(path.read_text())
        assert d["version"] == "0.3.3" and d["maximization"] is False and name(d["suite"]) == folder.parent.name, path
        assert name(d["algorithm"]["name"]) == folder.name and d["attributes"] == ["evaluations", "raw_y", "f", "violation"], path
        expected.add(path.name)
        assert path.name == f"IOHprofiler_f{d['function_id']}_{d['function_name']}.json"
        for scenario in d["scenarios"]:
            key = d["function_id"], d["function_name"], scenario["dimension"]
            seen.add(key)
            expected.add(scenario["path"])
            blocks = iohprofiler_blocks(folder / scenario["path"])
            assert len(blocks) == len(scenario["runs"]) == len(want[key]), key
            for block, run, (instance, row) in zip(blocks, scenario["runs"], want[key]):
                assert run["instance"] == instance and run["evals"] == int(row["evals"]) == block[-1][0], (run, row)
                assert len(run["best"]["x"]) == scenario["dimension"] and run["best"]["evals"] == int(row["evals_at_best"])
                feasible = float(row["vio"]) == 0
                assert run["best"]["y"] == (float(row["obj"]) if feasible else PENALTY + float(row["vio_sum"])) or not feasible
                assert block[-1][1] == run["best"]["y"] and block[-1][2] == float(row["obj"]), (block[-1], run)
                assert math.isclose(block[-1][3], float(row["vio_sum"]), rel_tol=1e-12), (block[-1], row["vio_sum"])
                assert all(a[0] < b[0] and a[1] >= b[1] for a, b in zip(block, block[1:])), key
    only_files(folder, expected)
    assert seen == want.keys(), seen ^ want.keys()


def matrix(path, rows, columns):
    table = [line.split() for line in lines(path)]
    assert len(table) == rows and all(len(r) == columns for r in table), (path, len(table), len(table[0]))
    return [[math.nan if v == "NaN" else number(v) for v in r] for r in table]


def same(a, b):
    return a == b or (math.isnan(a) and not math.isfinite(b))


def check_cec2020(folder, problems, traces):
    expected = set()
    for (problem, n), rows in problems.items():
        files = [f"{folder.name}_{problem}_{kind}.txt" for kind in ("F", "CV")]
        if (folder / f"D{n}").is_dir():
            files = [f"D{n}/{f}" for f in files]
        expected |= set(files)
        tables = [matrix(folder / f, 10, len(rows)) for f in files]
        for i, row in enumerate(rows):
            points = traces[problem, n, row["run"]]
            for k in range(10):
                at = points[-(-int(row["max_evals"]) * (k + 1) // 10)]
                assert all(same(t[k][i], v) for t, v in zip(tables, at)), (problem, n, row["run"], k)
            assert (tables[0][9][i], tables[1][9][i]) == (float(row["obj"]), float(row["vio"])), row
    only_files(folder, expected)


def check_cec2026(folder, problems, traces):
    expected = set()
    for (function, problem, n), runs in functions(problems).items():
        file = f"{folder.name}_CEC26_CSOP_F{function}.txt"
        if (folder / f"D{n}").is_dir():
            file = f"D{n}/{file}"
        expected.add(file)
        table = matrix(folder / file, 2001, 1 + 2 * len(runs))
        evals = [int(r[0]) for r in table]
        assert all(a < b for a, b in zip(evals[1:], evals[2:])), file
        for i, (_, row) in enumerate(runs):
            assert evals[-1] == int(row["max_evals"]), file
            points, constraints = traces[problem, n, row["run"]], None
            if float(row["vio"]) > 0:
                constraints = round(float(row["vio_sum"]) / float(row["vio"]))
            for k in range(1, 2001):
                ev, lcv = table[k][1 + 2 * i:3 + 2 * i]
                f, mean = points[evals[k]]
                assert math.isnan(ev) == (mean > 0), (file, k)
                assert math.isnan(ev) or ev == (0 if abs(f) < 1e-8 else f), (file, k, ev, f)
                assert not constraints or math.isclose(lcv, mean * constraints, rel_tol=1e-12), (file, k)
    only_files(folder, expected)


def main(form, folder, finals, traces):
    with open(finals, newline="") as file:
        finals = list(csv.DictReader(file))
    points = {}
    with open(traces, newline="") as file:
        for r in csv.DictReader(file):
            key = name(r["suite"]), name(r["algorithm"])
            points.setdefault(key, {}).setdefault((r["function"], int(r["dim"]), r["run"]), {})[int(r["evals"])] = (
                float(r["obj"]), float(r["vio"]))
    check = {"coco": check_coco, "iohprofiler": check_iohprofiler, "cec2020": check_cec2020, "cec2026": check_cec2026}[form]
    found = runs_of(finals)
    folders = {tuple(p.parts[-2:]) for p in pathlib.Path(folder).glob("*/*")}
    assert folders == found.keys(), (folders, found.keys())
    for (suite, label), problems in found.items():
        check(pathlib.Path(folder) / suite / label, problems, points[suite, label])


main(*sys.argv[1:])
