/* heco without structs, for languages that call C functions with numbers, arrays and texts:
 * Fortran, Julia, and others.
 *
 *   heco_flat *s = heco_flat_new(2, 1, 0);          two variables, one inequality, no equality
 *   heco_flat_bound(s, 0, -5, 5, 0);                ... one call per variable, from 0
 *   heco_flat_set(s, "budget", "2000");
 *   if (heco_flat_minimize(s, fun, user) != 0) puts(heco_flat_message(s));
 *   double f = heco_flat_result(s, x, g, h);
 *   heco_flat_free(s);
 *
 * Compile heco_flat.c with your program, or into a shared library:
 *   cc -shared -fPIC -o libheco_flat.so heco_flat.c $(pkg-config --cflags --libs heco) */
#ifndef HECO_FLAT_H
#define HECO_FLAT_H

#include <stddef.h>

/* A problem, settings, and the answer after heco_flat_minimize(). */
typedef struct heco_flat heco_flat;

/* Writes f[0], g[0..ng) and h[0..nh) at x[0..n). Returns 0, 1 if the point has no value, 2 to end
 * the search. It must return: an exception or a jump of the language must not pass the library. */
typedef int (*heco_flat_fun)(void *user, const double *x, double *f, double *g, double *h);

/* Returns a problem whose bounds are 0 and 1; NULL: out of memory. */
heco_flat *heco_flat_new(size_t n, size_t ng, size_t nh);
/* Sets the bounds of variable j, from 0. Returns 0, or 1 if there is no such variable. */
int heco_flat_bound(heco_flat *s, size_t j, double lower, double upper, int integer);
/* Sets `budget`, `seed`, `target`, `eq_tol`, `time`, `stall`, `algorithm`, `journal`, `maximise`,
 * or else an option of the algorithm. Returns 0, or 1 with a message. heco_flat_minimize() checks
 * the options of the algorithm. */
int heco_flat_set(heco_flat *s, const char *name, const char *value);
/* Searches. Returns 0, or 1 with a message. */
int heco_flat_minimize(heco_flat *s, heco_flat_fun fun, void *user);
/* Copies the best point and its constraints, each unless NULL, and returns f; NAN: there is none.
 */
double heco_flat_result(const heco_flat *s, double *x, double *g, double *h);
/* Returns 1 if the best point meets every constraint. */
int heco_flat_feasible(const heco_flat *s);
/* Returns the number of evaluations. */
double heco_flat_evals(const heco_flat *s);
/* Returns the message of the last failure, or why the search ended. */
const char *heco_flat_message(const heco_flat *s);
/* Frees everything, or NULL. */
void heco_flat_free(heco_flat *s);

#endif
