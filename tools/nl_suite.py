#!/usr/bin/env python3
"""Writes the models of a folder with a reference.csv as a suite file for `heco bench --suite`.

    tools/nl_suite.py DIR > nl.suite

DIR has reference.csv (columns name and best_feasible) and models/NAME.nl. A model without a file is
left out; one without a number in best_feasible has no best value.
"""
import argparse
import csv
import math
import sys
from pathlib import Path


def number(text):
    """The finite number of a text, or None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def lines(folder):
    yield "name nl"
    yield 'title "AMPL models with reference values"'
    yield "evals_per_variable 1000"
    yield "success 1e-6"
    yield "success_relative 1e-4"
    with open(folder / "reference.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            model = (folder / "models" / (row["name"] + ".nl")).resolve()
            best = number(row["best_feasible"])
            if model.exists():
                yield f"problem {row['name']} '{model}'" + (f" best={best!r}" if best is not None else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    if not (folder / "reference.csv").exists():
        sys.exit(f"nl_suite.py: {folder} has no reference.csv: name the folder of the models")
    print("\n".join(lines(folder)))


if __name__ == "__main__":
    main()
