/* SPDX-License-Identifier: MIT */
/* heap.h - memory for descriptors: of one process of the system, or of all spaces of a program
 * (heap.c). */
#ifndef ERB_HEAP_H
#define ERB_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* Memory that all spaces share (heap.c).  NULL stands for malloc. */
struct erb_heap;

/* Returns the heap of this program and all spaces that it forks.  The first call makes it, and must
 * precede the first fork.  Returns NULL with errno set without room for it. */
extern struct erb_heap *erb_heap_of_spaces (void);

/* Return so many bytes of zeros, aligned to ERBIUM_LINE, or NULL; and free them.  Blocks of a heap
 * may be freed in another space than they were allocated in. */
extern void *erb_memory (struct erb_heap *heap, size_t bytes);
extern void erb_memory_free (struct erb_heap *heap, void *block);
/* Returns a copy of text, or NULL. */
extern char *erb_memory_text (struct erb_heap *heap, const char *text);

/* Whether a block of the heap for so many bytes, or about as many, begins at address. */
extern bool erb_heap_has (const struct erb_heap *heap, const void *address, size_t bytes);

/* Returns whole pages of zeros that a child of fork shares, at the same address, or NULL.  For
 * state that must exist before it is known whether there will be spaces. */
extern void *erb_memory_inherited (size_t bytes);
extern void erb_memory_inherited_free (void *block, size_t bytes);

#endif
