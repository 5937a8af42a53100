/* A small results database for fuzzers that change it. */
#ifndef HECO_FUZZ_BENCH_H
#define HECO_FUZZ_BENCH_H

#include <sqlite3.h>

#include "fuzz_input.h"
#include "heco/experiment.h"

/* Two algorithms on two problems, two runs each. Without checksums it is as older versions left
 * it, and changed values are not refused at once. */
static void fuzz_bench(const char *path, int checksums) {
    heco_plan_options  p = heco_plan_options_default();
    heco_bench_options o = heco_bench_options_default();
    heco_bench_summary summary;
    heco_plan         *plan;
    sqlite3           *sql;
    p.suites = "cec2006", p.problems = "g08,g11", p.algorithms = "ude,lshade44";
    p.runs = 2, p.evals = 60, p.trace = HECO_TRACE_COARSE;
    o.db = path, o.jobs = 1;
    check(heco_plan_new(&plan, &p, NULL) == HECO_OK);
    check(heco_bench(plan, &o, &summary, NULL) == HECO_OK);
    heco_plan_free(plan);
    if (checksums) return;
    check(sqlite3_open(path, &sql) == SQLITE_OK);
    check(sqlite3_exec(sql, "DELETE FROM checksum; VACUUM", NULL, NULL, NULL) == SQLITE_OK);
    check(sqlite3_close(sql) == SQLITE_OK);
}

#endif
