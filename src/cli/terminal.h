/* The terminal that a stream of the command is connected to, if any. */
#ifndef HECO_CLI_TERMINAL_H
#define HECO_CLI_TERMINAL_H

/* Returns 1 if the stream is a terminal that can move the cursor. */
int terminal_is_smart(int descriptor);
/* Returns 1 for such a terminal unless the environment has NO_COLOR, which no-color.org defines. */
int terminal_shows_colours(int descriptor);
/* Returns the number of columns; `otherwise` if the stream is no terminal or does not say. */
int terminal_columns(int descriptor, int otherwise);

#endif
