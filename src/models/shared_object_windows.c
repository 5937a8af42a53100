#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "base/error.h"
#include "models/shared_object.h"

int heco_shared_is_file(const char *name) {
    size_t length = strlen(name), own = strlen(HECO_SHARED_SUFFIX);
    return strpbrk(name, "/\\") != NULL ||
           (length > own && strcmp(name + length - own, HECO_SHARED_SUFFIX) == 0);
}

/* The full path keeps Windows from looking in system folders; DLLs that the file needs are looked
 * for beside it too. */
void *heco_shared_open(const char *path, heco_error *error) {
    char  full[MAX_PATH] = "", why[200];
    DWORD length         = GetFullPathNameA(path, sizeof full, full, NULL);
    if (length == 0 || length >= sizeof full) snprintf(full, sizeof full, "%s", path);
    HMODULE object = LoadLibraryExA(full, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    if (object != NULL) return (void *)object;
    DWORD code = GetLastError();
    if (FormatMessageA(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, code, 0,
                       why, sizeof why, NULL) == 0)
        snprintf(why, sizeof why, "error %lu", code);
    why[strcspn(why, "\r\n")] = '\0';
    heco_fail(error, HECO_ERR_MODEL, "cannot load the shared object '%.100s': %s", path, why);
    return NULL;
}

void heco_shared_close(void *object) {
    if (object != NULL) FreeLibrary((HMODULE)object);
}

heco_shared_fn heco_shared_find(void *object, const char *name) {
    heco_shared_fn function = NULL;
    FARPROC        symbol   = GetProcAddress((HMODULE)object, name);
    if (symbol != NULL) memcpy(&function, &symbol, sizeof function);
    return function;
}
