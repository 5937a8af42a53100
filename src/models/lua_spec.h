/* What a Lua model says about itself: the table that the script returns, read and checked. */
#ifndef HECO_MODELS_LUA_SPEC_H
#define HECO_MODELS_LUA_SPEC_H

#include "base/arena.h"
#include "models/lua_sandbox.h"

typedef struct {
    char   sense; /* '<', '>' or '='                                                       */
    double bound;
    size_t slot; /* its place among the inequalities or the equalities                    */
} heco_lua_constraint;

typedef struct {
    const char          *path;          /* for messages                                     */
    const char          *source;        /* the script's text, to find lines in              */
    const char          *name;          /* may be NULL                                      */
    size_t               n, nc, ng, nh; /* nc = ng + nh                                    */
    double              *lower, *upper, *tol, *start; /* start: starts rows                */
    unsigned char       *integer;
    const char         **x_names, **c_names;
    heco_lua_constraint *constraint; /* nc of them, in the script's order                */
    size_t               starts;
    int                  maximise;
    int                  at_once;  /* one function gives f and all constraints         */
    unsigned char       *by_table; /* function k (0: objective) takes x as one table   */
} heco_lua_spec;

/* To be called inside lua_pcall: reads the table at the top of the stack into `spec` (path and
 * source set) with memory from `arena`, and replaces it by the list of functions: [1] the
 * objective or the one function, [1 + k] constraint k. Raises a Lua error that names the line. */
void heco_lua_read(lua_State *L, heco_lua_spec *spec, heco_arena *arena);

/* "beam.lua:12" of the function on top of the stack. */
const char *heco_lua_where(lua_State *L);

#endif
