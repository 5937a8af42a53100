"""The tables of docs/reproduction.md on CEC2017."""
import math

import plan
from context import COMPETITORS, NONE, join_and, markdown, number, rate
from stored import Missing

# Problems that the authors' program computes as the official one does, where it matters.
SAME_PROBLEM = {"C01", "C02", "C03", "C08", "C12", "C13", "C14", "C15", "C16", "C17", "C20"}
# Problems on which several published rows suffer from an error in an old release of the suite.
OLD_RELEASE = ("C18", "C27")
VARIANTS = ["heco-de", "heco-de-fr", "hco-de", "lshade44"]
ALL_HERE = VARIANTS + ["iude", "epsmag-es", "lshade44-iepsilon", "decode", "lshade44-ide", "ude",
                       "cal-shade-published-like"]
EXTRA = ["cal-shade-platform", *plan.RELATIVES, *plan.OWN]
PAPER_NAME = dict(plan.PUBLISHED, **{"heco-de": "HECO-DE", "heco-de-fr": "HECO-DE(FR)",
                                     "hco-de": "HCO-DE"})


def have(ctx, dim, labels):
    """The labels with results; Missing for the first that has none."""
    for label in labels:
        ctx.results.file("cec2017", dim, label)
    return labels


def rank_columns(ctx, dims, here, published, with_runs=()):
    """{dim: {algorithm: rank value}} for the dimensions that have all results"""
    columns, missing = {}, None
    for dim in dims:
        try:
            columns[dim] = ctx.ranks(dim, have(ctx, dim, here), published, with_runs)
        except Missing as reason:
            missing = missing or reason
    if not columns:
        raise missing
    return columns, missing


def total(column_values):
    return sum(column_values) if None not in column_values else None


def rank_table(columns, dims, extra=None, title="algorithm", mark=frozenset()):
    """Algorithms in the order of their total; the best of each column in bold."""
    names = list(next(iter(columns.values())))
    sums = {n: sum(columns[d][n] for d in columns) for n in names}
    head = [title, *("D = %d" % d for d in dims), "total"]
    if extra:
        head += extra[0]
    rows = []
    for name in sorted(names, key=lambda n: sums[n]):
        row = ["`%s` (here)" % name if name in mark else name]
        for dim in dims:
            value = columns.get(dim, {}).get(name)
            best = value is not None and value == min(columns[dim].values())
            row.append(NONE if value is None else "**%d**" % value if best else value)
        row.append("**%d**" % sums[name] if sums[name] == min(sums.values()) else sums[name])
        rows.append(row + (extra[1](name) if extra else []))
    return markdown(head, rows)


def runs_line(ctx, columns, labels):
    runs = sorted({ctx.results.runs("cec2017", dim, label) for dim in columns for label in labels})
    return "Runs per problem here: %s." % join_and(map(str, runs))


def incomplete(missing):
    return "\n\nNot in the table: no stored runs of %s." % missing if missing else ""


def first_line(columns, name):
    """In which dimensions an algorithm is first, and by how much."""
    words = []
    for dim, column in columns.items():
        other = min((n for n in column if n != name), key=column.get)
        place = 1 + sum(v < column[name] for v in column.values())
        words.append("D = %d: place %d with %d, %s %s has %d"
                     % (dim, place, column[name], "next" if place == 1 else "best",
                        other, column[other]))
    return "; ".join(words) + "."


def heco(ctx):
    """HECO-DE run here with the eight published competitors; beside it the published runs."""
    columns, missing = rank_columns(ctx, plan.DIMS, ["heco-de"], COMPETITORS)
    reference = {dim: ctx.ranks(dim, [], COMPETITORS, ["HECO-DE"]) for dim in plan.DIMS}

    def published(name):
        name = "HECO-DE" if name == "heco-de" else name
        cells = [reference[dim][name] for dim in plan.DIMS]
        return ["/".join(map(str, cells)), sum(cells)]

    table = rank_table(columns, plan.DIMS, (["with the published HECO-DE runs instead", "total"],
                                            published), mark={"heco-de"})
    fair = {dim: ctx.ranks(dim, ["heco-de"], COMPETITORS, without=OLD_RELEASE) for dim in columns}
    return "%s\n\n%s %s%s\n\nWithout C18 and C27: %s" % (
        table, first_line(columns, "heco-de"), runs_line(ctx, columns, ["heco-de"]),
        incomplete(missing), first_line(fair, "heco-de"))


def spread(ctx):
    """Two published series of one setting, each ranked with the eight competitors."""
    rows = []
    for name in ("HECO-DE", "HECO-DE(gamma=0.1)"):
        cells = [ctx.ranks(dim, [], COMPETITORS, [name])[name] for dim in plan.DIMS]
        rows.append([name, *cells, sum(cells)])
    return markdown(["published series", *("D = %d" % d for d in plan.DIMS), "total"], rows)


def variants(ctx):
    """The set of the paper's table: four run here, the other seven as published."""
    published = [name for name in COMPETITORS if name != "LSHADE44"]
    columns, missing = rank_columns(ctx, plan.DIMS, VARIANTS, published)
    dims = [d for d in plan.DIMS if d in columns]

    def paper(name):
        return [ctx.paper_ranks["rank1", PAPER_NAME.get(name, name), dim] for dim in dims]

    head = ["paper, D = %d" % dim for dim in dims]
    table = rank_table(columns, dims, (head, paper), mark=set(VARIANTS))
    note = incomplete(missing) if set(dims) < {10, 30} else ""
    return "%s\n\n%s%s" % (table, runs_line(ctx, columns, VARIANTS), note)


def sweep(ctx, table, key, values, label_of):
    """One parameter at D = 10: five settings and the eight published competitors."""
    labels = {plan.sweep_label("cec2017", label_of(v)): v for v in values}
    column = ctx.ranks(10, have(ctx, 10, list(labels)), COMPETITORS)
    rows = []
    for name in sorted(column, key=column.get):
        value = labels.get(name)
        printed = name if value is None else "HECO-DE(%s)" % (
            "lambda=%d" % value if key == "lambda" else "gamma=%.1f" % value)
        title = name if value is None else "`heco-de` (here), %s = %g" % (key, value)
        rows.append([title, column[name], ctx.paper_ranks[table, printed, 10]])
    return "%s\n\n%s" % (markdown(["algorithm", "D = 10", "paper, D = 10"], rows),
                         runs_line(ctx, [10], labels))


def sweep_lambda(ctx):
    return sweep(ctx, "rank2", "lambda", plan.LAMBDA["cec2017"], plan.lambda_label)


def sweep_gamma(ctx):
    return sweep(ctx, "rank3", "gamma", plan.GAMMA["cec2017"], plan.gamma_label)


def cell(row):
    """feasibility rate, median f (violation of the median run)"""
    violation = float(row["median_violation"])
    tail = " (%s)" % number(violation, 4) if violation > 0 else ""
    return "%s, %s%s" % (rate(row["feasible_rate"]), number(row["median"]), tail)


def near(ours, published):
    """Equal at the precision of the ranking, or within 10 %."""
    return abs(ours - published) <= max(1e-8, 0.1 * abs(published))


def agreement(ours, published):
    """(rate agrees, median agrees): rates within 16 points; median f equal or within 10 %."""
    return (abs(float(ours["feasible_rate"]) - float(published["feasible_rate"])) <= 16,
            near(float(ours["median"]), float(published["median"])))


def same_violation(ours, published):
    a, b = float(ours["median_violation"]), float(published["median_violation"])
    return a > 0 and b > 0 and near(a, b)


def verdict(ours, published):
    """yes, or what differs"""
    rates, medians = agreement(ours, published)
    if rates and medians:
        return "yes"
    if rates and same_violation(ours, published):
        return "violation"
    return "median differs" if rates else "rate differs" if medians else "no"


def compared(ctx, dim, label, name):
    """[(problem, ours, published, verdict)] of the 28 problems"""
    ours, published = ctx.values(dim, label), ctx.published_values(dim, name)
    return [(p, ours[p], published[p], verdict(ours[p], published[p])) for p in plan.PROBLEMS_2017]


def agreed_line(dim, found):
    yes = sum(v == "yes" for _, _, _, v in found)
    also = sum(v == "violation" for _, _, _, v in found)
    more = " (and on %d more the violations of infeasible median runs, though not their f)" % also
    return "D = %d: %d of %d problems agree%s" % (dim, yes, len(found), more if also else "")


def chance_of_more_below(order, n):
    """Chance that the median of n more runs lies below the order-th best of n runs, if all runs
    come from one distribution: the number of new runs below it is beta-binomial."""
    def ways(k):
        return math.comb(k + order - 1, k) * math.comb(n - k + n - order, n - k)
    return sum(ways(k) for k in range((n + 1) // 2, n + 1)) / math.comb(2 * n, n)


def median_range(runs):
    """Best and worst (violation, f) between which the median of as many more runs lies with a
    chance of 95 % or more."""
    n = len(runs)
    order = max((i for i in range(1, n // 2 + 1) if chance_of_more_below(i, n) <= 0.025), default=1)
    return runs[order - 1], runs[n - order]


def within(low, value, high):
    """Published values have few digits."""
    return low - 1e-4 * abs(low) <= value <= high + 1e-4 * abs(high)


def chance_range(ctx, dim, label, problem, published):
    """(range of the median of new runs as text, whether the published one lies in it)"""
    low, high = median_range(ctx.sorted_runs(dim, label, problem))
    violation, f = float(published["median_violation"]), float(published["median"])
    if violation == low[0] == high[0] == 0:
        return "f %s .. %s" % (number(low[1]), number(high[1])), within(low[1], f, high[1])
    if high[0] > 0 and violation > 0:
        return ("violation %s .. %s" % (number(low[0]), number(high[0])),
                within(low[0], violation, high[0]))
    return "feasible" if high[0] == 0 else "partly feasible", False


def lshade44_found(ctx, dim):
    """[(problem, ours, published, verdict, range, within chance)], C09 aside"""
    found = []
    for p, ours, published, word in compared(ctx, dim, "lshade44", "LSHADE44"):
        text, inside = chance_range(ctx, dim, "lshade44", p, published)
        if p != "C09":
            found.append((p, ours, published, word, text,
                          inside and agreement(ours, published)[0]))
    return found


def lshade44(ctx):
    """LSHADE44 run here against its published row."""
    texts, rows, missing = [], [], None
    for dim in (10, 30):
        try:
            found = lshade44_found(ctx, dim)
        except Missing as reason:
            missing = missing or reason
            continue
        others = [f for f in found if f[3] != "yes"]
        texts.append("%s, C09 aside; on %d of the other %d the difference is within chance."
                     % (agreed_line(dim, [f[:4] for f in found]), sum(f[5] for f in others),
                        len(others)))
        rows += [[dim, p, cell(b), cell(a), word, text, "yes" if inside else "no"]
                 for p, a, b, word, text, inside in others]
    if not texts:
        raise missing
    head = ["D", "problem", "published: rate, median f (violation)", "here", "agreed",
            "median of 25 more runs here, 95 %", "within chance"]
    return "\n".join(texts) + "\n\nThe others:\n\n" + markdown(head, rows) + incomplete(missing)


def both(ctx):
    """Each competitor run here, ranked together with all published rows and heco-de."""
    rows = []
    for label, name in plan.PUBLISHED.items():
        row, found = ["`%s`" % label, name], False
        for dim in (10, 30):
            if not all(ctx.results.has("cec2017", dim, x) for x in ("heco-de", label)):
                row += [NONE] * 4
                continue
            ranks, found = ctx.ranks(dim, ["heco-de", label], COMPETITORS), True
            fair = ctx.ranks(dim, ["heco-de", label], COMPETITORS, without=OLD_RELEASE)
            yes = sum(v == "yes" for _, _, _, v in compared(ctx, dim, label, name))
            row += [ranks[label], ranks[name], "%d, %d" % (fair[label], fair[name]), yes]
        rows += [row] * found
    if not rows:
        raise Missing("the competitors on CEC2017")
    columns = ["published", "both without C18, C27", "agreed of 28"]
    head = ["run here", "published as", "D = 10: here", *columns, "D = 30: here", *columns]
    return markdown(head, rows)


def all_here(ctx):
    """The paper's table once more, every algorithm run here."""
    columns, missing = rank_columns(ctx, plan.DIMS, ALL_HERE, [])
    dims = [d for d in plan.DIMS if d in columns]

    def paper(name):
        return [ctx.paper_ranks["rank1", PAPER_NAME[name], dim] for dim in dims]

    head = ["paper, D = %d" % dim for dim in dims]
    note = incomplete(missing) if set(dims) < {10, 30} else ""
    return "%s\n\n%s%s" % (rank_table(columns, dims, (head, paper)),
                           runs_line(ctx, columns, ALL_HERE), note)


def everything(ctx):
    """All algorithms that were run here, with today's strongest."""
    columns, absent = {}, set()
    for dim in (10, 30):
        labels = [x for x in ALL_HERE + EXTRA if ctx.results.has("cec2017", dim, x)]
        absent |= set(ALL_HERE + EXTRA) - set(labels)
        if len(labels) > 1:
            columns[dim] = labels
    if not columns:
        raise Missing("at least two algorithms on CEC2017")
    shared = [x for x in ALL_HERE + EXTRA if all(x in labels for labels in columns.values())]
    columns = {dim: ctx.ranks(dim, shared, []) for dim in columns}
    note = incomplete(join_and(sorted(absent)) if absent else None)
    return "%s\n\n%s%s" % (rank_table(columns, list(columns)), runs_line(ctx, columns, shared),
                           note)


def problems(ctx, dims):
    """HECO-DE run here beside the published runs, problem by problem."""
    columns = {dim: compared(ctx, dim, "heco-de", "HECO-DE") for dim in dims}
    head, rows, texts = ["problem", "published runs on"], [], []
    for dim in dims:
        head += ["D = %d: published" % dim, "here", "agreed"]
        same = [f for f in columns[dim] if f[0] in SAME_PROBLEM]
        other = [f for f in columns[dim] if f[0] not in SAME_PROBLEM]
        texts.append("D = %d: agreed on %d of the %d problems that are the same, "
                     "on %d of the %d altered ones."
                     % (dim, sum(f[3] == "yes" for f in same), len(same),
                        sum(f[3] == "yes" for f in other), len(other)))
    for k, problem in enumerate(plan.PROBLEMS_2017):
        row = [problem, "the same problem" if problem in SAME_PROBLEM else "an altered one"]
        for dim in dims:
            _, ours, published, word = columns[dim][k]
            row += [cell(published), cell(ours), word]
        rows.append(row)
    return "\n".join(texts) + "\n\n" + markdown(head, rows)


def same_problems(ctx):
    """Where the published runs are on the official problem: both profiles beside them."""
    dims = [dim for dim in (10, 30) if ctx.results.has("cec2017", dim, "authors")]
    if not dims:
        raise Missing("authors on CEC2017")
    head, rows, texts = ["problem"], [[p] for p in sorted(SAME_PROBLEM)], []
    for dim in dims:
        head += ["D = %d: published" % dim, "`authors`", "`reference`"]
        published = ctx.published_values(dim, "HECO-DE")
        ours = [ctx.values(dim, label) for label in ("authors", "heco-de")]
        for row in rows:
            row += [cell(published[row[0]]), *(cell(values[row[0]]) for values in ours)]
        agreed = [sum(verdict(v[p], published[p]) == "yes" for p in SAME_PROBLEM) for v in ours]
        ranks = ctx.ranks(dim, ["authors", "heco-de"], COMPETITORS)
        texts.append("D = %d: `authors` agrees on %d of %d, `reference` on %d; rank values "
                     "%d and %d when ranked together with the published competitors."
                     % (dim, agreed[0], len(SAME_PROBLEM), agreed[1], ranks["authors"],
                        ranks["heco-de"]))
    return "\n".join(texts) + "\n\n" + markdown(head, rows)


def algorithm_table(ctx, label, name):
    """For the page of one algorithm: all 28 problems, beside the published row if it has one."""
    dims = [dim for dim in plan.DIMS if ctx.results.has("cec2017", dim, label)]
    if not dims:
        raise Missing("%s on CEC2017" % label)
    texts = ["`%s` on CEC2017, official problems: %s. Cells: feasibility rate in percent, median f "
             "(violation of the median run, where it is infeasible)."
             % (label, "; ".join("D = %d, %d runs of %s evaluations"
                                 % (dim, ctx.results.runs("cec2017", dim, label),
                                    ctx.results.about("cec2017", dim, label).get("max_evals", "?"))
                                 for dim in dims))]
    if not name:
        cells = {dim: ctx.values(dim, label) for dim in dims}
        rows = [[p, *(cell(cells[dim][p]) for dim in dims)] for p in plan.PROBLEMS_2017]
        return texts[0] + "\n\n" + markdown(["problem", *("D = %d" % d for d in dims)], rows)
    found = {dim: compared(ctx, dim, label, name) for dim in dims}
    texts += [agreed_line(dim, found[dim]) + "." for dim in dims]
    if label != "heco-de":
        for dim in dims:
            if ctx.results.has("cec2017", dim, "heco-de"):
                more = [] if name in COMPETITORS else [name]
                ranks = ctx.ranks(dim, ["heco-de", label], COMPETITORS, more)
                texts.append("D = %d: rank value %d here, %d published, ranked together with "
                             "`heco-de` and the published competitors."
                             % (dim, ranks[label], ranks[name]))
    head, rows = ["problem"], []
    for dim in dims:
        head += ["D = %d: published" % dim, "here", "agreed"]
    for k, problem in enumerate(plan.PROBLEMS_2017):
        row = [problem]
        for dim in dims:
            _, ours, published, word = found[dim][k]
            row += [cell(published), cell(ours), word]
        rows.append(row)
    return "\n".join(texts) + "\n\n" + markdown(head, rows)


BLOCKS = {
    "ranks-heco": heco,
    "ranks-spread": spread,
    "ranks-variants": variants,
    "ranks-lambda": sweep_lambda,
    "ranks-gamma": sweep_gamma,
    "heco-problems-10-30": lambda ctx: problems(ctx, (10, 30)),
    "heco-problems-50-100": lambda ctx: problems(ctx, (50, 100)),
    "heco-same-problems": same_problems,
    "lshade44": lshade44,
    "ranks-both": both,
    "ranks-all-here": all_here,
    "ranks-everything": everything,
}
