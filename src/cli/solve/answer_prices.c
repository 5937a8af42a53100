/* The prices of an answer, as text and as JSON. */
#include "cli/solve/answer_parts.h"

#include <math.h>
#include <string.h>


/* A limit with its price: constraints come first, then the bounds of the variables. */
typedef struct {
    const char *name, *unit;
    char        buffer[24];
    char        sense; /* of the constraint or bound */
    heco_price  price;
} answer_limit;

/* Describes limit number i of heco_solution_prices(). */
static void answer_describe_limit(const solve_run *a, size_t i, answer_limit *l) {
    const heco_problem *p = a->problem;
    size_t              m = p->space.ng + p->space.nh;
    *l                    = (answer_limit){.price = heco_solution_prices(a->solution)[i]};
    if (i < m) {
        const heco_constraint_report *c = &heco_solution_constraints(a->solution)[i];
        l->name                         = heco_problem_c_name(p, i, l->buffer);
        l->unit                         = c->unit;
        l->sense                        = c->sense;
        return;
    }
    double x = heco_solution_result(a->solution)->x[i - m];
    l->name  = heco_problem_x_name(p, i - m, l->buffer);
    l->unit  = p->x_units != NULL && p->x_units[i - m] != NULL ? p->x_units[i - m] : "";
    l->sense = heco_space_bound_status(&p->space, i - m, x, NULL) == HECO_BOUND_LOWER ? '>' : '<';
}

/* Prints "-0.25 per mm for 2 to 3.5", with as much of it as is known. */
static void answer_print_price(const solve_run *a, FILE *out, const answer_limit *l) {
    char        number[ARGS_REAL_SIZE], from[ARGS_REAL_SIZE], to[ARGS_REAL_SIZE];
    const char *f_unit = a->problem->f_unit != NULL ? a->problem->f_unit : "";
    cli_print(out, "%s%s%s per %s", answer_number(a, number, l->price.price),
              f_unit[0] != '\0' ? " " : "", f_unit, l->unit[0] != '\0' ? l->unit : "unit");
    answer_number(a, from, l->price.from);
    answer_number(a, to, l->price.to);
    if (isfinite(l->price.from) && isfinite(l->price.to))
        fprintf(out, ", valid from %s to %s", from, to);
    else if (isfinite(l->price.from)) fprintf(out, ", valid from %s on", from);
    else if (isfinite(l->price.to)) fprintf(out, ", valid up to %s", to);
    fputc('\n', out);
}

void answer_prices(const solve_run *a, FILE *out) {
    const heco_price *price = heco_solution_prices(a->solution);
    const heco_space *s     = &a->problem->space;
    size_t            m = s->ng + s->nh, all = m + s->n, shown = 0, more = 0;
    int               width = 0;
    answer_limit      l;
    if (heco_solution_prices_note(a->solution)[0] != '\0')
        fprintf(out, "\nprices: unknown, %s\n", heco_solution_prices_note(a->solution));
    if (price == NULL) return;
    for (size_t i = 0; i < all; i++) {
        if (price[i].price == 0.0) continue;
        answer_describe_limit(a, i, &l);
        answer_widen(&width, l.name, ANSWER_NAME_MAX);
    }
    for (size_t i = 0; i < all; i++) {
        if (price[i].price == 0.0) continue;
        if (shown == ANSWER_LIST_MAX && !a->args->common.verbose) {
            more++;
            continue;
        }
        if (shown++ == 0) fputs("\nprices (change of f if the limit rises by one unit)\n", out);
        answer_describe_limit(a, i, &l);
        fputs("  ", out);
        answer_name(out, l.name, width);
        fprintf(out, "  %s  ", l.sense == '=' ? "= " : answer_sense(l.sense));
        answer_print_price(a, out, &l);
    }
    if (more > 0) fprintf(out, "  ... and %zu more: -v shows all\n", more);
}

void answer_price_json(const solve_run *a, heco_json *out, size_t i) {
    const heco_price *price = heco_solution_prices(a->solution);
    if (price == NULL) return;
    heco_json_real(out, "price", price[i].price);
    heco_json_real(out, "price_from", price[i].from);
    heco_json_real(out, "price_to", price[i].to);
}
