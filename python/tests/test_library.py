"""The package and the library it loads agree on version and structures."""

import unittest
import warnings

import heco
from heco import _lib
from problems import BOX, sphere

try:
    import scipy.optimize as so
except ImportError:
    so = None


class Library:
    """Looks like a loaded library of that version with structures of those sizes."""
    def __init__(self, number, **sizes):
        self.heco_version_number = lambda: number
        self.heco_layout_size = lambda name: sizes.get(name.decode(), _lib.lib.heco_layout_size(name))


class Agreement(unittest.TestCase):
    def test_the_library_in_use_is_the_one_described(self):
        number = _lib.lib.heco_version_number()
        self.assertEqual("%d.%d.%d" % (number // 10000, number // 100 % 100, number % 100), heco.__version__)
        self.assertEqual((number // 10000, number // 100 % 100), _lib.VERSION)
        self.assertEqual(_lib.lib.heco_layout_size(b"heco_nothing"), 0)

    def test_another_interface_is_refused_in_one_line(self):
        _lib.check_version(Library(107), "libheco.so")   # 0.1.7
        for library, words in ((Library(200), "libheco.so is heco 0.2.0, this package is for heco 0.1"),
                               (Library(10000), "is heco 1.0.0"), (object(), "is older than this package")):
            with self.assertRaisesRegex(ImportError, words) as caught:
                _lib.check_version(library, "libheco.so")
            self.assertEqual(str(caught.exception).count("\n"), 0)

    def test_structures_of_another_size_are_refused(self):
        size = _lib.lib.heco_layout_size
        _lib.check_layout(Library(100, heco_result=size(b"heco_result") + 16), "libheco.so")   # grown at its end
        for name, by in (("heco_batch", 8), ("heco_batch", -8), ("heco_result", -8)):
            with self.assertRaisesRegex(ImportError, "libheco.so has a %s of" % name):
                _lib.check_layout(Library(100, **{name: size(name.encode()) + by}), "libheco.so")

    def test_a_search_by_the_package_stops_at_its_target(self):
        s = heco.minimize(sphere, BOX, budget=4000, target=1e-3)
        self.assertEqual(s.stop, "target")
        self.assertLess(s.nfev, 4000)


if __name__ == "__main__":
    warnings.simplefilter("error", ResourceWarning)
    unittest.main(verbosity=1)
