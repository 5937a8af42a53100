"""Lines that show the progress of a search."""

import logging
import sys
import time

LOG = logging.getLogger("heco")


def _in_notebook():
    try:
        return get_ipython().__class__.__name__ == "ZMQInteractiveShell"  # noqa: F821, a name that IPython defines
    except NameError:
        return False


class Progress:
    """On a terminal and in a notebook one line that is rewritten ten times a second at most; otherwise a plain line
    every ten seconds."""

    def __init__(self, stream=None):
        notebook = _in_notebook()
        self.stream = stream or (sys.stdout if notebook else sys.stderr)
        self.moving = notebook or (hasattr(self.stream, "isatty") and self.stream.isatty())
        self.begin = time.monotonic()
        self.next, self.width = self.begin + (0.1 if self.moving else 10.0), 0

    def show(self, opt):
        now = time.monotonic()
        if now >= self.next:
            self.next = now + (0.1 if self.moving else 10.0)
            self._write(opt, now)

    def _write(self, opt, now):
        _, f, violation = opt.best()
        done, spent = opt.nfev, now - self.begin
        best = "f %.8g" % f if violation == 0.0 else "violation %.3g" % violation
        left = " %.0f s left at most," % (spent * (opt.budget - done) / done) if done and spent > 1.0 else ""
        text = "heco: %d of %d evaluations,%s %s%s" % (done, opt.budget, left, best,
                                                       ", %d failed" % opt.nfail if opt.nfail else "")
        if self.moving:
            self.stream.write("\r" + text.ljust(self.width))
            self.width = len(text)
        else:
            self.stream.write(text + "\n")
        self.stream.flush()

    def end(self, opt):
        self._write(opt, time.monotonic())
        if self.moving:
            self.stream.write("\n")


class Logged:
    """Reports a search to the logger `heco`: every ten seconds at the level INFO, every better point at DEBUG."""

    def __init__(self):
        self.next, self.last = time.monotonic() + 10.0, None

    def show(self, opt):
        now, at = time.monotonic(), opt.best()[1:]
        if now >= self.next:
            self.next = now + 10.0
            LOG.info("%d of %d evaluations, f = %.10g, violation %.3g, %d failed", opt.nfev, opt.budget, *at, opt.nfail)
        elif at != self.last:
            LOG.debug("evaluation %d: f = %.10g, violation %.3g", opt.nfev, *at)
        self.last = at

    def end(self, opt):
        """The caller reports the answer."""


def lines(disp):
    """Returns the lines that show a search."""
    return ([Progress()] if disp else []) + ([Logged()] if LOG.isEnabledFor(logging.INFO) else [])


def show_runs(answers, runs, maximise):
    """Writes a line about the searches that have ended."""
    best = min(answers, key=lambda s: (s.violation, -s.fun if maximise else s.fun))
    sys.stderr.write("heco: %d of %d searches, f %.8g, violation %.3g\n" % (len(answers), runs, best.fun, best.violation))
