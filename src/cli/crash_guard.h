/* While code of the user runs inside this command: a crash or a call of exit() is reported before
 * the command ends, and what the code prints goes to standard error, so that standard output holds
 * the answer alone. */
#ifndef HECO_CLI_CRASH_GUARD_H
#define HECO_CLI_CRASH_GUARD_H

typedef enum {
    GUARD_LOADING,
    GUARD_SEARCHING,
    GUARD_ASKING,   /* the algorithm is the user's code, the model is not or runs elsewhere    */
    GUARD_ELSEWHERE /* the code runs in processes of its own, or is ours: output only        */
} guard_phase;

/* `spec` is named in the message and must stay until guard_end(). Not nested. */
void guard_begin(const char *spec, guard_phase phase);
void guard_end(void);

#endif
