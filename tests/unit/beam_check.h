/* The beam of examples/models as a model in another language: the same arithmetic gives the same
 * bits, in every backend. */
#ifndef HECO_TEST_BEAM_CHECK_H
#define HECO_TEST_BEAM_CHECK_H

#include "../../examples/models/beam_model.h"
#include "model_files.h"

static inline void assert_is_beam(const heco_problem *p) {
    static const char *const backend[] = {"serial", "threads", "process"};
    heco_batch              *b         = files_batch(&p->space, 300);
    for (int k = 0; k < 3; k++) {
        heco_failures s =
            files_evaluate(p, b, backend[k], (heco_evaluator_options){.workers = 2});
        assert_int_equal(s.failed, 0);
        for (size_t i = 0; i < b->count; i++) {
            double f, g[BEAM_NG];
            beam_values(b->x + i * BEAM_N, &f, g);
            assert_memory_equal(&f, &b->f[i], sizeof f);
            assert_memory_equal(g, b->g + i * BEAM_NG, sizeof g);
        }
        memset(b->f, 0, b->count * sizeof *b->f);
    }
    heco_batch_free(b);
}

#endif
