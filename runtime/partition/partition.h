/* SPDX-License-Identifier: MIT */
/* partition.h - partitions: tasks with variables of their own in one address space.
 *
 * A partition is a thread that runs on an image: another mapping of the program's file, with its
 * own copy of the program's variables.  The libraries, among them the C library and the runtime,
 * exist once.  The idea is that of A. Shimada, B. Gerofi, A. Hori, Y. Ishikawa, "Proposing A New
 * Task Model towards Many-Core Architecture" (MES'13), section 3.1; the paper changes the kernel,
 * and this folder does without.
 *
 *   elf/               the files of programs and libraries
 *   image.c            images: mapped, copied from another one, kept for the next partition
 *   shared_ranges.c    variables that all images share
 *   partition_model.c  the task model: each process of a program is a partition
 *   guest_start.c      other programs as partitions: guests (guest.h)
 *   guest_end.c        how they end: exit, signals, kill
 *   guest_heap.c, guest_streams.c, guest_environment.c, guest_options.c   what they have for
 *                      themselves of the C library
 *   guest_pages.c      their mmap and munmap, which need no lock of the address space
 *   guest_keys.c       memory that only one of them can use
 *   guest_exec.c       their calls of exec, which are refused
 *   guest_symbols.c    their calls of dlsym
 *   interpose.c        the functions that images call instead of the library's
 *   partition_regions.c  memory that partitions make known by name
 *   thread_end.c       the very end of a thread
 *   stale_pointers.c   checked mode: pointers that still lead to the runner's variables
 *
 * docs/internals/partitions.md describes the implementation.
 */
#ifndef ERB_PARTITION_H
#define ERB_PARTITION_H

#include "task/task.h"

struct erbium_partition_options;

/* What a library wants whose program runs as guests with copies of the library. */
struct erb_partition_hooks
{
  void (*begin) (void *argument); /* of the library: the copy's is called before main */
  void (*ended) (void *argument); /* called when erb_partition_has_ended has become true */
  void *argument;
};

/* As erbium_partition_spawn; hooks may be NULL. */
extern int erb_partition_spawn (const char *file, char *const argument[],
                                char *const environment[],
                                const struct erbium_partition_options *options,
                                const struct erb_partition_hooks *hooks);
/* Whether a guest that has not been joined has ended, so that a join does not block. */
extern bool erb_partition_has_ended (int id);
/* As dladdr, for code of an image: returns whether it is, and stores the path of the file, which is
 * valid from then on, and the offset in it. */
extern bool erb_partition_code_at (uintptr_t at, const char **file, uintptr_t *offset);

extern const struct erb_task_model erb_task_partition;
extern const struct erb_observer erb_partition_observer;

#endif
