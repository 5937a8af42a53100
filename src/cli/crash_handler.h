/* While code of the user runs inside this command: a crash or a call of exit() is reported before
 * the command ends, and what the code prints goes to standard error, so that standard output holds
 * the answer alone. */
#ifndef HECO_CLI_CRASH_HANDLER_H
#define HECO_CLI_CRASH_HANDLER_H

typedef enum {
    CRASH_LOADING,
    CRASH_SEARCHING,
    CRASH_ASKING,   /* the algorithm is the user's code, the model is not or runs elsewhere    */
    CRASH_ELSEWHERE /* the code runs in processes of its own, or is ours: output only        */
} crash_phase;

/* `spec` is named in the message and must stay until crash_end(). Not nested. */
void crash_begin(const char *spec, crash_phase phase);
void crash_end(void);

#endif
