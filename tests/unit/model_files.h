/* Models written by a test into a folder of its own, which goes away with it. */
#ifndef MODEL_FILES_H
#define MODEL_FILES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "heco/heco.h"
#include "testing.h"

/* How a model is opened, as designated initialisers. */
#define MODEL_HOW(...) (&(heco_model_options){.size = sizeof(heco_model_options), __VA_ARGS__})

static char files_folder[64];

static inline int files_setup(void **state) {
    (void)state;
    strcpy(files_folder, "/tmp/heco_model_XXXXXX");
    return mkdtemp(files_folder) != NULL ? 0 : -1;
}

static inline int files_teardown(void **state) {
    (void)state;
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", files_folder);
    return system(command);
}

/* The path of `name` in the folder, after writing `text` to it (NULL: as it is). */
static inline const char *files_write(const char *name, const char *text) {
    static char path[4][200];
    static int  next;
    char       *out = path[next++ % 4];
    snprintf(out, 200, "%s/%s", files_folder, name);
    if (text == NULL) return out;
    FILE *f = fopen(out, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, strlen(text), f), strlen(text));
    fclose(f);
    return out;
}

static inline heco_model *files_open(const char *spec, const heco_model_options *options) {
    heco_model *m;
    heco_error  error = {HECO_OK, ""};
    if (heco_model_open(&m, spec, options, &error) != HECO_OK) fail_msg("%s", error.text);
    return m;
}

/* The spec must be refused with a text that has both parts. */
static inline void files_refused(const char *spec, const heco_model_options *options,
                                 const char *part1, const char *part2) {
    heco_model *m;
    heco_error  error  = {HECO_OK, ""};
    heco_status status = heco_model_open(&m, spec, options, &error);
    if (status == HECO_OK) {
        heco_model_close(m);
        fail_msg("%s was accepted; wanted: %s", spec, part1);
    }
    assert_null(m);
    if (strstr(error.text, part1) == NULL || strstr(error.text, part2) == NULL ||
        strchr(error.text, '\n'))
        fail_msg("'%s' lacks '%s' or '%s', or has several lines", error.text, part1, part2);
}

/* One point through the serial backend: the state of the row, and the line about a failure. */
static inline int files_point(const heco_problem *p, const double *x, double *f, double *g,
                              double *h, char *failure) {
    heco_evaluator *ev;
    heco_batch     *b;
    assert_int_equal(heco_evaluator_open(&ev, p, NULL, NULL, NULL), HECO_OK);
    assert_int_equal(heco_batch_new(&b, &p->space, 1), HECO_OK);
    b->count = 1;
    memcpy(b->x, x, p->space.n * sizeof *x);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    int state = b->state[0];
    *f        = b->f[0];
    if (g != NULL) memcpy(g, b->g, p->space.ng * sizeof *g);
    if (h != NULL) memcpy(h, b->h, p->space.nh * sizeof *h);
    if (failure != NULL) strcpy(failure, heco_evaluator_failures(ev)->last_failure);
    heco_batch_free(b);
    heco_evaluator_close(ev);
    return state;
}

/* `count` random points of the box, the same each time. */
static inline heco_batch *files_batch(const heco_space *s, size_t count) {
    heco_batch *b;
    uint64_t    seed = 7;
    assert_int_equal(heco_batch_new(&b, s, count), HECO_OK);
    b->count = count;
    for (size_t i = 0; i < count * s->n; i++) {
        seed    = seed * 6364136223846793005u + 1442695040888963407u;
        b->x[i] = s->lower[i % s->n] +
                  (s->upper[i % s->n] - s->lower[i % s->n]) * (double)(seed >> 11) * 0x1p-53;
    }
    return b;
}

/* The batch evaluated by a backend; the statistics are copied out. */
static inline heco_failures files_evaluate(const heco_problem *p, heco_batch *b,
                                                  const char *backend, heco_evaluator_options how) {
    heco_evaluator      *ev;
    heco_error           error = {HECO_OK, ""};
    heco_failures stats;
    if (heco_evaluator_open(&ev, p, heco_backend_find(backend, NULL), &how, &error) != HECO_OK)
        fail_msg("%s", error.text);
    assert_int_equal(heco_evaluate(ev, b), HECO_OK);
    stats = *heco_evaluator_failures(ev);
    heco_evaluator_close(ev);
    return stats;
}

#endif
