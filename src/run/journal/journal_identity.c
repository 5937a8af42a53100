#include "run/journal/journal_identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/os.h"
#include "base/rng.h"
#include "heco/common.h"
#include "run/limit_scale.h"
#include "run/policy.h"

static uint64_t journal_hash(uint64_t hash, const void *data, size_t size) {
    return heco_rng_mix(hash, heco_hash_crc32(0, data, size));
}

static uint64_t journal_text_hash(uint64_t hash, const char *text) {
    return text != NULL ? journal_hash(hash, text, strlen(text) + 1) : heco_rng_mix(hash, 0);
}

/* Adds lists, linear constraints and missing bounds; a space without them keeps its hash. */
static uint64_t journal_structure_hash(uint64_t hash, const heco_space *s) {
    for (size_t j = 0; s->choices != NULL && j < s->n; j++) {
        const heco_choice *c = &s->choices[j];
        if (c->count == 0) continue;
        hash = heco_rng_mix(hash, 2 * j + (c->unordered != 0));
        hash = journal_hash(hash, c->values, c->count * sizeof *c->values);
    }
    const heco_linear *l = s->linear;
    if (l != NULL && l->count > 0) {
        size_t entries = l->begin[l->count];
        for (size_t i = 0; i < l->count; i++) hash = heco_rng_mix(hash, l->constraint[i]);
        for (size_t i = 0; i <= l->count; i++) hash = heco_rng_mix(hash, l->begin[i]);
        for (size_t e = 0; e < entries; e++) hash = heco_rng_mix(hash, l->index[e]);
        hash = journal_hash(hash, l->coef, entries * sizeof *l->coef);
        hash = journal_hash(hash, l->constant, l->count * sizeof *l->constant);
    }
    return s->missing != NULL ? journal_hash(hash, s->missing, s->n) : hash;
}

/* Adds the scales of the constraints, which follow from the limits that they state, because an
 * algorithm sees scaled values. A scale of 1 adds nothing. */
static uint64_t journal_scale_hash(uint64_t hash, const heco_space *s, const double *limits) {
    for (size_t k = 0; limits != NULL && k < s->ng + s->nh; k++) {
        double scale = heco_limit_scale(limits[k]);
        if (scale == 1.0) continue;
        hash = journal_hash(heco_rng_mix(hash, k), &scale, sizeof scale);
    }
    return hash;
}

static uint64_t journal_space_hash(const heco_space *s, const double *limits) {
    uint64_t hash = journal_hash(s->n, s->lower, s->n * sizeof *s->lower);
    hash          = journal_hash(hash, s->upper, s->n * sizeof *s->upper);
    if (s->integer != NULL) hash = journal_hash(hash, s->integer, s->n);
    for (size_t k = 0; k < s->ng + s->nh; k++) {
        double tol = heco_space_tol(s, k);
        hash       = journal_hash(hash, &tol, sizeof tol);
    }
    return journal_scale_hash(journal_structure_hash(hash, s), s, limits);
}

/* Hashes the parts of a descriptor that affect a search; its functions cannot be compared. */
static uint64_t journal_algorithm_hash(const heco_algorithm *a) {
    uint64_t hash = heco_rng_mix(a->state_size, a->traits);
    char     name[120];
    for (size_t k = 0;; k++) {
        const heco_option *o = heco_algorithm_option_at(a, k, name, sizeof name);
        if (o == NULL) return hash;
        double value = o->value == o->value ? o->value : 0.0; /* one NAN for all */
        hash         = journal_text_hash(hash, name);
        hash         = journal_text_hash(hash, o->choices);
        hash         = heco_rng_mix(hash, 2 * (uint64_t)o->kind + (o->value != o->value));
        hash         = journal_hash(hash, &value, sizeof value);
        hash         = journal_hash(hash, &o->min, sizeof o->min);
        hash         = journal_hash(hash, &o->max, sizeof o->max);
    }
}

/* Appends the algorithm and its options. The name identifies a built-in algorithm, because the
 * version is part of the identity. An external one is identified by a hash of its descriptor as
 * well. */
static void journal_append_algorithm(FILE *out, const heco_minimize_options *o, size_t n) {
    const heco_algorithm *a    = o->own_algorithm;
    const char           *name = o->algorithm;
    char                  more[HECO_POLICY_OPTIONS][HECO_POLICY_OPTION_SIZE];
    if (a == NULL) a = name != NULL ? heco_algorithm_find(name, NULL) : heco_algorithm_default();
    fprintf(out, "algorithm=%s", a->name);
    if (heco_algorithm_find(a->name, NULL) != a)
        fprintf(out, " (own, %016llx)", (unsigned long long)journal_algorithm_hash(a));
    fprintf(out, "\nset=");
    for (size_t i = 0; i < o->run.sets; i++) fprintf(out, "%s%s", i ? " " : "", o->run.set[i]);
    size_t mores = heco_policy_options(&o->run, a, n, more);
    for (size_t i = 0; i < mores; i++)
        fprintf(out, "%s%s", i + o->run.sets > 0 ? " " : "", more[i]);
}

/* The last line if the search uses exact derivatives. */
static const char journal_exact[] = "derivatives=exact\n";

char *heco_journal_identity(const heco_problem *p, const heco_minimize_options *o) {
    const heco_space *s    = &p->space;
    char             *text = NULL;
    size_t            size = 0;
    FILE             *out  = heco_os_memory_open(&text, &size);
    if (out == NULL) return NULL;
    fprintf(out, "version=%s\n", heco_version());
    fprintf(out, "model=%s\n", p->name != NULL ? p->name : "");
    fprintf(out, "size=%zu variables, %zu inequalities, %zu equalities\n", s->n, s->ng, s->nh);
    fprintf(out, "space=%016llx\n", (unsigned long long)journal_space_hash(s, o->run.limits));
    journal_append_algorithm(out, o, s->n);
    fprintf(out, "\nseed=%llu\n", (unsigned long long)o->run.seed);
    uint64_t start =
        journal_hash(o->run.starts, o->run.start, o->run.starts * s->n * sizeof(double));
    fprintf(out, "start=%zu points %016llx\n", o->run.starts,
            (unsigned long long)(o->run.starts ? start : 0));
    if (o->run.no_presolve) fprintf(out, "presolve=no\n");
    if (o->lanes > 0) fprintf(out, "lanes=%zu\n", o->lanes);
    if (p->maximise) fprintf(out, "sense=max\n");
    fprintf(out, "evals=%llu\n", (unsigned long long)heco_policy_budget(&o->run, s->n));
    if (p->derivatives != NULL) fputs(journal_exact, out);
    return heco_os_memory_close(out, &text, &size);
}

/* Returns the number of the last such line, because a name may contain the same text; 0: none. */
static uint64_t journal_identity_number(const char *identity, const char *key) {
    const char *last = NULL;
    for (const char *at = identity; (at = strstr(at, key)) != NULL; at++) last = at;
    return last != NULL ? strtoull(last + strlen(key), NULL, 10) : 0;
}

uint64_t heco_journal_identity_evals(const char *identity) {
    return journal_identity_number(identity, "\nevals=");
}

size_t heco_journal_identity_lanes(const char *identity) {
    return (size_t)journal_identity_number(identity, "\nlanes=");
}

/* The policy appends the batch to the options, so that the last one counts. */
uint64_t heco_journal_identity_batch(const char *identity) {
    const char *set = strstr(identity, "\nset="), *last = NULL;
    if (set == NULL) return 1;
    const char *end = set + 1 + strcspn(set + 1, "\n");
    for (const char *at = set; (at = strstr(at, "batch=")) != NULL && at < end; at++)
        if (at[-1] == ' ' || at[-1] == '=') last = at + strlen("batch=");
    return last != NULL ? strtoull(last, NULL, 10) : 1;
}

int heco_journal_identity_exact(const char *identity) {
    size_t size = strlen(identity), tail = sizeof journal_exact - 1;
    return size > tail && identity[size - tail - 1] == '\n' &&
           strcmp(identity + size - tail, journal_exact) == 0;
}

heco_status heco_journal_identity_compare(const char *path, const char *stored, const char *now,
                                          int *raised, heco_error *error) {
    *raised = 0;
    while (*stored != '\0' || *now != '\0') {
        size_t a = strcspn(stored, "\n"), b = strcspn(now, "\n");
        if (*stored == '\0' && strcmp(now, journal_exact) == 0) return HECO_OK;
        if (a != b || memcmp(stored, now, a) != 0) {
            *raised = strncmp(now, "evals=", 6) == 0 && strncmp(stored, "evals=", 6) == 0 &&
                      strtoull(now + 6, NULL, 10) > strtoull(stored + 6, NULL, 10);
            if (!*raised && (strncmp(now, "lanes=", 6) == 0) != (strncmp(stored, "lanes=", 6) == 0))
                return heco_fail(error, HECO_ERR_CONFLICT,
                                 "journal %s was made %s lanes, this search has %s: use the same "
                                 "--lanes",
                                 path, stored[0] == 'l' ? "in" : "without",
                                 stored[0] == 'l' ? "none" : "some");
            if (!*raised)
                return heco_fail(error, HECO_ERR_CONFLICT,
                                 "journal %s was made with %.*s, this search has %.*s%s", path,
                                 (int)(a < 150 ? a : 150), stored, (int)(b < 150 ? b : 150), now,
                                 b > 0 ? "" : "none");
        }
        stored += a + (stored[a] == '\n');
        now += b + (now[b] == '\n');
    }
    return HECO_OK;
}
