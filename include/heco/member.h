/* An algorithm inside an algorithm: restarts, relays, portfolios, islands, a last local search.
 *
 * A member is what a run makes of an algorithm: its options, its random numbers, its memory, its
 * share of the budget and its turns of ask and tell. Whoever holds a member asks it for rows, hands
 * them on in its own ask, and tells it the same rows. The budget, integers, the best point, the
 * journal and every stop rule stay with the run around them. The guide has an example:
 * docs/guide/composition.md. */
#ifndef HECO_MEMBER_H
#define HECO_MEMBER_H

#include "heco/algorithm.h"

HECO_BEGIN_DECLS

typedef struct heco_member heco_member; /* belongs to the outer setup's arena: nothing to free */

/* A value for an option of a member; a list ends with a row whose name is NULL. */
typedef struct {
    const char *option; /* its name in the member's table                                  */
    double      value;  /* a number; for a choice its place, from 0                         */
} heco_member_value;

/* In init of the outer algorithm: takes all memory that the member needs for the outer budget with
 * these option values (NULL: its defaults). What the user set ("member.option=value") takes
 * precedence. `outer` is the setup that init was given, not a copy of it. `number` names its random
 * numbers: members of one search have different ones, from 1; a member of number 0 draws what the
 * algorithm alone would draw, which suits an outer algorithm that draws nothing. `max_batch`
 * becomes the number of rows it asks for at most. A refusal leaves its message in the outer setup's
 * error. */
HECO_API heco_status heco_member_new(heco_member **out, const heco_algorithm *algorithm,
                                     const heco_setup *outer, uint64_t number,
                                     const heco_member_value *set, size_t *max_batch);
/* An option from the next begin on; may not need more memory than the values given at first. */
HECO_API heco_status heco_member_set(heco_member *member, const char *option, double value);
/* From the beginning, with this many evaluations and from these points (0: none); at any time, any
 * number of times, without a request for memory. The points are read at the first ask, so they may
 * be written after this call. A refusal (a slice too small for a first population, for
 * instance) leaves the member ended. */
HECO_API heco_status heco_member_begin(heco_member *member, uint64_t max_evals, const double *start,
                                       size_t starts);
/* The next rows, at most what its slice leaves; count 0: it has ended. The rows need room for
 * `max_batch`; heco_batch_rows() gives a member its part of a batch. */
HECO_API heco_status heco_member_ask(heco_member *member, heco_batch *rows);
/* The same rows with their values. */
HECO_API heco_status heco_member_tell(heco_member *member, const heco_batch *rows);
/* Rows that others evaluated; ignored by algorithms that do not listen. */
HECO_API heco_status heco_member_inform(heco_member *member, const heco_batch *rows);
/* Its clock moves on by evaluations that were spent elsewhere: they count as used of its slice. */
HECO_API void heco_member_charge(heco_member *member, uint64_t evals);
/* Evaluations left of its slice; 0 when it has ended. */
HECO_API uint64_t heco_member_left(const heco_member *member);
/* Option values in use since the last begin, in the order of its algorithm's table. */
HECO_API const double *heco_member_settings(const heco_member *member);
/* Why it refused or broke; "" when it did not. */
HECO_API const char *heco_member_message(const heco_member *member);
/* What it did so far, in one line; "" where the algorithm does not say. */
HECO_API void heco_member_describe(const heco_member *member, char *text, size_t size);

HECO_END_DECLS

#endif
