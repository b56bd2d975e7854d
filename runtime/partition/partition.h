/* SPDX-License-Identifier: MIT */
/* partition.h - partitions: tasks with variables of their own in one address space.
 *
 * A partition is a thread that runs on an image: another mapping of the program's file, with its
 * own copy of the program's variables.  The libraries, among them the C library and the runtime,
 * exist once.  The idea is that of A. Shimada, B. Gerofi, A. Hori, Y. Ishikawa, "Proposing A New
 * Task Model towards Many-Core Architecture" (MES'13), section 3.1; the paper changes the kernel,
 * and this folder does without.
 *
 *   elf_file.c         a program's file: its segments, its tables; what is refused, and why
 *   elf_link.c         which words of an image hold addresses, and their values
 *   elf_names.c        the names of its sections, variables and exported symbols
 *   elf_scope.c        the libraries of a guest, and which of them are copied for it
 *   image.c            images: mapped, copied from another one, kept for the next partition
 *   shared_ranges.c    variables that all images share
 *   partition_model.c  the task model: each process of a program is a partition
 *   guest_start.c      other programs as partitions: guests (guest.h)
 *   guest_end.c        how they end: exit, signals, kill
 *   guest_heap.c, guest_streams.c, guest_environment.c, guest_options.c   what they have for
 *                      themselves of the C library
 *   guest_pages.c      their mmap and munmap, which need no lock of the address space
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

extern const struct erb_task_model erb_task_partition;
extern const struct erb_observer erb_partition_observer;

#endif
