"""All generated parts of docs/reproduction.md, and the sections of the algorithms' pages."""
import blocks2006
import blocks2017
import blocks_own
import plan
import summary
from context import markdown
from stored import Missing

BUDGET = {"cec2006": lambda dim: 500000, "cec2017": lambda dim: 20000 * int(dim)}


def oddities(row):
    """What is not as the protocol has it."""
    wanted = plan.known_labels(row["suite"]).get(row["label"], 0)
    if int(row["runs"]) < wanted:
        yield "%s of %d runs" % (row["runs"], wanted)
    if row["max_evals"] != str(BUDGET[row["suite"]](row["dim"] or 0)):
        yield "%s evaluations per run" % row["max_evals"]
    if row["suite"] == "cec2017" and row["instance"] != "official":
        yield "instance %s" % row["instance"]


def stored_runs(ctx):
    """What lies in tools/reproduce/results."""
    rows = list(ctx.results.index.values())
    if not rows:
        raise Missing("anything")
    groups = {}
    for row in rows:
        groups.setdefault((row["suite"], int(row["dim"] or 0), int(row["runs"])), []).append(row)
    lines = []
    for (suite, dim, runs), members in sorted(groups.items()):
        labels = ", ".join("`%s`" % row["label"] for row in members)
        lines.append([suite, dim or "", labels, runs])
    odd = {}
    for row in rows:
        if any(oddities(row)):
            odd.setdefault(", ".join(oddities(row)), []).append("`%s`" % row["file"])
    text = " ".join("Unlike the protocol (%s): %s." % (what, ", ".join(files))
                    for what, files in odd.items()) if odd else \
        "All of them with the budget and the number of runs of the protocol, seed %s." % (
            ", ".join(sorted({row["seed"] for row in rows})))
    return markdown(["suite", "D", "labels", "runs"], lines) + "\n\n" + text


BLOCKS = {"summary": summary.claims, "stored-runs": stored_runs,
          **blocks2006.BLOCKS, **blocks2017.BLOCKS, **blocks_own.BLOCKS}

# page of docs/algorithms: ([labels on CEC2006], [(label on CEC2017, published name)])
ALGORITHMS = {
    "heco-de": (["heco-de"], [("heco-de", "HECO-DE")]),
    "heco-de-fr": (["heco-de-fr"], [("heco-de-fr", "HECO-DE(FR)")]),
    "hco-de": (["hco-de"], [("hco-de", "HCO-DE")]),
    "lshade44": (["lshade44"], [("lshade44", "LSHADE44")]),
    "cal-shade": ([], [("cal-shade-platform", "CAL-SHADE"),
                       ("cal-shade-published-like", "CAL-SHADE")]),
    "decode": (["decode"], [("decode", "DeCODE")]),
    **{label: ([label], []) for label in ("cmode", "nses", "frofi", "dw")},
    **{label: ([], [(label, plan.PUBLISHED[label])])
       for label in ("lshade44-ide", "ude", "iude", "epsmag-es", "lshade44-iepsilon")},
    **{label: ([], [(label, None)]) for label in plan.RELATIVES},
    **{label: ([label], [(label, None)]) for label in plan.OWN},
}


def render(ctx, block):
    try:
        return block(ctx)
    except Missing as reason:
        return "*Not run yet: no stored runs of %s.*" % reason


def full_runs(ctx, page):
    """The section of one algorithm's page; None when nothing of it was run."""
    on_2006, on_2017 = ALGORITHMS[page]
    parts = [blocks2006.algorithm_table(ctx, label) for label in on_2006
             if ctx.results.has("cec2006", "", label)]
    parts += filter(None, [blocks2006.settings_table(ctx, page)])
    for label, name in on_2017:
        try:
            parts.append(blocks2017.algorithm_table(ctx, label, name))
        except Missing:
            pass
    return "\n\n".join(parts) or None
