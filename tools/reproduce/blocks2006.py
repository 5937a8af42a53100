"""The tables of docs/reproduction.md on CEC2006."""
import plan
from context import NONE, count, join_and, markdown, number, rate
from paper import mean_of, rates_of
from stored import Missing

HARD = plan.HARD.split(",")
VARIANTS = plan.HECO_VARIANTS.split(",")


def runs_note(rows):
    runs = sorted({int(row["runs"]) for row in rows.values()})
    return "%d" % runs[0] if len(runs) == 1 else "%d to %d" % (runs[0], runs[-1])


def heco(ctx):
    ours, theirs = ctx.cec2006("heco-de"), ctx.published_2006("HECO-DE")
    rows = []
    for problem in plan.PROBLEMS_2006:
        o, t = ours.get(problem), theirs[problem]
        rows.append([problem] + ([rate(o["success_rate"]), rate(o["feasible_rate"]),
                                  number(o["mean"], 8), count(o["evals_to_success"])]
                                 if o else [NONE] * 4)
                    + [rate(t["success_rate"]),
                       number(mean_of(ctx.paper.cec2006[problem]["HECO-DE"])),
                       count(t["evals_to_success"])])
    full = [p for p in ours if float(ours[p]["success_rate"]) == 100]
    less = ["%s %s %%" % (p, rate(ours[p]["success_rate"])) for p in ours if p not in full]
    text = "%s runs per problem here, 25 published. Success in every run on %d of %d%s." % (
        runs_note(ours), len(full), len(ours), "; " + join_and(less) if less else "")
    head = ["problem", "success %", "feasible %", "mean f", "evaluations to success",
            "paper: success %", "paper: mean f", "paper: evaluations to success"]
    return text + "\n\n" + markdown(head, rows)


# The published series next to the paper's setting; they differ from it in one parameter.
NEIGHBOURS = ["HECO-DE", "HECO-DE(gamma=0.8)", "HECO-DE(gamma=0.9)", *(
    "HECO-DE(lambda=%d)" % v for v in (35, 40, 50, 55))]


def successes(row):
    return round(float(row["success_rate"]) * int(row["runs"]) / 100)


def luck(ctx):
    """How likely 25 successes of 25 are, from the published neighbours and from the runs here."""
    series = [ctx.published_2006(name) for name in NEIGHBOURS]
    ours = ctx.cec2006("heco-de") if ctx.results.has("cec2006", "", "heco-de") else {}
    rows, published, here = [], 1.0, 1.0
    for problem in HARD:
        good = sum(successes(s[problem]) for s in series)
        runs = sum(int(s[problem]["runs"]) for s in series)
        row = [problem, "%d of %d" % (good, runs), "%.0f %%" % (100 * (good / runs) ** 25)]
        published *= (good / runs) ** 25
        if problem in ours:
            share = float(ours[problem]["success_rate"]) / 100
            row += ["%d of %s" % (successes(ours[problem]), ours[problem]["runs"]),
                    "%.0f %%" % (100 * share ** 25)]
            here *= share ** 25
        rows.append(row + [NONE] * (5 - len(row)))
    rows.append(["all five", "", "%.0f %%" % (100 * published), "",
                 "%.0f %%" % (100 * here) if ours else NONE])
    return markdown(["problem", "published, seven series together", "chance of 25 of 25",
                     "here", "chance of 25 of 25"], rows)


def deviations(ctx):
    """{problem: evaluations to success of `authors` over the published ones, in percent more}"""
    ours, theirs = ctx.cec2006("authors"), ctx.published_2006("HECO-DE")
    for problem in HARD:
        if problem not in ours:
            raise Missing("authors on CEC2006 %s" % problem)
    return {p: 100 * (float(ours[p]["evals_to_success"]) / float(theirs[p]["evals_to_success"]) - 1)
            for p in HARD}


def authors(ctx):
    off = deviations(ctx)
    ours, theirs = ctx.cec2006("authors"), ctx.published_2006("HECO-DE")
    rows = []
    for problem in HARD:
        o, t = ours[problem], theirs[problem]
        rows.append([problem, "%d of %s" % (successes(o), o["runs"]), count(o["evals_to_success"]),
                     "%d of %s" % (successes(t), t["runs"]),
                     count(t["evals_to_success"]), "%+.1f %%" % off[problem]])
    head = ["problem", "successes", "evaluations to success", "published: successes",
            "published: evaluations to success", "deviation"]
    return markdown(head, rows) + "\n\nLargest deviation: %.1f %%." % max(map(abs, off.values()))


def rates(row):
    return "%s [%s]" % (rate(row["success_rate"]), rate(row["feasible_rate"])) if row else NONE


def variants(ctx):
    series = []
    for title, name, reference, program in (
            ("HECO-DE", "HECO-DE", "heco-de", "authors"),
            ("HECO-DE(FR)", "HECO-DE(FR)", "heco-de-fr", "fr-authors"),
            ("HCO-DE", "HCO-DE", "hco-de", "hco-authors")):
        printed = {p: "%d [%d]" % rates_of(ctx.paper.variants[p][name]) for p in VARIANTS}
        series.append((title + ", printed in the paper", printed))
        published = ctx.published_2006(name)
        series.append((title + ", published runs", {p: rates(published[p]) for p in VARIANTS}))
        for label, profile in ((reference, "reference"), (program, "authors")):
            ours = ctx.cec2006(label) if ctx.results.has("cec2006", "", label) else {}
            note = " (%s runs)" % runs_note(ours) if ours else ""
            series.append(("%s here, `%s`%s" % (title, profile, note),
                           {p: rates(ours.get(p)) for p in VARIANTS}))
    return markdown(["series", *VARIANTS],
                    [[title, *(cells[p] for p in VARIANTS)] for title, cells in series])


def sweep(ctx, name, values, label_of):
    columns = []
    for value in values:
        label = plan.sweep_label("cec2006", label_of(value))
        columns.append(ctx.cec2006(label, 25) if ctx.results.has("cec2006", "", label) else {})
    if not any(columns):
        raise Missing("the sweep of %s on CEC2006" % name)
    rows = []
    for problem in HARD:
        ours = ["%s (%s) [%s]" % (number(c[problem]["mean"], 8), rate(c[problem]["success_rate"]),
                                  rate(c[problem]["feasible_rate"])) if problem in c else NONE
                for c in columns]
        cells = ctx.paper.sweep[name][problem]
        paper = ["%s (%d) [%d]" % (number(mean_of(c), 8), *rates_of(c)) for c in cells]
        rows += [[problem + ", here", *ours], [problem + ", paper", *paper]]
    return markdown(["%s =" % name, *("%g" % v for v in values)], rows)


def sweep_lambda(ctx):
    return sweep(ctx, "lambda", plan.LAMBDA["cec2006"], plan.lambda_label)


def sweep_gamma(ctx):
    return sweep(ctx, "gamma", plan.GAMMA["cec2006"], plan.gamma_label)


def lshade44(ctx):
    ours = ctx.cec2006("lshade44")
    rows = [[p, rate(o["success_rate"]), rate(o["feasible_rate"]), number(o["mean"], 8),
             count(o["evals_to_success"])] for p, o in ours.items()]
    full = sum(float(o["success_rate"]) == 100 for o in ours.values())
    text = "%s runs per problem; success in every run on %d of %d.\n\n" % (
        runs_note(ours), full, len(ours))
    return text + markdown(["problem", "success %", "feasible %", "mean f",
                            "evaluations to success"], rows)


PAPER_NAME = {"cmode": "CMODE", "nses": "NSES", "dw": "DW", "frofi": "FROFI", "decode": "DeCODE",
              "heco-de": "HECO-DE"}


def others(ctx):
    """The paper's table: success [feasible] of each here, and the paper's star and mean."""
    labels = list(PAPER_NAME)
    ours = {label: ctx.cec2006(label) for label in labels if ctx.results.has("cec2006", "", label)}
    if set(ours) <= {"heco-de"}:
        raise Missing("the other algorithms on CEC2006")
    rows = []
    for problem in plan.PROBLEMS_2006:
        row = [problem]
        for label in labels:
            row.append(rates(ours.get(label, {}).get(problem)))
            cell = ctx.paper.cec2006[problem][PAPER_NAME[label]]
            row.append(number(mean_of(cell)) + "\\*" * cell.endswith("*"))
        rows.append(row)
    row = ["problems always solved"]
    for label in labels:
        solved = sum(float(o["success_rate"]) == 100 for o in ours.get(label, {}).values())
        row += ["%d" % solved if label in ours else NONE, ctx.paper.cec2006["*"][PAPER_NAME[label]]]
    head = ["problem"]
    for label in labels:
        head += ["`%s` here" % label, PAPER_NAME[label] + ", paper"]
    runs = "; ".join("%s: %s" % (label, runs_note(rows_)) for label, rows_ in ours.items())
    return markdown(head, rows + [row]) + "\n\nRuns per problem here: %s." % runs


def algorithm_table(ctx, label):
    """For the page of one algorithm: 22 problems beside the paper's column, if it has one."""
    ours, name = ctx.cec2006(label), PAPER_NAME.get(label)
    rows = []
    for problem, o in ours.items():
        row = [problem, rate(o["success_rate"]), rate(o["feasible_rate"]), number(o["mean"], 8),
               count(o["evals_to_success"])]
        if name and problem in ctx.paper.cec2006:
            row.append(ctx.paper.cec2006[problem][name].replace("*", "\\*"))
        rows.append(row)
    head = ["problem", "success %", "feasible %", "mean f", "evaluations to success"]
    head += ["paper: mean ± std"] * bool(name)
    note = "; \\* marks success in all 25 published runs" if name else ""
    evals = ctx.results.about("cec2006", "", label).get("max_evals", "?")
    return "CEC2006, %s runs of %s evaluations per problem%s.\n\n%s" % (
        runs_note(ours), evals, note, markdown(head, rows))


def settings_table(ctx, page):
    """For the page of one algorithm: its other settings beside the default, None without them."""
    labels = [label for label, spec in plan.SETTINGS_2006.items()
              if spec.split("[")[0] == page and ctx.results.has("cec2006", "", label)]
    if not labels or not ctx.results.has("cec2006", "", page):
        return None
    ours = [ctx.cec2006(label) for label in (page, *labels)]
    rows = [[problem, *(rates(o.get(problem)) for o in ours)] for problem in plan.PROBLEMS_2006]
    rows.append(["always solved",
                 *(sum(float(row["success_rate"]) == 100 for row in o.values()) for o in ours)])
    head = ["problem", "the default"] + ["`%s`" % plan.SETTINGS_2006[label] for label in labels]
    return "The same with other settings: success [feasible] in percent.\n\n" + markdown(head, rows)


BLOCKS = {
    "cec2006-heco": heco,
    "cec2006-luck": luck,
    "cec2006-authors": authors,
    "cec2006-variants": variants,
    "cec2006-lambda": sweep_lambda,
    "cec2006-gamma": sweep_gamma,
    "cec2006-lshade44": lshade44,
    "cec2006-others": others,
}
