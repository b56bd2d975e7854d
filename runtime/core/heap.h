/* SPDX-License-Identifier: MIT */
/* heap.h - memory for descriptors, private to one process of the system or shared by all spaces of
 * a program (heap.c). */
#ifndef ERB_HEAP_H
#define ERB_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/* Memory that all spaces share (heap.c).  A NULL pointer in its place stands for malloc. */
struct erb_heap;

/* Returns the heap of this program and all spaces that it forks.  The first call makes it, and must
 * precede the first fork.  Returns NULL and sets errno if there is no room for it. */
extern struct erb_heap *erb_heap_of_spaces (void);

/* erb_memory returns `bytes' bytes of zeros, aligned to ERBIUM_LINE, or NULL; erb_memory_free frees
 * them.  A space may free a block of a heap that another space has allocated. */
extern void *erb_memory (struct erb_heap *heap, size_t bytes);
extern void erb_memory_free (struct erb_heap *heap, void *block);
/* Returns a copy of text, or NULL. */
extern char *erb_memory_text (struct erb_heap *heap, const char *text);

/* Returns whether a block of the heap begins at address and has the size that a block for `bytes'
 * bytes has.  (Sizes are rounded up to powers of two.) */
extern bool erb_heap_has (const struct erb_heap *heap, const void *address, size_t bytes);

/* Returns `bytes' bytes of zeros in whole pages, which a child of fork shares at the same address,
 * or NULL. It is for state that must exist before it is known whether there will be spaces. */
extern void *erb_memory_inherited (size_t bytes);
extern void erb_memory_inherited_free (void *block, size_t bytes);

#endif
