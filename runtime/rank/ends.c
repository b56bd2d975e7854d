/* SPDX-License-Identifier: MIT */
/* ends.c - how a rank ends: with the program, after an error, and where another rank has died.
 *
 * After an error all ranks end MPI together, and the one that has reported it is the last to end:
 * as soon as a rank ends with a status, mpiexec kills those that are left, and its own status may
 * then be that of a killed one.
 */
#define _GNU_SOURCE
#include "rank/engine.h"
#include "warden/warden.h"

#include <poll.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { GRACE = 300 /* ms for a report to arrive */ };

/* ns for which a rank waits for others in MPI: after an error, and at the end. */
static const int64_t fault_limit = 4000000000, end_limit = 60000000000;

static erbium_atomic32 finishing, abort_status;
static erbium_atomic32 fault_of; /* 1 + the rank that has reported an error */
static bool broken;              /* MPI cannot end as it should: a rank is gone */
static struct pollfd *lives;     /* by rank: a descriptor of its process; -1: none */

bool
erb_is_ending (void)
{
  return erbium_load_acquire (&finishing) || erbium_load_acquire (&fault_of); /* erb_see_fault */
}

void
erb_see_fault (const struct erb_message *m)
{
  erbium_store_release (&fault_of, 1 + m->from); /* erb_is_ending */
}

void
erb_rank_lost (const char *what)
{
  broken = true;
  erb_fault_of_all (ERBIUM_EXIT_DEATH, NULL, "see what mpiexec, or its output of that rank, says",
                    "rank %d has lost the connection to another rank: %s fails", erb_rank, what);
}

void
erb_see_finish (void)
{
  erbium_store_release (&finishing, 1); /* erb_is_ending */
}

/* Opens a descriptor for the process of each other rank of this machine. */
void
erb_watch_ranks (const int64_t *process)
{
  lives = erb_rank_memory ((size_t) erb_ranks * sizeof *lives);
  for (int q = 0; q < erb_ranks; q++)
    {
      bool here = q != erb_rank && erb_mpi->bell (q);
      lives[q].fd = here ? (int) syscall (SYS_pidfd_open, (pid_t) process[q], 0) : -1;
      lives[q].events = POLLIN;
      if (lives[q].fd >= 0)
        lives[q].fd = erb_own_file (lives[q].fd);
    }
}

/* Reports a rank that has died, unless it has reported an error itself, or the program ends. */
void
erb_look_for_deaths (void)
{
  if (erb_is_ending () || poll (lives, (nfds_t) erb_ranks, 0) <= 0)
    return;
  for (int n = 0; n < GRACE && !erb_is_ending (); n++)
    {
      poll (NULL, 0, 1);
      erb_receive ();
      erb_os->lock (&erb_engine_state);
      erb_see_arrived ();
      erb_os->unlock (&erb_engine_state);
    }
  for (int q = 0; q < erb_ranks && !erb_is_ending (); q++)
    if (lives[q].fd >= 0 && lives[q].revents && (broken = true))
      erb_fault_of_all (ERBIUM_EXIT_DEATH, NULL,
                        "see what mpiexec, or its output of that rank, says",
                        "rank %d has noticed that rank %d has died", erb_rank, q);
}

/* Sees what arrives while MPI ends: only output and statistics still matter. */
static void
see_at_end (int from, void *block, size_t size)
{
  const struct erb_message *m = block;
  (void) from;
  (void) size;
  if (m->kind == ERB_TO_PRINT)
    erb_see_output (m);
  if (m->kind == ERB_TO_STATISTICS)
    erb_see_statistics (m);
  free (block);
}

/* Tells the others that this rank has reported an error. */
static void
tell_fault (void)
{
  struct erb_message *output = erb_output_message ();
  if (output)
    erb_send_now (0, output);
  for (int q = 0; q < erb_ranks; q++)
    if (q != erb_rank)
      erb_send_now (q, erb_message_new (ERB_TO_FAULT, 0));
}

/* Waits for a moment until the other ranks of this machine have ended. */
static void
await_others (void)
{
  for (int q = 0; q < erb_ranks; q++)
    if (lives[q].fd >= 0)
      poll (&lives[q], 1, GRACE);
}

/* Ends this rank after an error of its own.  If a rank is gone, the others cannot end MPI. */
ERB_NORETURN static void
abort_job (int status)
{
  erb_warden_tell (ERB_WARDEN_FAULT);
  if (broken)
    erb_mpi->abort (status);
  tell_fault ();
  if (!erb_mpi->end (see_at_end, fault_limit))
    erb_mpi->abort (status);
  erb_mpi->leave ();
  await_others ();
  _exit (status);
}

void
erb_engine_refuse (void)
{
  erb_warden_tell (ERB_WARDEN_FAULT);
  bool ended = erb_mpi->end (see_at_end, fault_limit);
  if (!ended)
    erb_mpi->abort (ERBIUM_EXIT_SETTING);
  erb_mpi->leave ();
  if (erb_rank == 0)
    await_others ();
  _exit (erb_rank == 0 ? ERBIUM_EXIT_SETTING : EXIT_SUCCESS);
}

/* Ends this rank after an error of another one. */
ERB_NORETURN static void
follow_fault (void)
{
  erb_warden_tell (ERB_WARDEN_FAULT);
  struct erb_message *output = erb_output_message ();
  if (output)
    erb_send_now (0, output);
  if (!erb_mpi->end (see_at_end, fault_limit))
    erb_mpi->abort (ERBIUM_EXIT_DEATH);
  erb_mpi->leave ();
  fflush (stdout);
  _exit (EXIT_SUCCESS);
}

/* A thread of this rank has reported an error.  The engine ends the process, with the status, once
 * all ranks know; if that does not happen soon, the caller does. */
void
erb_engine_abort (int status)
{
  if (!erb_ranks || erb_engine_is_over ())
    return;
  fflush (stdout); /* the caller has locked it */
  if (erb_on_engine ())
    abort_job (status);
  erbium_store_release (&abort_status, status); /* erb_end_if_faulty */
  erb_engine_ring ();
  poll (NULL, 0, 20000);
}

bool
erb_is_faulty (void)
{
  return erbium_load_acquire (&abort_status) != 0; /* erb_engine_abort */
}

void
erb_end_if_faulty (void)
{
  int32_t status = erbium_load_acquire (&abort_status); /* erb_engine_abort */
  if (status)
    abort_job (status);
}

void
erb_end_mpi (void)
{
  if (erbium_load_acquire (&fault_of)) /* erb_see_fault */
    follow_fault ();
  erb_statistics_send ();
  erb_send_queued ();
  if (erb_mpi->end (see_at_end, end_limit))
    {
      erb_warden_tell (ERB_WARDEN_ENDS);
      return;
    }
  broken = true;
  erb_fault_of_all (ERBIUM_EXIT_DEATH, NULL, "see what mpiexec says of them",
                    "rank %d has ended, and others have not within %d s", erb_rank,
                    (int) (end_limit / 1000000000));
}
