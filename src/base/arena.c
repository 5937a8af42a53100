/* Each piece is one allocation, aligned to a cache line, in a list. Pieces are few and large, so a
 * bump allocator would save nothing and would hide overruns from sanitizers. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HECO_ARENA_ALIGN 64

struct heco_arena_block {
    heco_arena_block *next;
    size_t            bytes;
};

void heco_arena_init(heco_arena *arena) {
    memset(arena, 0, sizeof *arena);
    arena->next  = &arena->blocks;
    arena->child = &arena->children;
}

/* Records a failed request for `wanted` bytes in the arena and in all its parents. Returns NULL. */
static void *arena_fail(heco_arena *arena, size_t wanted) {
    for (; arena != NULL; arena = arena->parent) {
        if (!arena->failed) arena->wanted = wanted;
        arena->failed = 1;
    }
    return NULL;
}

/* Returns the memory of a block: the first aligned address after its header. */
static void *arena_aligned_piece(heco_arena_block *block) {
    uintptr_t at = (uintptr_t)(block + 1);
    return (void *)((at + HECO_ARENA_ALIGN - 1) & ~(uintptr_t)(HECO_ARENA_ALIGN - 1));
}

void *heco_arena_take(heco_arena *arena, size_t count, size_t size) {
    if (size != 0 && count > (SIZE_MAX / 2 - 2 * HECO_ARENA_ALIGN) / size)
        return arena_fail(arena, SIZE_MAX);
    size_t            bytes = count * size;
    heco_arena_block *block = *arena->next;
    if (block != NULL && block->bytes >= bytes) {
        arena->next = &block->next;
        return memset(arena_aligned_piece(block), 0, bytes);
    }
    block = calloc(1, sizeof *block + HECO_ARENA_ALIGN + bytes);
    if (block == NULL) return arena_fail(arena, bytes);
    block->bytes = bytes;
    block->next  = *arena->next;
    *arena->next = block;
    arena->next  = &block->next;
    return arena_aligned_piece(block);
}

heco_arena *heco_arena_take_arena(heco_arena *arena) {
    heco_arena *child = *arena->child;
    if (child == NULL) {
        child = malloc(sizeof *child);
        if (child == NULL) return arena_fail(arena, sizeof *child);
        heco_arena_init(child);
        child->parent = arena;
        *arena->child = child;
    }
    arena->child = &child->sibling;
    return child;
}

void heco_arena_rewind(heco_arena *arena) {
    arena->next   = &arena->blocks;
    arena->child  = &arena->children;
    arena->failed = 0;
    for (heco_arena *c = arena->children; c != NULL; c = c->sibling) heco_arena_rewind(c);
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
    while (arena->children != NULL) {
        heco_arena *child = arena->children;
        arena->children   = child->sibling;
        heco_arena_release(child);
        free(child);
    }
    while (arena->blocks != NULL) {
        heco_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    heco_arena_init(arena);
}
