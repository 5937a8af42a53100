/* Serves the report page over HTTP for heco watch --serve. The server is bound to loopback and
 * read-only; its addresses contain a random token, and requests must name this machine as host. */
#ifndef HECO_CLI_VIEW_WATCH_SERVER_H
#define HECO_CLI_VIEW_WATCH_SERVER_H

typedef struct watch_server watch_server;

/* Starts the server and prints its address on standard output. `port` 0 is any free port. Returns -1
 * on success, else prints a message and returns the exit code. A build without libmicrohttpd has no
 * server. */
int watch_server_start(watch_server **out, const char *path, int journal, unsigned port);
/* Makes new data if the file has `changed`; browsers then reload them. */
void watch_server_update(watch_server *server, int changed);
/* Closes connections that have lasted too long, so that slow clients do not keep others out. `server`
 * may be NULL. */
void watch_server_expire(watch_server *server);
/* `server` may be NULL. */
void watch_server_stop(watch_server *server);

#endif
