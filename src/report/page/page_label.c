/* Writes a text that may contain paths into the data of a report page. Pages are passed on to other
 * people, so paths lose their folders unless the caller of the page keeps them. */
#include "report/page/page.h"

#include <string.h>

/* Returns 1 if the word is a path; "cec2017:C05/30" and "m/s" are none. */
static int page_is_path(const char *word, size_t length) {
    const char *slash = NULL;
    for (size_t k = 0; k < length; k++)
        if (word[k] == '/') slash = word + k;
    if (slash == NULL) return 0;
    if (word[0] == '/' || word[0] == '.' || word[0] == '~') return 1;
    return memchr(slash, '.', (size_t)(word + length - slash)) != NULL;
}

/* Copies `text` with `folder` in place of the folders of paths, which are not shorter: the copy is
 * never longer than `text`. */
static size_t page_without_folders(char *out, const char *text, const char *folder) {
    size_t used = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, " \t'\"=,[]():;");
        if (page_is_path(text, length)) {
            size_t cut = length;
            while (cut > 0 && text[cut - 1] != '/') cut--;
            const char *put = cut >= strlen(folder) ? folder : "";
            memcpy(out + used, put, strlen(put));
            used += strlen(put);
            text += cut;
            length -= cut;
        }
        memcpy(out + used, text, length);
        used += length;
        text += length;
        if (*text != '\0') out[used++] = *text++;
    }
    return used;
}

static void page_text(heco_json *j, const char *key, const char *text, const char *folder) {
    char short_text[1000];
    if (j->paths || text == NULL || strlen(text) >= sizeof short_text) {
        heco_json_text(j, key, j->paths || text == NULL ? text : "(a long text)");
        return;
    }
    heco_json_bytes(j, key, short_text, page_without_folders(short_text, text, folder));
}

void heco_page_label(heco_json *j, const char *key, const char *text) {
    page_text(j, key, text, "");
}

void heco_page_command(heco_json *j, const char *key, const char *text) {
    page_text(j, key, text, "./");
}
