/* SPDX-License-Identifier: MIT */
/* partition.h - partitions: tasks with variables of their own in one address space.
 *
 * With ERBIUM_TASK=partition each process of a program is a partition: a thread with its own copy
 * of the program's variables, as they were when it was run.  An address is valid in all partitions,
 * so data can be passed by a pointer, without a copy, as long as the partition that has it lives.
 * docs/reference/partitions.md says what partitions share, and which programs can have them.
 *
 * The task model is that of A. Shimada, B. Gerofi, A. Hori, Y. Ishikawa, "Proposing A New Task
 * Model towards Many-Core Architecture" (MES'13), section 3.1.
 */
#ifndef ERBIUM_PARTITION_H
#define ERBIUM_PARTITION_H

#include <stddef.h>

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most ranges of variables that erbium_partition_share takes. */
enum { ERBIUM_PARTITION_SHARED = 16 };

/* Makes `bytes' bytes of the program's variables from `at' on one memory for all partitions, and
 * for children of fork; both are multiples of the size of a page.  The variables keep their values.
 * Their addresses differ between partitions, so a lock in them must be one that processes of the
 * system can share (PTHREAD_PROCESS_SHARED).  Called by the program itself, before the first
 * partition starts and while no other thread uses these variables.  Does not block.  A range that
 * is none of the program's variables, a call that is too late, or one range too many is an error
 * (ERBIUM_EXIT_MISUSE).  In a program that can have no partitions, the call has no effect. */
#define erbium_partition_share(at, bytes) (erbium_partition_share) ((at), (bytes), ERBIUM_HERE)

/* ---- The functions behind the macros ------------------------------------ */

ERBIUM_API void (erbium_partition_share) (void *at, size_t bytes, const char *where);

#ifdef __cplusplus
}
#endif
#endif
