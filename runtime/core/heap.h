/* SPDX-License-Identifier: MIT */
/* heap.h - memory for descriptors: of one process, or of all spaces of a program. */
#ifndef ERB_HEAP_H
#define ERB_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* Memory that all spaces share (heap.c).  NULL stands for malloc. */
struct erb_heap;

/* That of this program and all that it forks; the first call makes it, and must come before the
 * first fork.  NULL with errno set where there is no room for it. */
extern struct erb_heap *erb_heap_of_spaces (void);

/* So many bytes of zeros, aligned to ERBIUM_LINE, or NULL; and back.  Blocks of a heap may be given
 * back in another space than they were taken in. */
extern void *erb_memory (struct erb_heap *heap, size_t bytes);
extern void erb_memory_free (struct erb_heap *heap, void *block);
/* A copy of text, or NULL. */
extern char *erb_memory_text (struct erb_heap *heap, const char *text);

/* Whether a block of heap that was made for so many bytes, or about as many, begins at address. */
extern bool erb_heap_has (const struct erb_heap *heap, const void *address, size_t bytes);

/* Whole pages of zeros that a child of fork shares, at the same address, or NULL: for what must be
 * there before it is known whether there will be spaces. */
extern void *erb_memory_inherited (size_t bytes);
extern void erb_memory_inherited_free (void *block, size_t bytes);

#endif
