/* Replaces watch_server.c in a build without libmicrohttpd. */
#include <stddef.h>

#include "cli/args.h"
#include "cli/view/watch_server.h"

int watch_server_start(watch_server **out, const char *path, int journal, unsigned port) {
    (void)path, (void)journal, (void)port;
    *out = NULL;
    return cli_fail(CLI_USAGE, "--serve needs libmicrohttpd: build heco with it");
}

void watch_server_update(watch_server *server, int changed) { (void)server, (void)changed; }

void watch_server_expire(watch_server *server) { (void)server; }

void watch_server_stop(watch_server *server) { (void)server; }
