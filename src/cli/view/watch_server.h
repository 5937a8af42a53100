/* The report page over HTTP, for the browser of whoever runs heco watch --serve: bound to loopback,
 * read-only, behind a random token, for requests that name this machine as their host. */
#ifndef HECO_CLI_VIEW_WATCH_SERVER_H
#define HECO_CLI_VIEW_WATCH_SERVER_H

typedef struct watch_server watch_server;

/* Starts it and says the address on standard output. `port` 0: any free one. Returns -1, or the exit
 * code after saying why: a build without libmicrohttpd has no server. */
int watch_server_start(watch_server **out, const char *path, int journal, unsigned port);
/* Makes the data again when the file has `changed`; browsers hear of it. */
void watch_server_update(watch_server *server, int changed);
/* NULL is fine. */
void watch_server_stop(watch_server *server);

#endif
