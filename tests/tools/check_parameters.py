"""Checks parameter files of irace and SMAC against the option table that `heco list options --json` prints.

    check_parameters.py irace|smac FILE OPTIONS.json
"""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples" / "tuning"))
IRACE = re.compile(r'([A-Za-z][A-Za-z0-9_]*) "([^"]+)=" (?:(c) \((.+)\)|([ir])(,log)? \((\S+), (\S+)\))$')


def rows(tuner, path):
    """(option, names) of a choice, (option, low, high, default or None, log) of a number."""
    if tuner == "smac":
        import smac_tune
        for row in smac_tune.read_parameters(path):
            if row[1] == "categorical":
                assert row[3] in row[2], row
                yield row[0], row[2]
            else:
                yield row[0], *row[2:]
        return
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("#"):
            continue
        found = IRACE.match(line)
        assert found, line
        name, option, choice, names, kind, log, low, high = found.groups()
        assert name == re.sub("[-.]", "_", option), line
        assert choice or kind == "r" or (low.isdigit() and high.isdigit()), line
        yield (option, names.split(", ")) if choice else (option, float(low), float(high), None, log is not None)


def main(tuner, path, options):
    table = {o["name"]: o for o in json.loads(pathlib.Path(options).read_text())}
    seen = set()
    for option, *rest in rows(tuner, path):
        about = table[option]
        assert option not in seen, option
        seen.add(option)
        if about["kind"] == "choice":
            assert rest[0] == about["choices"].split("|"), option
            continue
        low, high, default, log = rest
        assert (about["min"] is None or about["min"] <= low) and (about["max"] is None or high <= about["max"]) and low < high, (option, rest)
        assert not log or low > 0, (option, rest)
        assert default is None or low <= default <= high, (option, rest)
        if default is not None and about["default"] != "auto":
            assert abs(default - float(about["default"])) <= 1e-9 * abs(default), (option, rest)
    missing = {o for o, about in table.items() if about["kind"] == "choice"} - seen
    assert not missing, missing


main(*sys.argv[1:])
