#!/usr/bin/env python3
"""Counts test cases in the JUnit files that ctest writes.

    tools/count_tests.py FILE.xml [AGAIN.xml]

First line: "passed failed skipped". Then one line per failed test and per skipped one. AGAIN.xml has
tests of FILE.xml that were repeated alone: the later result counts, and a line says so. A cmocka
program or a Python unittest counts with the cases it reports, any other test as one. A program that
ctest runs in several parts (NAME_2_of_6) is counted once: passed cases of its other parts are not.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

CASE = re.compile(r"^\[ *(OK|FAILED|SKIPPED) *\] (.*)$", re.MULTILINE)
OTHER_PART = re.compile(r"_(?:[2-9]|\d\d+)_of_\d+$")
UNITTEST = re.compile(r"^Ran (\d+) tests? in", re.MULTILINE)
UNITTEST_SKIPPED = re.compile(r"^OK \((?:.*, )?skipped=(\d+)", re.MULTILINE)


def cases(output):
    """{verdict: names} of a cmocka program: the lines before its closing summary."""
    found = {"OK": [], "FAILED": [], "SKIPPED": []}
    for verdict, name in CASE.findall(output.partition("test(s) run.")[0]):
        found[verdict].append(name)
    return found


def results(path):
    """{name: element} of the tests in a file"""
    return {test.get("name"): test for test in ElementTree.parse(path).getroot().iter("testcase")}


def skipped(test):
    return test.get("status") == "notrun" or test.find("skipped") is not None


def count(tests):
    """[passed, failed, skipped], lines to print"""
    totals, notes = [0, 0, 0], []
    for name, test in tests.items():
        output = test.findtext("system-out") or ""
        found = cases(output)
        if skipped(test):
            totals[2] += 1
            lines = [line for line in output.splitlines() if line.strip()]
            notes.append(f"skipped {name}" + (f": {lines[-1]}" if lines else ""))
        elif test.get("status") == "run" and OTHER_PART.search(name):
            continue
        elif test.get("status") == "run":
            ran = UNITTEST.search(output)
            left_out = len(found["SKIPPED"])
            if ran and not found["OK"]:
                by_unittest = UNITTEST_SKIPPED.search(output)
                left_out = int(by_unittest.group(1)) if by_unittest else 0
                totals[0] += int(ran.group(1)) - left_out
            else:
                totals[0] += len(found["OK"]) or (0 if left_out else 1)
            totals[2] += left_out
            notes += [f"skipped {name}: {case}" for case in found["SKIPPED"]]
            if ran and left_out:
                notes.append(f"skipped {name}: {left_out} case(s)")
        else:
            totals[0] += len(found["OK"])
            totals[1] += max(1, len(found["FAILED"]))
            totals[2] += len(found["SKIPPED"])
            notes.append(f"FAILED  {name}" + "".join(f" {case}" for case in found["FAILED"]))
    return totals, notes


def main():
    tests = results(sys.argv[1])
    again = results(sys.argv[2]) if len(sys.argv) > 2 else {}
    totals, notes = count(tests | again)
    print(*totals)
    for name, test in again.items():
        outcome = "skipped" if skipped(test) else "passed" if test.get("status") == "run" else "failed again"
        notes.append(f"repeated alone: {name} ({outcome})")
    print(*notes, sep="\n", end="\n" if notes else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
