/* SPDX-License-Identifier: MIT */
/* mpi_base.h - what every part of DetMPI knows: the ranks of a job, the call that a rank is in, and
 * errors.
 *
 *   mpi_job.c     the memory that all ranks share
 *   mpi_site.c    source lines of calls
 *   mpi_error.c   errors, fatal ones and those that a program handles
 *   mpi_gone.c    the calls of MPI that DetMPI has not
 *
 * A job is one process that starts the ranks (home/) and watches them.  What the ranks share is
 * mapped before the first of them starts, so it has one address in all of them.
 *
 * Names: detmpi_ for functions and variables of DetMPI that several of its files use.
 */
#ifndef ERB_MPI_BASE_H
#define ERB_MPI_BASE_H

#include "space/space.h"
#include "detmpi/mpi.h"

enum { DETMPI_MOST_RANKS = 128, DETMPI_LINE = 64 };

/* ---- The job --------------------------------------------------------------- */

enum detmpi_phase { DETMPI_BEFORE, DETMPI_INSIDE, DETMPI_FINALIZING, DETMPI_FINALIZED };

/* The state of a rank that waits for one of several requests.  The watcher sets the last one. */
enum detmpi_choice
{
  DETMPI_NO_CHOICE,    /* the rank is in no such wait */
  DETMPI_AWAKE,
  DETMPI_NONE_IS_DONE, /* asleep */
  DETMPI_ASKS,         /* asleep; a request is done, and the rank asks whether it may take it */
  DETMPI_MAY_CHOOSE
};

/* A logical time later than that of any message. */
#define DETMPI_NEVER (INT64_MAX / 2)

/* What a rank waits for. */
enum detmpi_awaited
{
  DETMPI_MESSAGE,
  DETMPI_COPY,  /* the receiver copies an offered message, whatever its program does */
  DETMPI_ANSWER /* the receiver receives a synchronous message */
};

/* The wait of a rank: for a word that another rank changes.  The process that watches the job reads
 * it.  `epoch' is odd while the rank waits, and changes with each wait. */
struct detmpi_wait
{
  erbium_atomic epoch;
  erbium_atomic32 awaited; /* enum detmpi_awaited */
  erbium_atomic32 choice;  /* enum detmpi_choice, of a rank in point/mpi_choice.c */
  erbium_atomic peer;      /* the rank that has to act; -1: any */
  erbium_atomic word;      /* address of its word, an erbium_atomic32, and the value without it */
  erbium_atomic value;
};

/* A rank, as the others see it.  The rank itself writes it, but for the door bell. */
struct detmpi_rank
{
  /* The call that the rank is in, and where it was called; erbium_atomic for the watcher. */
  struct { erbium_atomic name, site, outer; } call __attribute__ ((aligned (128)));
  erbium_atomic clock;     /* logical time: calls, and messages received (DETMPI_ANY=ordered) */
  erbium_atomic32 phase;   /* enum detmpi_phase */
  erbium_atomic32 ended;   /* 1: its process is about to end, with this status: */
  erbium_atomic32 status;
  struct detmpi_wait wait __attribute__ ((aligned (128)));
  /* The door bell: who publishes something for a rank that sleeps clears `asleep' and changes
   * `bell'. */
  erbium_atomic32 bell __attribute__ ((aligned (128)));
  erbium_atomic32 asleep;
  erbium_atomic32 pid;
};

struct detmpi_job
{
  int ranks;
  bool ordered;             /* DETMPI_ANY=ordered */
  int processors;
  erbium_atomic32 news;     /* changes when a rank ends or aborts; the watcher sleeps on it */
  erbium_atomic32 aborted;  /* 1 + rank of the first MPI_Abort; 0: none */
  erbium_atomic32 code;     /* of MPI_Abort */
  char *wires;              /* the memory of wire/mpi_ring.c */
  /* Not NULL: all ranks have one address space (home/mpi_home_partition.c).  Returns whether an
   * address is in their code; stores the file, and the offset in it. */
  bool (*code_at) (uintptr_t address, const char **file, uintptr_t *offset);
  struct detmpi_rank rank[DETMPI_MOST_RANKS];
};

extern struct detmpi_job *detmpi_job;
extern int detmpi_self; /* rank in MPI_COMM_WORLD */
/* The number of the rank of another job that has started this program, as text, or NULL. */
extern const char *detmpi_started_by;

/* Allocates a job, with memory that the ranks will share. */
extern void detmpi_make_job (int ranks);
/* Returns memory that all ranks share, filled with 0.  Only before they start. */
extern void *detmpi_share (size_t size, const char *what);
/* Makes the caller a rank. */
extern void detmpi_become (int rank);

ERBIUM_INLINE struct detmpi_rank *
detmpi_me (void)
{
  return &detmpi_job->rank[detmpi_self];
}

/* ---- Calls ----------------------------------------------------------------- */

/* The first statement of each call of MPI. */
#define DETMPI_CALL() detmpi_enter (__func__, __builtin_return_address (0))

extern void detmpi_outside (const char *name) ERB_COLD;

/* Notes the call for errors, and that MPI is initialised. */
ERBIUM_INLINE void
detmpi_enter (const char *name, const void *site)
{
  struct detmpi_rank *me = detmpi_me ();
  erbium_store_relaxed (&me->call.name, (int64_t) (intptr_t) name);
  erbium_store_relaxed (&me->call.site, (int64_t) (intptr_t) site);
  int32_t phase = erbium_load_relaxed (&me->phase);
  if (__builtin_expect (phase != DETMPI_INSIDE, 0))
    detmpi_outside (name);
}

/* As DETMPI_CALL, for calls that are permitted at any time. */
#define DETMPI_CALL_ANY_TIME() detmpi_note (__func__, __builtin_return_address (0))

ERBIUM_INLINE void
detmpi_note (const char *name, const void *site)
{
  erbium_store_relaxed (&detmpi_me ()->call.name, (int64_t) (intptr_t) name);
  erbium_store_relaxed (&detmpi_me ()->call.site, (int64_t) (intptr_t) site);
}

/* The place of the call that a rank is in: "file:line", or "program+0x12" where there is no debug
 * information, or NULL. */
extern const char *detmpi_where (int rank, struct erb_text *t);
/* The name of that call, or NULL if it was in none yet. */
extern const char *detmpi_call_of (int rank);

/* ---- Errors ---------------------------------------------------------------- */

/* Ends the job with an error of the present call.  hint may be NULL. */
extern void detmpi_die (enum erbium_exit kind, const char *hint, const char *format, ...)
  ERB_NORETURN ERB_PRINTF (3, 4) ERB_COLD;

/* An error of the present call that its program may handle.  code is MPI_ERR_...; comm names the
 * error handler.  Ends the job, or returns code. */
extern int detmpi_error (MPI_Comm comm, int code, const char *format, ...)
  ERB_PRINTF (3, 4) ERB_COLD;

/* Set by the communicators: returns the error handler of comm, for detmpi_error. */
extern MPI_Errhandler (*detmpi_handler_of) (MPI_Comm comm);
/* Calls the function of a handler that the program has made. */
extern void (*detmpi_call_handler) (MPI_Errhandler handler, MPI_Comm comm, int code);

/* Returns memory; ends the job without. */
extern void *detmpi_alloc (size_t size);
extern void *detmpi_grow (void *old, size_t size);

#endif
