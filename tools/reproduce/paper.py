"""Tables of the paper, read from its TeX source."""
import re


def plain(cell):
    """A cell without TeX: -0.8036(100)[100], -1.5000E+01±0.00E+00*, HECO-DE"""
    cell = cell.replace("{[}", "[").replace("{]}", "]").replace(r"\_", "_").replace(r"$\pm$", "±")
    cell = re.sub(r"\\textbf\{([^{}]*)\}?", r"\1", cell)
    return re.sub(r"\\[a-zA-Z]+|[{}$\s]", "", cell)


def table(source, label):
    """Rows of the table with that label: {first cell: the other cells}. Rows of headings, where
    tables are inside cells, come out as rubbish under names nobody asks for."""
    start = source.index(r"\label{%s}" % label)
    body = source[start:source.index(r"\end{table", start)]
    rows = {}
    for line in re.split(r"\\\\", re.sub(r"\\hline|\\cline\{[^}]*\}", "", body)):
        cells = [plain(cell) for cell in line.split("&")]
        if len(cells) > 1:
            rows[cells[0]] = cells[1:]
    return rows


class Paper:
    def __init__(self, path):
        source = path.read_text(encoding="utf-8")
        names = ("CMODE", "NSES", "DW", "FROFI", "DeCODE", "HECO-DE")
        self.cec2006 = {problem: dict(zip(names, cells))
                        for problem, cells in table(source, "table:cec2006results").items()}
        self.variants = {problem: dict(zip(("HCO-DE", "HECO-DE(FR)", "HECO-DE"), cells))
                         for problem, cells in table(source, "table:compare_eq_2006").items()}
        self.sweep = {"lambda": table(source, "table:lambda2006"),
                      "gamma": table(source, "table:gamma2006")}


def mean_of(cell):
    """7049.2480(100)[100] or 8.8535E+03±1.2E-08* -> the mean as a number"""
    return float(re.match(r"[-+.0-9E]+", cell).group())


def rates_of(cell):
    """7049.2480(100)[98] -> (100, 98)"""
    return tuple(int(word) for word in re.findall(r"[(\[](\d+)", cell))
