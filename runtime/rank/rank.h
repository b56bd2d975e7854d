/* SPDX-License-Identifier: MIT */
/* rank.h - processes on the ranks of an MPI job, and records between them.
 *
 * Each rank that knows a record has a replica of it, in which views of other ranks are represented
 * by shadows.  One thread of each rank, the engine, publishes in the slots of shadows what it is
 * told, and tells others what it finds in the slots of its own views.  So everything that waits,
 * grows or is checked on one rank is as in any other model (docs/internals/ranks.md).
 *
 *   launch.c      from the start of a program to a rank
 *   engine.c      the thread that exchanges messages, and its sleep
 *   messages.c    messages that are to be sent, and those that have arrived
 *   ends.c        the end of a rank; errors, and ranks that have died
 *   shared.c      records that several ranks know, and which rank holds which id
 *   shadows.c     ids that other ranks hold
 *   own_views.c   what processes of this rank do to ids of such records
 *   stream.c      elements and release indices
 *   remote_run.c  the task model, join, the end of processes
 *   placement.c   the file that says which process runs on which rank
 *   waits.c       what a rank tells of its processes that sleep
 *   wait_search.c the search for deadlocks through several ranks, on rank 0
 *   wait_copy.c   the program that it searches
 *   gather.c      the statistics of all ranks, on rank 0
 *   output.c      what is printed on other ranks than 0
 *   arguments.c   arguments of run in messages
 *   copies.c      memory that goes along with them
 *   references.c  views and records in messages
 *   start_main.c  in the shared library: ranks other than 0 have no main
 *   link/         the calls of MPI, in a shared object for each implementation
 */
#ifndef ERB_RANK_H
#define ERB_RANK_H

#include "event/event.h"
#include "task/task.h"

extern const struct erb_task_model erb_task_rank;
extern const struct erb_observer erb_rank_observer;

#endif
