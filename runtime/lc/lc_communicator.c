/* SPDX-License-Identifier: MIT */
/* lc_communicator.c - threads to which sends are delegated.
 *
 * A process puts delegations into a queue of its own for the communicator: one writer, one reader,
 * no lock, in blocks, of which there are as many as needed.  A delegation is complete when the
 * count of performed ones has passed its number, its ticket.  The communicator never waits for a
 * receiver: the process has waited for room before (lc_message.c), so a full channel holds up no
 * other one.
 */
#define _GNU_SOURCE
#include "lc/lc.h"

enum { BLOCK = 64 };

struct delegated
{
  Channel ch;        /* NULL: the communicator ends */
  const char *msg;
  char *copy;        /* to be freed afterwards, or NULL */
  erbium_index n;    /* number of the message */
};

struct block
{
  struct block *next; /* stored before the count that leads there */
  struct delegated of[BLOCK];
};

struct erbium_lc_communicator
{
  struct erb_lc_count put, done;
  pthread_t thread;
  int processor;         /* where it should run, or -1 */
  struct block *writes;  /* used by the process */
  struct block *reads;   /* used by the communicator */
};

/* ---- The communicator -------------------------------------------------------------- */

static struct delegated
take (struct erbium_lc_communicator *kp, int64_t n)
{
  struct block *b = kp->reads;
  erb_lc_wait_for (&kp->put, n + 1, NULL, NULL, NULL, NULL);
  if (n > 0 && n % BLOCK == 0)
    {
      kp->reads = b->next;
      free (b);
      b = kp->reads;
    }
  return b->of[n % BLOCK];
}

static void *
serve (void *argument)
{
  struct erbium_lc_communicator *kp = argument;
  erb_kernel_name_thread ("erbium/lc");
  if (kp->processor >= 0)
    erb_bind_to_processor (kp->processor);
  for (int64_t n = 0;; n++)
    {
      struct delegated d = take (kp, n);
      if (!d.ch)
        return NULL;
      erb_lc_put (d.ch, d.n, d.msg);
      free (d.copy);
      erb_lc_publish (&kp->done, n + 1);
    }
}

/* ---- Its beginning and its end ------------------------------------------------------- */

Communicator
erbium_lc_communicator (const int *core_mapping)
{
  int here = erb_processor_here ();
  struct erbium_lc_communicator *kp = erb_memory (NULL, sizeof *kp);
  struct block *b = calloc (1, sizeof *b);
  int error = ENOMEM;
  if (kp && b)
    {
      kp->processor = here < 0 ? -1 : core_mapping ? core_mapping[here] : erb_sibling_of (here);
      kp->writes = kp->reads = b;
      error = pthread_create (&kp->thread, NULL, serve, kp);
    }
  if (error == 0)
    return kp;
  free (b);
  erb_memory_free (NULL, kp);
  errno = error;
  return NULL;
}

/* Returns false if there is no memory. */
static bool
put (struct erbium_lc_communicator *kp, struct delegated d)
{
  int64_t n = erbium_load_relaxed (&kp->put.index);
  if (n > 0 && n % BLOCK == 0)
    {
      struct block *b = calloc (1, sizeof *b);
      if (!b)
        return false;
      kp->writes->next = b;
      kp->writes = b;
    }
  kp->writes->of[n % BLOCK] = d;
  erb_lc_publish (&kp->put, n + 1);
  return true;
}

ERB_NORETURN ERB_COLD static void
no_memory (const char *call, const char *where)
{
  erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where, NULL, "no memory for a delegation");
}

void
erbium_lc_finalize (Communicator kp, const char *where)
{
  if (!kp)
    return;
  if (!put (kp, (struct delegated) { .ch = NULL }))
    no_memory ("finalizeCommunicator", where);
  pthread_join (kp->thread, NULL);
  free (kp->reads);
  erb_memory_free (NULL, kp);
}

/* ---- Delegations -------------------------------------------------------------------------- */

static bool
is_idle (const struct erbium_lc_communicator *kp)
{
  return erbium_load_acquire (&kp->done.index) == erbium_load_relaxed (&kp->put.index);
}

/* Returns a copy of the message, or NULL. */
static char *
copy_of (Channel ch, const char *msg)
{
  char *copy = malloc ((size_t) ch->shared->size);
  if (copy)
    memcpy (copy, msg, (size_t) ch->shared->size);
  return copy;
}

Delegation
erbium_lc_delegate (Communicator kp, Channel ch, const char *msg, bool buffered, const char *where)
{
  const char *call = buffered ? "LCbsend" : "LCsend";
  struct delegated d = { .ch = ch, .msg = msg };
  d.n = erb_lc_begin_send (ch, kp, call, where);
  if (kp && buffered && !is_idle (kp) && (d.copy = copy_of (ch, msg)))
    d.msg = d.copy;
  if (!kp)
    erb_lc_put (ch, d.n, msg);
  else if (!put (kp, d))
    no_memory (call, where);
  Delegation dg = { d.copy ? NULL : kp, kp ? erbium_load_relaxed (&kp->put.index) : 0 };
  erb_lc_end_send (ch, call, where);
  return dg;
}

void
erbium_lc_wait (Delegation dg)
{
  if (dg.by)
    erb_lc_wait_for (&dg.by->done, dg.number, NULL, NULL, "LCwait", NULL);
}
