/* Protects the command while code of the user runs in its process. A crash or a call of exit() is
 * reported before the command ends. Text that the code prints goes to standard error, so that
 * standard output holds the answer alone. */
#ifndef HECO_CLI_CRASH_HANDLER_H
#define HECO_CLI_CRASH_HANDLER_H

typedef enum {
    CRASH_LOADING,
    CRASH_EVALUATING,
    CRASH_ASKING,  /* the algorithm is the user's code; the model is built in or isolated     */
    CRASH_ISOLATED /* no code of the user runs in this process: redirect output only          */
} crash_phase;

/* Begins the protection. The message names `spec`, which must stay valid until crash_end().
 * Calls cannot be nested. */
void crash_begin(const char *spec, crash_phase phase);
/* Restores the handlers and standard output. */
void crash_end(void);

#endif
