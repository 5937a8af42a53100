#!/usr/bin/env python3
"""Counts test cases in the JUnit files that ctest writes.

    tools/count_tests.py FILE.xml ...

First line: "passed failed skipped". Then one line per failed test and per skipped one. A cmocka
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


def count(path):
    totals, notes = [0, 0, 0], []
    for test in ElementTree.parse(path).getroot().iter("testcase"):
        name, status = test.get("name"), test.get("status")
        output = test.findtext("system-out") or ""
        found = cases(output)
        if status == "notrun" or test.find("skipped") is not None:
            totals[2] += 1
            lines = [line for line in output.splitlines() if line.strip()]
            notes.append(f"skipped {name}" + (f": {lines[-1]}" if lines else ""))
        elif status == "run" and OTHER_PART.search(name):
            continue
        elif status == "run":
            ran = UNITTEST.search(output)
            skipped = len(found["SKIPPED"])
            if ran and not found["OK"]:
                by_unittest = UNITTEST_SKIPPED.search(output)
                skipped = int(by_unittest.group(1)) if by_unittest else 0
                totals[0] += int(ran.group(1)) - skipped
            else:
                totals[0] += len(found["OK"]) or (0 if skipped else 1)
            totals[2] += skipped
            notes += [f"skipped {name}: {case}" for case in found["SKIPPED"]]
            if ran and skipped:
                notes.append(f"skipped {name}: {skipped} case(s)")
        else:
            totals[0] += len(found["OK"])
            totals[1] += max(1, len(found["FAILED"]))
            totals[2] += len(found["SKIPPED"])
            notes.append(f"FAILED  {name}" + "".join(f" {case}" for case in found["FAILED"]))
    return totals, notes


def main():
    totals, notes = [0, 0, 0], []
    for path in sys.argv[1:]:
        more, said = count(path)
        totals = [a + b for a, b in zip(totals, more)]
        notes += said
    print(*totals)
    print(*notes, sep="\n", end="\n" if notes else "")
    return 0


if __name__ == "__main__":
    sys.exit(main())
