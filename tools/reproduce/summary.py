"""The first table of docs/reproduction.md: what the paper says, and what came out here."""
import blocks2006
import blocks2017
import plan
from context import COMPETITORS, join_and, markdown, rate
from stored import Missing

PUBLISHED_OTHERS = [name for name in COMPETITORS if name != "LSHADE44"]


def all_solved(ctx):
    ours = ctx.cec2006("heco-de")
    less = ["%s %s %%" % (p, rate(o["success_rate"])) for p, o in ours.items()
            if float(o["success_rate"]) < 100]
    here = "%d of %d in all of %s runs" % (len(ours) - len(less), len(ours),
                                           blocks2006.runs_note(ours))
    return here + ("; " + join_and(less) if less else ""), "nearly" if less else "yes"


def speed(ctx):
    worst = max(map(abs, blocks2006.deviations(ctx).values()))
    return "largest deviation %.1f %%" % worst, "yes" if worst <= 5 else "no"


def success(ctx, label, problem, runs=25):
    """Success rate in percent of the first runs."""
    ours = ctx.cec2006(label, runs)
    if problem not in ours:
        raise Missing("%s on %s" % (label, problem))
    return float(ours[problem]["success_rate"])


def helper_alone(ctx):
    here = {name: success(ctx, label, "g21")
            for name, label in (("`reference`", "hco-de"), ("`authors`", "hco-authors"))}
    return (", ".join("%s %s %%" % (n, rate(v)) for n, v in here.items()),
            "yes" if max(here.values()) < 50 else "no")


def feasibility_rule(ctx):
    here = {p: success(ctx, "heco-de-fr", p) for p in ("g10", "g21")}
    program = {p: success(ctx, "fr-authors", p) for p in here}
    text = "; ".join("%s: `reference` %s %%, `authors` %s %%" % (p, rate(here[p]), rate(program[p]))
                     for p in here)
    return text, "yes" if max(here["g21"], program["g21"]) < 50 else "no"


def small_gamma(ctx):
    here = {p: success(ctx, "gamma05", p) for p in ("g10", "g17", "g21")}
    return (", ".join("%s %s %%" % (p, rate(v)) for p, v in here.items()),
            "yes" if max(here.values()) < 90 else "in part" if min(here.values()) < 90 else "no")


def first(ctx):
    columns, missing = blocks2017.rank_columns(ctx, plan.DIMS, ["heco-de"], COMPETITORS)
    places, words = [], []
    for dim, column in columns.items():
        other = min((n for n in column if n != "heco-de"), key=column.get)
        places.append(1 + sum(v < column["heco-de"] for v in column.values()))
        words.append("D = %d: %d (%s %d)" % (dim, column["heco-de"], other, column[other]))
    yes = "yes" if set(places) == {1} else "no"
    return "9 algorithms: " + "; ".join(words), "so far: " + yes if missing else yes


def first_here(ctx):
    columns, _ = blocks2017.rank_columns(ctx, plan.DIMS, blocks2017.ALL_HERE, [])
    words, ahead = [], []
    for dim, column in columns.items():
        others = [n for n in column if n not in ("heco-de", "heco-de-fr", "hco-de")]
        other = min(others, key=column.get)
        ahead.append(column["heco-de"] < column[other])
        words.append("D = %d: %d (%s %d)" % (dim, column["heco-de"], other, column[other]))
    return "; ".join(words), "yes" if all(ahead) else "no"


def equivalent_objectives(ctx):
    columns, _ = blocks2017.rank_columns(ctx, (10, 30), blocks2017.VARIANTS, PUBLISHED_OTHERS)
    sums = {n: sum(c[n] for c in columns.values()) for n in ("heco-de", "heco-de-fr", "hco-de")}
    order = sorted(sums, key=sums.get)
    return (", ".join("`%s` %d" % (n, sums[n]) for n in order),
            "yes" if order == list(sums) else "in part" if order[-1] == "hco-de" else "no")


SWEEPS = {"lambda": ("rank2", plan.LAMBDA["cec2017"], plan.lambda_label, "HECO-DE(lambda=%d)"),
          "gamma": ("rank3", plan.GAMMA["cec2017"], plan.gamma_label, "HECO-DE(gamma=%.1f)")}


def settings(ranks, names):
    """The values of a sweep and the best competitor; and which of them come before it."""
    other = min(COMPETITORS, key=ranks.get)
    text = "%s; %s %d" % (", ".join(str(ranks[name]) for name in names), other, ranks[other])
    return text, [ranks[name] < ranks[other] for name in names]


def paper_settings(ctx, parameter):
    table, values, _, printed = SWEEPS[parameter]
    ranks = {n: v for (t, n, d), v in ctx.paper_ranks.items() if t == table and d == 10}
    return settings(ranks, [printed % value for value in values])


def sweep(ctx, parameter):
    _, values, label_of, _ = SWEEPS[parameter]
    labels = [plan.sweep_label("cec2017", label_of(value)) for value in values]
    text, before = settings(ctx.ranks(10, blocks2017.have(ctx, 10, labels), COMPETITORS), labels)
    agrees = all(ours or not paper
                 for ours, paper in zip(before, paper_settings(ctx, parameter)[1]))
    return text, "yes" if agrees else "in part" if any(before) else "no"


def lshade44(ctx):
    words, strict, chance = [], [], []
    for dim in (10, 30):
        found = blocks2017.lshade44_found(ctx, dim)
        strict.append(sum(f[3] == "yes" for f in found))
        chance.append(sum(f[3] != "yes" and f[5] for f in found))
        words.append("D = %d: %d of %d, %d more within chance" % (dim, strict[-1], len(found),
                                                                  chance[-1]))
    mostly = min(a + b for a, b in zip(strict, chance)) >= 22
    return "; ".join(words), "yes" if min(strict) >= 22 else "mostly" if mostly else "in part"


def paper_sums(ctx, names, dims):
    sums = {n: sum(ctx.paper_ranks["rank1", n, d] for d in dims) for n in names}
    return ", ".join("%s %d" % pair for pair in sums.items())


def rows_of(ctx):
    """(claim, the paper's figures, function that gives ours and the verdict)"""
    rank = ctx.paper_ranks
    yield ("CEC2006: HECO-DE solves all 22 problems in every run", "22 of 22, 25 runs", all_solved)
    yield ("CEC2006: evaluations to success of the published program, on five problems", "",
           speed)
    yield ("CEC2006: without an equivalent objective (HCO-DE) g21 is lost",
           "g21 %d %%" % ctx_rate(ctx, "HCO-DE", "g21"), helper_alone)
    yield ("CEC2006: with the feasibility rule instead of the new function, g10 and g21 suffer",
           "g10 %d %%, g21 %d %%" % (ctx_rate(ctx, "HECO-DE(FR)", "g10"),
                                     ctx_rate(ctx, "HECO-DE(FR)", "g21")), feasibility_rule)
    yield ("CEC2006: gamma = 0.5 is too small",
           ", ".join("%s %d %%" % (p, blocks2006.rates_of(ctx.paper.sweep["gamma"][p][0])[0])
                     for p in ("g10", "g17", "g21")), small_gamma)
    yield ("CEC2017: HECO-DE ranks before every competitor in every dimension",
           "11 algorithms: " + "; ".join("D = %d: %d (%s %d)" % (d, rank["rank1", "HECO-DE", d], *min(
               ((n, rank["rank1", n, d]) for n in COMPETITORS), key=lambda pair: pair[1]))
               for d in plan.DIMS), first)
    yield ("CEC2017, every competitor run here: HECO-DE before all that are not its variants", "",
           first_here)
    yield ("CEC2017, D = 10 and 30: HECO-DE before HECO-DE(FR) before HCO-DE",
           paper_sums(ctx, ("HECO-DE", "HECO-DE(FR)", "HCO-DE"), (10, 30)), equivalent_objectives)
    for parameter, (_, values, _, _) in SWEEPS.items():
        yield ("CEC2017, D = 10: rank values for %s = %s come before the best competitor's"
               % (parameter, ", ".join("%g" % value for value in values)),
               paper_settings(ctx, parameter)[0], lambda ctx, p=parameter: sweep(ctx, p))
    yield ("CEC2017: the published row of LSHADE44, C09 aside", "", lshade44)


def ctx_rate(ctx, name, problem):
    return blocks2006.rates_of(ctx.paper.variants[problem][name])[0]


def claims(ctx):
    rows = []
    for claim, paper, function in rows_of(ctx):
        try:
            here, verdict = function(ctx)
        except Missing as reason:
            here, verdict = "not run yet: %s" % reason, ""
        rows.append([claim, paper, here, verdict])
    return markdown(["claim", "paper", "here", "agrees"], rows)
