"""An answer as a table: plain text for a terminal, HTML with a picture for a notebook."""

import html

import numpy as np

ROWS = 30  # of a table; more variables or constraints are counted instead of shown
WIDTH, HEIGHT, MARGIN = 520, 220, 44  # of the picture, in pixels
FLOOR = 1e-8  # distances below it are drawn on it, times |f| if that is above 1
# Colours of feasible and infeasible points: those of heco.plot, with a contrast of at least 3 to light and to dark notebooks.
GOOD, BAD = "#2a7ab8", "#c85a1c"
CELL = "padding:.15em .7em;border:0;border-top:1px solid #8884;background:none;color:inherit;font-variant-numeric:tabular-nums;text-align:"


def text(s):
    """Returns the answer as lines: the point, its variables and constraints, and the search."""
    parts = [head(s)]
    for title, rows in (("variable", variables(s)), ("constraint", constraints(s))):
        if rows:
            parts.append("\n".join(_aligned([(title, "value", *[""] * (len(rows[0]) - 2)), *rows])))
    about = [line for line in (s.get("presolve"), s.get("search")) if line]
    return "\n\n".join(parts + ["\n".join(about)] * bool(about))


def head(s):
    """Returns one line about the point and one about the search."""
    lines = ["%s: f = %s%s" % (s.get("found", "so far"), _number(s["fun"]), "" if s.get("success", True) else
                               ", largest violation %s" % _number(s.get("maxcv", np.nan)))]
    if s.get("message"):
        lines.append(s["message"])
    at = "" if s.get("evals_at_best") is None else ", best at %d" % s["evals_at_best"]
    words = ["%d evaluations%s" % (s["nfev"], at)] if "nfev" in s else []
    words += ["%s %s" % (k, s[k]) for k in ("algorithm", "seed") if s.get(k) is not None]
    words += ["%.3g s" % s["seconds"]] if s.get("seconds") is not None else []
    return "\n".join(lines + [", ".join(words)] * bool(words))


def variables(s):
    x = np.atleast_1d(s.get("x", ()))
    names = s.get("names") or ["x%d" % (j + 1) for j in range(len(x))]
    return _short([(name, _number(value)) for name, value in zip(names, x)])


def constraints(s):
    return _short([(c["name"], _number(c["value"]), c.get("sense") or ("=" if c["equality"] else "<="),
                    _number(c.get("bound", 0.0)), state(c)) for c in s.get("constraints") or ()])


def state(c):
    return ("met" if c["satisfied"] else "violated by %.6g" % c["excess"]) + (", active" if c.get("active") else "")


def _number(value):
    return "%.10g" % value


def _short(rows):
    more = len(rows) - ROWS
    return rows if more <= 0 else rows[:ROWS] + [("... %d more" % more, *[""] * (len(rows[0]) - 1))]


def _aligned(rows):
    """Returns lines with the first and the last column to the left, and the others to the right."""
    width = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    last = len(width) - 1
    return [("  " + "  ".join(cell.ljust(w) if k == 0 or k == last > 1 else cell.rjust(w)
                              for k, (cell, w) in enumerate(zip(row, width)))).rstrip() for row in rows]


def page(s):
    """Returns the answer as HTML that follows the colours of the notebook."""
    first, *rest = head(s).split("\n")
    parts = ["<p style='font-size:1.25em;font-weight:600;margin:.2em 0;%s'>%s</p>" % (
        "" if s.get("success", True) else "border-left:4px solid %s;padding-left:.5em" % BAD, html.escape(first))]
    parts += ["<p style='margin:.2em 0'>%s</p>" % "<br>".join(map(html.escape, rest))] * bool(rest)
    tables = [(("variable", "value"), variables(s), ()), (("constraint", "value", "", "limit", "state", "slack"), constraints(s), s.get("constraints"))]
    drawn = "".join(_table(title, rows, about) for title, rows, about in tables if rows)
    parts += ["<div style='display:flex;flex-wrap:wrap;gap:0 2.5em;align-items:flex-start'>%s</div>" % drawn] * bool(drawn)
    if s.get("history") is not None and len(s["history"]) > 1:
        parts.append(picture(s["history"]))
    return "<div>%s</div>" % "".join(parts)


def _table(title, rows, about):
    """Returns a table; `about` are the constraints of its rows, whose slack becomes a bar."""
    lines = ["<tr>%s</tr>" % "".join("<th style='%s'>%s</th>" % (CELL + _side(k, title), cell) for k, cell in enumerate(title))]
    widest = max([abs(_slack_size(c)) for c in about or () if not c.get("bound")], default=0.0) or 1.0
    for i, row in enumerate(rows):
        cells = "".join("<td style='%s'>%s</td>" % (CELL + _side(k, row), html.escape(cell)) for k, cell in enumerate(row))
        bar = "<td style='%s'>%s</td>" % (CELL + "left", slack(about[i], widest)) if about and i < min(len(about), ROWS) else ""
        lines.append("<tr style='background:none'>%s%s</tr>" % (cells, bar))
    return "<table style='border-collapse:collapse;margin:.4em 0'>%s</table>" % "".join(lines)


def _side(k, row):
    return "left" if k == 0 or (len(row) > 2 and k in (2, 4, 5)) else "right"


def _slack_size(c):
    return c.get("slack", 0.0) if c["satisfied"] else -c["excess"]


def slack(c, widest):
    """Returns a bar of the slack of a constraint relative to its limit, or to `widest` if that is 0; to the left of the middle if
    it is violated."""
    share = max(-1.0, min(1.0, _slack_size(c) / (abs(c.get("bound") or 0.0) or widest)))
    share = share if np.isfinite(share) else 0.0
    x, width = (40.0, 40.0 * share) if share >= 0 else (40.0 + 40.0 * share, -40.0 * share)
    return ("<svg width='80' height='12' role='img'><title>relative slack %.2g</title><rect x='0' y='4' width='80' height='4' fill='#8884'/>"
            "<rect x='%.1f' y='4' width='%.1f' height='4' fill='%s'/><path d='M40,0 V12' stroke='currentColor'/></svg>"
            % (share, x, width, GOOD if c["satisfied"] else BAD))


def picture(history):
    """Returns an SVG of the distance of the best f to the final one over the evaluations, both on logarithmic scales, dashed
    while the best point was not feasible."""
    best, count = history.best(), len(history)
    known = np.flatnonzero(best >= 0)
    if len(known) == 0:
        return ""
    keep = known[np.flatnonzero(np.diff(best[known], prepend=-1))]  # where the best point changes
    at, f, good = keep + 1.0, history.f[best[keep]], history.feasible[best[keep]]
    floor = FLOOR * max(1.0, abs(f[-1]))
    far = np.log10(np.maximum(np.abs(f - f[-1]), floor))
    low, high = np.log10(floor), max(far.max(), np.log10(floor) + 1.0)

    def place(evaluation, value):
        across = MARGIN + (WIDTH - 2 * MARGIN) * np.log(evaluation) / np.log(max(2, count))
        up = MARGIN / 2 + (HEIGHT - MARGIN) * (high - value) / (high - low)
        return "%.1f,%.1f" % (across, up)
    steps = []
    for k, (evaluation, value) in enumerate(zip(at, far)):
        until = at[k + 1] if k + 1 < len(at) else float(count)
        to = " L" + place(until, far[k + 1] if k + 1 < len(at) else value)
        steps.append("<path d='M%s L%s%s' fill='none' stroke='%s' stroke-width='2'%s/>" % (
            place(evaluation, value), place(until, value), to, GOOD if good[k] else BAD, "" if good[k] else " stroke-dasharray='4 3'"))
    words = [(MARGIN, HEIGHT - 4, "start", "1"), (WIDTH - MARGIN, HEIGHT - 4, "end", "%d evaluations" % count),
             (MARGIN, MARGIN / 2 - 6, "start", "best f less its final value, from %.1g to %.1g" % (10 ** high, floor))]
    labels = "".join("<text x='%d' y='%d' text-anchor='%s' fill='currentColor'>%s</text>" % word for word in words)
    axes = "M%d,%d V%d H%d" % (MARGIN, MARGIN / 2, HEIGHT - MARGIN / 2, WIDTH - MARGIN)
    return ("<svg width='%d' height='%d' font-family='sans-serif' font-size='11' role='img'><title>Best f over evaluations</title>"
            "<path d='%s' fill='none' stroke='#999'/>%s%s</svg>" % (WIDTH, HEIGHT, axes, "".join(steps), labels))
