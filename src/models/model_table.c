/* The list of model kinds, one row each. The first row that matches a spec opens it, so kinds with
 * a prefix or suffix come before `suite:problem`. */
#include "models/model_table.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#ifdef HECO_HAVE_LUA
#define MODEL_LUA(HECO_X) HECO_X(lua)
#else
#define MODEL_LUA(HECO_X)
#endif
#ifdef HECO_HAVE_ASL
#define MODEL_NL(HECO_X) HECO_X(nl)
#else
#define MODEL_NL(HECO_X)
#endif

#define MODEL_LIST(HECO_X) \
    HECO_X(exec) HECO_X(run) HECO_X(plugin) \
    MODEL_LUA(HECO_X) \
    MODEL_NL(HECO_X) \
    HECO_X(suite)

#define HECO_X(kind) extern const heco_model_row heco_model_row_##kind;
MODEL_LIST(HECO_X)
#undef HECO_X

static const heco_model_row *const model_table[] = {
#define HECO_X(kind) &heco_model_row_##kind,
    MODEL_LIST(HECO_X)
#undef HECO_X
};

enum { MODEL_TABLE_COUNT = sizeof model_table / sizeof model_table[0] };

/* Kinds that this build may lack, and the library they need. */
static const struct {
    const char *suffix, *library;
} model_optional[] = {{".lua", "Lua 5.4"}, {".nl", "the AMPL Solver Library"}};

int heco_model_begins(const char *spec, const char *prefix) {
    return strncmp(spec, prefix, strlen(prefix)) == 0;
}

int heco_model_ends(const char *spec, const char *suffix) {
    size_t n = strlen(spec), k = strlen(suffix);
    return n > k && strcmp(spec + n - k, suffix) == 0;
}

const heco_model_row *heco_model_row_for(const char *spec, heco_error *error) {
    for (size_t i = 0; i < MODEL_TABLE_COUNT; i++)
        if (model_table[i]->match(spec)) return model_table[i];
    for (size_t i = 0; i < sizeof model_optional / sizeof model_optional[0]; i++)
        if (heco_model_ends(spec, model_optional[i].suffix)) {
            heco_fail(error, HECO_ERR_UNSUPPORTED,
                      "model '%.200s': this build lacks %s; install it and build again", spec,
                      model_optional[i].library);
            return NULL;
        }
    char   kinds[240] = "";
    size_t used       = 0;
    for (size_t i = 0; i < MODEL_TABLE_COUNT && used < sizeof kinds; i++) {
        const heco_model_row *row     = model_table[i];
        const char           *between = i == 0 ? "" : i + 1 < MODEL_TABLE_COUNT ? ", " : " or ";
        used += (size_t)snprintf(kinds + used, sizeof kinds - used, "%s%s", between,
                                 row->form != NULL ? row->form : row->name);
    }
    struct stat about;
    int program = stat(spec, &about) == 0 && S_ISREG(about.st_mode) && access(spec, X_OK) == 0;
    heco_fail(error, HECO_ERR_NAME, "model '%.200s' has an unknown kind: write %s%s%s%.100s%s",
              spec, kinds, program ? "; did you mean exec:" : "",
              program && strchr(spec, '/') == NULL ? "./" : "", program ? spec : "",
              program ? "?" : "");
    return NULL;
}

const char *heco_model_kind_at(size_t index) {
    return index < MODEL_TABLE_COUNT ? model_table[index]->name : NULL;
}

const char *heco_model_kind_help(size_t index) {
    return index < MODEL_TABLE_COUNT ? model_table[index]->help : NULL;
}

const char *heco_model_kind_of(const char *spec) {
    for (size_t i = 0; i < MODEL_TABLE_COUNT; i++)
        if (model_table[i]->match(spec)) return model_table[i]->name;
    return NULL;
}
