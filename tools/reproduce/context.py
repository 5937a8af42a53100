"""What the tables of the page are made from, and how numbers and tables are written."""
import collections

import paper
import plan
import stored

NONE = "–"


class Context:
    def __init__(self, heco, results, shared):
        self.heco, self.results = heco, results
        published = shared / "cec2017/published"
        self.competitors = published / "competitors.csv"
        self.heco_runs = published / "heco_runs.csv"
        self.heco_2006 = published / "cec2006_heco_runs.csv"
        self.paper = paper.Paper(shared / "paper/heco-de-paper.tex")
        self.paper_ranks = collections.Counter()
        for row in stored.read_csv(published / "ranks_paper.csv"):
            self.paper_ranks[row["table"], row["algorithm"], int(row["dim"])] += int(row["total"])
        self.best_known = {row["problem"]: float(row["fstar"])
                           for row in stored.read_csv(shared / "cec2006/problems.csv")}

    def cec2006(self, label, runs=None):
        """{problem: row of heco rank --rule cec2006} of a label run here"""
        file = (self.results.first_runs("cec2006", "", label, runs) if runs
                else self.results.file("cec2006", "", label))
        return {row["problem"]: row for row in self.heco.rank([file], "--rule", "cec2006")}

    def published_2006(self, name):
        rows = self.heco.rank([self.heco_2006], "--rule", "cec2006", "--algorithms", name)
        return {row["problem"]: row for row in rows}

    def ranks(self, dim, here, published, with_runs=(), without=()):
        """{algorithm: rank value} of labels run here, published rows and published runs; ranks are
        per problem, so that problems can be left out of the sum"""
        files = [self.results.file("cec2017", dim, label) for label in here]
        files += [self.competitors] * bool(published) + [self.heco_runs] * bool(with_runs)
        names = [*here, *published, *with_runs]
        words = ["--dims", dim, "--algorithms", ",".join(names)]
        if not without:
            rows = self.heco.rank(files, *words)
            return {row["algorithm"]: int(row["total"]) for row in rows if row["dim"] == str(dim)}
        total = collections.Counter({name: 0 for name in names})
        for row in self.heco.rank(files, "--per-problem", *words):
            if row["problem"] not in without:
                total[row["algorithm"]] += int(row["rank_mean"]) + int(row["rank_median"])
        return dict(total)

    def values(self, dim, label):
        """{problem: row of heco rank --values} of a label run here"""
        file = self.results.file("cec2017", dim, label)
        return {row["problem"]: row for row in self.heco.rank([file], "--values", "--dims", dim)}

    def sorted_runs(self, dim, label, problem):
        """[(violation, f)] of the runs on one problem, best first"""
        rows = stored.read_csv(self.results.file("cec2017", dim, label))
        return sorted((float(r["vio"]), float(r["obj"])) for r in rows if r["function"] == problem)

    def published_values(self, dim, name):
        file = self.heco_runs if name.startswith(("HECO-DE", "HCO-DE")) else self.competitors
        rows = self.heco.rank([file], "--values", "--dims", dim, "--algorithms", name)
        return {row["problem"]: row for row in rows}


COMPETITORS = list(dict.fromkeys(plan.PUBLISHED.values()))


def number(value, digits=5):
    """Few digits, as people write them; what rounds to 0 at 8 decimals is 0."""
    value = float(value)
    if abs(value) < 5e-9:
        return "0"
    return "%.*g" % (digits, value)


def rate(value):
    return "%.3g" % float(value)


def count(value):
    """Evaluations: a whole number, or a dash for none."""
    return "%.0f" % float(value) if value not in ("", "nan", None) and float(value) > 0 else NONE


def markdown(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def join_and(words):
    words = list(words)
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
