/* SPDX-License-Identifier: MIT */
/* lc_processes.h - processes of the system, channels between them, and communicators.  Each call
 * ends the program if it fails. */
#ifndef LC_PROCESSES_H
#define LC_PROCESSES_H

#include "erbium/lc.h"
#include "job.h"

/* An asynchronous channel: a send waits for the receive of the message before. */
Channel new_channel (size_t size);

/* Returns true in a new process, which ends with end_process, and false in the caller. */
bool begin_process (void);
void end_process (void) __attribute__ ((noreturn));
void wait_for_processes (void);

/* The caller becomes a worker, at its place.  Returns its communicator, or NULL if it has none. */
Communicator become_worker (const struct job *j, int worker, bool has_communicator);

#endif
