"""What is run for the reproduction: parts, each a list of benches, and the labels they store.

A label means the same settings wherever it occurs in one suite. Where a setting of a sweep is
that of HECO-DE itself (lambda = 45, gamma = 0.7 on CEC2006; 20 and 0.1 on CEC2017) it is not run
again: a run depends on seed, problem, algorithm and its number, not on the label.
"""
from collections import namedtuple

# entries: (label, algorithm with options); problems, dims, evals: None for those of the protocol
Bench = namedtuple("Bench", "suite problems dims entries runs evals instance trace",
                   defaults=(None, None, "none"))

HARD = "g02,g10,g17,g21,g23"
HECO_VARIANTS = "g02,g10,g21,g23"
PROBLEMS_2006 = ["g%02d" % k for k in range(1, 25) if k not in (20, 22)]
PROBLEMS_2017 = ["C%02d" % k for k in range(1, 29)]
DIMS = (10, 30, 50, 100)

LAMBDA = {"cec2006": (35, 40, 45, 50, 55), "cec2017": (15, 20, 25, 30, 35)}
GAMMA = {"cec2006": (0.5, 0.6, 0.7, 0.8, 0.9), "cec2017": (0.0, 0.1, 0.2, 0.3, 0.4)}
CENTRE = {"cec2006": ("lambda45", "gamma07"), "cec2017": ("lambda20", "gamma01")}

# name in the published tables, by label
PUBLISHED = {
    "cal-shade-platform": "CAL-SHADE",
    "cal-shade-published-like": "CAL-SHADE",
    "lshade44-ide": "LSHADE44+IDE",
    "lshade44": "LSHADE44",
    "ude": "UDE",
    "epsmag-es": "MA-ES",
    "iude": "IUDE",
    "lshade44-iepsilon": "LSHADE-IEpsilon",
    "decode": "DeCODE",
}
OTHERS_2006 = ("cmode", "nses", "dw", "frofi", "decode")
# Other settings of these algorithms, where a choice of ours needs to be seen beside another:
# label: algorithm with options
SETTINGS_2006 = {
    "dw-suggested": "dw[w_max=0.5,fade=1,explore=rand,normalise=pool]",
    "dw-parents": "dw[w_max=0.5,fade=1,explore=rand]",
    "dw-fade1": "dw[fade=1]",
    "frofi-n120": "frofi[N=120]",
}
# Our own designs; each phase of heco-next left out in turn, and the parts of its descents.
OWN = ("heco-next", "heco-many")
ABLATION = {
    "next-no-v": "heco-next[share_rule=0,share_v_min=0,dense=1e9]",
    "next-no-h": "heco-next[share_v_min=1]",
    "next-no-descents": "heco-next[polisher=es]",
    "next-no-opening": "heco-next[opening=0]",
    "next-no-es": "heco-next[polisher=sqp]",
    "next-no-take-over": "heco-next[take_over=no]",
    "next-no-v-no-descents": "heco-next[share_rule=0,share_v_min=0,dense=1e9,polisher=es]",
}
RELATIVES = ("heco-pde", "heco-mp", "ude4", "rde26", "rdex", "cl-srde", "colshade")


def lambda_label(value):
    return "lambda%d" % value


def gamma_label(value):
    return "gamma%02d" % round(10 * value) if value else "gamma0"


def sweep_label(suite, label):
    """The label that holds the runs of a setting of a sweep."""
    return "heco-de" if label in CENTRE[suite] else label


def sweep(suite):
    preset = "heco-de[preset=%s," % suite
    entries = [(lambda_label(v), preset + "lambda=%d]" % v) for v in LAMBDA[suite]]
    entries += [(gamma_label(v), preset + "gamma=%g]" % v) for v in GAMMA[suite]]
    return [entry for entry in entries if entry[0] not in CENTRE[suite]]


# Entries: an algorithm under its own name; with the preset of a suite, under the name with its
# options; the same under its plain name.
def plain(*names):
    return [(name, name) for name in names]


def preset(suite, *names):
    return [("%s[preset=%s]" % (name, suite),) * 2 for name in names]


def named(suite, *names):
    return [(name, "%s[preset=%s]" % (name, suite)) for name in names]


OTHERS_2017 = (
    plain("iude", "epsmag-es", "lshade44-iepsilon", "decode", "lshade44-ide", "ude")
    + [("cal-shade-platform", "cal-shade[variant=platform]"),
       ("cal-shade-published-like", "cal-shade[variant=published-like]")]
    + named("cec2017", "heco-pde", "heco-mp")
    + plain("ude4", "rde26", "rdex", "cl-srde", "colshade")
)

PARTS = {
    "cec2006-heco": [Bench("cec2006", None, None, preset("cec2006", "heco-de"), 100)],
    "cec2006-authors": [
        Bench("cec2006", HARD, None,
              [("authors", "heco-de[preset=cec2006,profile=authors]")], 50)],
    "cec2006-variants": [
        Bench("cec2006", HECO_VARIANTS, None,
              preset("cec2006", "heco-de-fr", "hco-de")
              + [("fr-authors", "heco-de-fr[preset=cec2006,profile=authors]"),
                 ("hco-authors", "hco-de[preset=cec2006,profile=authors]")], 25)],
    "cec2006-sweeps": [Bench("cec2006", HARD, None, sweep("cec2006"), 25)],
    "cec2006-lshade44": [Bench("cec2006", None, None, plain("lshade44"), 25)],
    "cec2006-others": [
        Bench("cec2006", None, None, plain(*OTHERS_2006) + list(SETTINGS_2006.items()), 25)],
    "cec2017-heco": [
        Bench("cec2017", None, (dim,), preset("cec2017", "heco-de"), 25) for dim in DIMS],
    "cec2017-variants": [
        Bench("cec2017", None, (dim,),
              preset("cec2017", "heco-de-fr", "hco-de") + plain("lshade44"), 25)
        for dim in (10, 30)],
    "cec2017-authors": [
        Bench("cec2017", None, (dim,), [("authors", "heco-de[preset=cec2017,profile=authors]")], 25)
        for dim in (10, 30)],
    "cec2017-sweeps": [Bench("cec2017", None, (10,), sweep("cec2017"), 25)],
    "cec2017-others": [Bench("cec2017", None, (dim,), OTHERS_2017, 25) for dim in (10, 30)],
    # The paper's table alone, where a run is long; a run at D = 100 takes three times as long again.
    "cec2017-long": [
        Bench("cec2017", None, (dim,),
              preset("cec2017", "heco-de-fr", "hco-de") + plain("lshade44")
              + [e for e in OTHERS_2017 if e[0] in PUBLISHED and e[0] != "cal-shade-platform"],
              runs)
        for dim, runs in ((50, 25), (100, 9))],
    "cec2006-next": [Bench("cec2006", None, None, plain("heco-next"), 100)],
    "cec2006-many": [Bench("cec2006", None, None, plain("heco-many"), 25)],
    "cec2006-ablation": [Bench("cec2006", None, None, list(ABLATION.items()), 25)],
    "cec2017-next": [
        Bench("cec2017", None, (dim,), plain("heco-next"), runs)
        for dim, runs in ((10, 25), (30, 25), (50, 25), (100, 9))],
    "cec2017-many": [Bench("cec2017", None, (dim,), plain("heco-many"), 25) for dim in (10, 30)],
    "cec2017-ablation": [
        Bench("cec2017", None, (dim,),
              [entry for entry in ABLATION.items() if entry[0] != "next-no-v-no-descents"], 25)
        for dim in (10, 30)],
}

# Other budgets, generated instances, whole traces: their tables alone are kept (own_tables.py).
# A part is what a database is called: budget-cec2006-30000, budget-10-2000 (evaluations per
# variable), instance-30-801 (dimension, seed), score-30.
FIELD = plain("heco-next", "heco-de", "heco-de-fr", "ude4", "rdex", "epsmag-es")
SCORED = plain("heco-next", "heco-de", "ude4", "rde26", "rdex", "cl-srde")
BUDGETS_2006, BUDGETS_2017 = (30000, 100000, 200000, 500000), (2000, 5000)
SEEDS = (801, 802, 803, 804, 805)
OWN_PARTS = {
    **{"budget-cec2006-%d" % evals: [Bench("cec2006", None, None, FIELD, 25, evals)]
       for evals in BUDGETS_2006},
    **{"budget-%d-%d" % (dim, each): [Bench("cec2017", None, (dim,), FIELD, 25, dim * each)]
       for dim in (10, 30) for each in BUDGETS_2017},
    **{"instance-%d-%d" % (dim, seed): [
        Bench("cec2017", None, (dim,), plain("heco-next", "heco-de"), 25, None, seed)]
       for dim in (10, 30) for seed in SEEDS},
    "score-30": [Bench("cec2017", None, (30,), SCORED, 25, None, None, "full")],
}
PARTS.update(OWN_PARTS)


def canonical(suite, label):
    """The label under which results are kept: without the preset that names the suite."""
    return label.removesuffix("[preset=%s]" % suite)


def known_labels(suite):
    """label: the number of runs that its part asks for"""
    return {canonical(suite, label): bench.runs
            for part, benches in PARTS.items() if part not in OWN_PARTS
            for bench in benches if bench.suite == suite for label, _ in bench.entries}
