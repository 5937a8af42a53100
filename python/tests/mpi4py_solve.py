"""Run by test_workers.py and test_lanes.py: mpirun -n 3 python3 -m mpi4py.futures mpi4py_solve.py [lanes]"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))  # the other ranks look for the module there

from mpi4py.futures import MPIPoolExecutor  # noqa: E402

import test_lanes  # noqa: E402
import test_workers  # noqa: E402

if __name__ == "__main__":
    with MPIPoolExecutor(path=[str(pathlib.Path(__file__).resolve().parent)]) as pool:
        s = test_lanes.solve(workers=pool) if sys.argv[1:] == ["lanes"] else test_workers.solve(pool.map)
    print(repr(s.fun), s.nfev, s.nfail, s.lanes)
