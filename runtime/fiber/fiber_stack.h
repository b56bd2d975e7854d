/* SPDX-License-Identifier: MIT */
/* fiber_stack.h - memory for the stacks of fibers.
 *
 * Stacks of one size are carved out of large mappings.  Memory is taken only where a stack is
 * touched; below each stack lies a gap of erb_stack_gap bytes that is never used.  How the gap is
 * guarded, best first:
 *
 *   ERB_GUARD_MARKED    by MADV_GUARD_INSTALL (Linux 6.13): costs no mapping,
 *                       so that a million stacks can have one
 *   ERB_GUARD_MAPPED    by PROT_NONE: two mappings a stack.  At most half of
 *                       vm.max_map_count is spent on them: 16,000 stacks, as
 *                       Linux is set up
 *   ERB_GUARD_NONE      not at all.  An overflow writes into the gap, which
 *                       erb_stack_overran finds if the bytes next to the stack
 *                       were written, and if it is deeper than the gap, into
 *                       the stack of another fiber
 *
 * With the first two guards an overflow raises SIGSEGV, unless a frame is larger than the gap and
 * skips it.
 */
#ifndef ERB_FIBER_STACK_H
#define ERB_FIBER_STACK_H

#include <stdbool.h>
#include <stddef.h>

enum erb_gap_guard { ERB_GUARD_MARKED, ERB_GUARD_MAPPED, ERB_GUARD_NONE };

struct erb_stack
{
  char *low;              /* the lowest usable address */
  size_t size;            /* bytes from there on */
  struct erb_slab *slab;  /* the mapping that it belongs to */
  struct erb_stack *next; /* while it is free, */
  size_t holds;           /* and the bytes that it may hold */
  unsigned valgrind;      /* its handle in Valgrind */
  int unsure;             /* times that it was kept without a proof of what it holds */
  enum erb_gap_guard guard;
};

/* Returns a stack of at least `size' bytes, or NULL with errno set.  If size is 0, the stack is as
 * large as a thread's or, if there are many, has 256 KiB. */
extern struct erb_stack *erb_stack_new (size_t size);
extern void erb_stack_free (struct erb_stack *s);
/* Returns whether the bytes below a stack without a guard were written. */
extern bool erb_stack_overran (const struct erb_stack *s);

/* stack_guard.c.  Guards a gap, as well as it can.  Not by two threads at a time. */
extern enum erb_gap_guard erb_stack_install_guard (char *gap, size_t bytes);
/* Returns the size of the gap in bytes: 64 KiB, rounded up to pages. */
extern size_t erb_stack_gap (void);
/* The best guard to try. */
extern enum erb_gap_guard erb_stack_guard;
/* The number of stacks that may still get ERB_GUARD_MAPPED; < 0: not looked up yet. */
extern long erb_stack_mapped_guards;
/* Returns the number of bytes of address space that the stacks take. */
extern size_t erb_stack_reserved (void);

#endif
