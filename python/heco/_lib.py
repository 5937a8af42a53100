"""The C library through ctypes: the structures and functions of include/heco that the package uses.

The package looks for the library in $HECO_LIBRARY, beside itself, in the build folders of a source
checkout, and where the system's loader finds libheco.so.
"""

import ctypes
import ctypes.util
import os
import pathlib
import re

import numpy as np

# The library that the structures below describe, major and minor; before 1.0 a minor version may change them.
VERSION = (0, 1)
# The structures by their names in the headers. Those of a fixed size must agree; others may have grown at their end.
FIXED, GROWING = {}, {}
_TYPES = {"size_t": ctypes.c_size_t, "double": ctypes.c_double, "int": ctypes.c_int, "unsigned": ctypes.c_uint,
          "uint64_t": ctypes.c_uint64, "int64_t": ctypes.c_int64, "char": ctypes.c_char, "byte": ctypes.c_ubyte,
          "char *": ctypes.c_char_p, "void *": ctypes.c_void_p}
c_double_p = ctypes.POINTER(ctypes.c_double)


def _type(name):
    """Returns the type of a name such as "double", "char **" or "heco_space"."""
    if name not in _TYPES:
        _TYPES[name] = ctypes.POINTER(_type(name[:-1].strip()))
    return _TYPES[name]


def _structure(name, declarations, registry=FIXED):
    """Returns the structure of that name from its declarations in C; `byte` means unsigned char."""
    fields = []
    for declaration in declarations.split(";"):
        kind, names = declaration.split(None, 1)
        for field in names.split(","):
            stars, field, length = re.fullmatch(r"\s*(\**)(\w+)(?:\[(\d+)\])?\s*", field).groups()
            made = _type((kind + " " + stars).strip())
            fields.append((field, made * int(length) if length else made))
    registry[name] = _TYPES[name] = type(name, (ctypes.Structure,), {"_fields_": fields})
    return registry[name]


Error = _structure("heco_error", "int status; char text[500]")
Choice = _structure("heco_choice", "size_t count; double *values; char **labels; int unordered")
Linear = _structure("heco_linear", "size_t count, *constraint, *begin, *index; double *coef, *constant")
Space = _structure("heco_space", """size_t n, ng, nh; double *lower, *upper; byte *integer; double *tol, eq_tol;
    void *choices, *linear; byte *missing""")
# Addresses in place of pointers, because an attribute of a pointer type makes an object at each access.
Batch = _structure("heco_batch", """size_t n, ng, nh, count, capacity; void *x, *f, *g, *h, *viol, *state;
    int stop, derivatives; void *df, *dg, *dh; int as_asked""")
ConstraintForm = _structure("heco_constraint_form", "char sense; double bound, factor; char *unit")
ConstraintReport = _structure("heco_constraint_report", """char name[64], unit[64]; int equality; double g_or_h; char sense;
    double value, bound, slack, tolerance, excess; int satisfied, active""")
Problem = _structure("heco_problem", """size_t size; char *name; heco_space space; void *eval, *eval_batch, *user; int sharing;
    void *clone, *drop; double f_ref, *x_ref; char **x_names, **c_names; void *failures, *derivatives, *set_should_stop;
    heco_constraint_form *forms; char **x_units, *f_unit; int maximise, derivatives_trusted;
    double ineq_tol; int protocol; void *quadratic; size_t residuals, pieces, cheap;
    void *eval_cheap""", GROWING)
Option = _structure("heco_option", "char *name; int kind; double value, min, max; char *choices, *help")
Algorithm = _structure("heco_algorithm", """size_t size; char *name, *title, *reference; unsigned traits; heco_option *options;
    size_t state_size; void *init, *ask, *tell, *inform, *describe; char **members; void *ahead, *is_at_rest, *part""", GROWING)
Setup = _structure("heco_setup", """heco_space *space; uint64_t max_evals; double *option, *start; size_t starts;
    uint64_t seed; void *rng, *arena, *error; uint64_t *evals""", GROWING)
Progress = _structure("heco_progress", """uint64_t evals, max_evals, failed; double seconds, f, viol; int feasible; double *x;
    size_t runs, done; double share; char *part; size_t worst""")
RunOptions = _structure("heco_run_options", """size_t size; uint64_t seed, max_evals; double max_seconds, target;
    int stop_at_target; uint64_t stall, max_failed; char **set; size_t sets; double *start; size_t starts;
    uint64_t *checkpoints; size_t checkpoint_count; void *on_progress, *progress_user; int derivatives, no_presolve;
    uint64_t default_evals, batch; double *limits""")
Outcome = _structure("heco_outcome", """double f, viol; unsigned c[3]; int found, stop;
    uint64_t evals, failed, evals_at_best, evals_to_feasible, evals_to_target; double seconds; uint64_t derivatives""")
Result = _structure("heco_result", """heco_outcome outcome; double *x, *g, *h; size_t checkpoint_count;
    double *checkpoint_f, *checkpoint_viol; uint64_t rejected, partial""", GROWING)
EvaluatorOptions = _structure("heco_evaluator_options", """unsigned workers; double timeout; unsigned retries;
    uint64_t memory_limit; void *should_stop, *stop_user, *context""")
Backend = _structure("heco_backend", """size_t size; char *name, *title; unsigned traits; void *open, *eval, *close, *serve,
    *on_rows, *submit, *collect, *abandon, *workers""", GROWING)
Answer = _structure("heco_answer", "uint64_t id; int state, stop; void *x; double f; void *g, *h")
MinimizeOptions = _structure("heco_minimize_options", """size_t size; heco_run_options run; char *algorithm, *backend;
    heco_evaluator_options evaluator; char *journal, *journal_metadata; int resume; void *own_algorithm;
    heco_backend *own_backend; int prices; void *known; unsigned samples; size_t lanes""", GROWING)
Known = _structure("heco_known", "size_t count; double *x, *f, *g, *h")
Noise = _structure("heco_noise", "size_t samples; double mean, spread; uint64_t evals")
Price = _structure("heco_price", "double price, from, to")
RunsRow = _structure("heco_runs_row", """uint64_t seed; heco_outcome outcome; double *x; uint64_t replayed;
    int reproduced, same_point""")
RunsSummary = _structure("heco_runs_summary", """size_t runs, begun, finished, feasible, best, same_point, same_value;
    double f_best, f_lower, f_median, f_upper, f_worst; uint64_t evals, failed; double seconds, unseen""")
JournalInfo = _structure("heco_journal_info", """char *metadata, *identity; uint64_t max_evals, evals, schedules, torn;
    int maximise""", GROWING)
JournalVariable = _structure("heco_journal_variable", "char *name, *unit; double lower, upper; int integer")
JournalConstraint = _structure("heco_journal_constraint", """char *name, *unit; int equality; double tolerance; char sense;
    double bound, factor""")
JournalPoint = _structure("heco_journal_point", """uint64_t schedule, batch; int failed; double seconds, *x, f, *g, *h; int state""")


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
    """Returns a function of the library with its types, None for void."""
    function = getattr(lib, name)
    function.restype = None if result is None else _type(result)
    function.argtypes = [_type(argument) for argument in arguments]
    return function


def text(value, what):
    """Returns the bytes of a text for the library, which would take a NUL for its end."""
    data = value if isinstance(value, bytes) else os.fsencode(str(value))
    if b"\0" in data:
        raise ValueError("%s is %r: it has a NUL character in it" % (what, value))
    return data


error_p = _type("heco_error *")

version = _declare("heco_version", "char *")
status_text = _declare("heco_status_text", "char *", "int")
stop_text = _declare("heco_stop_text", "char *", "int")
found_text = _declare("heco_found_text", "char *", "int")
algorithm_find = _declare("heco_algorithm_find", "heco_algorithm *", "char *", "heco_error *")
algorithm_at = _declare("heco_algorithm_at", "heco_algorithm *", "size_t")
algorithm_default = _declare("heco_algorithm_default", "heco_algorithm *")
algorithm_option_at = _declare("heco_algorithm_option_at", "heco_option *", "heco_algorithm *", "size_t", "char *", "size_t")
option_print = _declare("heco_option_print", None, "heco_option *", "double", "char *", "size_t")
run_options_init = _declare("heco_run_options_init", None, "heco_run_options *", "size_t")
run_new = _declare("heco_run_new", "int", "void **", "heco_algorithm *", "heco_space *", "heco_run_options *", "heco_error *")
run_ask = _declare("heco_run_ask", "void *", "void *")
run_tell = _declare("heco_run_tell", "int", "void *")
run_stop = _declare("heco_run_stop", None, "void *", "int")
run_result = _declare("heco_run_result", "heco_result *", "void *")
run_message = _declare("heco_run_message", "char *", "void *")
run_settings = _declare("heco_run_settings", "double *", "void *")
run_free = _declare("heco_run_free", None, "void *")
problem_init = _declare("heco_problem_init", None, "heco_problem *", "size_t")
problem_report = _declare("heco_problem_report", None, "heco_problem *", "size_t", "double", "heco_constraint_report *")
minimize_options_init = _declare("heco_minimize_options_init", None, "heco_minimize_options *", "size_t")
minimize = _declare("heco_minimize", "int", "void **", "heco_problem *", "heco_minimize_options *", "heco_error *")
solution_result = _declare("heco_solution_result", "heco_result *", "void *")
solution_reproduced = _declare("heco_solution_reproduced", "int", "void *")
solution_replayed = _declare("heco_solution_replayed", "uint64_t", "void *")
solution_lanes = _declare("heco_solution_lanes", "size_t", "void *")
solution_ahead = _declare("heco_solution_ahead", "uint64_t", "void *")
solution_algorithm = _declare("heco_solution_algorithm", "heco_algorithm *", "void *")
solution_settings = _declare("heco_solution_settings", "double *", "void *")
solution_describe = _declare("heco_solution_describe", None, "void *", "char *", "size_t")
solution_presolve_summary = _declare("heco_solution_presolve_summary", None, "void *", "char *", "size_t")
run_describe = _declare("heco_run_describe", None, "void *", "char *", "size_t")
solution_free = _declare("heco_solution_free", None, "void *")
solution_verdict = _declare("heco_solution_verdict", None, "void *", "char *", "size_t")
solution_prices = _declare("heco_solution_prices", "heco_price *", "void *")
solution_prices_note = _declare("heco_solution_prices_note", "char *", "void *")
solution_prices_evals = _declare("heco_solution_prices_evals", "uint64_t", "void *")
solution_conflict = _declare("heco_solution_conflict", "size_t", "void *", "size_t **")
solution_conflict_is_proved = _declare("heco_solution_conflict_is_proved", "int", "void *")
solution_relaxation = _declare("heco_solution_relaxation", "double", "void *", "size_t", "double **")
solution_noise = _declare("heco_solution_noise", "int", "void *", "heco_noise *")
run_verdict = _declare("heco_run_verdict", None, "void *", "heco_problem *", "char *", "size_t")
runs_verdict = _declare("heco_runs_verdict", None, "heco_runs_summary *", "char *", "char *", "size_t")
runs_summarise = _declare("heco_runs_summarise", "int", "heco_runs_summary *", "heco_problem *", "heco_runs_row *", "size_t")
journal_walk_open = _declare("heco_journal_walk_open", "int", "void **", "char *", "heco_error *")
journal_walk_info = _declare("heco_journal_walk_info", "heco_journal_info *", "void *")
journal_walk_sizes = _declare("heco_journal_walk_sizes", None, "void *", "size_t *", "size_t *", "size_t *")
journal_walk_variable = _declare("heco_journal_walk_variable", "heco_journal_variable *", "void *", "size_t")
journal_walk_constraint = _declare("heco_journal_walk_constraint", "heco_journal_constraint *", "void *", "size_t")
journal_walk_next = _declare("heco_journal_walk_next", "int", "void *", "heco_journal_point *", "heco_error *")
journal_walk_close = _declare("heco_journal_walk_close", None, "void *")
space_tol = _declare("heco_space_tol", "double", "heco_space *", "size_t")
violation = _declare("heco_violation", "double", "heco_space *", "double *", "double *")

def _callback(result, *arguments):
    return ctypes.CFUNCTYPE(result and _type(result), *map(_type, arguments))


# The functions of a backend, and those that a search calls or passes to one.
BACKEND_OPEN = _callback("int", "void **", "void *", "heco_evaluator_options *", "void *")
BACKEND_EVAL = _callback("int", "void *", "void *", "void *")
BACKEND_CLOSE = _callback(None, "void *")
BACKEND_ON_ROWS = _callback(None, "void *", "void *", "void *")
ROWS = _callback(None, "void *", "void *", "size_t", "size_t")
BACKEND_SUBMIT = _callback("int", "void *", "uint64_t", "void *")
BACKEND_COLLECT = _callback("int", "void *", "double", "heco_answer *", "void *")
POINT = _callback("int")
CHEAP = _callback("int", "void *", "void *", "void *")
PROGRESS = _callback("int", "void *", "heco_progress *")


def default(structure, init):
    """Returns a structure with the defaults of the library."""
    made = structure()
    init(made, ctypes.sizeof(made))
    return made


def described(write, *things):
    """Returns the line that write(*things, text, size) writes."""
    line = ctypes.create_string_buffer(600)  # HECO_VERDICT_SIZE
    write(*things, line, len(line))
    return line.value.decode(errors="replace")


def view(address, shape, kind=ctypes.c_double):
    """Returns an array over the memory at `address`; nothing is copied."""
    size = int(np.prod(shape))
    if size == 0:
        return np.empty(shape)
    return np.frombuffer((kind * size).from_address(address), kind).reshape(shape)


STOPS = [stop_text(k).decode() for k in range(11)]  # the texts of heco_stop and heco_found, by number
FOUNDS = [found_text(k).decode() for k in range(3)]
STOP_USER, STOP_ERROR, FOUND_FEASIBLE = STOPS.index("user"), STOPS.index("error"), FOUNDS.index("feasible")
ROW_OK, ROW_FAILED, ROW_SKIPPED, ROW_REJECTED, ROW_PARTIAL = 0, 1, 2, 3, 4
BACKEND_TRAITS, BACKEND_PARALLEL = 32 | 64, 16  # HECO_BACKEND_EXPLAINS and _DERIVES, HECO_BACKEND_PARALLEL
LANES_AUTO, LANES_NONE = ctypes.c_size_t(-1).value, ctypes.c_size_t(-2).value
POINT_FAILED = 1
INEQ_TOL = 1e-8  # HECO_INEQ_TOL
