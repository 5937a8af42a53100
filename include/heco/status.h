/* Status codes, and the one-line message that goes with a failure.
 *
 * One list makes the enum and the texts, so they cannot drift apart. Functions
 * that can fail return a heco_status; those whose failure needs a message also take
 * a `heco_error *`, which belongs to the caller and may always be NULL. */
#ifndef HECO_STATUS_H
#define HECO_STATUS_H

#include <stddef.h>

#include "heco/export.h"

HECO_BEGIN_DECLS

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

HECO_END_DECLS

#endif
