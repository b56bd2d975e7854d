/* SPDX-License-Identifier: MIT */
/* ranks.h - what a program says for ERBIUM_TASK=rank: which memory goes along with a process to
 * another rank, and which processes stay with files or devices.
 *
 * Ranks share no memory, so `run' refuses to run a process on another rank if its arguments have a
 * pointer, unless the program has said what the pointer leads to.  In other task models these
 * functions have no effect.  See docs/howto/clusters.md. */
#ifndef ERBIUM_RANKS_H
#define ERBIUM_RANKS_H

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What carried memory contains. */
enum erbium_carried
{
  ERBIUM_PLAIN,   /* no pointers: it is copied as it is */
  ERBIUM_POINTERS /* perhaps pointers, in words that are aligned as pointers are */
};

/* Lets processes that run on another rank have a copy of the `bytes' bytes at `at', as they are
 * when the process is run, if there is a pointer to or into them among the process's arguments or
 * in other memory that it gets in this way.  Pointers in the copy lead to copies, too; those to
 * code, to constants, to records and to views that the process is given stay what they are, and any
 * other pointer is an error of `run'.  What a process changes in a copy stays on its rank.
 *
 * A rank keeps a copy until the program ends, and has only one of memory that has not changed.  The
 * memory must exist, and must not be changed, while a process is run that has a pointer to it.
 * Said again for the same address, the last call counts; 0 bytes end it.  Any thread may call this;
 * it does not block. */
#define erbium_carry(at, bytes, holds) (erbium_carry) ((at), (bytes), (holds), ERBIUM_HERE)
ERBIUM_API void (erbium_carry) (const void *at, size_t bytes, enum erbium_carried holds,
                                const char *where);

/* Lets processes of that name which the caller's rank runs from here on run on that rank, modulo
 * the number of ranks: 0 for one that uses what main has opened.  rank >= 0.  ERBIUM_PLACEMENT must
 * not say otherwise.  The name is copied.  Any thread may call this; it does not block. */
ERBIUM_API void erbium_place (const char *process, int rank);

#ifdef __cplusplus
}
#endif

#endif
