/* The self-test of the command at its start. */
#ifndef HECO_CLI_SELF_TEST_H
#define HECO_CLI_SELF_TEST_H

/* Evaluates one problem of a suite at one point and compares the bits of f with the known value, so
 * that a build whose code does not work on this machine ends with an error instead of an answer.
 * Returns CLI_OK, or CLI_ERROR after a message. */
int self_test_run(void);

#endif
