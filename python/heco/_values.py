"""Values that a function returned, as arrays."""

import numpy as np


class ShapeError(ValueError):
    """A function returned values of another shape than expected, which it usually does at every point."""


def real(values, what):
    """Returns the values as an array of floats. NumPy would drop imaginary parts with a warning."""
    array = unmasked(values)
    if array.dtype.kind == "c":
        raise ValueError("%s is complex: real numbers were expected" % what)
    return np.asarray(array, float)


def unmasked(values):
    """Returns the values as an array, with NaN for masked ones, which NumPy would replace by the data below the mask."""
    if isinstance(values, np.ma.MaskedArray):
        return values.astype(float).filled(np.nan)
    return np.asarray(values)
