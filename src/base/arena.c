/* Each piece is an allocation of its own, aligned to a cache line, in a list: pieces are few
 * and large, so a bump allocator would save nothing and would hide overruns from sanitizers. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HECO_ARENA_ALIGN 64

struct heco_arena_block {
    heco_arena_block *next;
};

void heco_arena_init(heco_arena *arena) {
    arena->blocks = NULL;
    arena->failed = 0;
}

void *heco_arena_take(heco_arena *arena, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2 - 2 * HECO_ARENA_ALIGN) / size) {
        arena->failed = 1;
        return NULL;
    }
    size_t            bytes = count * size;
    heco_arena_block *block = calloc(1, sizeof *block + HECO_ARENA_ALIGN + bytes);
    if (block == NULL) {
        arena->failed = 1;
        return NULL;
    }
    block->next   = arena->blocks;
    arena->blocks = block;
    uintptr_t at  = (uintptr_t)(block + 1);
    return (void *)((at + HECO_ARENA_ALIGN - 1) & ~(uintptr_t)(HECO_ARENA_ALIGN - 1));
}

int heco_arena_failed(const heco_arena *arena) { return arena->failed; }

char *heco_arena_text(heco_arena *arena, const char *text) {
    if (text == NULL) return NULL;
    size_t size = strlen(text) + 1;
    char  *copy = heco_arena_take(arena, size, 1);
    if (copy != NULL) memcpy(copy, text, size);
    return copy;
}

void heco_arena_release(heco_arena *arena) {
    while (arena->blocks != NULL) {
        heco_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
}
