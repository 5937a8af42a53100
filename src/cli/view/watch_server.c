#include "cli/view/watch_server.h"

#include <arpa/inet.h>
#include <math.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "base/os.h"
#include "cli/args.h"
#include "cli/view/journal_page.h"

enum { SERVER_TOKEN = 32, SERVER_CONNECTIONS = 512, SERVER_TIMEOUT = 5 };

/* Seconds until a connection is closed; the second holds while more than half of them are in use.
 * SERVER_TIMEOUT limits the silence of a client only, not a client that sends a byte now and then.
 */
static const double server_life = 20.0, server_short_life = 2.0;

/* An open connection. */
typedef struct {
    MHD_socket socket;
    double     since; /* INFINITY: it has been shut down */
} server_client;

struct watch_server {
    struct MHD_Daemon   *daemon;
    const char          *path;
    int                  journal;
    heco_page_feed      *feed; /* of a journal, used by the thread that updates; NULL: none    */
    unsigned             port;
    char                 token[SERVER_TOKEN + 1];
    pthread_mutex_t      lock; /* protects the fields below                                */
    server_client        client[SERVER_CONNECTIONS];
    size_t               clients;
    struct MHD_Response *page; /* never changes                                            */
    struct MHD_Response *data; /* the latest complete data; NULL: none yet                 */
    unsigned long        version;
};

/* ---- answers ---- */

static void server_headers(struct MHD_Response *r, const char *type) {
    MHD_add_response_header(r, "Content-Type", type);
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "X-Frame-Options", "DENY");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
}

static struct MHD_Response *server_text(const char *type, const char *text) {
    struct MHD_Response *r =
        MHD_create_response_from_buffer(strlen(text), (void *)text, MHD_RESPMEM_MUST_COPY);
    if (r != NULL) server_headers(r, type);
    return r;
}

/* Queues an error page with that status. */
static enum MHD_Result server_refuse(struct MHD_Connection *c, unsigned code, const char *text) {
    struct MHD_Response *r = server_text("text/plain; charset=utf-8", text);
    if (r == NULL) return MHD_NO;
    enum MHD_Result result = MHD_queue_response(c, code, r);
    MHD_destroy_response(r);
    return result;
}

/* Answers a request for server-sent events with one event. The browser asks again after `retry` and
 * sends the number of the last event it saw. No connection stays open in between. */
static enum MHD_Result server_events(watch_server *s, struct MHD_Connection *c) {
    const char *last = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Last-Event-ID");
    char        text[160], now[32];
    pthread_mutex_lock(&s->lock);
    snprintf(now, sizeof now, "%lu", s->version);
    pthread_mutex_unlock(&s->lock);
    /* The page has just fetched its data: the first answer only contains the number. */
    if (last == NULL)
        snprintf(text, sizeof text, "retry: 1000\nid: %s\nevent: hello\ndata: %s\n\n", now, now);
    else if (strcmp(last, now) != 0)
        snprintf(text, sizeof text, "retry: 1000\nid: %s\ndata: %s\n\n", now, now);
    else snprintf(text, sizeof text, "retry: 1000\n\n");
    struct MHD_Response *r = server_text("text/event-stream", text);
    if (r == NULL) return MHD_NO;
    enum MHD_Result result = MHD_queue_response(c, MHD_HTTP_OK, r);
    MHD_destroy_response(r);
    return result;
}

/* Queues the latest data, or status 503 before there is any. */
static enum MHD_Result server_send_data(watch_server *s, struct MHD_Connection *c) {
    enum MHD_Result result = MHD_NO;
    pthread_mutex_lock(&s->lock); /* libmicrohttpd keeps a queued response as long as it needs it */
    if (s->data != NULL) result = MHD_queue_response(c, MHD_HTTP_OK, s->data);
    int none = s->data == NULL;
    pthread_mutex_unlock(&s->lock);
    return none ? server_refuse(c, MHD_HTTP_SERVICE_UNAVAILABLE, "there is no data yet\n") : result;
}

/* ---- access ---- */

/* Checks the host name of a request. A page of another site can make a browser send requests to
 * this server, but with the host name of that site. */
static int server_is_host(const watch_server *s, const char *host) {
    char want[40];
    if (host == NULL) return 0;
    snprintf(want, sizeof want, "127.0.0.1:%u", s->port);
    if (strcmp(host, want) == 0) return 1;
    snprintf(want, sizeof want, "localhost:%u", s->port);
    return strcmp(host, want) == 0;
}

/* Returns the part of the URL after /TOKEN/; NULL if the token differs. The comparison takes the
 * same time for every token. */
static const char *server_after_token(const watch_server *s, const char *url) {
    unsigned char differ = 0;
    if (strlen(url) < SERVER_TOKEN + 2) return NULL;
    for (size_t k = 0; k < SERVER_TOKEN; k++) differ |= (unsigned char)(url[1 + k] ^ s->token[k]);
    return differ == 0 && url[0] == '/' && url[SERVER_TOKEN + 1] == '/' ? url + SERVER_TOKEN + 2
                                                                        : NULL;
}

/* Answers a request: the page, its data or the stream of events, below the secret token. */
static enum MHD_Result server_answer(void *user, struct MHD_Connection *c, const char *url,
                                     const char *method, const char *version, const char *upload,
                                     size_t *upload_size, void **state) {
    watch_server *s = user;
    (void)version, (void)upload, (void)upload_size, (void)state;
    if (strcmp(method, "GET") != 0)
        return server_refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET\n");
    if (!server_is_host(s, MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Host")))
        return server_refuse(c, MHD_HTTP_FORBIDDEN, "wrong host\n");
    const char *rest = server_after_token(s, url);
    if (rest == NULL) return server_refuse(c, MHD_HTTP_NOT_FOUND, "not found\n");
    if (rest[0] == '\0') return MHD_queue_response(c, MHD_HTTP_OK, s->page);
    if (strcmp(rest, "data") == 0) return server_send_data(s, c);
    if (strcmp(rest, "events") == 0) return server_events(s, c);
    return server_refuse(c, MHD_HTTP_NOT_FOUND, "not found\n");
}

/* ---- data ---- */

/* Makes the page or its data in memory. Returns NULL on failure. */
static struct MHD_Response *server_make(watch_server *s, int live) {
    char             *text  = NULL;
    size_t            size  = 0;
    heco_error        error = {0};
    heco_page_options how   = heco_page_options_default();
    FILE             *out   = heco_os_memory_open(&text, &size);
    int               good;
    if (out == NULL) return NULL;
    how.db = &s->path, how.dbs = 1;
    if (live) good = heco_page_live(out, &error) == HECO_OK;
    else if (s->journal) good = journal_page_follow(out, s->path, &s->feed) == HECO_OK;
    else good = heco_page_bench_data(out, &how, &error) == HECO_OK;
    good &= heco_os_memory_close(out, &text, &size) != NULL;
    struct MHD_Response *r =
        good ? MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE) : NULL;
    if (r == NULL) free(text);
    else server_headers(r, live ? "text/html; charset=utf-8" : "application/json");
    return r;
}

void watch_server_update(watch_server *s, int changed) {
    if (!changed && s->data != NULL) return;
    struct MHD_Response *now = server_make(s, 0);
    if (now == NULL) return; /* the file cannot be read now: keep the previous data */
    pthread_mutex_lock(&s->lock);
    struct MHD_Response *old = s->data;
    s->data                  = now;
    s->version++;
    pthread_mutex_unlock(&s->lock);
    if (old != NULL) MHD_destroy_response(old);
}

/* ---- connections ---- */

/* Notes when a connection begins and ends. libmicrohttpd closes a socket after the second call. */
static void server_notice(void *user, struct MHD_Connection *c, void **state,
                          enum MHD_ConnectionNotificationCode code) {
    watch_server                   *s = user;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    (void)state;
    if (info == NULL) return;
    pthread_mutex_lock(&s->lock);
    if (code == MHD_CONNECTION_NOTIFY_STARTED && s->clients < SERVER_CONNECTIONS)
        s->client[s->clients++] = (server_client){info->connect_fd, heco_clock()};
    for (size_t k = 0; code == MHD_CONNECTION_NOTIFY_CLOSED && k < s->clients; k++)
        if (s->client[k].socket == info->connect_fd) {
            s->client[k] = s->client[--s->clients];
            break;
        }
    pthread_mutex_unlock(&s->lock);
}

void watch_server_expire(watch_server *s) {
    double now = heco_clock();
    if (s == NULL) return;
    pthread_mutex_lock(&s->lock);
    double life = s->clients > SERVER_CONNECTIONS / 2 ? server_short_life : server_life;
    for (size_t k = 0; k < s->clients; k++)
        if (now - s->client[k].since > life) {
            shutdown(s->client[k].socket, SHUT_RDWR);
            s->client[k].since = INFINITY;
        }
    pthread_mutex_unlock(&s->lock);
}

/* ---- start and end ---- */

/* Fills s->token with random hexadecimal digits. Returns 1 on success. */
static int server_draw_token(watch_server *s) {
    unsigned char bytes[SERVER_TOKEN / 2];
    FILE         *file = fopen("/dev/urandom", "rb");
    int           good = file != NULL && fread(bytes, sizeof bytes, 1, file) == 1;
    if (file != NULL) fclose(file);
    for (size_t k = 0; good && k < sizeof bytes; k++)
        snprintf(s->token + 2 * k, 3, "%02x", bytes[k]);
    return good;
}

/* Starts the daemon on the loopback interface and sets s->port. Returns 1 on success. */
static int server_listen(watch_server *s, unsigned port) {
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    here.sin_addr.s_addr    = htonl(INADDR_LOOPBACK);
    s->daemon               = MHD_start_daemon(
                      MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_AUTO, (uint16_t)port, NULL, NULL, server_answer,
                      s, MHD_OPTION_SOCK_ADDR, &here, MHD_OPTION_CONNECTION_LIMIT, (unsigned)SERVER_CONNECTIONS,
                      MHD_OPTION_NOTIFY_CONNECTION, server_notice, s, MHD_OPTION_CONNECTION_TIMEOUT,
                      (unsigned)SERVER_TIMEOUT, MHD_OPTION_END);
    if (s->daemon == NULL) return 0;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_BIND_PORT);
    s->port                          = info != NULL ? info->port : port;
    return 1;
}

int watch_server_start(watch_server **out, const char *path, int journal, unsigned port) {
    watch_server *s = calloc(1, sizeof *s);
    *out            = s;
    if (s == NULL) return cli_fail_memory();
    pthread_mutex_init(&s->lock, NULL);
    s->path = path, s->journal = journal;
    s->page = server_make(s, 1);
    if (s->page == NULL) return cli_fail(CLI_ERROR, "this build has no report page");
    if (!server_draw_token(s)) return cli_fail(CLI_ERROR, "/dev/urandom cannot be read");
    if (!server_listen(s, port))
        return cli_fail(CLI_ERROR, "port %u cannot be used: choose another one", port);
    watch_server_update(s, 1);
    printf("http://127.0.0.1:%u/%s/\n", s->port, s->token);
    fflush(stdout);
    return -1;
}

void watch_server_stop(watch_server *s) {
    if (s == NULL) return;
    if (s->daemon != NULL) MHD_stop_daemon(s->daemon);
    if (s->page != NULL) MHD_destroy_response(s->page);
    if (s->data != NULL) MHD_destroy_response(s->data);
    pthread_mutex_destroy(&s->lock);
    heco_page_feed_close(s->feed);
    free(s);
}
