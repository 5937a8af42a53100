"""Algorithms written in Python: a descriptor of the library whose functions call them."""

import ctypes
import inspect
import re

import numpy as np

from . import _lib

ROWS = 1024  # points that the library takes at a time; an ask with more of them is passed on in parts
_FAILED = -1  # HECO_ERR_ARG

INIT = _lib._callback("int", "void *", "heco_setup *", "size_t *")
ASK = _lib._callback("int", "void *", "void *")


class Space:
    """The part of a problem that an algorithm sees.

    n, n_ineq, n_eq         numbers of variables, inequalities and equalities
    lower, upper            bounds, arrays of n numbers
    integer                 True for each variable that is an integer; lists of values are integers 0, 1, ...
    x0                      initial points, shape (k, n)
    """

    def __init__(self, setup):
        space = setup.space.contents
        self.n, self.n_ineq, self.n_eq = space.n, space.ng, space.nh
        self.lower, self.upper = np.array(space.lower[:self.n]), np.array(space.upper[:self.n])
        self.integer = np.array(space.integer[:self.n], bool) if space.integer else np.zeros(self.n, bool)
        self.x0 = np.array(setup.start[:setup.starts * self.n]).reshape(setup.starts, self.n) if setup.starts else np.empty((0, self.n))


class _Generator:
    """A generator function as a class with ask and tell: it yields points and is sent their values."""

    def __init__(self, function, *arguments):
        self.run, self.values = function(*arguments), None

    def ask(self):
        try:
            return next(self.run) if self.values is None else self.run.send(self.values)
        except StopIteration:
            return None

    def tell(self, x, f, g, h, violation):
        self.values = f, g, h, violation


class _Search:
    """One search: the object of the user, and the rows that it asked for."""

    def __init__(self, made, space):
        self.made, self.space = made, space
        self.asked, self.begin, self.values = None, 0, []

    def ask(self, batch):
        if self.asked is None:
            x = self.made.ask()
            if x is None or len(x) == 0:
                batch.count = 0
                return
            self.asked, self.begin, self.values = np.array(x, float), 0, []
            if self.asked.ndim != 2 or self.asked.shape[1] != self.space.n:
                raise ValueError("ask returned an array of shape %s: (points, %d) was expected" % (self.asked.shape, self.space.n))
        count = min(batch.capacity, len(self.asked) - self.begin)
        _lib.view(batch.x, (count, self.space.n))[:] = self.asked[self.begin:self.begin + count]
        batch.count, self.begin = count, self.begin + count

    def tell(self, batch):
        count = batch.count
        self.values.append([_lib.view(at, (count, *width)).copy() for at, width in (
            (batch.x, (self.space.n,)), (batch.f, ()), (batch.g, (self.space.n_ineq,)), (batch.h, (self.space.n_eq,)), (batch.viol, ()))])
        if self.begin == len(self.asked):
            self.asked = None
            self.made.tell(*(np.concatenate(parts) for parts in zip(*self.values)))


class Own:
    """The descriptor of an algorithm. An exception of the user's code is kept in `error` and ends the search."""

    def __init__(self, given):
        if not callable(given):
            raise TypeError("algorithm is %r: a name, a class with ask and tell, or a generator function was expected" % (given,))
        self.given, self.searches, self.error = given, {}, None
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", getattr(given, "__name__", type(given).__name__)).lower()
        self.functions = [INIT(self._init), ASK(self._ask), ASK(self._tell)]
        self.options = (_lib.Option * 1)()  # ends with a row without a name
        self.name = re.sub(r"[^a-z0-9-]", "-", name).strip("-").encode()[:60] or b"python"
        self.descriptor = _lib.Algorithm(
            size=ctypes.sizeof(_lib.Algorithm), name=self.name, title=b"an algorithm in Python", reference=b"", options=self.options,
            state_size=8, **dict(zip(("init", "ask", "tell"), (ctypes.cast(f, ctypes.c_void_p) for f in self.functions))))

    def _guard(self, function, *arguments):
        try:
            function(*arguments)
            return 0
        except BaseException as error:  # it cannot pass the frames of C
            self.error = error
            return _FAILED

    def _init(self, state, setup, max_batch):
        return self._guard(self._start, state, setup.contents, max_batch)

    def _start(self, state, setup, max_batch):
        space = Space(setup)
        arguments = space, setup.seed, setup.max_evals
        made = (_Generator(self.given, *arguments) if inspect.isgeneratorfunction(self.given) else self.given(*arguments))
        for name in ("ask", "tell"):
            if not callable(getattr(made, name, None)):
                raise TypeError("the algorithm %s has no function %s" % (self.name.decode(), name))
        self.searches[state] = _Search(made, space)
        max_batch[0] = min(ROWS, max(1, setup.max_evals))

    def _ask(self, state, address):
        return self._guard(self.searches[state].ask, _lib.Batch.from_address(address))

    def _tell(self, state, address):
        return self._guard(self.searches[state].tell, _lib.Batch.from_address(address))
