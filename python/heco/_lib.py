"""The C library through ctypes: the structures and functions of include/heco that the package uses.

The package looks for the library in $HECO_LIBRARY, beside itself, in the build folders of a source
checkout, and where the system's loader finds libheco.so.
"""

import ctypes
import ctypes.util
import os
import pathlib

import numpy as np

c_double_p = ctypes.POINTER(ctypes.c_double)
c_uint64_p = ctypes.POINTER(ctypes.c_uint64)


class Error(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("text", ctypes.c_char * 500)]


class Space(ctypes.Structure):
    _fields_ = [
        ("n", ctypes.c_size_t), ("ng", ctypes.c_size_t), ("nh", ctypes.c_size_t),
        ("lower", c_double_p), ("upper", c_double_p),
        ("integer", ctypes.POINTER(ctypes.c_ubyte)), ("tol", c_double_p),
        ("eq_tol", ctypes.c_double), ("choices", ctypes.c_void_p), ("linear", ctypes.c_void_p),
        ("open", ctypes.POINTER(ctypes.c_ubyte)),
    ]


class Choice(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("values", c_double_p), ("labels", ctypes.POINTER(ctypes.c_char_p)),
                ("unordered", ctypes.c_int)]


class Linear(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_size_t), ("constraint", ctypes.POINTER(ctypes.c_size_t)),
        ("begin", ctypes.POINTER(ctypes.c_size_t)), ("index", ctypes.POINTER(ctypes.c_size_t)), ("coef", c_double_p),
        ("constant", c_double_p),
    ]


class Batch(ctypes.Structure):
    _fields_ = [
        ("n", ctypes.c_size_t), ("ng", ctypes.c_size_t), ("nh", ctypes.c_size_t),
        ("count", ctypes.c_size_t), ("capacity", ctypes.c_size_t),
        # Addresses, because an attribute of a pointer type makes an object at each access.
        ("x", ctypes.c_void_p), ("f", ctypes.c_void_p), ("g", ctypes.c_void_p), ("h", ctypes.c_void_p),
        ("viol", ctypes.c_void_p), ("state", ctypes.c_void_p), ("stop", ctypes.c_int),
        ("derivatives", ctypes.c_int), ("df", ctypes.c_void_p), ("dg", ctypes.c_void_p), ("dh", ctypes.c_void_p),
        ("as_asked", ctypes.c_int),
    ]


class ConstraintForm(ctypes.Structure):
    _fields_ = [("sense", ctypes.c_char), ("bound", ctypes.c_double), ("factor", ctypes.c_double), ("unit", ctypes.c_char_p)]


class ConstraintReport(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char * 64), ("unit", ctypes.c_char * 64), ("equality", ctypes.c_int), ("g_or_h", ctypes.c_double),
        ("sense", ctypes.c_char), ("value", ctypes.c_double), ("bound", ctypes.c_double), ("slack", ctypes.c_double),
        ("tolerance", ctypes.c_double), ("excess", ctypes.c_double), ("satisfied", ctypes.c_int), ("active", ctypes.c_int),
    ]


class Problem(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("space", Space), ("eval", ctypes.c_void_p),
        ("eval_batch", ctypes.c_void_p), ("user", ctypes.c_void_p), ("sharing", ctypes.c_int), ("clone", ctypes.c_void_p),
        ("drop", ctypes.c_void_p), ("f_ref", ctypes.c_double), ("x_ref", c_double_p),
        ("x_names", ctypes.POINTER(ctypes.c_char_p)), ("c_names", ctypes.POINTER(ctypes.c_char_p)),
        ("failures", ctypes.c_void_p), ("derivatives", ctypes.c_void_p), ("set_should_stop", ctypes.c_void_p),
        ("forms", ctypes.POINTER(ConstraintForm)), ("x_units", ctypes.POINTER(ctypes.c_char_p)), ("f_unit", ctypes.c_char_p),
        ("maximise", ctypes.c_int),
    ]


class Option(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p), ("kind", ctypes.c_int), ("value", ctypes.c_double),
        ("min", ctypes.c_double), ("max", ctypes.c_double), ("choices", ctypes.c_char_p),
        ("help", ctypes.c_char_p),
    ]


class Algorithm(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("title", ctypes.c_char_p), ("reference", ctypes.c_char_p),
        ("traits", ctypes.c_uint), ("options", ctypes.POINTER(Option)),
        ("state_size", ctypes.c_size_t), ("init", ctypes.c_void_p), ("ask", ctypes.c_void_p),
        ("tell", ctypes.c_void_p), ("inform", ctypes.c_void_p), ("describe", ctypes.c_void_p),
        ("members", ctypes.POINTER(ctypes.c_char_p)),
    ]


class Progress(ctypes.Structure):
    _fields_ = [
        ("evals", ctypes.c_uint64), ("max_evals", ctypes.c_uint64), ("failed", ctypes.c_uint64),
        ("seconds", ctypes.c_double), ("f", ctypes.c_double), ("viol", ctypes.c_double), ("feasible", ctypes.c_int),
        ("x", c_double_p),
    ]


class RunOptions(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("seed", ctypes.c_uint64), ("max_evals", ctypes.c_uint64),
        ("max_seconds", ctypes.c_double), ("target", ctypes.c_double),
        ("stop_at_target", ctypes.c_int), ("stall", ctypes.c_uint64),
        ("max_failed", ctypes.c_uint64), ("set", ctypes.POINTER(ctypes.c_char_p)),
        ("sets", ctypes.c_size_t), ("start", c_double_p), ("starts", ctypes.c_size_t),
        ("checkpoints", c_uint64_p), ("checkpoint_count", ctypes.c_size_t),
        ("on_progress", ctypes.c_void_p), ("progress_user", ctypes.c_void_p),
        ("derivatives", ctypes.c_int), ("no_presolve", ctypes.c_int),
        ("default_evals", ctypes.c_uint64), ("batch", ctypes.c_uint64),
    ]


class Outcome(ctypes.Structure):
    _fields_ = [
        ("f", ctypes.c_double), ("viol", ctypes.c_double), ("c", ctypes.c_uint * 3),
        ("found", ctypes.c_int), ("stop", ctypes.c_int), ("evals", ctypes.c_uint64),
        ("failed", ctypes.c_uint64), ("evals_at_best", ctypes.c_uint64),
        ("evals_to_feasible", ctypes.c_uint64), ("evals_to_target", ctypes.c_uint64),
        ("seconds", ctypes.c_double), ("derivatives", ctypes.c_uint64),
    ]


class Result(ctypes.Structure):
    _fields_ = [
        ("outcome", Outcome), ("x", c_double_p), ("g", c_double_p), ("h", c_double_p),
        ("checkpoint_count", ctypes.c_size_t), ("checkpoint_f", c_double_p),
        ("checkpoint_viol", c_double_p),
    ]


class EvaluatorOptions(ctypes.Structure):
    _fields_ = [
        ("workers", ctypes.c_uint), ("timeout", ctypes.c_double), ("retries", ctypes.c_uint),
        ("memory_limit", ctypes.c_uint64), ("watch", ctypes.c_void_p), ("watch_user", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
    ]


class Backend(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("title", ctypes.c_char_p), ("traits", ctypes.c_uint),
        ("open", ctypes.c_void_p), ("eval", ctypes.c_void_p), ("close", ctypes.c_void_p), ("serve", ctypes.c_void_p),
    ]


class MinimizeOptions(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t), ("run", RunOptions), ("algorithm", ctypes.c_char_p), ("backend", ctypes.c_char_p),
        ("evaluator", EvaluatorOptions), ("journal", ctypes.c_char_p), ("journal_metadata", ctypes.c_char_p),
        ("resume", ctypes.c_int), ("interrupt", ctypes.POINTER(ctypes.c_int)), ("own_algorithm", ctypes.c_void_p),
        ("own_backend", ctypes.POINTER(Backend)),
    ]


class RunsRow(ctypes.Structure):
    _fields_ = [
        ("seed", ctypes.c_uint64), ("outcome", Outcome), ("x", c_double_p), ("replayed", ctypes.c_uint64),
        ("reproduced", ctypes.c_int), ("same_point", ctypes.c_int),
    ]


class RunsSummary(ctypes.Structure):
    _fields_ = [
        ("runs", ctypes.c_size_t), ("begun", ctypes.c_size_t), ("finished", ctypes.c_size_t), ("feasible", ctypes.c_size_t),
        ("best", ctypes.c_size_t), ("same_point", ctypes.c_size_t), ("same_value", ctypes.c_size_t),
        ("f_best", ctypes.c_double), ("f_lower", ctypes.c_double), ("f_median", ctypes.c_double),
        ("f_upper", ctypes.c_double), ("f_worst", ctypes.c_double), ("evals", ctypes.c_uint64), ("failed", ctypes.c_uint64),
        ("seconds", ctypes.c_double), ("unseen", ctypes.c_double),
    ]


# The library that these structures describe, major and minor; before 1.0 a minor version may change them.
VERSION = (0, 1)
# Their names in the headers. Those of a fixed size must agree; others may have grown at their end.
FIXED = {"heco_error": Error, "heco_space": Space, "heco_choice": Choice, "heco_linear": Linear,
         "heco_constraint_form": ConstraintForm, "heco_constraint_report": ConstraintReport, "heco_batch": Batch, "heco_option": Option, "heco_run_options": RunOptions,
         "heco_outcome": Outcome, "heco_progress": Progress, "heco_evaluator_options": EvaluatorOptions,
         "heco_runs_row": RunsRow, "heco_runs_summary": RunsSummary}
GROWING = {"heco_algorithm": Algorithm, "heco_result": Result, "heco_problem": Problem, "heco_backend": Backend,
           "heco_minimize_options": MinimizeOptions}


def check_version(lib, path):
    """Refuses a library of another interface than this package was written for."""
    try:
        number = lib.heco_version_number()
    except AttributeError:
        raise ImportError("%s is older than this package, which is for heco %d.%d: install both from one release"
                          % (path, *VERSION)) from None
    if (number // 10000, number // 100 % 100) != VERSION:
        raise ImportError("%s is heco %d.%d.%d, this package is for heco %d.%d: install both from one release"
                          % (path, number // 10000, number // 100 % 100, number % 100, *VERSION))


def check_layout(lib, path):
    """Refuses a library whose structures are not those above."""
    for name, mirror in {**FIXED, **GROWING}.items():
        there, here = lib.heco_layout_size(name.encode()), ctypes.sizeof(mirror)
        if there < here or (name in FIXED and there != here):
            raise ImportError("%s has a %s of %d bytes, this package one of %d: install both from one release"
                              % (path, name, there, here))


def _candidates():
    if os.environ.get("HECO_LIBRARY"):
        yield os.environ["HECO_LIBRARY"]
        return
    here = pathlib.Path(__file__).resolve().parent
    yield str(here / ("libheco.so.%d.%d" % VERSION))  # of a wheel
    for build in ("release", "clang"):
        yield str(here.parent.parent / "build" / build / "libheco.so")
    found = ctypes.util.find_library("heco")
    if found:
        yield found


def _load():
    tried = []
    for path in _candidates():
        try:
            found = ctypes.CDLL(path)
        except OSError:
            tried.append(path)
            continue
        check_version(found, path)
        found.heco_layout_size.restype, found.heco_layout_size.argtypes = ctypes.c_size_t, [ctypes.c_char_p]
        check_layout(found, path)
        return found
    raise ImportError(
        "libheco.so was not found (looked at " + ", ".join(tried) + "): install it with 'pip install ./python' or "
        "build it with ./quickstart, or set HECO_LIBRARY to its path")


lib = _load()


def _declare(name, result, *arguments):
    function = getattr(lib, name)
    function.restype = result
    function.argtypes = arguments
    return function


def text(value, what):
    """The bytes of a text for the library, which would not see what follows a NUL."""
    data = value if isinstance(value, bytes) else os.fsencode(str(value))
    if b"\0" in data:
        raise ValueError("%s is %r: it has a NUL character in it" % (what, value))
    return data


run_p = ctypes.c_void_p
error_p = ctypes.POINTER(Error)

version = _declare("heco_version", ctypes.c_char_p)
status_text = _declare("heco_status_text", ctypes.c_char_p, ctypes.c_int)
algorithm_find = _declare("heco_algorithm_find", ctypes.POINTER(Algorithm), ctypes.c_char_p, error_p)
algorithm_at = _declare("heco_algorithm_at", ctypes.POINTER(Algorithm), ctypes.c_size_t)
algorithm_default = _declare("heco_algorithm_default", ctypes.POINTER(Algorithm))
algorithm_option_at = _declare("heco_algorithm_option_at", ctypes.POINTER(Option), ctypes.POINTER(Algorithm),
                               ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t)
option_print = _declare("heco_option_print", None, ctypes.POINTER(Option), ctypes.c_double,
                        ctypes.c_char_p, ctypes.c_size_t)
run_options_init = _declare("heco_run_options_init", None, ctypes.POINTER(RunOptions), ctypes.c_size_t)
run_new = _declare("heco_run_new", ctypes.c_int, ctypes.POINTER(run_p), ctypes.POINTER(Algorithm),
                   ctypes.POINTER(Space), ctypes.POINTER(RunOptions), error_p)
# An address, not a pointer object: the batch of a run never moves, and this is the inner loop.
run_ask = _declare("heco_run_ask", ctypes.c_void_p, run_p)
run_tell = _declare("heco_run_tell", ctypes.c_int, run_p)
run_stop = _declare("heco_run_stop", None, run_p, ctypes.c_int)
run_result = _declare("heco_run_result", ctypes.POINTER(Result), run_p)
run_message = _declare("heco_run_message", ctypes.c_char_p, run_p)
run_settings = _declare("heco_run_settings", c_double_p, run_p)
run_free = _declare("heco_run_free", None, run_p)
problem_init = _declare("heco_problem_init", None, ctypes.POINTER(Problem), ctypes.c_size_t)
problem_report = _declare("heco_problem_report", None, ctypes.POINTER(Problem), ctypes.c_size_t, ctypes.c_double,
                        ctypes.POINTER(ConstraintReport))
minimize_options_init = _declare("heco_minimize_options_init", None, ctypes.POINTER(MinimizeOptions), ctypes.c_size_t)
minimize = _declare("heco_minimize", ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(Problem),
                    ctypes.POINTER(MinimizeOptions), error_p)
solution_result = _declare("heco_solution_result", ctypes.POINTER(Result), ctypes.c_void_p)
solution_reproduced = _declare("heco_solution_reproduced", ctypes.c_int, ctypes.c_void_p)
solution_replayed = _declare("heco_solution_replayed", ctypes.c_uint64, ctypes.c_void_p)
solution_algorithm = _declare("heco_solution_algorithm", ctypes.POINTER(Algorithm), ctypes.c_void_p)
solution_settings = _declare("heco_solution_settings", c_double_p, ctypes.c_void_p)
solution_free = _declare("heco_solution_free", None, ctypes.c_void_p)
runs_summarise = _declare("heco_runs_summarise", ctypes.c_int, ctypes.POINTER(RunsSummary), ctypes.POINTER(Problem),
                          ctypes.POINTER(RunsRow), ctypes.c_size_t)
violation = _declare("heco_violation", ctypes.c_double, ctypes.POINTER(Space), c_double_p, c_double_p)
stop_text = _declare("heco_stop_text", ctypes.c_char_p, ctypes.c_int)
found_text = _declare("heco_found_text", ctypes.c_char_p, ctypes.c_int)


# The functions of a backend, and those that a search calls or hands to one.
BACKEND_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_void_p,
                                ctypes.POINTER(EvaluatorOptions), ctypes.c_void_p)
BACKEND_EVAL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
BACKEND_CLOSE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
POINT = ctypes.CFUNCTYPE(ctypes.c_int)
PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Progress))
WATCH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)


def default(structure, init):
    """Returns a structure with the defaults of the library."""
    made = structure()
    init(made, ctypes.sizeof(made))
    return made


def view(address, shape, kind=ctypes.c_double):
    """Returns an array over the memory at `address`; nothing is copied."""
    size = int(np.prod(shape))
    if size == 0:
        return np.empty(shape)
    return np.frombuffer((kind * size).from_address(address), kind).reshape(shape)


STOPS = [stop_text(k).decode() for k in range(10)]  # the texts of heco_stop and heco_found, by number
FOUNDS = [found_text(k).decode() for k in range(3)]
STOP_USER, STOP_ERROR, FOUND_FEASIBLE = STOPS.index("user"), STOPS.index("error"), FOUNDS.index("feasible")
ROW_OK, ROW_FAILED, ROW_SKIPPED = 0, 1, 2
BACKEND_TRAITS = 32 | 64  # HECO_BACKEND_EXPLAINS, HECO_BACKEND_DERIVES
POINT_FAILED = 1
