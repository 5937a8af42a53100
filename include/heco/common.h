/* Status codes and messages, the version of heco, and the sizes of its structs.
 *
 * Functions that can fail return a heco_status. Those whose failure needs a message also take a
 * `heco_error *`, which belongs to the caller and may always be NULL. */
#ifndef HECO_COMMON_H
#define HECO_COMMON_H

#include <stddef.h>

/* Marks a function that the shared library exports. */
#if defined(__GNUC__) || defined(__clang__)
#define HECO_API __attribute__((visibility("default")))
#else
#define HECO_API
#endif

/* Lets the compiler compare a format, parameter number `text`, with what follows it. */
#if defined(__GNUC__) || defined(__clang__)
#define HECO_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define HECO_FORMAT(text, first)
#endif

#ifdef __cplusplus
#define HECO_BEGIN_DECLS extern "C" {
#define HECO_END_DECLS }
#else
#define HECO_BEGIN_DECLS /* Begins the declarations of a header, which have C linkage. */
#define HECO_END_DECLS /* Ends the declarations of a header. */
#endif

HECO_BEGIN_DECLS

/* ---- status ---- */

#define HECO_STATUS_LIST(HECO_X)                                             \
    HECO_X(OK, 0, "ok")                                                      \
    HECO_X(ERR_ARG, -1, "an argument is outside its allowed range")          \
    HECO_X(ERR_MEMORY, -2, "out of memory")                                  \
    HECO_X(ERR_ORDER, -3, "ask and tell were called out of turn")            \
    HECO_X(ERR_EVAL, -4, "the evaluation backend failed")                    \
    HECO_X(ERR_NAME, -5, "no algorithm, suite or option has that name")      \
    HECO_X(ERR_IO, -6, "a file could not be read or written")                \
    HECO_X(ERR_FORMAT, -7, "a file does not have the expected form")         \
    HECO_X(ERR_UNSUPPORTED, -8, "this build lacks the feature")              \
    HECO_X(ERR_CONFLICT, -9, "the stored data belongs to another run")       \
    HECO_X(ERR_MODEL, -10, "the model is wrong")

/* What a call returns: 0, or a negative number that says what kind of thing went wrong. */
typedef enum {
#define HECO_X(name, code, text) HECO_##name = (code),
    HECO_STATUS_LIST(HECO_X)
#undef HECO_X
} heco_status;

/* The caller's; filled on failure only. `text` names the thing and the remedy. */
typedef struct {
    heco_status status;    /* the same that the call returned                          */
    char        text[500]; /* one line                                                 */
} heco_error;

/* A static text for the code, never NULL. */
HECO_API const char *heco_status_text(heco_status status);

/* Refuses a name: "'NAME' is not WHAT: did you mean A, B or C?", with up to three of `names` that
 * look most like it. `what` is a format: "an option of %s". Returns HECO_ERR_NAME. */
HECO_API heco_status heco_fail_name(heco_error *error, const char *name, const char *const *names,
                                    size_t count, const char *what, ...) HECO_FORMAT(5, 6);

/* ---- version ---- */

#define HECO_VERSION_MAJOR 0 /* of these headers; heco_version() is that of the library */
#define HECO_VERSION_MINOR 1 /* before 1.0 a new one may change the interface          */
#define HECO_VERSION_PATCH 0 /* programs built with another one need no new build      */
/* The three as one number that grows, for `#if HECO_VERSION_NUMBER >= 100` (0.1.0). */
#define HECO_VERSION_NUMBER \
    (10000 * HECO_VERSION_MAJOR + 100 * HECO_VERSION_MINOR + HECO_VERSION_PATCH)

/* "0.1.0" */
HECO_API const char *heco_version(void);
/* HECO_VERSION_NUMBER of the library that the program runs with. */
HECO_API unsigned heco_version_number(void);
/* What this build contains beyond the core, such as "lua nl sqlite"; may be "". */
HECO_API const char *heco_version_features(void);
/* How many cores this process may use, at least 1: what 0 workers or jobs stand for. */
HECO_API unsigned heco_cores_count(void);

/* ---- sizes of structs ---- */

/* The size of a public struct of libheco by its name, such as "heco_batch"; 0: there is none of
 * that name. Structs of a fixed size have exactly this one; others may be longer than they were
 * when the description was written (docs/design.md, "Growth without breaking"). */
HECO_API size_t heco_layout_size(const char *type);

HECO_END_DECLS

#endif
