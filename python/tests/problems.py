"""Functions that the tests of the package minimise."""

BOX = [(-5.0, 5.0)] * 2


def sphere(x):
    return float(x[0] ** 2 + x[1] ** 2)


def everything(x):
    return x[0] ** 2 + x[1] ** 2, [1.0 - (x[0] + x[1])], None
