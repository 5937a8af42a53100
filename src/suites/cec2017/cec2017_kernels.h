/* The 28 problems evaluated on tiles of points: loading, rotating, storing; the formulas are in
 * cec2017_formulas.h. Source rather than an interface: included by one source file per instruction
 * set, which names the result with CEC2017_KERNELS. */
#include <stdlib.h>

#include "suites/cec2017/cec2017_formulas.h"

enum { CEC2017_WIDTH = HECO_VECTOR_WIDTH, CEC2017_COLUMNS = 8 };

/* z = M y for `tiles` tiles, which lie n apart, and `rows` rows of a block of M that has
 * `stride`. Every sum runs left to right. */
HECO_VECTOR_FN void cec2017_rows(heco_vd *z, const double *m, const heco_vd *y, size_t n,
                                 const size_t rows, const size_t stride, const size_t tiles) {
    heco_vd acc[CEC2017_BLOCK];
    for (size_t k = 0; k < rows * tiles; k++) acc[k] = heco_vd_all(0.0);
    for (size_t j = 0; j < n; j++)
        for (size_t r = 0; r < rows; r++)
            for (size_t t = 0; t < tiles; t++)
                acc[r * tiles + t] += y[t * n + j] * m[j * stride + r];
    for (size_t r = 0; r < rows; r++)
        for (size_t t = 0; t < tiles; t++) z[t * n + r] = acc[r * tiles + t];
}

/* Ten sums at a time: more would not fit into the registers, fewer would wait for each other. */
HECO_VECTOR_TARGET static void cec2017_rotate(heco_vd *z, const double *packed, const heco_vd *y,
                                              size_t n, size_t tiles) {
    enum { BLOCK = CEC2017_BLOCK, HALF = CEC2017_BLOCK / 2 };
    size_t i = 0;
    for (; i + BLOCK <= n; i += BLOCK)
        if (tiles == 2) {
            cec2017_rows(z + i, packed + i * n, y, n, HALF, BLOCK, 2);
            cec2017_rows(z + i + HALF, packed + i * n + HALF, y, n, HALF, BLOCK, 2);
        } else {
            cec2017_rows(z + i, packed + i * n, y, n, BLOCK, BLOCK, 1);
        }
    for (; i < n; i += 2)
        for (size_t t = 0; t < tiles; t++)
            cec2017_rows(z + t * n + i, packed + i * n, y + t * n, n, 2, 2, 1);
}

/* y = x - shift, transposed; the last rows of a short tile repeat its last point. Returns the
 * largest |y| of each lane. The last block of columns may overlap the one before. */
HECO_VECTOR_TARGET static heco_vd cec2017_load(heco_vd *y, const cec2017_problem *p,
                                               const double *x, size_t count) {
    const double *row[CEC2017_WIDTH];
    heco_vd       most = {0}, v[CEC2017_WIDTH];
    size_t        n = p->n, width = n < CEC2017_WIDTH ? n : CEC2017_WIDTH;
    for (size_t l = 0; l < CEC2017_WIDTH; l++) row[l] = x + (l < count ? l : count - 1) * n;
    if (n < CEC2017_WIDTH) { /* two columns in wide vectors */
        for (size_t j = 0; j < n; j++)
            for (size_t l = 0; l < CEC2017_WIDTH; l++) y[j][l] = row[l][j] - p->shift[j];
        /* analyse: gcc analyzer-use-of-uninitialized-value: the loop above fills y
         * up to n = width */
        for (size_t j = 0; j < width; j++) most = heco_vd_max(heco_vd_abs(y[j]), most);
        return most;
    }
    for (size_t at = 0; at < n; at += CEC2017_WIDTH) {
        size_t first = at + CEC2017_WIDTH <= n ? at : n - CEC2017_WIDTH;
        for (size_t l = 0; l < CEC2017_WIDTH; l++)
            v[l] = heco_vd_load(row[l] + first) - heco_vd_load(p->shift + first);
        heco_vd_transpose(v);
        for (size_t l = 0; l < CEC2017_WIDTH; l++) {
            most         = heco_vd_max(heco_vd_abs(v[l]), most);
            y[first + l] = v[l];
        }
    }
    return most;
}

/* Stores `size` values of each of `count` lanes into rows of that size. */
HECO_VECTOR_FN void cec2017_put(double *to, const heco_vd *values, size_t size, size_t count) {
    if (size == 1 && count >= CEC2017_WIDTH) {
        heco_vd_store(to, values[0]);
        return;
    }
    for (size_t k = 0; k < size; k++)
        for (size_t l = 0; l < CEC2017_WIDTH && l < count; l++) to[l * size + k] = values[k][l];
}

/* The destination of the values of the rows of a tile. */
typedef struct {
    double *f, *g, *h;
} cec2017_rows_out;

/* Room for two tiles: shifted points, two rotated copies of them; and two columns for formulas. */
typedef struct {
    heco_vd *y, *z, *q, *s, *c, reach[2];
} cec2017_work;

/* Loads and rotates up to two tiles. */
HECO_VECTOR_TARGET static void cec2017_prepare(const cec2017_problem *p, cec2017_work *w,
                                               const double *x, size_t count) {
    size_t tiles = count > CEC2017_WIDTH ? 2 : 1;
    for (size_t t = 0; t < tiles; t++) {
        size_t first = t * CEC2017_WIDTH;
        w->reach[t]  = cec2017_load(w->y + t * p->n, p, x + first * p->n, count - first);
    }
    if (p->matrix[0] != NULL) cec2017_rotate(w->z, p->matrix[0], w->y, p->n, tiles);
    if (p->matrix[1] != NULL) cec2017_rotate(w->q, p->matrix[1], w->y, p->n, tiles);
}

/* Evaluates rows so far outside the box that the functions on vectors lose accuracy. */
HECO_VECTOR_TARGET static int cec2017_redo(const cec2017_problem *p, heco_vd reach, const double *x,
                                           size_t count, const cec2017_rows_out *to) {
    int failed = 0;
    for (size_t l = 0; l < CEC2017_WIDTH && l < count; l++)
        if (reach[l] > p->far)
            failed |= heco_cec2017_scalar.eval(p, x + l * p->n, 1, to->f + l, to->g + l * p->ng,
                                               to->h + l * p->nh);
    return failed;
}

/* Evaluates a tile; `count` rows from its first on are wanted. */
HECO_VECTOR_TARGET static int cec2017_finish(const cec2017_problem *p, const cec2017_work *w,
                                             size_t tile, const double *x, size_t count,
                                             const cec2017_rows_out *to) {
    heco_vd        out[CEC2017_VALUES];
    const heco_vd *y = w->y + tile * p->n, *z = w->z + tile * p->n, *q = w->q + tile * p->n;
    cec2017_tile   t = {p->n, p->number > 20 ? z : y, z, q, w->s, w->c, p->root};
    cec2017_formulas[p->number - 1](&t, out);
    cec2017_put(to->f, out, 1, count);
    cec2017_put(to->g, out + 1, p->ng, count);
    cec2017_put(to->h, out + 1 + p->ng, p->nh, count);
    if (HECO_VMATH_ANY || !heco_vm_any(w->reach[tile] > p->far)) return 0;
    return cec2017_redo(p, w->reach[tile], x, count, to);
}

HECO_VECTOR_TARGET static int cec2017_eval(const cec2017_problem *p, const double *x, size_t count,
                                           double *f, double *g, double *h) {
    heco_vd  stack[CEC2017_COLUMNS * CEC2017_STACK_DIM];
    heco_vd *room   = stack;
    void    *heap   = NULL;
    int      failed = 0;
    if (p->n > CEC2017_STACK_DIM) {
        heap = malloc((CEC2017_COLUMNS * p->n + 1) * sizeof(heco_vd));
        if (heap == NULL) return 1;
        room = (heco_vd *)(((uintptr_t)heap + sizeof(heco_vd) - 1) & ~(sizeof(heco_vd) - 1));
    }
    cec2017_work w = {.y = room,
                      .z = room + 2 * p->n,
                      .q = room + 4 * p->n,
                      .s = room + 6 * p->n,
                      .c = room + 7 * p->n};
    for (size_t i = 0; i < count && !failed; i += 2 * CEC2017_WIDTH) {
        cec2017_prepare(p, &w, x + i * p->n, count - i);
        for (size_t t = 0; t < 2 && i + t * CEC2017_WIDTH < count; t++) {
            size_t           r  = i + t * CEC2017_WIDTH;
            cec2017_rows_out to = {f + r, g + r * p->ng, h + r * p->nh};
            failed |= cec2017_finish(p, &w, t, x + r * p->n, count - r, &to);
        }
    }
    free(heap);
    return failed;
}

const cec2017_kernels CEC2017_KERNELS = {CEC2017_KERNELS_NAME, cec2017_eval};
