/* SPDX-License-Identifier: MIT */
/* process.h - the descriptor of a process, as the files of task/ share it. */
#ifndef ERB_PROCESS_H
#define ERB_PROCESS_H

#include "task/task.h"

/* Returns a new descriptor in heap, together with the shared structure in which other processes can
 * see what it waits for, or NULL if there is no memory. */
extern struct erb_process *erb_process_memory (struct erb_heap *heap);
/* Returns a descriptor for a process of program, new or used again. */
extern struct erb_process *erb_process_new (erbium_program *program, const char *name,
                                            const char *where);
/* Puts p into the list of its program. */
extern void erb_process_link (struct erb_process *p);
extern void erb_process_free (struct erb_process *p);
/* Moves the descriptor of p, the caller and only process, to the heap of its program; returns false
 * if there is no memory. */
extern bool erb_process_to_heap (struct erb_process *p);

#endif
