"""A search in a pool of Dask that begins without a worker, gets two, loses one, loses all, and gets two others. Its answer
is that of one process, and no point fails. The workers are processes, or jobs of Slurm: elastic_pool.py processes|slurm."""
import subprocess
import sys
import threading
import time

import dask
import distributed
import numpy as np

import heco

BOX = [(-5.0, 5.0)] * 3
LIMIT = 150  # seconds


def fun(x):
    time.sleep(0.01)
    return (x[0] - 1.0) ** 2 + (x[1] - x[0] ** 2) ** 2 + abs(x[2]), [1.0 - (x[0] + x[1])], None


def solve(**how):
    return heco.minimize(fun, BOX, n_ineq=1, budget=300, seed=5, lanes=3, **how)


class Processes:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Jobs:
    def __init__(self, command):
        self.number = subprocess.run(["sbatch", "--parsable", "--output=worker-%j.out", "--wrap", "exec " + " ".join(command)],
                                     check=True, capture_output=True, text=True).stdout.strip()

    def kill(self):
        subprocess.run(["scancel", "--full", "--signal=KILL", self.number], check=True)


class Pool:
    """Workers that come and go."""

    def __init__(self, kind, address):
        self.kind, self.workers, self.sizes = kind, [], []
        self.command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
                        "--no-dashboard", "--death-timeout", "60"]

    def grow(self):
        self.workers.append(self.kind(self.command))

    def shrink(self):
        self.workers.pop(0).kill()


def wait_for(client, count):
    end = time.monotonic() + LIMIT
    while len(client.ncores()) != count:
        if time.monotonic() > end:
            sys.exit("FAILED: %d workers instead of %d" % (len(client.ncores()), count))
        time.sleep(0.05)


def main():
    dask.config.set({"distributed.worker.use-file-locking": False, "distributed.admin.tick.limit": "1h",
                     "distributed.scheduler.allowed-failures": 10})
    with distributed.LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=None) as cluster, \
            distributed.Client(cluster) as client:
        pool = Pool(Jobs if sys.argv[1] == "slurm" else Processes, cluster.scheduler_address)
        steps = [(0, [pool.grow, pool.grow], 2), (40, [pool.shrink], 1), (80, [pool.grow], 2),
                 (120, [pool.shrink, pool.shrink], 0), (0, [pool.grow, pool.grow], 2)]
        reached, change = threading.Condition(), []

        def count(search):
            with reached:
                change.append(search.nfev)
                reached.notify()

        def play():
            for evals, actions, size in steps:
                with reached:
                    reached.wait_for(lambda: evals == 0 or change and change[-1] >= evals, LIMIT)
                for action in actions:
                    action()
                wait_for(client, size)
                pool.sizes.append(size)

        thread = threading.Thread(target=play, daemon=True)
        thread.start()
        s = solve(workers=(client, 4), callback=count)
        thread.join(LIMIT)
        while pool.workers:
            pool.shrink()
    one = solve(workers=4)
    assert pool.sizes == [size for _, _, size in steps], pool.sizes
    assert (s.fun, s.nfev, s.nfail, s.lanes) == (one.fun, one.nfev, 0, 3), (s, one)
    np.testing.assert_array_equal(s.x, one.x)
    print("%d evaluations in a pool of %s workers: the answer of one process" % (s.nfev, ", ".join(map(str, pool.sizes))))


if __name__ == "__main__":
    main()
