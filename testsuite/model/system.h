/* SPDX-License-Identifier: MIT */
/* system.h - the operating system under the runtime while it is explored.
 *
 * A scenario on the real runtime begins, in its set-up, with
 *
 *   model_program (n);
 *
 * which makes a program and a process for each of n tasks.  Set-up may then use
 * the runtime's own calls to make records and views, as process model_act_as
 * says; each task runs as its own process.
 */
#ifndef MODEL_SYSTEM_H
#define MODEL_SYSTEM_H

#include "explorer.h"
#include "sync/sync.h"

extern const struct erb_os model_os;
extern int model_processors; /* what the runtime believes it may use */

/* Set by set-up: a process that sleeps long may search for deadlocks.  Otherwise it never does,
 * which leaves out what deadlock/ would do, and that a waker may find the sleeper there: the search
 * changes nothing but the size of windows. */
extern bool model_suspicious;

/* Set by set-up: each reading of the clock takes a nanosecond, so that a process that spins for two
 * tests twice.  Otherwise time passes in time-outs only. */
extern bool model_ticking;

/* Set by set-up: windows are very many, and one that is given back is used for something else. */
extern bool model_crowded;
/* Where its element i is, or NULL: none was given back. */
int64_t *model_spare_element (int64_t i);
/* Uses the memory of its descriptor: whoever still reads that races with this. */
void model_use_descriptor (void);

/* A program with n processes, for tasks 0 to n - 1; acts as process 0. */
erbium_program *model_program (int n);
/* A record of elements of 8 bytes for so many registered views. */
erbium_record *model_record (int writers, int readers);
/* In set-up: what is called from now on is called by the process of task. */
void model_act_as (int task);
/* In set-up: task's process is one that run has made, of entry; what it does is
 * model_process_runs, to its very end. */
void model_process_is (int task, const struct erbium_entry *entry);
erbium_process model_process_id (int task);
void model_process_runs (void);
/* Task is the thread of a worker. */
void model_worker_thread (int task, struct erb_local_thread *thread);
/* Where element i of v is. */
int64_t *model_element (erbium_view *v, int64_t i);
/* The end of the process of the calling task: its views terminate. */
void model_process_ends (void);

#endif
