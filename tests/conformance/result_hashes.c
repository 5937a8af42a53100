/* Prints a fingerprint of every algorithm's run on every shape. Built against the static and
 * against the shared library: the two must print the same (see tests/CMakeLists.txt). */
#include "conformance.h"

/* HECO_TEST_PART=K/N selects every N-th algorithm from the K-th on. Without the assertions of
 * part_algorithm() the program needs no cmocka, which other platforms lack. */
int main(void) {
    const char *text = getenv("HECO_TEST_PART");
    unsigned    part = 1, parts = 1;
    if (text != NULL && sscanf(text, "%u/%u", &part, &parts) != 2) return 1;
    for (size_t i = part - 1; heco_algorithm_at(i) != NULL; i += parts)
        for (size_t k = 0; k < SHAPE_COUNT; k++) {
            const heco_algorithm *a = heco_algorithm_at(i);
            heco_problem          p = shape_problem(&SHAPES[k]);
            heco_run_options      o = hand_options(7);
            heco_run             *run;
            heco_batch           *b;
            uint64_t              hash = HASH_START;
            if (heco_run_new(&run, a, &p.space, &o, NULL) != HECO_OK) continue;
            while ((b = heco_run_ask(run)) != NULL) {
                hand_evaluate(b, &p);
                hash = hash_bytes(hash, b->x, b->count * b->n * sizeof *b->x);
                if (heco_run_tell(run) != HECO_OK) break;
            }
            const heco_result *r = heco_run_result(run);
            hash                 = hash_bytes(hash, r->x, p.space.n * sizeof *r->x);
            hash                 = hash_bytes(hash, &r->outcome.f, sizeof r->outcome.f);
            printf("%-16s %-32s %016llx\n", a->name, p.name, (unsigned long long)hash);
            heco_run_free(run);
        }
    return 0;
}
