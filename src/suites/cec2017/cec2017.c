/* The 28 scalable constrained problems of the CEC 2017 competition.
 *
 * Wu, Mallipeddi, Suganthan: Problem Definitions and Evaluation Criteria for the CEC 2017
 * Competition on Constrained Real-Parameter Optimization. The values are those of the official
 * code of September 2024. This file is the table and the making of problems; the formulas are
 * in cec2017_formulas.h, the data in cec2017_data.c and cec2017_draw.c. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/elementary.h"
#include "base/error.h"
#include "base/text.h"
#include "suites/cec2017/cec2017_data.h"
#include "suites/cec2017/cec2017_tile.h"
#include "suites/cec2017/lanes.h"
#include "suites/cec2017/lanes_math.h"
#include "suites/suite_table.h"

static const heco_suite_entry cec2017_entries[CEC2017_PROBLEMS] = {
#define HECO_X(name, title) \
    { name, title, heco_cec2017_dims, CEC2017_DIMENSIONS, 1 }
    HECO_X("C01", "squared partial sums; cosine waves"),
    HECO_X("C02", "squared partial sums; rotated cosine waves"),
    HECO_X("C03", "squared partial sums; cosine waves, sine equality"),
    HECO_X("C04", "Rastrigin; two sine sums"),
    HECO_X("C05", "Rosenbrock; two rotated cosine ripples"),
    HECO_X("C06", "Rastrigin; six sine and cosine equalities"),
    HECO_X("C07", "sine sum; one equality stated twice"),
    HECO_X("C08", "largest entry; two sums of squared partial sums vanish"),
    HECO_X("C09", "largest entry; product, chained squares vanish"),
    HECO_X("C10", "largest entry; partial sums and differences vanish"),
    HECO_X("C11", "sum; product, differences vanish"),
    HECO_X("C12", "Rastrigin; between a diamond and a sphere"),
    HECO_X("C13", "Rosenbrock; Rastrigin and two planes"),
    HECO_X("C14", "Ackley; on a sphere, one entry large"),
    HECO_X("C15", "largest magnitude; discrete levels in a sphere"),
    HECO_X("C16", "sum of magnitudes; discrete levels in a sphere"),
    HECO_X("C17", "Griewank; on a sphere, no feasible point"),
    HECO_X("C18", "stepped Rastrigin; curved valley"),
    HECO_X("C19", "roots and sines of cubes; no feasible point"),
    HECO_X("C20", "expanded Schaffer; two functions of the sum"),
    HECO_X("C21", "C12 rotated"),
    HECO_X("C22", "C13 rotated"),
    HECO_X("C23", "C14 rotated"),
    HECO_X("C24", "C15 rotated"),
    HECO_X("C25", "C16 rotated"),
    HECO_X("C26", "C17 rotated"),
    HECO_X("C27", "C18 rotated"),
    HECO_X("C28", "C19 rotated"),
#undef HECO_X
};

typedef struct {
    double box; /* every variable lies in [-box, box]                                  */
    size_t ng, nh;
    enum { CEC2017_REF_NONE, CEC2017_REF_SHIFT, CEC2017_REF_ONES } ref; /* where f is 0    */
} cec2017_shape;

/* Rows 12..19 also serve C21..C28. */
static const cec2017_shape cec2017_shapes[20] = {
    {100, 1, 0, CEC2017_REF_SHIFT}, {100, 1, 0, CEC2017_REF_SHIFT}, {100, 1, 1, CEC2017_REF_SHIFT},
    {10, 2, 0, CEC2017_REF_SHIFT},  {10, 2, 0, CEC2017_REF_ONES},   {20, 0, 6, CEC2017_REF_SHIFT},
    {50, 0, 2, CEC2017_REF_NONE},   {100, 0, 2, CEC2017_REF_NONE},  {10, 1, 1, CEC2017_REF_NONE},
    {100, 0, 2, CEC2017_REF_NONE},  {100, 1, 1, CEC2017_REF_NONE},  {100, 2, 0, CEC2017_REF_NONE},
    {100, 3, 0, CEC2017_REF_ONES},  {100, 1, 1, CEC2017_REF_NONE},  {100, 1, 1, CEC2017_REF_NONE},
    {100, 1, 1, CEC2017_REF_SHIFT}, {100, 1, 1, CEC2017_REF_NONE},  {100, 2, 1, CEC2017_REF_NONE},
    {50, 2, 0, CEC2017_REF_NONE},   {100, 2, 0, CEC2017_REF_NONE}};

/* Nine problems share a matrix, so those in use are kept with the suite. */
typedef struct cec2017_kept {
    struct cec2017_kept *next;
    cec2017_matrix       which;
    size_t               n;
    double              *plain, *packed;
} cec2017_kept;

typedef struct {
    heco_arena    *arena;
    int            official;
    cec2017_folder folder;
    uint64_t       seed;
    char           instance[24];
    double         shift[CEC2017_VECTORS + 2][CEC2017_SHIFT_COUNT]; /* by number; official */
    cec2017_kept  *kept;
} cec2017_state;

const cec2017_kernels *heco_cec2017_kernels(void) {
    return heco_vector_avx2() ? &heco_cec2017_avx2 : &heco_cec2017_plain;
}

void heco_cec2017_pack(double *packed, const double *matrix, size_t n) {
    for (size_t i = 0; i < n;) {
        size_t rows = i + CEC2017_BLOCK <= n ? CEC2017_BLOCK : 2;
        for (size_t j = 0; j < n; j++)
            for (size_t r = 0; r < rows; r++) *packed++ = matrix[(i + r) * n + j];
        i += rows;
    }
}

static uint64_t cec2017_budget(const void *state, size_t index, size_t dim) {
    (void)state;
    (void)index;
    return 20000 * (uint64_t)dim;
}

static const char *cec2017_instance(const void *state) {
    return ((const cec2017_state *)state)->instance;
}

static heco_status cec2017_read_shifts(cec2017_state *s, heco_error *error) {
    for (size_t problem = 1; problem <= 11; problem++)
        if (heco_cec2017_vector(problem) == problem) {
            heco_status status =
                heco_cec2017_read_shift(s->shift[problem], &s->folder, problem, error);
            if (status != HECO_OK) return status;
        }
    return HECO_OK;
}

/* Chooses the instance: the official data, or a seed. Reads the official shift vectors. */
static heco_status cec2017_open(void *state, heco_arena *arena, const heco_suite_options *options,
                                heco_error *error) {
    cec2017_state *s    = state;
    const char    *name = options->instance;
    s->arena            = arena;
    if (name == NULL) name = options->data != NULL ? "official" : "1";
    s->official = strcmp(name, "official") == 0;
    if (s->official && options->data == NULL)
        return heco_fail(error, HECO_ERR_ARG,
                         "the official instance of cec2017 needs the folder with its data: give "
                         "--data DIR or run `heco data import DIR`, or choose an instance by seed");
    if (!s->official && !heco_text_uint64(name, &s->seed))
        return heco_fail(
            error, HECO_ERR_ARG,
            "'%.60s' is not an instance of cec2017: it is 'official' or a seed such as 1", name);
    if (!s->official) {
        snprintf(s->instance, sizeof s->instance, "%" PRIu64, s->seed);
        return HECO_OK;
    }
    snprintf(s->instance, sizeof s->instance, "official");
    heco_status status = heco_cec2017_find(&s->folder, options->data, error);
    return status == HECO_OK ? cec2017_read_shifts(s, error) : status;
}

/* Returns 1 if the folder has the data of the problem in that dimension. */
static int cec2017_has_dim(const cec2017_state *s, size_t number, size_t n) {
    char name[64];
    int  first = number == 5 ? CEC2017_M1 : CEC2017_M, there = 0;
    int  last = number == 5 ? CEC2017_M2 : number == 2 || number > 20 ? CEC2017_M : -1;
    for (size_t d = 0; d < CEC2017_DIMENSIONS; d++) there |= heco_cec2017_dims[d] == n;
    for (int which = first; which <= last && there; which++)
        there = heco_cec2017_has_matrix(name, sizeof name, &s->folder, (cec2017_matrix)which, n);
    return there;
}

/* Lists the dimensions that the official data has. */
static heco_status cec2017_refuse_dim(const cec2017_state *s, size_t number, size_t n,
                                      heco_error *error) {
    size_t known[CEC2017_DIMENSIONS] = {0}, count = 0, used = 0;
    char   text[64] = "none";
    for (size_t d = 0; d < CEC2017_DIMENSIONS; d++)
        if (cec2017_has_dim(s, number, heco_cec2017_dims[d])) known[count++] = heco_cec2017_dims[d];
    for (size_t k = 0; k < count; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu",
                                 k == 0           ? ""
                                 : k + 1 == count ? " and "
                                                  : ", ",
                                 known[k]);
    return heco_fail(error, HECO_ERR_ARG,
                     "the official data of cec2017:C%02zu in %.200s has no dimension %zu, only %s; "
                     "any even dimension works with --instance SEED",
                     number, s->folder.path, n, text);
}

static heco_status cec2017_check_dim(const cec2017_state *s, size_t number, size_t n,
                                     heco_error *error) {
    if (n < 2 || n % 2 != 0)
        return heco_fail(error, HECO_ERR_ARG,
                         "cec2017:C%02zu has no dimension %zu: it must be even, at least 2", number,
                         n);
    if (!s->official || cec2017_has_dim(s, number, n)) return HECO_OK;
    return cec2017_refuse_dim(s, number, n, error);
}

/* Reads or draws k->plain. */
static heco_status cec2017_fill_matrix(const cec2017_state *s, cec2017_kept *k, heco_error *error) {
    if (s->official) return heco_cec2017_read_matrix(k->plain, &s->folder, k->which, k->n, error);
    heco_arena scratch;
    heco_arena_init(&scratch);
    double *work = heco_arena_take(&scratch, 2 * k->n * k->n + k->n, sizeof *work);
    if (work != NULL) heco_cec2017_draw_matrix(k->plain, k->n, k->which, s->seed, work);
    heco_arena_release(&scratch);
    if (work != NULL) return HECO_OK;
    return heco_fail_memory_for(error, "a matrix of dimension %zu (%zu bytes)", k->n,
                                (2 * k->n * k->n + k->n) * sizeof *work);
}

/* Sets *out to the matrix, which is made at its first use and kept in s->kept. */
static heco_status cec2017_matrix_of(cec2017_state *s, cec2017_matrix which, size_t n,
                                     const cec2017_kept **out, heco_error *error) {
    for (const cec2017_kept *k = s->kept; k != NULL; k = k->next)
        if (k->which == which && k->n == n) {
            *out = k;
            return HECO_OK;
        }
    cec2017_kept *k = heco_arena_take(s->arena, 1, sizeof *k);
    if (k != NULL) {
        k->which = which, k->n = n;
        k->plain  = heco_arena_take(s->arena, n * n, sizeof *k->plain);
        k->packed = heco_arena_take(s->arena, n * n, sizeof *k->packed);
    }
    if (k == NULL || k->plain == NULL || k->packed == NULL) {
        s->arena->failed = 0; /* the suite itself is complete */
        return heco_fail_memory_for(error, "a matrix of dimension %zu (%zu bytes)", n,
                                    2 * n * n * sizeof(double));
    }
    heco_status status = cec2017_fill_matrix(s, k, error);
    if (status != HECO_OK) return status;
    heco_cec2017_pack(k->packed, k->plain, n);
    k->next = s->kept;
    s->kept = k;
    *out    = k;
    return HECO_OK;
}

/* Solves M v = (1, .., 1) by elimination with row exchanges; the matrices are well conditioned.
 * `a` holds n * n numbers. */
static void cec2017_solve_ones(double *v, const double *matrix, double *a, size_t n) {
    memcpy(a, matrix, n * n * sizeof *a);
    for (size_t i = 0; i < n; i++) v[i] = 1.0;
    for (size_t k = 0; k < n; k++) {
        size_t pivot = k;
        for (size_t i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[pivot * n + k])) pivot = i;
        for (size_t j = 0; j < n && pivot != k; j++) {
            double swap  = a[k * n + j];
            a[k * n + j] = a[pivot * n + j], a[pivot * n + j] = swap;
        }
        double swap = v[k];
        v[k] = v[pivot], v[pivot] = swap;
        for (size_t i = k + 1; i < n; i++) {
            double c = a[i * n + k] / a[k * n + k];
            for (size_t j = k; j < n; j++) a[i * n + j] -= c * a[k * n + j];
            v[i] -= c * v[k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++) v[k] -= a[k * n + j] * v[j];
        v[k] /= a[k * n + k];
    }
}

/* Evaluates `count` points. If memory is missing, every f becomes NAN. */
static int cec2017_eval_rows(void *user, const double *x, size_t count, double *f, double *g,
                             double *h) {
    const cec2017_problem *p = user;
    if (p->kernels->eval(p, x, count, f, g, h) == 0) return HECO_POINT_OK;
    for (size_t i = 0; i < count; i++) f[i] = NAN;
    return HECO_POINT_FAILED;
}

static int cec2017_eval_point(void *user, const double *x, double *f, double *g, double *h) {
    return cec2017_eval_rows(user, x, 1, f, g, h);
}

/* Finds the point where f is 0, if there is one in the box and it is feasible. */
static void cec2017_reference(heco_problem *out, const cec2017_problem *p, const cec2017_kept *m,
                              heco_arena *arena) {
    const double slack = 1e-9; /* rounding: C13 at D = 100 has g1 = 0 there */
    size_t       n     = p->n;
    double       f, g[3], h[6], viol;
    int          ref = cec2017_shapes[(p->number > 20 ? p->number - 9 : p->number) - 1].ref;
    if (ref == CEC2017_REF_NONE) return;
    double *x = heco_arena_take(arena, n, sizeof *x);
    if (x == NULL) return;
    for (size_t j = 0; j < n; j++) x[j] = ref == CEC2017_REF_ONES;
    if (p->number == 22) {
        double *work = heco_arena_take(arena, n * n, sizeof *work);
        if (work == NULL) return;
        cec2017_solve_ones(x, m->plain, work, n);
    }
    for (size_t j = 0; j < n; j++) {
        x[j] += p->shift[j];
        if (!(fabs(x[j]) <= out->space.upper[j])) return;
    }
    if (cec2017_eval_rows((void *)p, x, 1, &f, g, h) != HECO_POINT_OK) return;
    heco_suite_set_tolerances(out, arena);
    viol = heco_violation(&out->space, g, h);
    if (viol > slack) return;
    out->f_ref = 0.0;
    if (viol == 0.0) out->x_ref = x;
}

/* Largest distance from the shift at which the trigonometry of the formulas is accurate: an entry
 * of M y is at most the largest singular value times sqrt(n) times the largest entry of y. */
static double cec2017_far(const cec2017_problem *p) {
    double reach = p->matrix[0] == NULL   ? 1.0
                   : p->matrix[1] == NULL ? heco_cec2017_stretch(CEC2017_M) * sqrt((double)p->n)
                                          : heco_cec2017_stretch(CEC2017_M2) * sqrt((double)p->n);
    double limit = HECO_VMATH_NEAR / 7.0; /* 2 pi y is the largest multiple */
    if (p->number == 19 || p->number == 28) limit = heco_cbrt(HECO_VMATH_FAR);
    return 0.999 * limit / reach;
}

/* Returns the matrices of the problem; NULL if it has none. */
static heco_status cec2017_matrices(cec2017_state *s, size_t number, size_t n,
                                    const cec2017_kept *m[2], heco_error *error) {
    m[0] = m[1] = NULL;
    if (number == 2 || number > 20) return cec2017_matrix_of(s, CEC2017_M, n, &m[0], error);
    if (number != 5) return HECO_OK;
    heco_status status = cec2017_matrix_of(s, CEC2017_M1, n, &m[0], error);
    return status == HECO_OK ? cec2017_matrix_of(s, CEC2017_M2, n, &m[1], error) : status;
}

/* Fills `out` with problem C01 .. C28 (index + 1) in dimension n. */
static heco_status cec2017_make(void *state, heco_arena *arena, size_t index, size_t n,
                                heco_problem *out, heco_error *error) {
    cec2017_state       *s      = state;
    size_t               number = index + 1;
    const cec2017_shape *shape  = &cec2017_shapes[number > 20 ? index - 9 : index];
    const cec2017_kept  *m[2];
    heco_status          status = cec2017_check_dim(s, number, n, error);
    if (status == HECO_OK) status = cec2017_matrices(s, number, n, m, error);
    if (status != HECO_OK) return status;

    cec2017_problem *p     = heco_arena_take(arena, 1, sizeof *p);
    double          *shift = heco_arena_take(arena, n, sizeof *shift);
    double          *root  = heco_arena_take(arena, n, sizeof *root);
    double          *lower = heco_arena_take(arena, n, sizeof *lower);
    double          *upper = heco_arena_take(arena, n, sizeof *upper);
    if (heco_arena_failed(arena)) return HECO_OK; /* the caller checks the arena */
    if (s->official) memcpy(shift, s->shift[heco_cec2017_vector(number)], n * sizeof *shift);
    else heco_cec2017_draw_shift(shift, n, number, s->seed);
    for (size_t j = 0; j < n; j++)
        lower[j] = -shape->box, upper[j] = shape->box, root[j] = sqrt((double)(j + 1));
    *p = (cec2017_problem){.number  = number,
                           .n       = n,
                           .ng      = shape->ng,
                           .nh      = shape->nh,
                           .shift   = shift,
                           .root    = root,
                           .kernels = heco_cec2017_kernels()};
    for (int k = 0; k < 2; k++) p->matrix[k] = m[k] != NULL ? m[k]->packed : NULL;
    p->far           = cec2017_far(p);
    out->space.n     = n;
    out->space.ng    = shape->ng;
    out->space.nh    = shape->nh;
    out->space.lower = lower;
    out->space.upper = upper;
    out->eval        = cec2017_eval_point;
    out->eval_batch  = cec2017_eval_rows;
    out->user        = p;
    out->sharing     = HECO_SHARE_FREELY;
    cec2017_reference(out, p, m[0], arena);
    return HECO_OK;
}

const heco_suite_row heco_suite_cec2017 = {
    .name       = "cec2017",
    .title      = "CEC 2017 constrained real-parameter problems",
    .entries    = cec2017_entries,
    .count      = CEC2017_PROBLEMS,
    .dims       = HECO_DIMS_SHARED,
    .eq_tol     = 1e-4,
    .band       = 1,
    .budget     = cec2017_budget,
    .any_dim    = 1,
    .state_size = sizeof(cec2017_state),
    .open       = cec2017_open,
    .make       = cec2017_make,
    .instance   = cec2017_instance,
    .verify     = heco_cec2017_verify,
    .import     = heco_cec2017_import,
};
