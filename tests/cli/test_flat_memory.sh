# A long search takes no more memory than a short one. HECO_FLAT_EVALS=1e7: the length of the long one (1e6).
. "$(dirname "$0")/common.sh"
has_python || exit 77
python3 - "$heco" "${HECO_FLAT_EVALS:-1e6}" <<'PY' || fail "memory grows, see above"
import os, sys
heco, evals = sys.argv[1:]
def peak(words):
    """Returns the largest resident memory of a command in kB."""
    pid = os.fork()
    if pid == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.execv(heco, [heco, *words])
    _, status, usage = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, words
    return usage.ru_maxrss
bad = 0
for algorithm, more in (("lshade44", []), ("heco-de", []), ("auto", ["--set", "stop=budget"])):
    def run(n): return ["solve", "cec2006:g06", "--algorithm", algorithm, "--evals", n, "--quiet", *more]
    short = peak(run("50000"))
    long = peak(run(evals))
    print(f"{algorithm} {' '.join(more[:1])}: {short} kB after 5e4 evaluations, {long} kB after {evals}", flush=True)
    if "ASAN_OPTIONS" not in os.environ: bad += long > short + 2000
sys.exit(bad)
PY
finish
