/* Runs jobs on MPI ranks. Rank 0 sends job numbers, receives results and stores them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "evaluate/mpi/channel.h"
#include "heco/mpi.h"

static const double dispatch_mpi_look = 1e-3; /* seconds between two polls for messages */

/* Describes every job of the plan, which all ranks must have in common. */
static void dispatch_mpi_identity(const heco_plan *plan, char text[80]) {
    uint64_t hash = HECO_HASH_BEGIN;
    for (size_t i = 0; i < heco_plan_count(plan); i++) {
        const heco_job *job      = heco_plan_at(plan, i);
        const uint64_t  number[] = {job->stream, job->max_evals, job->points, job->what->space.n};
        hash                     = heco_hash_fnv1a(hash, number, sizeof number);
        hash                     = heco_hash_fnv1a(hash, job->label, strlen(job->label) + 1);
        hash                     = heco_hash_fnv1a(hash, job->instance, strlen(job->instance) + 1);
        for (size_t k = 0; k < job->sets; k++)
            hash = heco_hash_fnv1a(hash, job->set[k], strlen(job->set[k]) + 1);
    }
    snprintf(text, 80, "a plan of %zu jobs, %016" PRIx64, heco_plan_count(plan), hash);
}

/* Begins a DONE message; the result or the text of the error follows. */
typedef struct {
    uint64_t job;
    int64_t  status; /* a heco_status                                                         */
} dispatch_mpi_done;

/* ---- rank 0 ---- */

typedef struct {
    heco_channel channel;
} dispatch_mpi_lead;

/* Sends a job number to a worker. Worker w is rank w + 1. */
static heco_status dispatch_mpi_submit(void *user, unsigned worker, size_t job, heco_error *error) {
    dispatch_mpi_lead *lead   = user;
    uint64_t           number = job;
    heco_status status = lead->channel.send(&lead->channel, (int)worker + 1, HECO_MESSAGE_WORK,
                                            &number, sizeof number);
    return status == HECO_OK ? status
                             : heco_fail(error, status, "rank %u cannot be reached", worker + 1);
}

/* Waits up to `seconds` for a result. *worker is the number of workers if none arrived. */
static heco_status dispatch_mpi_collect(void *user, double seconds, unsigned *worker,
                                        const void **bytes, size_t *size, heco_error *error) {
    dispatch_mpi_lead *lead = user;
    dispatch_mpi_done  done;
    heco_message       message;
    *worker = (unsigned)lead->channel.size - 1;
    int got = lead->channel.wait(&lead->channel, seconds, &message);
    if (got < 0) return heco_fail(error, HECO_ERR_EVAL, "the launcher of the ranks has ended");
    if (got == 0 || message.kind != HECO_MESSAGE_DONE || message.size < sizeof done) return HECO_OK;
    memcpy(&done, message.bytes, sizeof done);
    *bytes = message.bytes + sizeof done;
    *size  = message.size - sizeof done;
    if (done.status != HECO_OK)
        return heco_fail(error, (heco_status)done.status, "%.*s", (int)*size, (const char *)*bytes);
    *worker = (unsigned)message.from - 1;
    return HECO_OK;
}

static void dispatch_mpi_stop(void *user) {
    dispatch_mpi_lead *lead = user;
    for (int i = 1; i < lead->channel.size; i++)
        lead->channel.send(&lead->channel, i, HECO_MESSAGE_CANCEL, NULL, 0);
}

/* Runs the plan on rank 0 with the other ranks as its pool. */
static heco_status dispatch_mpi_run(heco_channel *channel, const heco_plan *plan,
                                    const heco_bench_options *options, heco_bench_summary *summary,
                                    heco_error *error) {
    dispatch_mpi_lead  lead = {.channel = *channel};
    heco_job_pool      pool = {.size    = sizeof pool,
                               .count   = (unsigned)channel->size - 1,
                               .user    = &lead,
                               .submit  = dispatch_mpi_submit,
                               .collect = dispatch_mpi_collect,
                               .stop    = dispatch_mpi_stop};
    heco_bench_options how  = *options;
    char               identity[80];
    how.pool = &pool;
    dispatch_mpi_identity(plan, identity);
    heco_status status =
        heco_channel_handshake(&lead.channel, identity, heco_mpi_options_default().wait, error);
    if (status != HECO_OK) return status;
    status = heco_bench(plan, &how, summary, error);
    heco_channel_disconnect(&lead.channel);
    return status;
}

/* ---- the other ranks ---- */

typedef struct {
    heco_channel channel;
    double       looked;
    int          leave, quit; /* 1 if the current job was cancelled; 1 if no more jobs follow   */
    uint64_t     job;         /* the next job, UINT64_MAX: none yet                              */
} dispatch_mpi_worker;

/* Sets m->job, m->leave or m->quit as the message says. */
static void dispatch_mpi_receive(dispatch_mpi_worker *m, const heco_message *message) {
    if (message->kind == HECO_MESSAGE_QUIT) m->quit = m->leave = 1;
    if (message->kind == HECO_MESSAGE_CANCEL) m->leave = 1;
    if (message->kind == HECO_MESSAGE_WORK && message->size == sizeof m->job)
        memcpy(&m->job, message->bytes, sizeof m->job);
}

/* Called after every batch of the run. */
static int dispatch_mpi_ask(void *user, const heco_progress *progress) {
    (void)progress;
    dispatch_mpi_worker *m = user;
    heco_message         message;
    double               now = m->channel.now(&m->channel);
    if (now - m->looked < dispatch_mpi_look) return m->leave;
    m->looked = now;
    while (m->channel.wait(&m->channel, 0.0, &message) > 0) dispatch_mpi_receive(m, &message);
    return m->leave;
}

/* Sends rank 0 the head `done`, followed by the bytes of a result or of an error text. */
static heco_status dispatch_mpi_answer(dispatch_mpi_worker *m, const dispatch_mpi_done *done,
                                       const void *bytes, size_t size) {
    unsigned char *message = malloc(sizeof *done + size);
    if (message == NULL) return HECO_ERR_MEMORY;
    memcpy(message, done, sizeof *done);
    if (size > 0) memcpy(message + sizeof *done, bytes, size);
    heco_status status =
        m->channel.send(&m->channel, 0, HECO_MESSAGE_DONE, message, sizeof *done + size);
    free(message);
    return status;
}

/* Sends rank 0 the reason why a job has no result. */
static heco_status dispatch_mpi_answer_error(dispatch_mpi_worker *m, uint64_t job,
                                             const heco_error *error) {
    dispatch_mpi_done done = {.job = job, .status = error->status};
    return dispatch_mpi_answer(m, &done, error->text, strlen(error->text));
}

/* Runs m->job, sends its result and sets m->job to UINT64_MAX, which means no job. */
static heco_status dispatch_mpi_work(dispatch_mpi_worker *m, const heco_plan *plan) {
    dispatch_mpi_done done  = {.job = m->job, .status = HECO_OK};
    heco_error        error = {HECO_OK, ""};
    heco_job_bytes    result;
    m->job = UINT64_MAX;
    heco_status status =
        heco_job_work(&result, plan, (size_t)done.job, dispatch_mpi_ask, m, &error);
    if (status != HECO_OK) return dispatch_mpi_answer_error(m, done.job, &error);
    status = dispatch_mpi_answer(m, &done, result.bytes, result.size);
    free(result.bytes);
    if (status != HECO_ERR_UNSUPPORTED) return status;
    heco_fail(&error, status,
              "the result of a run has %zu bytes and does not fit into a message of MPI, which has "
              "at most %zu bytes: use a coarser trace",
              result.size, m->channel.most);
    return dispatch_mpi_answer_error(m, done.job, &error);
}

/* Runs the jobs that rank 0 sends until it sends the message to quit. */
static heco_status dispatch_mpi_serve(heco_channel *channel, const heco_plan *plan,
                                      heco_error *error) {
    dispatch_mpi_worker m = {.channel = *channel, .job = UINT64_MAX};
    heco_message        message;
    char                identity[80];
    dispatch_mpi_identity(plan, identity);
    heco_status status = heco_channel_hello(&m.channel, identity, "", error);
    while (status == HECO_OK && !m.quit) {
        if (m.job != UINT64_MAX) {
            status = dispatch_mpi_work(&m, plan);
            continue;
        }
        int got = m.channel.wait(&m.channel, 1.0, &message);
        if (got < 0) return HECO_OK; /* no rank is left that could send a message */
        if (got > 0) dispatch_mpi_receive(&m, &message);
    }
    if (status != HECO_OK) return heco_fail(error, status, "a result could not be sent to rank 0");
    heco_channel_goodbye(&m.channel, "");
    return HECO_OK;
}

heco_status heco_mpi_bench(const heco_plan *plan, const heco_bench_options *options,
                           heco_bench_summary *summary, int *served, heco_error *error) {
    heco_channel channel;
    heco_status  status = heco_channel_open_mpi(&channel, NULL, error);
    *served             = 0;
    if (status != HECO_OK) return status;
    *served = channel.rank != 0;
    if (channel.size == 1) status = heco_bench(plan, options, summary, error);
    else if (channel.rank == 0) status = dispatch_mpi_run(&channel, plan, options, summary, error);
    else status = dispatch_mpi_serve(&channel, plan, error);
    heco_channel_close_mpi(&channel);
    return status;
}
