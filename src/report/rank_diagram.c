/* Draws the diagram of Demsar (2006), figure 1, with TikZ: an axis of mean ranks, a leader from
 * each algorithm to its label, and bars that join algorithms which do not differ. Solid bars are
 * Nemenyi's groups, dashed bars are those of Holm's procedure. */
#include "report/rank.h"

#include <stdlib.h>

#include "base/number_text.h"
#include "base/os.h"
#include "report/table.h"

/* A place along the axis, and one below it. */
static heco_number_shown diagram_rank(double rank) { return heco_number_show("%.4f", rank); }
static heco_number_shown diagram_depth(double depth) { return heco_number_show("%.2f", depth); }

static void diagram_axis(FILE *out, const heco_rank_diagram *d) {
    fprintf(out, "\\draw (1,0) -- (%zu,0);\n", d->count);
    for (size_t k = 1; k <= d->count; k++)
        fprintf(out, "\\draw (%zu,0) -- (%zu,0.15) node[above] {%zu};\n", k, k, k);
    fprintf(out,
            "\\draw[|-|] (1,0.9) -- (%s,0.9) node[midway,above] {\\small critical "
            "difference %s};\n",
            diagram_rank(1.0 + d->difference).text, heco_number_show("%.3f", d->difference).text);
}

/* Returns 1 if two neighbours in the order, i before j, do not differ. */
static int diagram_is_equal(const heco_rank_diagram *d, int holm, size_t i, size_t j) {
    if (!holm) return d->mean_rank[d->order[j]] - d->mean_rank[d->order[i]] < d->difference;
    return d->p[d->order[i] * d->count + d->order[j]] >= d->level;
}

/* Draws the bars of one test below depth *y, which moves down. */
static void diagram_bars(FILE *out, const heco_rank_diagram *d, int holm, double *y) {
    size_t reached = 0;
    for (size_t i = 0; i < d->count; i++) {
        size_t end = i + 1;
        while (end < d->count && diagram_is_equal(d, holm, i, end)) end++;
        if (end <= reached || end == i + 1) continue;
        fprintf(out, "\\draw[line width=2pt%s] (%s,%s) -- (%s,%s);\n", holm ? ",dashed" : "",
                diagram_rank(d->mean_rank[d->order[i]] - 0.04).text, diagram_depth(*y).text,
                diagram_rank(d->mean_rank[d->order[end - 1]] + 0.04).text, diagram_depth(*y).text);
        *y -= 0.2;
        reached = end;
    }
}

/* Draws the leaders: the better half to the left, the others to the right. */
static void diagram_labels(FILE *out, const heco_rank_diagram *d, double y) {
    size_t half = (d->count + 1) / 2;
    for (size_t i = 0; i < d->count; i++) {
        int    left  = i < half;
        double depth = y - 0.45 * (double)(left ? i : d->count - 1 - i);
        double rank  = d->mean_rank[d->order[i]];
        fprintf(out, "\\draw (%s,0) -- (%s,%s) -- (%s,%s) node[%s] {", diagram_rank(rank).text,
                diagram_rank(rank).text, diagram_depth(depth).text, left ? "0.8" : "\\last",
                diagram_depth(depth).text, left ? "left" : "right");
        heco_latex_write(out, d->name[d->label[i]]);
        fprintf(out, " (%s)};\n", heco_number_show("%.3f", rank).text);
    }
}

heco_status heco_rank_diagram_add(heco_table *table, const heco_rank_diagram *d) {
    char  *text = NULL;
    size_t size = 0;
    double y    = -0.25;
    FILE  *out  = heco_os_memory_open(&text, &size);
    if (out == NULL) return HECO_ERR_MEMORY;
    fprintf(out, "\\begin{figure}[ht]\n\\centering\n"
                 "\\begin{tikzpicture}[x=1.2cm,y=1cm] %% needs \\usepackage{tikz}\n");
    fprintf(out, "\\def\\last{%s}\n",
            heco_number_show("%.1f", (double)d->count + 0.2).text);
    diagram_axis(out, d);
    diagram_bars(out, d, 0, &y);
    diagram_bars(out, d, 1, &y);
    diagram_labels(out, d, y - 0.2);
    fprintf(out, "\\end{tikzpicture}\n\\caption{");
    heco_latex_write(out, d->caption);
    fprintf(out, " Solid bars: Nemenyi; dashed bars: Holm.}\n\\end{figure}\n");
    if (heco_os_memory_close(out, &text, &size) == NULL) return HECO_ERR_MEMORY;
    heco_table_drawing(table, text);
    free(text);
    return HECO_OK;
}
