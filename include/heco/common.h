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

/* Lets the compiler check the arguments of a printf format, which is parameter number `text`. */
#if defined(__MINGW32__) && !defined(__clang__)
#define HECO_FORMAT(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__) || defined(__clang__)
#define HECO_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define HECO_FORMAT(text, first)
#endif

#ifdef __cplusplus
#define HECO_BEGIN_DECLS extern "C" {
#define HECO_END_DECLS }
#else
#define HECO_BEGIN_DECLS /* Begins the declarations of a header, which have C linkage. */
#define HECO_END_DECLS   /* Ends the declarations of a header. */
#endif

HECO_BEGIN_DECLS

/* ---- status ---- */

/* Every status with its code and its text. */
#define HECO_STATUS_LIST(HECO_X) \
    HECO_X(OK, 0, "ok") \
    HECO_X(ERR_ARG, -1, "an argument is outside its allowed range") \
    HECO_X(ERR_MEMORY, -2, "out of memory") \
    HECO_X(ERR_ORDER, -3, "ask and tell were called out of turn") \
    HECO_X(ERR_EVAL, -4, "the evaluation backend failed") \
    HECO_X(ERR_NAME, -5, "no algorithm, suite or option has that name") \
    HECO_X(ERR_IO, -6, "a file could not be read or written") \
    HECO_X(ERR_FORMAT, -7, "a file does not have the expected form") \
    HECO_X(ERR_UNSUPPORTED, -8, "this build lacks the feature") \
    HECO_X(ERR_CONFLICT, -9, "the stored data belongs to another run") \
    HECO_X(ERR_MODEL, -10, "the model is wrong")

/* The result of a call: 0 for success, or a negative code of the kind of error. */
typedef enum {
#define HECO_X(name, code, text) HECO_##name = (code),
    HECO_STATUS_LIST(HECO_X)
#undef HECO_X
} heco_status;

/* An error message. The caller owns it; a function fills it only if it fails. This struct is
 * closed. */
typedef struct {
    heco_status status;    /* The status that the call returned                        */
    char        text[500]; /* One line that names the problem and the remedy           */
} heco_error;

/* Returns a static text for a status, never NULL. */
HECO_API const char *heco_status_text(heco_status status);

/* Writes "'NAME' is not WHAT: did you mean A, B or C?" with the up to three most similar `names`,
 * and returns HECO_ERR_NAME. `what` is a printf format such as "an option of %s". */
HECO_API heco_status heco_fail_name(heco_error *error, const char *name, const char *const *names,
                                    size_t count, const char *what, ...) HECO_FORMAT(5, 6);

/* ---- version ---- */

#define HECO_VERSION_MAJOR 0 /* Version of these headers; heco_version() is that of the library */
#define HECO_VERSION_MINOR 1 /* Before 1.0 a new minor version may change the interface */
#define HECO_VERSION_PATCH 0 /* Programs run with every patch version without a new build */
/* The version as one increasing number, for `#if HECO_VERSION_NUMBER >= 100` (0.1.0). */
#define HECO_VERSION_NUMBER \
    (10000 * HECO_VERSION_MAJOR + 100 * HECO_VERSION_MINOR + HECO_VERSION_PATCH)

/* Returns the version of the library, such as "0.1.0". */
HECO_API const char *heco_version(void);
/* Returns HECO_VERSION_NUMBER of the library that the program runs with. */
HECO_API unsigned heco_version_number(void);
/* Returns the optional features of this build, such as "lua nl sqlite"; may be "". */
HECO_API const char *heco_version_features(void);
/* Returns the commit of the sources as git describes it; "unknown" outside of a repository. */
HECO_API const char *heco_version_commit(void);
/* Returns the compiler that built the library, such as "gcc 12.2.0". */
HECO_API const char *heco_version_compiler(void);
/* Returns all of this in one line: "0.1.0 (COMMIT, COMPILER, FEATURES)". Databases and journals
 * hold it as information; runs of different builds of one version may be resumed and merged. */
HECO_API const char *heco_version_build(void);
/* Returns the number of cores that this process may use, at least 1. It is the default of workers
 * and jobs. */
HECO_API unsigned heco_cores_count(void);

/* ---- sizes of structs ---- */

/* Returns the size of a public struct of libheco by its name, such as "heco_batch"; 0 if there is
 * no such struct. It is for descriptions of structs in other languages. A closed struct has exactly
 * this size; others may have grown (docs/design.md, "Growth without breaking"). */
HECO_API size_t heco_layout_size(const char *type);

HECO_END_DECLS

#endif
