"""libheco_tools through ctypes: the part of include/heco/report.h that rankings, plots and report pages need.

The first call loads it, so that searching works where only libheco.so is. Its path is
$HECO_TOOLS_LIBRARY, else beside libheco.so.
"""

import ctypes
import functools
import os
import pathlib
import tempfile

from . import _lib
from ._solution import HecoError

_p = ctypes.c_void_p
_size = ctypes.c_size_t
_text = ctypes.c_char_p

VIEWS = ("totals", "problems", "values")
CELL_TEXT, CELL_INTEGER, CELL_REAL = 1, 2, 3
_STRUCTURES = {}
Column = _lib._structure("heco_column", "char *name, *title; int style, digits", _STRUCTURES)
Cell = _lib._structure("heco_cell", "int kind, mark; char *text, *shown; int64_t integer; double real", _STRUCTURES)
RankOptions = _lib._structure("heco_rank_options", """size_t size; char *rule, *suite; size_t *dims, dim_count; char **algorithms;
    size_t algorithm_count; char *control; int view, wide, round_published; unsigned digits; double level; size_t resamples; uint64_t seed;
    double rope, accuracy""", _STRUCTURES)
PageOptions = _lib._structure("heco_page_options", """size_t size; char **db; size_t dbs; char **with; size_t withs; int paths;
    char *command""", _STRUCTURES)

ModelOptions = _lib._structure("heco_model_options", """size_t size; char *data, *instance; int trust; double timeout;
    int ends_outside; unsigned retries; double bound, eq_tol, ineq_tol; unsigned objective; uint64_t memory_limit;
    double open_timeout; void *on_hint, *hint_user; double hint_after; int strict_bounds""", _STRUCTURES)
SuiteOptions = _lib._structure("heco_suite_options", "char *data, *instance", _STRUCTURES)
PlanOptions = _lib._structure("heco_plan_options", """size_t size; char *suites, *problems, *dims, *algorithms, **set; size_t sets;
    unsigned runs; uint64_t seed, evals; int trace; heco_suite_options suite; double evals_share""", _STRUCTURES)
Job = _lib._structure("heco_job", """char *suite, *instance, *problem; int dims; char *label; void *algorithm, *what; char **set;
    size_t sets; unsigned run; uint64_t stream, max_evals; double target; size_t points""", _STRUCTURES)

FUNCTIONS = {
    "heco_model_options_init": (None, ctypes.POINTER(ModelOptions), _size),
    "heco_model_open": (ctypes.c_int, ctypes.POINTER(_p), _text, ctypes.POINTER(ModelOptions), _lib.error_p),
    "heco_model_problem": (_p, _p),
    "heco_model_start": (_lib.c_double_p, _p, ctypes.POINTER(_size)),
    "heco_model_budget": (ctypes.c_uint64, _p),
    "heco_model_close": (None, _p),
    "heco_plan_options_init": (None, ctypes.POINTER(PlanOptions), _size),
    "heco_plan_new": (ctypes.c_int, ctypes.POINTER(_p), ctypes.POINTER(PlanOptions), _lib.error_p),
    "heco_plan_count": (_size, _p),
    "heco_plan_at": (ctypes.POINTER(Job), _p, _size),
    "heco_plan_free": (None, _p),
    "heco_job_stream": (ctypes.c_uint64, ctypes.c_uint64, _text, _text, _size, _text, ctypes.c_uint),
    "heco_page_options_init": (None, ctypes.POINTER(PageOptions), _size),
    "heco_page_bench_data": (ctypes.c_int, _p, ctypes.POINTER(PageOptions), _lib.error_p),
    "heco_page_solve": (ctypes.c_int, _p, _text, ctypes.POINTER(PageOptions), _lib.error_p),
    "heco_page_solve_data": (ctypes.c_int, _p, _text, ctypes.POINTER(PageOptions), _lib.error_p),
    "heco_records_new": (ctypes.c_int, ctypes.POINTER(_p)),
    "heco_records_read_db": (ctypes.c_int, _p, _text, ctypes.c_int, _lib.error_p),
    "heco_records_read_csv": (ctypes.c_int, _p, _text, _lib.error_p),
    "heco_records_free": (None, _p),
    "heco_rank_rule_traces": (ctypes.c_int, _text),
    "heco_rank_options_init": (None, ctypes.POINTER(RankOptions), _size),
    "heco_rank_compute": (ctypes.c_int, ctypes.POINTER(_p), _p, ctypes.POINTER(RankOptions), _lib.error_p),
    "heco_table_title": (_text, _p),
    "heco_table_rows": (_size, _p),
    "heco_table_columns": (_size, _p),
    "heco_table_column": (ctypes.POINTER(Column), _p, _size),
    "heco_table_cell": (ctypes.POINTER(Cell), _p, _size, _size),
    "heco_table_footnote_at": (_text, _p, _size),
    "heco_table_write": (ctypes.c_int, _p, _text, _p, _lib.error_p),
    "heco_table_free": (None, _p),
}


def _path():
    core = pathlib.Path(_lib.lib._name)
    beside = core.with_name(core.name.replace("libheco", "libheco_tools", 1))
    return os.environ.get("HECO_TOOLS_LIBRARY") or str(beside)


def written(write):
    """Returns the text that write(stream) writes into a C stream."""
    libc = ctypes.CDLL(None)
    libc.fdopen.restype, libc.fdopen.argtypes = _p, (ctypes.c_int, _text)
    libc.fclose.argtypes = (_p,)
    with tempfile.TemporaryFile() as file:
        stream = libc.fdopen(os.dup(file.fileno()), b"w")
        try:
            write(stream)
        finally:
            libc.fclose(stream)
        file.seek(0)
        return file.read().decode()


def page(path, journal):
    """Writes the HTML page about the search of a journal."""
    lib, error, how = load(), _lib.Error(), PageOptions()
    lib.heco_page_options_init(how, ctypes.sizeof(how))

    def write(stream):
        if lib.heco_page_solve(stream, _lib.text(journal, "journal"), how, error) != 0:
            raise HecoError(error.text.decode())
    pathlib.Path(path).write_text(written(write), encoding="utf-8")


@functools.lru_cache(maxsize=None)
def load():
    path = _path()
    try:
        lib = ctypes.CDLL(path)
    except OSError as why:
        raise ImportError("rankings, plots and report pages need libheco_tools.so: %s; build it, or set HECO_TOOLS_LIBRARY to its path"
                          % why) from None
    _lib.check_version(lib, path)
    for name, (result, *arguments) in FUNCTIONS.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib
