/* SPDX-License-Identifier: MIT */
/* mpi_link.c - the table of rank_link.h on MPI 3.
 *
 * A message of at most SMALL bytes is received by one of a ring of persistent receives, from
 * whichever rank.  Receives match in the order in which they are started, and the ring is read in
 * this order, so messages of one rank keep theirs.  Of a longer message the first SMALL bytes come
 * in this way, and the rest follows under another tag.  No message is seen until it has come, so
 * order is kept; but nothing waits for it in MPI, since its sender may die.
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "manager.h"
#include "rank_link.h"

enum
{
  SMALL = 65536 + 256, /* bytes: a chunk of elements and its header */
  RING = 16,           /* receives that are ahead */
  HEAD = 1, REST = 2   /* tags */
};

/* What precedes the bytes of a message. */
struct head
{
  int64_t size; /* of the whole message */
};

/* A message that is being sent.  The rest may have gone before the head has, since MPI may buffer
 * it. */
struct sent
{
  MPI_Request part[2]; /* of the head and of the rest */
  void *block;         /* freed when both have gone */
};

static MPI_Comm all;         /* the ranks of the job, for these messages alone */
static MPI_Win bells_window = MPI_WIN_NULL;
static struct erb_bell **bells; /* by rank */
static int size_of_job;

static char *ring_bytes;
static MPI_Request ring[RING];
static int next_in_ring;

/* The message whose head has come, if any. */
static struct
{
  MPI_Request request; /* of the rest */
  char *block;         /* or NULL */
  size_t size;
  int from;
} begun;

static int poll (void (*see) (int from, void *block, size_t size));

static struct sent *sends;   /* in flight */
static int sends_count, sends_room;

/* ---- Bells --------------------------------------------------------------------- */

/* Returns another address of the bell of this rank, which stays when MPI has ended: threads of the
 * rank may ring even then. */
static struct erb_bell *
lasting (struct erb_bell *bell)
{
  const uintptr_t page = (uintptr_t) sysconf (_SC_PAGESIZE), at = (uintptr_t) bell & -page;
  char *again = mremap ((void *) at, 0, page, MREMAP_MAYMOVE);
  return again == MAP_FAILED ? bell : (struct erb_bell *) (again + ((uintptr_t) bell - at));
}

/* Makes the bells of the ranks of this machine, in memory that they share. */
static void
make_bells (void)
{
  MPI_Comm here;
  MPI_Group job, machine;
  int ranks, mine, *numbers, *in_job;
  MPI_Aint bytes;
  int unit;
  struct erb_bell *bell;
  MPI_Comm_split_type (all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size (here, &ranks);
  MPI_Comm_rank (here, &mine);
  MPI_Win_allocate_shared (2 * sizeof *bell, 1, MPI_INFO_NULL, here, &bell, &bells_window);
  memset (bell, 0, 2 * sizeof *bell);
  bells = calloc ((size_t) size_of_job, sizeof *bells);
  numbers = calloc ((size_t) ranks, sizeof *numbers);
  in_job = calloc ((size_t) ranks, sizeof *in_job);
  for (int n = 0; n < ranks; n++)
    numbers[n] = n;
  MPI_Comm_group (all, &job);
  MPI_Comm_group (here, &machine);
  MPI_Group_translate_ranks (machine, ranks, numbers, job, in_job);
  for (int n = 0; n < ranks; n++)
    {
      MPI_Win_shared_query (bells_window, n, &bytes, &unit, &bell);
      /* MPI promises no alignment; two bells of room leave one that is aligned. */
      bells[in_job[n]] = (struct erb_bell *) (((uintptr_t) bell + 127) & ~(uintptr_t) 127);
    }
  MPI_Comm_rank (all, &mine);
  bells[mine] = lasting (bells[mine]);
  MPI_Barrier (here);
  MPI_Group_free (&job);
  MPI_Group_free (&machine);
  MPI_Comm_free (&here);
  free (numbers);
  free (in_job);
}

static struct erb_bell *
bell_of (int rank)
{
  return bells[rank];
}

/* ---- Begin and end --------------------------------------------------------------- */

static const char *
begin (int *rank, int *ranks)
{
  int provided;
  erb_manager_begin ();
  if (MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    return "MPI_Init_thread fails";
  if (provided < MPI_THREAD_FUNNELED)
    return "MPI has no support for threads";
  MPI_Comm_dup (MPI_COMM_WORLD, &all);
  MPI_Comm_set_errhandler (all, MPI_ERRORS_RETURN);
  MPI_Comm_rank (all, rank);
  MPI_Comm_size (all, ranks);
  size_of_job = *ranks;
  ring_bytes = malloc ((size_t) RING * SMALL);
  if (!ring_bytes)
    return "no memory for messages";
  make_bells ();
  for (int n = 0; n < RING; n++)
    {
      MPI_Recv_init (ring_bytes + (size_t) n * SMALL, SMALL, MPI_BYTE, MPI_ANY_SOURCE, HEAD, all,
                     &ring[n]);
      MPI_Start (&ring[n]);
    }
  return NULL;
}

static void
exchange (const void *mine, size_t bytes, void *each)
{
  MPI_Allgather (mine, (int) bytes, MPI_BYTE, each, (int) bytes, MPI_BYTE, all);
}

static int64_t
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (int64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Polls, and gives the processor away for a moment.  Returns false if MPI reports an error or no
 * time is left.  A moment that lasts much longer counts for little: all ranks may have been
 * stopped. */
static bool
go_on (void (*see) (int from, void *block, size_t size), int64_t *left)
{
  const struct timespec moment = { .tv_nsec = 50000 };
  const int64_t most = 10000000, since = now ();
  int seen = poll (see);
  if (seen == 0)
    nanosleep (&moment, NULL);
  int64_t lasted = now () - since;
  *left -= lasted < most ? lasted : most;
  return seen >= 0 && *left > 0;
}

/* Receives until all ranks have sent what they have.  Returns whether they have. */
static bool
drain (void (*see) (int from, void *block, size_t size), int64_t left)
{
  MPI_Request barrier;
  int done = 0;
  while (sends_count > 0)
    if (!go_on (see, &left))
      return false;
  if (MPI_Ibarrier (all, &barrier) != MPI_SUCCESS)
    return false;
  while (MPI_Test (&barrier, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done)
    if (!go_on (see, &left))
      return false;
  return done;
}

static bool
end (void (*see) (int from, void *block, size_t size), int64_t limit)
{
  if (!drain (see, limit))
    return false;
  for (int n = 0; n < RING; n++)
    {
      MPI_Cancel (&ring[n]);
      MPI_Wait (&ring[n], MPI_STATUS_IGNORE);
      MPI_Request_free (&ring[n]);
    }
  MPI_Win_free (&bells_window);
  MPI_Comm_free (&all);
  return MPI_Finalize () == MPI_SUCCESS;
}

static void
abort_all (int status)
{
  MPI_Abort (MPI_COMM_WORLD, status);
}

/* ---- Messages -------------------------------------------------------------------- */

/* Returns a place for a message that is about to be sent, or NULL. */
static struct sent *
new_sent (void)
{
  if (sends_count == sends_room)
    {
      int room = sends_room ? 2 * sends_room : 64;
      struct sent *more = realloc (sends, (size_t) room * sizeof *more);
      if (!more)
        return NULL;
      sends = more;
      sends_room = room;
    }
  return &sends[sends_count++];
}

static bool
start (int to, const char *from, size_t bytes, int tag, MPI_Request *request)
{
  return MPI_Isend (from, (int) bytes, MPI_BYTE, to, tag, all, request) == MPI_SUCCESS;
}

static bool
send (int to, void *block, size_t size)
{
  struct sent *s = new_sent ();
  struct head *h = block; /* the caller leaves its first 8 bytes to this file */
  size_t first = size < SMALL ? size : SMALL;
  if (!s)
    return false;
  h->size = (int64_t) size;
  s->block = block;
  s->part[0] = s->part[1] = MPI_REQUEST_NULL;
  return start (to, block, first, HEAD, &s->part[0])
         && (size == first
             || start (to, (char *) block + first, size - first, REST, &s->part[1]));
}

/* Frees the blocks of sends that have ended.  Returns their number, or -1. */
static int
end_sends (void)
{
  int ended = 0;
  for (int n = 0; n < sends_count;)
    {
      MPI_Status status[2];
      int done;
      if (MPI_Testall (2, sends[n].part, &done, status) != MPI_SUCCESS)
        return -1;
      if (!done)
        {
          n++;
          continue;
        }
      free (sends[n].block);
      sends[n] = sends[--sends_count];
      ended++;
    }
  return ended;
}

/* Takes the message whose head is in the ring, and starts that receive again.  Returns false if MPI
 * reports an error. */
static bool
take (int n, const MPI_Status *status)
{
  const char *bytes = ring_bytes + (size_t) n * SMALL;
  struct head h;
  memcpy (&h, bytes, sizeof h);
  size_t size = (size_t) h.size, first = size < SMALL ? size : SMALL;
  begun.block = malloc (size);
  if (!begun.block)
    return false;
  memcpy (begun.block, bytes, first);
  begun.size = size;
  begun.from = status->MPI_SOURCE;
  begun.request = MPI_REQUEST_NULL;
  if (MPI_Start (&ring[n]) != MPI_SUCCESS)
    return false;
  return size == first
         || MPI_Irecv (begun.block + first, (int) (size - first), MPI_BYTE, begun.from, REST, all,
                       &begun.request) == MPI_SUCCESS;
}

/* Returns 1 if the message that has begun has come, and is seen; 0 if it has not; -1 if MPI reports
 * an error. */
static int
finish (void (*see) (int from, void *block, size_t size))
{
  int done;
  if (MPI_Test (&begun.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    return -1;
  if (!done)
    return 0;
  char *block = begun.block;
  begun.block = NULL;
  see (begun.from, block, begun.size);
  return 1;
}

/* Takes the next message from the ring.  Returns 1, 0 if there is none, or -1 if MPI reports an
 * error. */
static int
take_next (void)
{
  MPI_Status status;
  int done, n = next_in_ring;
  if (MPI_Test (&ring[n], &done, &status) != MPI_SUCCESS)
    return -1;
  if (!done)
    return 0;
  next_in_ring = (n + 1) % RING;
  return take (n, &status) ? 1 : -1;
}

static int
poll (void (*see) (int from, void *block, size_t size))
{
  int seen = end_sends ();
  for (int k = 0; k < RING && seen >= 0; k++)
    {
      int taken = begun.block ? 1 : take_next ();
      int finished = taken > 0 ? finish (see) : taken;
      if (finished <= 0)
        return finished < 0 ? -1 : seen;
      seen++;
    }
  return seen;
}

static int
sending (void)
{
  return sends_count;
}

extern const struct erb_link erb_link_table;

const struct erb_link erb_link_table __attribute__ ((visibility ("default"))) = {
  .version = ERB_LINK_VERSION, .name = ERB_LINK_NAME, .begin = begin, .exchange = exchange,
  .bell = bell_of, .send = send, .poll = poll, .sending = sending, .end = end,
  .leave = erb_manager_leave, .abort = abort_all,
};
