/* Fields of a Lua table with messages that name the line: what lua_spec.c reads with. All of these
 * raise a Lua error when they fail. */
#ifndef HECO_MODELS_LUA_LUA_READER_H
#define HECO_MODELS_LUA_LUA_READER_H

#include "models/lua/lua_spec.h"

/* What is needed while a table is read. */
typedef struct {
    lua_State     *L;
    heco_lua_spec *spec;
    heco_arena    *arena;
    int            functions; /* stack index of the list of functions */
    int            names;     /* stack index of the table of names so far */
    char           what[100]; /* what is being read: "variable 'b1'"  */
    const char    *at;        /* its name, which shows the line; NULL: `line` is it */
    int            line;      /* where it is in the script, 0: not known */
} heco_lua_reader;

/* What the list part of a variable or constraint holds, told apart by type. */
typedef struct {
    const char *text[3];
    double      number[3];
    int         texts, numbers, function, list; /* function, list: stack index, 0: none */
} heco_lua_items;

/* Raises an error about what is being read; the format is lua_pushfstring's. */
void heco_lua_reader_fail(heco_lua_reader *r, const char *format, ...);
/* Memory, and a text in it. */
void       *heco_lua_reader_take(heco_lua_reader *r, size_t count, size_t size);
const char *heco_lua_reader_copy(heco_lua_reader *r, const char *text);
/* Every key that is a text must be one of `known`: a mistyped one would be ignored silently. */
void heco_lua_reader_check_keys(heco_lua_reader *r, int table, const char *const *known,
                                size_t count);
/* Field `key` of the table as a number; 0 when it is not there. */
int heco_lua_reader_number(heco_lua_reader *r, int table, const char *key, double *value);
/* The same as a text; NULL when it is not there. */
const char *heco_lua_reader_text(heco_lua_reader *r, int table, const char *key);
/* The list part of the table. */
void heco_lua_reader_take_items(heco_lua_reader *r, int table, heco_lua_items *items);
/* Field `key` if it is a table: its stack index, where it stays; 0 when it is not there. */
int heco_lua_reader_list(heco_lua_reader *r, int table, const char *key);
/* From here on messages are about that item, or about none. */
void heco_lua_reader_at(heco_lua_reader *r, const char *kind, const char *name);
void heco_lua_reader_nowhere(heco_lua_reader *r);
/* Begins another list of names: pushes the table that they are kept in. */
void heco_lua_reader_no_names(heco_lua_reader *r);
/* Refuses a name that an earlier item of the list ("variables", "constraints") has. */
void heco_lua_reader_once(heco_lua_reader *r, const char *name, const char *kind, size_t i);
/* The name of item i of a list, and the message's place with it. */
const char *heco_lua_reader_name(heco_lua_reader *r, int table, const char *kind,
                                 const char *letter, const char *given, size_t i);

/* The variables and the constraints of the model in that table (lua_variable.c,
 * lua_constraint.c). The constraints need the objective, which says how functions are called. */
void heco_lua_read_variables(heco_lua_reader *r, int table);
void heco_lua_read_constraints(heco_lua_reader *r, int table);
/* Takes the function at that index as number k, and how it wants x from its parameters. */
void heco_lua_read_function(heco_lua_reader *r, int index, size_t k);
/* The number that stands for the value at that index in variable j: of a category in words their
 * position from 1 on. */
double heco_lua_read_value(heco_lua_reader *r, int index, size_t j);
/* May variable j have this value? */
int heco_lua_spec_allows(const heco_lua_spec *spec, size_t j, double x);

#endif
