#include "models/deck/deck.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/number_text.h"
#include "base/os.h"
#include "models/deck/deck_line.h"

enum { DECK_MOST_BYTES = 16 << 20 }; /* of a deck or template */

/* Joins two parts of a path in the arena. Returns NULL if memory is missing. */
static const char *deck_join(heco_arena *arena, const char *folder, const char *name) {
    if (heco_os_is_absolute(name)) return heco_arena_text(arena, name);
    size_t size = strlen(folder) + strlen(name) + 2;
    char  *out  = heco_arena_take(arena, size, 1);
    if (out != NULL) snprintf(out, size, "%s/%s", folder, name);
    return out;
}

/* Returns whether the path stays inside the folder of a point. */
static int deck_is_inside(const char *path) {
    return path[0] != '\0' && !heco_os_is_absolute(path) && strstr(path, "..") == NULL;
}

/* --- the lines ------------------------------------------------------------------------------ */

static heco_status deck_take_command(heco_deck_line *l, heco_error *error) {
    heco_deck *d = l->deck;
    if (d->word != NULL)
        return heco_deck_wrong(l, error, "there is a command already: write only one");
    d->shell = strcmp(l->word[0], "shell") == 0;
    if (d->shell) {
        l->word[1] = heco_arena_text(l->arena, l->rest);
        l->count   = l->rest[0] != '\0' ? 2 : 1;
    }
    if (l->count < 2) return heco_deck_wrong(l, error, "%s needs a command", l->word[0]);
    d->word  = (const char **)l->word + 1;
    d->words = l->count - 1;
    return HECO_OK;
}

/* Reads "template FROM [TO]" or "link FILE ..". */
static heco_status deck_take_file(heco_deck_line *l, heco_error *error) {
    int    is_link = strcmp(l->word[0], "link") == 0;
    size_t last    = is_link ? l->count : 2;
    if (l->count < 2 || (!is_link && l->count > 3))
        return heco_deck_wrong(l, error, "write 'template FROM [TO]' or 'link FILE ..'");
    for (size_t i = 1; i < last; i++) {
        heco_deck_file *f     = &l->deck->file[l->deck->files++];
        const char     *slash = strrchr(l->word[i], '/');
        char           *to    = heco_arena_text(l->arena, slash != NULL ? slash + 1 : l->word[i]);
        f->is_link            = is_link;
        f->from               = deck_join(l->arena, l->deck->folder, l->word[i]);
        f->to                 = !is_link && l->count == 3 ? l->word[2] : to;
        if (f->from == NULL || to == NULL) return heco_fail_memory(error);
        char *suffix = strrchr(to, '.');
        if (!is_link && l->count == 2 && suffix != NULL && suffix != to) *suffix = '\0';
        if (!deck_is_inside(f->to) || strchr(f->to, '/') != NULL)
            return heco_deck_wrong(
                l, error,
                "'%.60s' is not a name in the folder of a point: write one without "
                "folders",
                f->to);
        if (is_link && access(f->from, R_OK) != 0)
            return heco_deck_wrong(l, error, "the file %.150s cannot be read", f->from);
    }
    return HECO_OK;
}

static heco_status deck_take_variable(heco_deck_line *l, heco_error *error) {
    heco_exec_variable *v = &l->deck->header.variable[l->deck->header.sizes.n];
    char                why[HECO_EXEC_WHY];
    size_t              size = strlen(l->rest) + 1;
    if (l->count < 3) return heco_deck_wrong(l, error, "write 'variable NAME LOWER UPPER'");
    char *text = heco_arena_take(l->arena, size, 1);
    if (text == NULL) return heco_fail_memory(error);
    snprintf(text, size, "%s", l->rest + strcspn(l->rest, " \t"));
    text[strcspn(text, "#")] = '\0';
    if (!heco_exec_parse_variable(text, v, l->arena, why))
        return heco_deck_wrong(l, error, "variable '%.40s': %s", l->word[1], why);
    if (strlen(l->word[1]) >= sizeof v->name)
        return heco_deck_wrong(l, error, "the name '%.50s' is too long: at most %zu characters",
                               l->word[1], sizeof v->name - 1);
    snprintf(v->name, sizeof v->name, "%s", l->word[1]);
    for (size_t j = 0; j < l->deck->header.sizes.n; j++)
        if (strcmp(l->deck->header.variable[j].name, v->name) == 0)
            return heco_deck_wrong(l, error, "there is a variable '%s' already", v->name);
    l->deck->header.sizes.n++;
    return HECO_OK;
}

/* Takes the words about the place of the output, and appends the others to `others`. */
static heco_status deck_take_output_words(heco_deck_line *l, heco_deck_output *o, char *others,
                                          heco_error *error) {
    char why[HECO_EXEC_WHY];
    *o = (heco_deck_output){
        .name = l->word[1], .file = l->file, .position = (size_t)(o - l->deck->output) + 1};
    o->count = 1;
    for (size_t i = 2; i < l->count; i++) {
        int taken = heco_deck_output_word(o, l->word[i], why);
        if (taken < 0) return heco_deck_wrong(l, error, "output '%.40s': %s", o->name, why);
        if (taken == 0) strcat(strcat(others, " "), l->word[i]); /* others has room for the line */
    }
    if (o->file != NULL && !deck_is_inside(o->file))
        return heco_deck_wrong(
            l, error,
            "file=%.60s is not in the folder of the point, so it might be the output "
            "of another point: write a path inside that folder",
            o->file);
    return HECO_OK;
}

/* Makes an output for each of the parts of minimise_max or minimise_squares. */
static heco_status deck_take_parts(heco_deck_line *l, heco_error *error) {
    heco_deck       *d     = l->deck;
    heco_exec_sizes *s     = &d->header.sizes;
    size_t           count = d->output[0].count;
    const char      *kind  = strchr(l->word[0], '_');
    if (kind == NULL && count == 1) return HECO_OK;
    if (kind == NULL)
        return heco_deck_wrong(l, error, "count=%zu belongs to minimise_max and minimise_squares",
                               count);
    *(strcmp(kind, "_max") == 0 ? &s->pieces : &s->residuals) = count;
    heco_deck_output *all = heco_arena_take(l->arena, d->outputs + count, sizeof *all);
    if (all == NULL) return heco_fail_memory(error);
    all[0]    = d->output[0];
    d->output = all;
    return heco_deck_output_repeat(all, count, l->arena) ? HECO_OK : heco_fail_memory(error);
}

/* Reads "minimise NAME [unit=WORD] [file= position= ..]", also maximise, minimise_max and
 * minimise_squares: sets output[0] (all parts of a maximum or a sum of squares) and the unit.
 * Overwrites l->others. */
static heco_status deck_take_objective(heco_deck_line *l, heco_error *error) {
    heco_exec_sizes *s = &l->deck->header.sizes;
    if (l->count < 2) return heco_deck_wrong(l, error, "write '%s NAME'", l->word[0]);
    if (l->deck->output[0].name != NULL)
        return heco_deck_wrong(l, error, "there is an objective already: write only one");
    if (s->ng + s->nh > 0)
        return heco_deck_wrong(l, error, "the objective comes before the constraints");
    s->maximise        = strncmp(l->word[0], "max", 3) == 0;
    l->others[0]       = '\0';
    heco_status status = deck_take_output_words(l, &l->deck->output[0], l->others, error);
    const char *unit   = strstr(l->others, " unit=");
    size_t      blanks = strspn(l->others, " ");
    if (status == HECO_OK) status = deck_take_parts(l, error);
    if (status != HECO_OK || l->others[blanks] == '\0') return status;
    if (unit != l->others || strlen(unit + 6) >= sizeof s->unit || strchr(unit + 6, ' ') != NULL)
        return heco_deck_wrong(
            l, error,
            "after '%s NAME' only unit=WORD, file=, position=, key=, json=, match=, "
            "take= and count= may follow",
            l->word[0]);
    snprintf(s->unit, sizeof s->unit, "%s", unit + 6);
    return HECO_OK;
}

static heco_status deck_take_constraint(heco_deck_line *l, heco_error *error) {
    heco_exec_sizes      *s     = &l->deck->header.sizes;
    size_t                count = s->ng + s->nh;
    heco_exec_constraint *c     = &l->deck->header.constraint[count];
    char                  why[HECO_EXEC_WHY];
    if (l->count < 4) return heco_deck_wrong(l, error, "write 'constraint NAME <= BOUND'");
    strcpy(l->others, "c"); /* it has room for the line */
    heco_deck_output *o      = &l->deck->output[count + heco_exec_objective_values(s)];
    heco_status       status = deck_take_output_words(l, o, l->others, error);
    if (status != HECO_OK) return status;
    if (o->count > 1)
        return heco_deck_wrong(l, error, "count= belongs to minimise_max and minimise_squares");
    if (!heco_exec_parse_constraint(l->others, c, why))
        return heco_deck_wrong(l, error, "constraint '%.40s': %s", l->word[1], why);
    if (strlen(l->word[1]) >= sizeof c->name)
        return heco_deck_wrong(l, error, "the name '%.50s' is too long: at most %zu characters",
                               l->word[1], sizeof c->name - 1);
    snprintf(c->name, sizeof c->name, "%s", l->word[1]);
    for (size_t k = 0; k < count; k++)
        if (strcmp(l->deck->header.constraint[k].name, c->name) == 0)
            return heco_deck_wrong(l, error, "there is a constraint '%s' already", c->name);
    if (c->sense == '=') s->nh++;
    else s->ng++;
    return HECO_OK;
}

static heco_status deck_take_setting(heco_deck_line *l, heco_error *error) {
    static const char *const keeps[] = {"failed", "all", "none"};
    const char              *what = l->word[0], *value = l->word[1];
    if (l->count != 2) return heco_deck_wrong(l, error, "'%s' needs one word", what);
    if (strcmp(what, "output") == 0) l->file = strcmp(value, "stdout") != 0 ? value : NULL;
    else if (strcmp(what, "require") == 0) l->deck->require = value;
    else if (strcmp(what, "partial") == 0) l->deck->partial = value;
    else if (strcmp(what, "folder") == 0) {
        l->deck->points = deck_join(l->arena, l->deck->folder, value);
        if (l->deck->points == NULL) return heco_fail_memory(error);
    } else if (strcmp(what, "tolerance") == 0) {
        double *t = &l->deck->header.sizes.tolerance;
        if (!heco_number_read(value, strlen(value), t) || !(*t >= 0.0 && *t < 1e300))
            return heco_deck_wrong(l, error, "tolerance needs a number, 0 or more");
    } else {
        for (int i = 0; i < 3; i++)
            if (strcmp(value, keeps[i]) == 0) return l->deck->keep = (heco_deck_keep)i, HECO_OK;
        return heco_deck_wrong(l, error, "keep knows failed, all and none, not '%.40s'", value);
    }
    return HECO_OK;
}

/* The words that begin a line. */
static const struct {
    const char *word;
    heco_status (*take)(heco_deck_line *l, heco_error *error);
} deck_kinds[] = {
    {"command", deck_take_command},
    {"shell", deck_take_command},
    {"template", deck_take_file},
    {"link", deck_take_file},
    {"variable", deck_take_variable},
    {"minimise", deck_take_objective},
    {"minimize", deck_take_objective},
    {"maximise", deck_take_objective},
    {"maximize", deck_take_objective},
    {"constraint", deck_take_constraint},
    {"minimise_max", deck_take_objective},
    {"minimize_max", deck_take_objective},
    {"minimise_squares", deck_take_objective},
    {"minimize_squares", deck_take_objective},
    {"output", deck_take_setting},
    {"require", deck_take_setting},
    {"partial", deck_take_setting},
    {"folder", deck_take_setting},
    {"tolerance", deck_take_setting},
    {"keep", deck_take_setting},
};

enum { DECK_KINDS = sizeof deck_kinds / sizeof deck_kinds[0] };

static heco_status deck_take_line(void *line, heco_error *error) {
    heco_deck_line *l = line;
    const char *names[DECK_KINDS];
    heco_error  why;
    for (size_t i = 0; i < DECK_KINDS; i++) {
        if (strcmp(deck_kinds[i].word, l->word[0]) == 0) return deck_kinds[i].take(l, error);
        names[i] = deck_kinds[i].word;
    }
    heco_fail_name(&why, l->word[0], names, DECK_KINDS, "the first word of a line");
    return heco_deck_wrong(l, error, "%.200s", why.text);
}

/* --- the file ------------------------------------------------------------------------------- */

/* Makes room for one entry per line, or per word for files. */
static int deck_reserve(heco_deck *d, const char *text, heco_arena *arena) {
    size_t lines = 2, words = 2;
    for (const char *c = text; *c != '\0'; c++) {
        lines += *c == '\n';
        words += *c == '\n' || *c == ' ' || *c == '\t';
    }
    d->outputs           = lines;
    d->output            = heco_arena_take(arena, lines, sizeof *d->output);
    d->file              = heco_arena_take(arena, words, sizeof *d->file);
    d->header.variable   = heco_arena_take(arena, lines, sizeof *d->header.variable);
    d->header.constraint = heco_arena_take(arena, lines, sizeof *d->header.constraint);
    return d->header.constraint != NULL && d->header.variable != NULL && d->file != NULL &&
           d->output != NULL;
}

/* Returns whether the first name of the path is that name. */
static int deck_begins_with(const char *path, const char *name) {
    size_t length = strlen(name);
    return strncmp(path, name, length) == 0 && (path[length] == '\0' || path[length] == '/');
}

/* Checks that nothing is missing and that no output is a link to a file of the deck. */
static heco_status deck_check(const heco_deck *d, heco_error *error) {
    const char *lacks = d->header.sizes.n == 0      ? "variable NAME LOWER UPPER"
                        : d->output[0].name == NULL ? "minimise NAME"
                        : d->word == NULL           ? "command PROGRAM ARGUMENTS"
                                                    : NULL;
    if (lacks != NULL)
        return heco_fail(error, HECO_ERR_MODEL, "%.150s: a line '%s' is missing", d->path, lacks);
    for (size_t k = 0; k < heco_exec_values(&d->header.sizes); k++)
        for (size_t i = 0; d->output[k].file != NULL && i < d->files; i++)
            if (deck_begins_with(d->output[k].file, d->file[i].to))
                return heco_fail(error, HECO_ERR_MODEL,
                                 "%.100s: output '%.40s' is read from %.60s, which is a template "
                                 "or a link: let the command write another file",
                                 d->path, d->output[k].name, d->file[i].to);
    return HECO_OK;
}

/* Sets the folder of the deck and the default folder of the points. */
static heco_status deck_set_folder(heco_deck *d, heco_arena *arena, heco_error *error) {
    char *real = heco_os_real_path(d->path);
    if (real == NULL) return heco_fail(error, HECO_ERR_IO, "%.150s is not there", d->path);
    char  *folder = heco_arena_text(arena, real);
    size_t size   = strlen(real) + sizeof ".points";
    char  *points = heco_arena_take(arena, size, 1);
    if (points != NULL) snprintf(points, size, "%s.points", real);
    free(real);
    if (folder == NULL || points == NULL) return heco_fail_memory(error);
    *strrchr(folder, '/') = '\0';
    d->folder             = folder;
    d->points             = points;
    return HECO_OK;
}

heco_status heco_deck_read(heco_deck *deck, const char *path, heco_arena *arena,
                           heco_error *error) {
    size_t         length;
    char           why[120];
    heco_deck_line line          = {.path = path, .deck = deck, .arena = arena};
    *deck                        = (heco_deck){.path = path};
    deck->header.sizes.tolerance = heco_problem_default().space.eq_tol;
    deck->header.sizes.ineq_tol  = -1.0;
    heco_status status           = deck_set_folder(deck, arena, error);
    if (status != HECO_OK) return status;
    char *raw = heco_deck_read_file(path, DECK_MOST_BYTES, &length, why, sizeof why);
    if (raw == NULL) return heco_fail(error, HECO_ERR_IO, "%.150s %s", path, why);
    char *text  = heco_arena_text(arena, raw);
    line.others = heco_arena_take(arena, length + 4, 1);
    free(raw);
    if (text == NULL || line.others == NULL || !deck_reserve(deck, text, arena))
        return heco_fail_memory_for(error, "deck '%.200s'", path);
    status = heco_deck_line_each(&line, text, deck_take_line, &line, error);
    return status == HECO_OK ? deck_check(deck, error) : status;
}

void heco_deck_free(heco_deck *deck) {
    for (size_t k = 0; deck->output != NULL && k <= heco_exec_values(&deck->header.sizes); k++)
        if (deck->output[k].compiled) regfree(&deck->output[k].regex);
}

/* --- command and templates ------------------------------------------------------------------ */

/* Sets the program if the path, with a suffix of the system, can be run. Returns 0 if there is no
 * memory. */
static int deck_try_program(heco_deck *d, const char *folder, const char *name, heco_arena *arena) {
    const char *path = deck_join(arena, folder, name);
    const char *more = path != NULL ? heco_os_program_suffix(path) : NULL;
    if (more == NULL) return path != NULL;
    size_t size = strlen(path) + strlen(more) + 1;
    char  *full = heco_arena_take(arena, size, 1);
    if (full != NULL) snprintf(full, size, "%s%s", path, more);
    d->program = full;
    return full != NULL;
}

/* Finds the program of the command: in PATH, or relative to the folder of the deck. */
static heco_status deck_find_program(heco_deck *d, heco_arena *arena, heco_error *error) {
    const char *name = d->word[0], *path = getenv("PATH");
    if (d->shell) return HECO_OK;
    if (strncmp(name, "{{heco_folder}}/", 16) == 0) name += 16;
    if (name != d->word[0] || strchr(name, '/') != NULL) {
        if (!deck_try_program(d, d->folder, name, arena)) return heco_fail_memory(error);
        if (d->program != NULL) return HECO_OK;
        return heco_fail(error, HECO_ERR_MODEL,
                         "%.80s: the command %.150s is not there or not executable", d->path,
                         deck_join(arena, d->folder, name));
    }
    for (path = path != NULL ? path : "/usr/bin:/bin"; d->program == NULL && *path != '\0';) {
        size_t length = strcspn(path, HECO_OS_PATHS);
        char  *folder = heco_arena_take(arena, length + 1, 1);
        if (folder == NULL) return heco_fail_memory(error);
        snprintf(folder, length + 1, "%s", path);
        if (length > 0 && !deck_try_program(d, folder, name, arena)) return heco_fail_memory(error);
        path += length + (path[length] != '\0');
    }
    if (d->program != NULL) return HECO_OK;
    return heco_fail(error, HECO_ERR_MODEL,
                     "%.80s: the command '%.80s' is not in PATH: install it, or write its path "
                     "(./%.60s beside the deck)",
                     d->path, name, name);
}

/* Reads the text of one template. */
static heco_status deck_read_template(const heco_deck *d, heco_deck_file *f,
                                      const heco_deck_fields *fields, heco_arena *arena,
                                      heco_error *error) {
    size_t     length;
    char       why[120];
    heco_error wrong = {HECO_OK, ""};
    char      *raw   = heco_deck_read_file(f->from, DECK_MOST_BYTES, &length, why, sizeof why);
    if (raw == NULL)
        return heco_fail(error, HECO_ERR_MODEL, "%.80s: the template %.150s %s", d->path, f->from,
                         why);
    char *text = heco_arena_text(arena, raw);
    free(raw);
    if (text == NULL) return heco_fail_memory(error);
    if (heco_deck_text_parse(&f->text, text, fields, arena, &wrong)) return HECO_OK;
    return heco_fail(error, HECO_ERR_MODEL, "%.100s: %.300s", f->from, wrong.text);
}

heco_status heco_deck_read_templates(heco_deck *d, const heco_problem *problem, heco_arena *arena,
                                     heco_error *error) {
    unsigned char   *used   = heco_arena_take(arena, problem->space.n, 1);
    heco_deck_fields fields = {.problem = problem, .folder = d->folder, .used = used};
    heco_error       why    = {HECO_OK, ""};
    heco_status      status = deck_find_program(d, arena, error);
    if (status != HECO_OK) return status;
    d->command = heco_arena_take(arena, d->words, sizeof *d->command);
    if (d->command == NULL || used == NULL) return heco_fail_memory(error);
    for (size_t i = 0; i < d->words; i++)
        if (!heco_deck_text_parse(&d->command[i], d->word[i], &fields, arena, &why))
            return heco_fail(error, HECO_ERR_MODEL, "%.80s: the command: %.300s", d->path,
                             why.text);
    for (size_t i = 0; status == HECO_OK && i < d->files; i++)
        if (!d->file[i].is_link) status = deck_read_template(d, &d->file[i], &fields, arena, error);
    for (size_t j = 0; status == HECO_OK && j < problem->space.n; j++)
        if (!used[j])
            status = heco_fail(error, HECO_ERR_MODEL,
                               "%.80s: variable '%s' is in no template and not in the command: "
                               "write {{%s}} where its value belongs",
                               d->path, problem->x_names[j], problem->x_names[j]);
    return status;
}
