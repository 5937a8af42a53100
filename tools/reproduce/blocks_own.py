"""Tables about our own designs, heco-next and heco-many, for their pages."""
import math

import own_tables
import plan
from context import COMPETITORS, NONE, count, markdown, rate
from stored import Missing

GOAL = {10: 112, 30: 106, 50: 122, 100: 140}
WITHOUT = {"next-no-v": "violation phase", "next-no-h": "objective phase", "next-no-descents": "descents",
           "next-no-opening": "the opening", "next-no-es": "MA-ES",
           "next-no-take-over": "the first restart's shape",
           "next-no-v-no-descents": "violation phase and descents"}


def alone(ctx, dim, label, name=None):
    """Rank value of a label, ranked with the published competitors and nobody else."""
    return ctx.ranks(dim, [label], COMPETITORS)[name or label]


def ranks(ctx):
    """heco-next and heco-de, each alone with the eight published algorithms."""
    rows = []
    for dim in plan.DIMS:
        if not ctx.results.has("cec2017", dim, "heco-next"):
            continue
        column = ctx.ranks(dim, ["heco-next"], COMPETITORS)
        best = min(COMPETITORS, key=column.get)
        rows.append([dim, ctx.results.runs("cec2017", dim, "heco-next"),
                     "**%d**" % column["heco-next"], "%s %d" % (best, column[best]),
                     alone(ctx, dim, "heco-de") if ctx.results.has("cec2017", dim, "heco-de")
                     else NONE, GOAL[dim]])
    if not rows:
        raise Missing("heco-next on CEC2017")
    return markdown(["D", "runs", "heco-next", "next best", "heco-de in its place", "goal"], rows)


def mean_success(rows):
    return sum(float(row["success_rate"]) for row in rows.values()) / len(rows)


def solved_evals(row):
    value = row["evals_to_success"]
    return float(value) if value not in ("", "nan") and float(value) > 0 else None


def geometric(pairs):
    """Geometric means of two columns over the rows that have both."""
    both = [(a, b) for a, b in pairs if a and b]
    return [math.exp(sum(math.log(pair[k]) for pair in both) / len(both)) for k in (0, 1)]


def cec2006(ctx):
    """heco-next beside heco-de: success and evaluations to it."""
    ours, other = ctx.cec2006("heco-next"), ctx.cec2006("heco-de")
    rows = [[p, *(x for o in (ours[p], other[p])
                  for x in (rate(o["success_rate"]), count(o["evals_to_success"])))]
            for p in plan.PROBLEMS_2006]
    means = geometric((solved_evals(ours[p]), solved_evals(other[p])) for p in plan.PROBLEMS_2006)
    rows.append(["mean", "%.2f" % mean_success(ours), "%.0f (geometric)" % means[0],
                 "%.2f" % mean_success(other), "%.0f (geometric)" % means[1]])
    runs = sorted({row["runs"] for row in (*ours.values(), *other.values())})
    head = ["problem", "heco-next: success %", "evaluations to success", "heco-de: success %",
            "evaluations to success"]
    return "%s runs per problem.\n\n%s" % (" or ".join(runs), markdown(head, rows))


def first_rank(ctx, dim, label, runs):
    """Rank value of the first runs of a label, alone with the published competitors."""
    file = ctx.results.first_runs("cec2017", dim, label, runs)
    words = ["--dims", dim, "--algorithms", ",".join([label, *COMPETITORS])]
    return next(int(row["total"]) for row in ctx.heco.rank([file, ctx.competitors], *words)
                if row["algorithm"] == label and row["dim"] == str(dim))


def own_row(ctx, label, title, runs):
    row = [title]
    if ctx.results.has("cec2006", "", label):
        solved = ctx.cec2006(label, runs[0])
        low = ["%s %s" % (p, rate(o["success_rate"])) for p, o in solved.items()
               if float(o["success_rate"]) < 95]
        row += ["%.1f" % mean_success(solved), ", ".join(low) or NONE]
    else:
        row += [NONE, NONE]
    for dim in (10, 30):
        row.append(first_rank(ctx, dim, label, runs[dim]) if ctx.results.has("cec2017", dim, label)
                   else NONE)
    return row


def own_table(ctx, labels):
    """[(label, title)]: success on CEC2006 and rank values, the same number of runs for all."""
    series = {0: ("cec2006", ""), 10: ("cec2017", 10), 30: ("cec2017", 30)}
    runs = {dim: min([25] + [ctx.results.runs(*where, label) for label, _ in labels
                             if ctx.results.has(*where, label)]) for dim, where in series.items()}
    head = ["", "CEC2006: success %%, %d runs" % runs[0], "below 95 %", *(
        "rank D = %d, %d runs" % (dim, runs[dim]) for dim in (10, 30))]
    rows = [own_row(ctx, label, title, runs) for label, title in labels]
    if all(set(row[1:]) == {NONE} for row in rows[1:]):
        raise Missing(labels[1][0])
    return markdown(head, rows)


def ablation(ctx):
    """Each phase left out in turn."""
    titles = [(label, "without %s: `%s`" % (WITHOUT[label],
                                            spec[len("heco-next["):-1].replace(",", " ")))
              for label, spec in plan.ABLATION.items()]
    return own_table(ctx, [("heco-next", "heco-next"), *titles])


def duels(ctx):
    """heco-next and what is left of it without a phase, ranked with nobody else."""
    rows = []
    for label, title in WITHOUT.items():
        sums = [ctx.ranks(dim, ["heco-next", label], []) for dim in (10, 30)
                if ctx.results.has("cec2017", dim, label)]
        if len(sums) == 2:
            rows.append(["without " + title,
                         *("%d : %d" % (s["heco-next"], s[label]) for s in sums)])
    if not rows:
        raise Missing("heco-next without a phase on CEC2017")
    return markdown(["", "D = 10", "D = 30"], rows)


def many(ctx):
    """heco-many beside heco-de and heco-next."""
    return own_table(ctx, [(label, label) for label in ("heco-de", "heco-many", "heco-next")])


def table_of(ctx, name):
    rows = own_tables.read(ctx.results.folder, name)
    if not rows:
        raise Missing(name)
    return rows


def bold(values, best):
    return ["**%s**" % v if v == best else v for v in values]


def budgets(ctx):
    """One row per suite, dimension and budget."""
    names, found = [label for label, _ in plan.FIELD], {}
    for row in table_of(ctx, "budgets.csv"):
        key = row["suite"] != "cec2006", int(row["dim"] or 0), int(row["evals"])
        found.setdefault(key, {})[row["algorithm"]] = row
    for dim in (10, 30):  # the whole budget: the runs of the protocol
        if all(ctx.results.has("cec2017", dim, name) for name in names):
            runs = min(ctx.results.runs("cec2017", dim, name) for name in names)
            found[True, dim, 20000 * dim] = {name: {"value": str(value), "runs": runs} for name, value
                                             in ctx.ranks(dim, names, []).items()}
    rows, last = [], None
    for (ranked, dim, evals), row in sorted(found.items()):
        suite = "CEC 2017, D = %d: rank value" % dim if ranked else "CEC 2006: success %"
        values = [row[name]["value"] for name in names]
        rows.append([suite if suite != last else "", "%d D" % (evals // dim) if ranked else evals,
                     *bold(values, (min if ranked else max)(values, key=float)),
                     min(int(r["runs"]) for r in row.values())])
        last = suite
    return markdown(["", "budget", *names, "runs"], rows)


def instances(ctx):
    rows, found = [], {}
    for row in table_of(ctx, "instances.csv"):
        found.setdefault(int(row["dim"]), {})[int(row["seed"])] = row
    for dim, by_seed in sorted(found.items()):
        cells = ["%(wins)s/%(ties)s/%(losses)s" % by_seed[s] if s in by_seed else NONE
                 for s in plan.SEEDS]
        runs = sorted({row["runs"] for row in by_seed.values()}, key=int)
        total = [sum(int(row[k]) for row in by_seed.values()) for k in ("wins", "ties", "losses")]
        rows.append([dim, " or ".join(runs), *cells, "%d/%d/%d" % tuple(total)])
    return markdown(["D", "runs", *("seed %d" % s for s in plan.SEEDS), "all"], rows)


def scores(ctx):
    rows = sorted(table_of(ctx, "scores.csv"), key=lambda row: -float(row["score"]))
    lines = []
    for column, title in (("accuracy", "accuracy"), ("speed", "speed"), ("score", "U-score"),
                          ("score_2024", "by the rule of 2024")):
        values = [row[column] for row in rows]
        lines.append([title, *bold(values, max(values, key=float))])
    runs = sorted({row["runs"] for row in rows})
    return "%s runs per problem.\n\n%s" % (" or ".join(runs), markdown(
        ["", *(row["algorithm"] for row in rows)], lines))


BLOCKS = {"next-budgets": budgets, "next-instances": instances, "next-scores": scores,
          "next-ranks": ranks, "next-cec2006": cec2006, "next-ablation": ablation, "next-duels": duels,
          "many-ranks": many}
