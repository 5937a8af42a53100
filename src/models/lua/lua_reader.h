/* Reads fields of a Lua table. All functions raise a Lua error that names the line if they fail. */
#ifndef HECO_MODELS_LUA_LUA_READER_H
#define HECO_MODELS_LUA_LUA_READER_H

#include "models/lua/lua_spec.h"

/* State while a table is read. */
typedef struct {
    lua_State     *L;
    heco_lua_spec *spec;
    heco_arena    *arena;
    int            functions; /* stack index of the list of functions */
    int            names;     /* stack index of the table of names so far */
    char           what[100]; /* the item being read: "variable 'b1'" */
    const char    *at;        /* its name, which gives the line; NULL: `line` is known */
    int            line;      /* its line in the script, 0: unknown */
} heco_lua_reader;

/* The list part of a variable or constraint, sorted by type. */
typedef struct {
    const char *text[3];
    double      number[3];
    int         texts, numbers, function, list; /* function, list: stack index, 0: none */
} heco_lua_items;

/* Raises an error about the current item; the format is that of lua_pushfstring(). */
void heco_lua_reader_fail(heco_lua_reader *r, const char *format, ...);
/* Allocate memory, or a copy of a text, in the arena. */
void       *heco_lua_reader_take(heco_lua_reader *r, size_t count, size_t size);
const char *heco_lua_reader_copy(heco_lua_reader *r, const char *text);
/* Refuses text keys that are not in `known`; a mistyped key would be ignored otherwise. */
void heco_lua_reader_check_keys(heco_lua_reader *r, int table, const char *const *known,
                                size_t count);
/* Reads field `key` of the table as a number. Returns 0 if there is none. */
int heco_lua_reader_number(heco_lua_reader *r, int table, const char *key, double *value);
/* Reads field `key` as a text. Returns NULL if there is none. */
const char *heco_lua_reader_text(heco_lua_reader *r, int table, const char *key);
/* Reads the list part of the table. */
void heco_lua_reader_take_items(heco_lua_reader *r, int table, heco_lua_items *items);
/* Pushes field `key`, a table, and returns its stack index. Returns 0 if there is none. */
int heco_lua_reader_list(heco_lua_reader *r, int table, const char *key);
/* Sets the item that messages name, or none. */
void heco_lua_reader_set_item(heco_lua_reader *r, const char *kind, const char *name);
void heco_lua_reader_clear_item(heco_lua_reader *r);
/* Begins a list of names: pushes the table that holds them. */
void heco_lua_reader_begin_names(heco_lua_reader *r);
/* Refuses a name that an earlier item of the list ("variables", "constraints") has, and keeps it. */
void heco_lua_reader_check_unique(heco_lua_reader *r, const char *name, const char *kind, size_t i);
/* Returns the name of item i of a list, and sets it for messages. */
const char *heco_lua_reader_name(heco_lua_reader *r, int table, const char *kind,
                                 const char *letter, const char *given, size_t i);

/* Read the variables, the objective and the constraints of the model in that table (lua_variable.c,
 * lua_objective.c, lua_constraint.c). An objective with parts is called once at the start, to count
 * them, unless spec->parts is known. The constraints need the objective, which says how functions
 * are called. */
void heco_lua_read_variables(heco_lua_reader *r, int table);
void heco_lua_read_objective(heco_lua_reader *r, int table);
void heco_lua_read_constraints(heco_lua_reader *r, int table);
/* Reads `known`, designs with their values, after the constraints (lua_known.c). */
void heco_lua_read_known(heco_lua_reader *r, int table);
/* Reads a point, the list on top of the stack, which is popped; `what` names it in messages. */
void heco_lua_read_point(heco_lua_reader *r, const char *what, size_t row, double *x);
/* Stores the function at that index as number k. Its parameters decide how it receives x. */
void heco_lua_read_function(heco_lua_reader *r, int index, size_t k);
/* Returns the number for the value at that index in variable j; the number of a word is its
 * position, from 1. */
double heco_lua_read_value(heco_lua_reader *r, int index, size_t j);
/* Pushes the value of variable j as functions receive it: a word of a category, or a number. */
void heco_lua_push_value(lua_State *L, const heco_lua_spec *spec, size_t j, double value);
/* Returns whether variable j may have this value. */
int heco_lua_spec_allows(const heco_lua_spec *spec, size_t j, double x);

#endif
