/* Draws the diagram of Demsar (2006), figure 1, with TikZ: an axis of mean ranks, a leader from
 * each algorithm to its label, and bars that join algorithms which do not differ. Solid bars are
 * Nemenyi's groups, dashed bars are those of Holm's procedure. */
#include "report/rank_diagram.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "report/table.h"

/* A text that grows; `failed` is set if memory is missing. */
typedef struct {
    char  *text;
    size_t used, size;
    int    failed;
} diagram_text;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
diagram_print(diagram_text *t, const char *format, ...) {
    char    line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || t->failed) return;
    size_t more = (size_t)length < sizeof line ? (size_t)length : sizeof line - 1;
    if (t->used + more + 1 > t->size) {
        size_t size = 2 * (t->used + more + 512);
        char  *text = realloc(t->text, size);
        if (text == NULL) {
            t->failed = 1;
            return;
        }
        t->text = text;
        t->size = size;
    }
    memcpy(t->text + t->used, line, more);
    t->used += more;
    t->text[t->used] = '\0';
}

/* Prints a text with the special characters of LaTeX escaped. */
static void diagram_escaped(diagram_text *t, const char *text) {
    for (; *text != '\0'; text++) {
        const char *escaped = heco_latex_escape(*text);
        if (escaped != NULL) diagram_print(t, "%s", escaped);
        else diagram_print(t, "%c", *text);
    }
}

static void diagram_axis(diagram_text *t, const heco_rank_diagram *d) {
    diagram_print(t, "\\draw (1,0) -- (%zu,0);\n", d->count);
    for (size_t k = 1; k <= d->count; k++)
        diagram_print(t, "\\draw (%zu,0) -- (%zu,0.15) node[above] {%zu};\n", k, k, k);
    diagram_print(t,
                  "\\draw[|-|] (1,0.9) -- (%.4f,0.9) node[midway,above] {\\small critical "
                  "difference %.3f};\n",
                  1.0 + d->difference, d->difference);
}

/* Returns 1 if two neighbours in the order, i before j, do not differ. */
static int diagram_is_equal(const heco_rank_diagram *d, int holm, size_t i, size_t j) {
    if (!holm) return d->mean_rank[d->order[j]] - d->mean_rank[d->order[i]] < d->difference;
    return d->p[d->order[i] * d->count + d->order[j]] >= d->level;
}

/* Draws the bars of one test below depth *y, which moves down. */
static void diagram_bars(diagram_text *t, const heco_rank_diagram *d, int holm, double *y) {
    size_t reached = 0;
    for (size_t i = 0; i < d->count; i++) {
        size_t end = i + 1;
        while (end < d->count && diagram_is_equal(d, holm, i, end)) end++;
        if (end <= reached || end == i + 1) continue;
        diagram_print(t, "\\draw[line width=2pt%s] (%.4f,%.2f) -- (%.4f,%.2f);\n",
                      holm ? ",dashed" : "", d->mean_rank[d->order[i]] - 0.04, *y,
                      d->mean_rank[d->order[end - 1]] + 0.04, *y);
        *y -= 0.2;
        reached = end;
    }
}

/* Draws the leaders: the better half to the left, the others to the right. */
static void diagram_labels(diagram_text *t, const heco_rank_diagram *d, double y) {
    size_t half = (d->count + 1) / 2;
    for (size_t i = 0; i < d->count; i++) {
        int    left  = i < half;
        double depth = y - 0.45 * (double)(left ? i : d->count - 1 - i);
        double rank  = d->mean_rank[d->order[i]];
        diagram_print(t, "\\draw (%.4f,0) -- (%.4f,%.2f) -- (%s,%.2f) node[%s] {", rank, rank,
                      depth, left ? "0.8" : "\\last", depth, left ? "left" : "right");
        diagram_escaped(t, d->name[d->label[i]]);
        diagram_print(t, " (%.3f)};\n", rank);
    }
}

heco_status heco_rank_diagram_add(heco_table *table, const heco_rank_diagram *d) {
    diagram_text t = {0};
    double       y = -0.25;
    diagram_print(&t, "\\begin{figure}[ht]\n\\centering\n"
                      "\\begin{tikzpicture}[x=1.2cm,y=1cm] %% needs \\usepackage{tikz}\n");
    diagram_print(&t, "\\def\\last{%.1f}\n", (double)d->count + 0.2);
    diagram_axis(&t, d);
    diagram_bars(&t, d, 0, &y);
    diagram_bars(&t, d, 1, &y);
    diagram_labels(&t, d, y - 0.2);
    diagram_print(&t, "\\end{tikzpicture}\n\\caption{");
    diagram_escaped(&t, d->caption);
    diagram_print(&t, " Solid bars: Nemenyi; dashed bars: Holm.}\n\\end{figure}\n");
    if (!t.failed) heco_table_drawing(table, t.text);
    free(t.text);
    return t.failed ? HECO_ERR_MEMORY : HECO_OK;
}
