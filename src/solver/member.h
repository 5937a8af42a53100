/* The inside of a member, for the run: the outermost one, whose budget and seed are the user's. */
#ifndef HECO_SOLVER_MEMBER_H
#define HECO_SOLVER_MEMBER_H

#include "base/arena.h"
#include "base/rng.h"
#include "heco/algorithm.h"

struct heco_member {
    heco_algorithm        algorithm; /* as far as the descriptor that was given reaches     */
    const heco_algorithm *given;     /* that descriptor                                      */
    heco_setup            setup;     /* everything the algorithm is given                    */
    heco_rng              rng;
    heco_arena           *arena;     /* rewound at every beginning                           */
    void                 *state;
    double               *value;     /* option values to begin with, automatic ones NAN      */
    uint64_t              seed;      /* of the first beginning                               */
    uint64_t              begun;     /* how often                                            */
    uint64_t              evals;     /* told since the beginning                             */
    size_t                max_batch; /* rows it may ask for                                  */
    size_t                asked;     /* rows out; 0: none                                    */
    int                   cut;       /* these are fewer than it wanted                       */
    int                   ended;
    heco_error            error;
};

/* Copies a descriptor as far as it reaches; further fields are 0. Fails if it lacks a function. */
heco_status heco_algorithm_read(heco_algorithm *out, const heco_algorithm *given,
                                 heco_error *error);
/* Returns the index of the first option of a member of that name among those of
 * heco_algorithm_option_at(); SIZE_MAX: there is no such member. */
size_t heco_algorithm_option_offset(const heco_algorithm *algorithm, const char *member);
/* Creates a member for outer->max_evals evaluations in the outer arena: outer->option holds its
 * values, outer->seed its seed. Takes the memory; begin() comes next. */
heco_status heco_member_open(heco_member *member, const heco_algorithm *algorithm,
                             const heco_setup *outer, size_t *max_batch);

/* Writes rows that the next ask is likely to contain, between ask and tell; none: count is 0. */
void heco_member_ahead(heco_member *member, heco_batch *out);
/* Returns the name of the part that asked for the batch, between ask and tell; NULL: it has none. */
const char *heco_member_part(const heco_member *member);
/* Returns 1 if the member takes points of others (heco_member_inform) before its next ask. */
int heco_member_is_at_rest(const heco_member *member);

#endif
