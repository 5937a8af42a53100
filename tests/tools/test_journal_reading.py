"""tools/journal_reading.py sees what the soak relies on: rows that are missing, other, lost; records that are torn."""
import struct
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from journal_reading import Journal, timeless  # noqa: E402

IDENTITY = b"version=1\nmodel=m\nsize=2 variables, 1 inequalities, 0 equalities\nevals=9\n"


def record(kind, content):
    return struct.pack("II", ord(kind), len(content)) + content + b"crc!"


def row(value, state=0):
    return bytes([state]) + bytes(7) + struct.pack("4d", value, -value, value * 2, 0.0)


def single(number, index, bytes_of_row, lane=0):
    return record("R", struct.pack("4Q", lane, number, index, bytes_of_row[0]) + bytes_of_row[8:])


def batch(number, *rows):
    """The records of the rows of a batch; None stands for a row that is missing."""
    return b"".join(single(number, i, found) for i, found in enumerate(rows) if found)


def journal(*records):
    return Journal(b"\nheco-j1" + record("N", b"typed") + record("W", b"x") + record("I", IDENTITY) + b"".join(records))


WHOLE = journal(batch(0, row(1), row(2)), record("T", bytes(16)), batch(1, row(3), row(4)))


class Reading(unittest.TestCase):
    def test_rows(self):
        self.assertEqual(WHOLE.rows, [struct.pack("2d", v, -v) for v in (1, 2, 3, 4)])
        self.assertEqual((WHOLE.ends, WHOLE.evaluated, WHOLE.torn, WHOLE.search), ([2, 4], 4, 0, True))

    def test_derivatives(self):
        tail = struct.pack("2d", 7, 8)
        found = journal(single(0, 0, row(1) + tail))
        self.assertEqual(found.rows, [struct.pack("2d", 1, -1)])
        self.assertFalse(found.same(journal(single(0, 0, row(1) + tail[::-1]))))

    def test_beginnings(self):
        for part in (journal(), journal(batch(0, row(1), row(2))), WHOLE,
                     journal(batch(0, row(1), row(2)), batch(1, row(3), None))):
            self.assertTrue(part.begins(WHOLE))
        for part in (journal(batch(0, row(1), row(5))), journal(batch(1, row(3), row(4))),
                     journal(batch(0, row(1), None), batch(1, row(3), row(4))),
                     journal(batch(0, row(1), row(2, 1)))):
            self.assertFalse(part.begins(WHOLE))
        self.assertFalse(WHOLE.begins(journal(batch(0, row(1), row(2)))))

    def test_rows_may_finish_in_any_order(self):
        rows = [single(0, 1, row(2)), single(0, 0, row(1)), single(1, 0, row(3)), single(1, 1, row(4))]
        self.assertTrue(journal(*rows).same(WHOLE))
        self.assertTrue(journal(*rows[:3]).begins(WHOLE))
        self.assertFalse(journal(rows[0], rows[2]).begins(WHOLE))  # a row of the first batch is lost
        self.assertFalse(journal(*rows[:3], single(1, 1, row(5))).begins(WHOLE))
        self.assertFalse(journal(single(0, 0, row(1), lane=1)).begins(WHOLE))

    def test_torn(self):
        cut = Journal(WHOLE.data[:-1])
        self.assertEqual((cut.evaluated, cut.torn), (3, len(single(1, 1, row(4))) - 1))
        self.assertEqual(Journal(b"").evaluated, 0)

    def test_answers(self):
        self.assertEqual(timeless({"f": 1, "seconds": 2, "runs": [{"f": 3, "seconds": 4}]}), {"f": 1, "runs": [{"f": 3}]})


if __name__ == "__main__":
    unittest.main()
