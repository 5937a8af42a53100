"""Exact derivatives, in each form in which a caller may give them."""

import warnings

import numpy as np

from ._values import ShapeError, real


def derivatives(jac, work, n):
    """Returns the Derivatives of a search, or None if some are missing, so that the search takes differences."""
    if jac is None or jac is False:
        return None
    if jac is True:
        raise TypeError("jac=True is not understood, because fun may return (f, g): give a function")
    if not callable(jac):
        raise TypeError("jac is %r: a function was expected" % (jac,))
    without = [k for k, part in enumerate(work.cheap + work.parts, 1) if part.jacobian is None]
    if without:
        warnings.warn("heco.minimize: jac is not used, because constraint %d has no jac" % without[0],
                      RuntimeWarning, stacklevel=3)
        return None
    return Derivatives(jac, work, n)


class Derivatives:
    """Computes df (n), dg (ng, n) and dh (nh, n) at one point. The functions are called in this process.

    jac returns the gradient of f or, where fun returns (f, g) or (f, g, h), likewise (df, dg) or (df, dg, dh)."""

    def __init__(self, jac, work, n):
        self.jac, self.work, self.n = jac, work, n

    def fill(self, x, df, dg, dh):
        """Returns False if the derivatives do not exist at x, so that the search takes differences."""
        try:
            self._fill(x, df, dg, dh)
        except ShapeError:
            raise  # the same mistake would follow at every point
        except Exception as error:
            self.work.failed(error, x)
            return False
        return True

    def _fill(self, x, df, dg, dh):
        value = self.jac(x.copy(), *self.work.args)
        own = self.work.sizes or (0, 0)
        own_g = own_h = None
        if isinstance(value, dict):
            value, own_g, own_h = value.get("f"), value.get("g"), value.get("h")
        elif isinstance(value, tuple):
            value, own_g, own_h = (value + (None, None))[:3]
        df[:] = _matrix(value, (self.n,), "a gradient")
        for to, rows, size in ((dg[self.work.first:], own_g, own[0]), (dh, own_h, own[1])):
            if size:
                to[:size] = _matrix(rows, (size, self.n), "derivatives")
        ig = 0
        for part in self.work.cheap:
            ig, _ = part.fill_jacobian(x.copy(), dg, dh, ig, 0)
        ig, ih = self.work.first + own[0], own[1]
        for part in self.work.parts:
            ig, ih = part.fill_jacobian(x.copy(), dg, dh, ig, ih)


def _matrix(values, shape, what):
    if values is None:
        raise ShapeError("jac returned no %s of shape %s" % (what, shape))
    if hasattr(values, "toarray"):
        values = values.toarray()
    array = real(values, what)
    if array.shape != shape:
        if array.size != np.prod(shape) or (array.ndim == 2 and 1 not in array.shape + shape):
            raise ShapeError("jac returned %s of shape %s: %s was expected" % (what, array.shape, shape))
        array = array.reshape(shape)
    return array
