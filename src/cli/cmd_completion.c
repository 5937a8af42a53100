/* heco completion SHELL: prints a completion script. It is made from the rows that the parser
 * reads, so that no option is missing. */
#include <string.h>

#include "cli/command.h"
#include "heco/heco.h"

/* The kind of file names that complete a value, besides the words of a list. */
typedef enum { FILL_NOTHING, FILL_FILES, FILL_FOLDERS } fill;

enum { COMPLETION_WORDS = 2000 };

typedef struct {
    fill kind;
    char words[COMPLETION_WORDS]; /* separated by blanks */
} completion;

typedef void (*option_printer)(FILE *out, const cli_command *command, const args_option *option);

/* Appends a word to c->words. A word that does not fit is dropped. */
static void completion_add(completion *c, const char *word, size_t length) {
    size_t used = strlen(c->words);
    if (used + length + 2 > sizeof c->words) return;
    snprintf(c->words + used, sizeof c->words - used, "%s%.*s", used > 0 ? " " : "", (int)length,
             word);
}

static void completion_add_names(completion *c, const char *(*name_at)(size_t)) {
    const char *name;
    for (size_t i = 0; (name = name_at(i)) != NULL; i++) completion_add(c, name, strlen(name));
}

static const char *completion_algorithm(size_t index) {
    const heco_algorithm *a = heco_algorithm_at(index);
    return a != NULL ? a->name : NULL;
}

static const char *completion_backend(size_t index) {
    const heco_backend *b = heco_backend_at(index);
    return b != NULL ? b->name : NULL;
}

/* Leaves out the row -AMPL, which is not the first word. */
static const char *completion_command(size_t index) {
    const cli_command *c = cli_command_at(index);
    return c != NULL && c->name[0] != '-' ? c->name : NULL;
}

/* Adds the words in small letters of a text such as "full|coarse|none" or "import DIR | verify",
 * except for "[options]". */
static void completion_add_small(completion *c, const char *text) {
    while (*text != '\0') {
        size_t length = strcspn(text, " |[]");
        size_t small  = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789");
        if (length > 0 && small == length && strncmp(text, "options]", 8) != 0)
            completion_add(c, text, length);
        text += length + (text[length] != '\0');
    }
}

static int completion_is_either(const char *name, const char *a, const char *b) {
    return strcmp(name, a) == 0 || strcmp(name, b) == 0;
}

/* Chooses the completion of an option's value by its name or by the placeholder in its help. */
static completion completion_of_option(const args_option *option) {
    completion  c     = {.kind = FILL_NOTHING};
    const char *value = option->value != NULL ? option->value : "";
    if (completion_is_either(option->name, "algorithm", "algorithms"))
        completion_add_names(&c, completion_algorithm);
    else if (completion_is_either(option->name, "backend", "backends"))
        completion_add_names(&c, completion_backend);
    else if (completion_is_either(option->name, "suite", "suites"))
        completion_add_names(&c, heco_suite_name_at);
    else if (strcmp(option->name, "rule") == 0) completion_add_names(&c, heco_rank_rule_at);
    else if (strcmp(option->name, "format") == 0) completion_add_names(&c, heco_format_at);
    else if (strchr(value, '|') != NULL && strstr(value, "FILE") == NULL)
        completion_add_small(&c, value);
    else if (strncmp(value, "DIR", 3) == 0) c.kind = FILL_FOLDERS;
    else if (strstr(value, "FILE") != NULL || strstr(value, ".html") != NULL) c.kind = FILL_FILES;
    return c;
}

/* Chooses the completion of a subcommand's words by its usage line. */
static completion completion_of_command(const cli_command *command) {
    completion c = {.kind = FILL_NOTHING};
    if (command->words_max == 0) return c;
    if (strstr(command->usage, "SUBCOMMAND") != NULL) completion_add_names(&c, completion_command);
    else completion_add_small(&c, command->usage);
    if (strstr(command->usage, "DIR") != NULL) c.kind = FILL_FOLDERS;
    else if (c.words[0] == '\0' || strstr(command->usage, "FILE") != NULL ||
             strstr(command->usage, ".db") != NULL)
        c.kind = FILL_FILES;
    return c;
}

/* Calls `print` for every option, also for those of included rows. */
static void completion_each_option(FILE *out, const cli_command *command, option_printer print) {
    const args_option *row;
    for (size_t i = 0; (row = args_row_at(command->options, i, NULL)) != NULL; i++)
        print(out, command, row);
}

/* Prints text inside single quotes. Characters of `also` get a backslash. */
static void completion_quote(FILE *out, const char *text, const char *also) {
    for (; *text != '\0'; text++) {
        if (*text == '\'') fputs("'\\''", out);
        else if (strchr(also, *text) != NULL) fprintf(out, "\\%c", *text);
        else fputc(*text, out);
    }
}

/* bash: one `case` for values of options, one for all other words. */
static void bash_fill(FILE *out, const completion *c) {
    static const char *const kinds[] = {"none", "file", "directory"};
    fprintf(out, "words='%s' kind=%s", c->words, kinds[c->kind]);
}

/* Prints the case of the value of one option. */
static void bash_value(FILE *out, const cli_command *command, const args_option *option) {
    if (option->kind == ARGS_FLAG) return;
    completion c = completion_of_option(option);
    fprintf(out, "    '%s --%s'", command->name, option->name);
    if (option->letter != 0) fprintf(out, "|'%s -%c'", command->name, option->letter);
    fputs(") ", out);
    bash_fill(out, &c);
    fputs(" ;;\n", out);
}

static void bash_name(FILE *out, const cli_command *command, const args_option *option) {
    (void)command;
    fprintf(out, "--%s ", option->name);
}

static void bash_print(FILE *out) {
    fputs("# Completion of heco in bash; made by `heco completion bash`.\n"
          "_heco() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    local sub=${COMP_WORDS[1]} kind= words= options=\n"
          "    COMPREPLY=()\n"
          "    [ \"$COMP_CWORD\" -eq 1 ] && sub= prev=\n"
          "    case \"$sub $prev\" in\n",
          out);
    for (size_t i = 0; completion_command(i) != NULL; i++)
        completion_each_option(out, cli_command_at(i), bash_value);
    fputs("    esac\n    [ -z \"$kind$words\" ] && case \"$sub\" in\n    '') words='", out);
    for (size_t i = 0; completion_command(i) != NULL; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", completion_command(i));
    fputs("' kind=file ;;\n", out);
    for (size_t i = 0; completion_command(i) != NULL; i++) {
        const cli_command *command = cli_command_at(i);
        completion         c       = completion_of_command(command);
        fprintf(out, "    %s) options='", command->name);
        completion_each_option(out, command, bash_name);
        fputs("--help' ", out);
        bash_fill(out, &c);
        fputs(" ;;\n", out);
    }
    fputs("    esac\n"
          "    case \"$cur\" in -*) words=$options kind= ;; esac\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
          "    local IFS=$'\\n'\n"
          "    case \"$kind\" in\n"
          "    file|directory) compopt -o filenames 2>/dev/null\n"
          "        COMPREPLY+=($(compgen -A \"$kind\" -- \"$cur\")) ;;\n"
          "    esac\n"
          "}\n"
          "complete -F _heco heco\n",
          out);
}

/* zsh: _arguments with one specification per option. */
static void zsh_fill(FILE *out, const completion *c) {
    static const char *const kinds[] = {"", "_files", "_files -/"};
    if (c->words[0] == '\0') fputs(c->kind != FILL_NOTHING ? kinds[c->kind] : "( )", out);
    else if (c->kind == FILL_NOTHING) fprintf(out, "(%s)", c->words);
    else fprintf(out, "{compadd %s; %s}", c->words, kinds[c->kind]);
}

/* Prints one argument specification of _arguments. */
static void zsh_option(FILE *out, const cli_command *command, const args_option *option) {
    (void)command;
    fprintf(out, "            '%s--%s[", option->kind == ARGS_LIST ? "*" : "", option->name);
    completion_quote(out, option->help, "[]:\\");
    fputc(']', out);
    if (option->kind != ARGS_FLAG) {
        completion c = completion_of_option(option);
        fputc(':', out);
        completion_quote(out, option->value != NULL ? option->value : "value", "[]:\\");
        fputc(':', out);
        zsh_fill(out, &c);
    }
    fputs("' \\\n", out);
}

static void zsh_print(FILE *out) {
    fputs("#compdef heco\n"
          "# Completion of heco in zsh; made by `heco completion zsh`.\n"
          "_heco() {\n"
          "    local state line\n"
          "    _arguments -C '1: :->command' '*:: :->rest'\n"
          "    case $state in\n"
          "    command)\n"
          "        local -a commands=(\n",
          out);
    for (size_t i = 0; completion_command(i) != NULL; i++) {
        fprintf(out, "            '%s:", completion_command(i));
        completion_quote(out, cli_command_at(i)->title, ":\\");
        fputs("'\n", out);
    }
    fputs("        )\n"
          "        _describe subcommand commands\n"
          "        _files ;;\n"
          "    rest)\n"
          "        case $words[1] in\n",
          out);
    for (size_t i = 0; completion_command(i) != NULL; i++) {
        completion c = completion_of_command(cli_command_at(i));
        fprintf(out, "        %s) _arguments \\\n", completion_command(i));
        completion_each_option(out, cli_command_at(i), zsh_option);
        fputs("            '--help[show usage and options]' \\\n            '*:word:", out);
        zsh_fill(out, &c);
        fputs("' ;;\n", out);
    }
    fputs("        esac ;;\n    esac\n}\n_heco \"$@\"\n", out);
}

/* fish: one `complete` per option. */
static void fish_fill(FILE *out, const completion *c) {
    if (c->words[0] != '\0') fprintf(out, " -x -a '%s'", c->words);
    else if (c->kind == FILL_FILES) fputs(" -r -F", out);
    else fputs(c->kind == FILL_FOLDERS ? " -x -a '(__fish_complete_directories)'" : " -x", out);
}

/* Prints one line `complete` for an option. */
static void fish_option(FILE *out, const cli_command *command, const args_option *option) {
    fprintf(out, "complete -c heco -n '__fish_seen_subcommand_from %s' -l %s", command->name,
            option->name);
    if (option->letter != 0) fprintf(out, " -s %c", option->letter);
    if (option->kind != ARGS_FLAG) {
        completion c = completion_of_option(option);
        fish_fill(out, &c);
    }
    fputs(" -d '", out);
    for (const char *t = option->help; *t != '\0'; t++) {
        if (*t == '\'' || *t == '\\') fputc('\\', out);
        fputc(*t, out);
    }
    fputs("'\n", out);
}

static void fish_print(FILE *out) {
    fputs("# Completion of heco in fish; made by `heco completion fish`.\n", out);
    for (size_t i = 0; completion_command(i) != NULL; i++) {
        const cli_command *command = cli_command_at(i);
        completion         c       = completion_of_command(command);
        fprintf(out, "complete -c heco -n __fish_use_subcommand -a %s -d '", command->name);
        completion_quote(out, command->title, "\\");
        fputs("'\n", out);
        if (c.words[0] != '\0')
            fprintf(out, "complete -c heco -n '__fish_seen_subcommand_from %s' %s -a '%s'\n",
                    command->name, c.kind == FILL_NOTHING ? "-f" : "", c.words);
        completion_each_option(out, command, fish_option);
    }
}

static const struct {
    const char *name;
    void (*print)(FILE *out);
} completion_shells[] = {{"bash", bash_print}, {"zsh", zsh_print}, {"fish", fish_print}};

enum { SHELLS = sizeof completion_shells / sizeof completion_shells[0] };

static int cmd_completion_run(const cli_command *self, int argc, char **argv) {
    const char *names[SHELLS];
    heco_error  why;
    int         code = args_parse(self, NULL, &argc, argv);
    if (code >= 0) return code;
    for (size_t i = 0; i < SHELLS; i++) {
        names[i] = completion_shells[i].name;
        if (strcmp(argv[0], names[i]) != 0) continue;
        completion_shells[i].print(stdout);
        return CLI_OK;
    }
    heco_fail_name(&why, argv[0], names, SHELLS, "a shell that heco knows");
    return cli_fail(CLI_USAGE, "%s", why.text);
}

const cli_command cli_command_completion = {
    "completion",
    "bash|zsh|fish",
    "print a completion script for a shell",
    "Installed packages contain it. Otherwise add to ~/.bashrc: "
    "eval \"$(heco completion bash)\"; in\n"
    "fish: heco completion fish | source; for zsh write "
    "heco completion zsh to _heco in a\nfolder of $fpath.",
    NULL,
    1,
    1,
    cmd_completion_run};
