/* Replaces the database if the build found no SQLite: every function refuses. */
#include "base/error.h"
#include "experiment/store.h"

static heco_status store_none_refuse(heco_error *error) {
    return heco_fail(error, HECO_ERR_UNSUPPORTED,
                     "this heco was built without SQLite: install its development files and build "
                     "again");
}

heco_status heco_store_open(heco_store **out, const heco_plan *plan,
                            const heco_bench_options *options, heco_error *error) {
    (void)plan, (void)options;
    *out = NULL;
    return store_none_refuse(error);
}

heco_status heco_store_have(heco_store *store, unsigned char *have, heco_error *error) {
    (void)store, (void)have;
    return store_none_refuse(error);
}

heco_status heco_store_put(heco_store *store, const size_t *job, heco_job_result *const *result,
                           size_t count, heco_error *error) {
    (void)store, (void)job, (void)result, (void)count;
    return store_none_refuse(error);
}

void heco_store_close(heco_store *store) { (void)store; }

heco_status heco_results_open_until(heco_results **out, const char *db, heco_stop_fn should_stop,
                                    void *user, heco_error *error) {
    (void)should_stop, (void)user;
    return heco_results_open(out, db, error);
}

heco_status heco_results_open(heco_results **out, const char *db, heco_error *error) {
    (void)db;
    *out = NULL;
    return store_none_refuse(error);
}

size_t heco_results_count(const heco_results *results) {
    (void)results;
    return 0;
}

const heco_record *heco_results_at(const heco_results *results, size_t index) {
    (void)results, (void)index;
    return NULL;
}

heco_status heco_results_point(heco_results *results, size_t index, double *x, heco_error *error) {
    (void)results, (void)index, (void)x;
    return store_none_refuse(error);
}

heco_status heco_results_trace(heco_results *results, size_t index, heco_trace **out,
                               heco_error *error) {
    (void)results, (void)index;
    *out = NULL;
    return store_none_refuse(error);
}

heco_status heco_results_dump(heco_results *results, heco_dump what, FILE *out, heco_error *error) {
    (void)results, (void)what, (void)out;
    return store_none_refuse(error);
}

heco_status heco_results_check(heco_results *results, size_t *without, heco_error *error) {
    (void)results;
    *without = 0;
    return store_none_refuse(error);
}

heco_status heco_results_merge(const char *out, const char *const *in, size_t count, size_t *added,
                               heco_error *error) {
    (void)out, (void)in, (void)count;
    *added = 0;
    return store_none_refuse(error);
}

void heco_results_close(heco_results *results) { (void)results; }
