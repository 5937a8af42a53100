/* Jobs over ranks: numbers of jobs go out, results come back, rank 0 stores them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "evaluate/post.h"
#include "heco/mpi_bench.h"

static const double dispatch_mpi_look = 1e-3; /* seconds between two looks for letters */

/* What all ranks must have in common: every job of the plan. */
static void dispatch_mpi_identity(const heco_plan *plan, char text[80]) {
    uint64_t hash = HECO_HASH_BEGIN;
    for (size_t i = 0; i < heco_plan_count(plan); i++) {
        const heco_job *job = heco_plan_at(plan, i);
        const uint64_t  number[] = {job->stream, job->max_evals, job->points, job->what->space.n};
        hash = heco_hash_fnv1a(hash, number, sizeof number);
        hash = heco_hash_fnv1a(hash, job->label, strlen(job->label) + 1);
        hash = heco_hash_fnv1a(hash, job->instance, strlen(job->instance) + 1);
        for (size_t k = 0; k < job->sets; k++)
            hash = heco_hash_fnv1a(hash, job->set[k], strlen(job->set[k]) + 1);
    }
    snprintf(text, 80, "a plan of %zu jobs, %016" PRIx64, heco_plan_count(plan), hash);
}

/* DONE: this, then the result, or the text of the error. */
typedef struct {
    uint64_t job;
    int64_t  status; /* a heco_status                                                         */
} dispatch_mpi_done;

/* --- rank 0 -------------------------------------------------------------------------------- */

typedef struct {
    heco_post post;
} dispatch_mpi_lead;

static heco_status dispatch_mpi_give(void *user, unsigned member, size_t job, heco_error *error) {
    dispatch_mpi_lead *lead   = user;
    uint64_t           number = job;
    heco_status        status = lead->post.send(&lead->post, (int)member + 1, HECO_LETTER_WORK,
                                                &number, sizeof number);
    return status == HECO_OK ? status
                             : heco_fail(error, status, "rank %u cannot be reached", member + 1);
}

static heco_status dispatch_mpi_take(void *user, double seconds, unsigned *member,
                                     const void **bytes, size_t *size, heco_error *error) {
    dispatch_mpi_lead *lead = user;
    dispatch_mpi_done  done;
    heco_letter        letter;
    *member = (unsigned)lead->post.size - 1;
    int got = lead->post.wait(&lead->post, seconds, &letter);
    if (got < 0) return heco_fail(error, HECO_ERR_EVAL, "the launcher of the ranks is gone");
    if (got == 0 || letter.kind != HECO_LETTER_DONE || letter.size < sizeof done) return HECO_OK;
    memcpy(&done, letter.bytes, sizeof done);
    *bytes = letter.bytes + sizeof done;
    *size  = letter.size - sizeof done;
    if (done.status != HECO_OK)
        return heco_fail(error, (heco_status)done.status, "%.*s", (int)*size, (const char *)*bytes);
    *member = (unsigned)letter.from - 1;
    return HECO_OK;
}

static void dispatch_mpi_stop(void *user) {
    dispatch_mpi_lead *lead = user;
    for (int i = 1; i < lead->post.size; i++)
        lead->post.send(&lead->post, i, HECO_LETTER_LEAVE, NULL, 0);
}

static heco_status dispatch_mpi_run(heco_post *post, const heco_plan *plan,
                                    const heco_bench_options *options, heco_bench_summary *summary,
                                    heco_error *error) {
    dispatch_mpi_lead  lead = {.post = *post};
    heco_crew          crew = {.size  = sizeof crew,
                               .count = (unsigned)post->size - 1,
                               .user  = &lead,
                               .give  = dispatch_mpi_give,
                               .take  = dispatch_mpi_take,
                               .stop  = dispatch_mpi_stop};
    heco_bench_options how = *options;
    char               identity[80];
    how.crew = &crew;
    dispatch_mpi_identity(plan, identity);
    heco_status status =
        heco_post_meet(&lead.post, identity, heco_mpi_options_default().wait, error);
    if (status != HECO_OK) return status;
    status = heco_bench(plan, &how, summary, error);
    heco_post_part(&lead.post);
    return status;
}

/* --- the other ranks ----------------------------------------------------------------------- */

typedef struct {
    heco_post post;
    double    looked;
    int       leave, quit; /* the job in hand is not wanted; no more will come               */
    uint64_t  job;         /* the next one, UINT64_MAX: none yet                              */
} dispatch_mpi_member;

static void dispatch_mpi_hear(dispatch_mpi_member *m, const heco_letter *letter) {
    if (letter->kind == HECO_LETTER_QUIT) m->quit = m->leave = 1;
    if (letter->kind == HECO_LETTER_LEAVE) m->leave = 1;
    if (letter->kind == HECO_LETTER_WORK && letter->size == sizeof m->job)
        memcpy(&m->job, letter->bytes, sizeof m->job);
}

/* Asked after every batch of the run. */
static int dispatch_mpi_ask(void *user) {
    dispatch_mpi_member *m = user;
    heco_letter          letter;
    double               now = m->post.now(&m->post);
    if (now - m->looked < dispatch_mpi_look) return m->leave;
    m->looked = now;
    while (m->post.wait(&m->post, 0.0, &letter) > 0) dispatch_mpi_hear(m, &letter);
    return m->leave;
}

static heco_status dispatch_mpi_answer(dispatch_mpi_member *m, const dispatch_mpi_done *done,
                                       const void *bytes, size_t size) {
    unsigned char *letter = malloc(sizeof *done + size);
    if (letter == NULL) return HECO_ERR_MEMORY;
    memcpy(letter, done, sizeof *done);
    if (size > 0) memcpy(letter + sizeof *done, bytes, size);
    heco_status status =
        m->post.send(&m->post, 0, HECO_LETTER_DONE, letter, sizeof *done + size);
    free(letter);
    return status;
}

static heco_status dispatch_mpi_work(dispatch_mpi_member *m, const heco_plan *plan) {
    dispatch_mpi_done done  = {.job = m->job};
    heco_error        error = {HECO_OK, ""};
    void             *bytes = NULL;
    size_t            size  = 0;
    m->job                  = UINT64_MAX;
    done.status = heco_job_work(plan, (size_t)done.job, dispatch_mpi_ask, m, &bytes, &size, &error);
    heco_status status = done.status == HECO_OK
                             ? dispatch_mpi_answer(m, &done, bytes, size)
                             : dispatch_mpi_answer(m, &done, error.text, strlen(error.text));
    free(bytes);
    return status;
}

static heco_status dispatch_mpi_serve(heco_post *post, const heco_plan *plan, heco_error *error) {
    dispatch_mpi_member m = {.post = *post, .job = UINT64_MAX};
    heco_letter         letter;
    char                identity[80];
    dispatch_mpi_identity(plan, identity);
    heco_status status = heco_post_greet(&m.post, identity, "", error);
    while (status == HECO_OK && !m.quit) {
        if (m.job != UINT64_MAX) {
            status = dispatch_mpi_work(&m, plan);
            continue;
        }
        int got = m.post.wait(&m.post, 1.0, &letter);
        if (got < 0) return HECO_OK; /* nobody is left who could send anything */
        if (got > 0) dispatch_mpi_hear(&m, &letter);
    }
    if (status != HECO_OK) return heco_fail(error, status, "a result could not be sent to rank 0");
    heco_post_leave(&m.post, "");
    return HECO_OK;
}

heco_status heco_mpi_bench(const heco_plan *plan, const heco_bench_options *options,
                           heco_bench_summary *summary, int *served, heco_error *error) {
    heco_post   post;
    heco_status status = heco_post_open_mpi(&post, NULL, error);
    *served            = 0;
    if (status != HECO_OK) return status;
    *served = post.rank != 0;
    if (post.size == 1)
        status = heco_bench(plan, options, summary, error);
    else if (post.rank == 0)
        status = dispatch_mpi_run(&post, plan, options, summary, error);
    else
        status = dispatch_mpi_serve(&post, plan, error);
    heco_post_close_mpi(&post);
    return status;
}
