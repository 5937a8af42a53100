/* The description of a Lua model: the table that the script returns, read and checked. */
#ifndef HECO_MODELS_LUA_LUA_SPEC_H
#define HECO_MODELS_LUA_LUA_SPEC_H

#include "base/arena.h"
#include "heco/problem.h"
#include "models/lua/lua_sandbox.h"

/* One entry of `constraints`. A range, lower <= value <= upper, is two inequalities. */
typedef struct {
    const char *name, *unit;
    char        sense;  /* '<', '>', '=', or 'r' for a range                              */
    double      bound;  /* of a range: the lower bound                                    */
    double      upper;  /* of a range: the upper bound                                    */
    double      tol;    /* below 0: the default                                           */
    size_t      slot;   /* index among the inequalities or the equalities; a range has two,
                         * of which this is the first                                     */
    const double *coef; /* n coefficients of a linear constraint; NULL: it has a function */
    int           cheap; /* 1: known without the simulation                              */
} heco_lua_constraint;

typedef struct {
    const char          *path;          /* for messages                                     */
    const char          *source;        /* the script's text, to find lines in              */
    const char          *name;          /* may be NULL                                      */
    size_t               n, nc, ng, nh; /* nc: entries of `constraints`                    */
    size_t               asked;         /* constraints that are neither linear nor cheap    */
    size_t               cheap;         /* cheap inequalities; they are the first ones      */
    double              *lower, *upper, *tol, *start; /* start: starts rows; tol below 0: default */
    double               ineq_tol; /* of inequalities; below 0: the default               */
    unsigned char       *integer;
    unsigned char       *flags; /* HECO_LOG_SCALE, or NULL                             */
    const char         **x_names, **c_names; /* c_names: inequalities, then equalities    */
    heco_choice         *choices;    /* n, or NULL                                             */
    heco_linear         *linear;     /* or NULL                                                */
    heco_constraint_form        *forms;    /* as c_names                                             */
    const char         **x_units;    /* n, or NULL                                             */
    const char          *f_unit;     /* or NULL                                                */
    heco_lua_constraint *constraint; /* nc of them, in the script's order                */
    size_t               starts;
    int                  maximise;
    int                  at_once;  /* one function gives f and all constraints         */
    size_t               parts;    /* values of the objective, the last inequalities; 0: it is f */
    double              *known_x, *known_f, *known_g, *known_h; /* designs with their values */
    size_t               known;    /* number of these designs                             */
    int                  squares;  /* the parts are residuals; 0: pieces of a maximum     */
    unsigned char       *by_table; /* function k (0: objective) takes x as one table   */
} heco_lua_spec;

/* Reads the table on top of the stack into `spec` (with path and source set), with memory from
 * `arena`, and replaces it by the list of functions: [1] the objective or `evaluate`, [1 + k]
 * constraint k. Raises a Lua error that names the line, so it must run inside lua_pcall(). */
void heco_lua_read(lua_State *L, heco_lua_spec *spec, heco_arena *arena);

/* Writes the value of a constraint, as the script gives it, to g or h; a range is two inequalities. */
void heco_lua_store(const heco_lua_constraint *c, double value, double *g, double *h);
/* Writes the constraints that are given by coefficients, if their number is below `count`. */
void heco_lua_store_linear(const heco_lua_spec *spec, const double *x, size_t count, double *g,
                           double *h);

/* Returns the position of the function on top of the stack, such as "beam.lua:12". */
const char *heco_lua_where(lua_State *L);

#endif
