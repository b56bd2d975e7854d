/* SPDX-License-Identifier: MIT */
/* mpi_life.c - MPI_Init, MPI_Finalize, MPI_Abort. */
#define _GNU_SOURCE
#include "mpi/life/mpi_life.h"
#include "mpi/wire/mpi_wire.h"

#include <dlfcn.h>
#include <unistd.h>

int detmpi_thread_level = MPI_THREAD_SINGLE;

static int32_t
phase (void)
{
  return erbium_load_relaxed (&detmpi_me ()->phase);
}

/* A job has begun before main, in the program that is to be the job.  An error in others. */
static void
expect_job (void)
{
  const char *ranks = getenv ("DETMPI_RANKS"), *script = getenv ("DETMPI_SCRIPT");
  if (!ranks)
    return;
  if (script)
    detmpi_die (ERBIUM_EXIT_MISUSE,
                "write 'exec' before the program in the script, or give it to detmpiexec itself",
                "'%s' has started this program, which is not linked with MPI",
                script + strcspn (script, " ") + 1);
  detmpi_die (ERBIUM_EXIT_MISUSE, "run the program with detmpiexec",
              "the program has begun without ranks: it is not linked with MPI");
}

static int
init (const char *name)
{
  if (phase () != DETMPI_BEFORE)
    detmpi_die (ERBIUM_EXIT_MISUSE, NULL, "'%s' is called twice", name);
  if (detmpi_job->ranks == 0)
    { /* the library was loaded after main had begun */
      expect_job ();
      detmpi_make_job (1);
      detmpi_make_wires ();
      detmpi_become (0);
      detmpi_started_by = getenv ("DETMPI_RANK");
    }
  if (detmpi_started_by)
    detmpi_die (ERBIUM_EXIT_MISUSE, "give the program itself to detmpiexec, not one that starts it",
                "rank %s has started this program, which is no rank itself", detmpi_started_by);
  detmpi_make_types ();
  detmpi_make_comms ();
  detmpi_make_point ();
  erb_os->join_barrier ();
  detmpi_open_wires ();
  detmpi_begin_log ();
  erbium_store_release (&detmpi_me ()->phase, DETMPI_INSIDE);
  return MPI_SUCCESS;
}

int
MPI_Init (int *argc, char ***argv)
{
  DETMPI_CALL_ANY_TIME ();
  (void) argc, (void) argv;
  return init ("MPI_Init");
}

int
MPI_Init_thread (int *argc, char ***argv, int required, int *provided)
{
  DETMPI_CALL_ANY_TIME ();
  (void) argc, (void) argv;
  int most = MPI_THREAD_SERIALIZED;
  detmpi_thread_level = *provided = required < most ? required : most;
  return init ("MPI_Init_thread");
}

int
MPI_Initialized (int *flag)
{
  DETMPI_CALL_ANY_TIME ();
  *flag = phase () != DETMPI_BEFORE;
  return MPI_SUCCESS;
}

int
MPI_Finalized (int *flag)
{
  DETMPI_CALL_ANY_TIME ();
  *flag = phase () == DETMPI_FINALIZED;
  return MPI_SUCCESS;
}

/* The barrier comes first: then all messages to this rank are in its rings. */
int
MPI_Finalize (void)
{
  DETMPI_CALL ();
  detmpi_drop_attributes (&detmpi_alone);
  detmpi_drop_attributes (&detmpi_world);
  erbium_store_release (&detmpi_me ()->phase, DETMPI_FINALIZING);
  if (!detmpi_replays)
    detmpi_barrier (&detmpi_world);
  while (detmpi_poll ())
    ;
  detmpi_expect_nothing_left ();
  erbium_store_release (&detmpi_me ()->phase, DETMPI_FINALIZED);
  return MPI_SUCCESS;
}

/* Writes what the rank has printed, also in Fortran, whose library has buffers of its own. */
static void
write_buffers (void)
{
  void (*flush_units) (int *)
    = (void (*) (int *)) dlsym (RTLD_DEFAULT, "_gfortran_flush_i4"); /* FLUSH without a unit */
  fflush (stdout);
  if (flush_units)
    flush_units (NULL);
}

int
MPI_Abort (MPI_Comm comm, int code)
{
  struct erb_text t;
  DETMPI_CALL_ANY_TIME ();
  (void) comm;
  const char *where = detmpi_where (detmpi_self, &t);
  write_buffers ();
  if (erbium_cas (&detmpi_job->aborted, 0, detmpi_self + 1))
    {
      erbium_store_relaxed (&detmpi_job->code, code);
      fprintf (stderr, "%s: error: MPI_Abort: rank %d ends the job with code %d\n",
               where ? where : "detmpi", detmpi_self, code);
    }
  erbium_store_release (&detmpi_job->news, -1);
  erb_space_wake (&detmpi_job->news);
  _exit (code & 0xff);
}
