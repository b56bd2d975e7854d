/* SPDX-License-Identifier: MIT */
/* lc_message.c - send, receive, close.
 *
 * Why a target variable is free when it is written.  Message n takes the place of message
 * n - (k + j + 1).  The send before it has waited until at most k messages were not received, that
 * is, until message n - 1 - k was.  So at least j messages were received after the one whose place
 * is taken, and the receiver may not use it any more.
 */
#define _GNU_SOURCE
#include "lc/lc.h"

#include <pthread.h>
#include <unistd.h>

/* ---- The ends -------------------------------------------------------------------- */

void
erb_lc_expect (Channel ch, const char *call, const char *where)
{
  if (!ch)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "check what LCcreate or LCattach returns",
                  "the channel is NULL");
}

static erbium_atomic32 known_self; /* 0: not known, or fork is not watched */
static bool watches_fork;

static void
in_forked_child (void)
{
  erbium_store_relaxed (&known_self, 0);
}

static void
watch_fork (void)
{
  watches_fork = pthread_atfork (NULL, NULL, in_forked_child) == 0;
}

/* Returns the number of this process.  A system call for each message would take most of its
 * time. */
static int32_t
this_process (void)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  int32_t self = erbium_load_relaxed (&known_self);
  if (self)
    return self;
  pthread_once (&once, watch_fork);
  self = (int32_t) getpid ();
  erbium_store_relaxed (&known_self, watches_fork ? self : 0);
  return self;
}

/* The caller's process becomes the one at this end.  Returns whether it was not before. */
static bool
become (erbium_atomic32 *end, const char *what, const char *call, const char *where)
{
  int32_t self = this_process (), other = erbium_load_relaxed (end);
  if (other == self)
    return false;
  if (other != 0 && !erb_lc_is_dead (other))
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where,
                  "make a channel for each pair of a sender and a receiver",
                  "the channel has another %s, process %d", what, (int) other);
  return erbium_cas (end, other, self) || become (end, what, call, where);
}

static void
become_receiver (Channel ch, const char *call, const char *where)
{
  become (&ch->shared->receiver, "receiver", call, where);
}

/* As become.  What an earlier sender had delegated when it died is lost. */
static bool
become_sender (Channel ch, const char *call, const char *where)
{
  struct erb_lc_shared *s = ch->shared;
  if (!become (&s->sender, "sender", call, where))
    return false;
  s->issued = erbium_load_acquire (&s->sent.index); /* erb_lc_publish */
  s->by = NULL;
  return true;
}

/* ---- Sending ------------------------------------------------------------------------ */

static char *
variable (const struct erbium_lc_channel *ch, erbium_index n)
{
  const struct erb_lc_shared *s = ch->shared;
  return ch->variables + ch->stride * (size_t) (n % (s->k + s->j + 1));
}

/* Waits for delegated messages, so that messages keep their order. */
static void
complete (Channel ch, const char *call, const char *where)
{
  erb_lc_wait_for (&ch->shared->sent, ch->shared->issued, NULL, NULL, call, where);
}

erbium_index
erb_lc_begin_send (Channel ch, const void *by, const char *call, const char *where)
{
  erb_lc_expect (ch, call, where);
  if (become_sender (ch, call, where))
    erb_lc_end_send (ch, call, where); /* for an earlier sender, which has died in a send */
  struct erb_lc_shared *s = ch->shared;
  if (erbium_load_relaxed (&s->closed))
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, NULL, "the channel was closed");
  if (by != s->by)
    complete (ch, call, where);
  s->by = by;
  return s->issued++;
}

void
erb_lc_put (Channel ch, erbium_index n, const char *msg)
{
  memcpy (variable (ch, n), msg, (size_t) ch->shared->size);
  erb_lc_publish (&ch->shared->sent, n + 1);
}

void
erb_lc_end_send (Channel ch, const char *call, const char *where)
{
  struct erb_lc_shared *s = ch->shared;
  erb_lc_wait_for (&s->received, s->issued - s->k, NULL, &s->receiver, call, where);
}

void
erbium_lc_send (Channel ch, const char *msg, const char *where)
{
  erb_lc_put (ch, erb_lc_begin_send (ch, NULL, "LCssend", where), msg);
  erb_lc_end_send (ch, "LCssend", where);
}

bool
erbium_lc_can_send (Channel ch, const char *where)
{
  erb_lc_expect (ch, "LCreadyToSend", where);
  const struct erb_lc_shared *s = ch->shared;
  return erbium_load_acquire (&s->received.index) >= s->issued + 1 - s->k;
}

void
erbium_lc_close (Channel ch, const char *where)
{
  erb_lc_expect (ch, "LCclose", where);
  become_sender (ch, "LCclose", where);
  complete (ch, "LCclose", where);
  erbium_store_release (&ch->shared->closed, 1); /* is_there, erb_lc_is_over */
  erb_lc_wake (&ch->shared->sent);
}

/* ---- Receiving ------------------------------------------------------------------------ */

bool
erb_lc_has_message (const struct erbium_lc_channel *ch)
{
  const struct erb_lc_shared *s = ch->shared;
  return erbium_load_acquire (&s->sent.index) > erbium_load_relaxed (&s->received.index);
}

bool
erb_lc_is_over (const struct erbium_lc_channel *ch)
{
  return erbium_load_acquire (&ch->shared->closed) && !erb_lc_has_message (ch);
}

char *
erbium_lc_receive (Channel ch, const char *where)
{
  erb_lc_expect (ch, "LCreceive", where);
  struct erb_lc_shared *s = ch->shared;
  become_receiver (ch, "LCreceive", where);
  erbium_index n = erbium_load_relaxed (&s->received.index);
  erb_lc_wait_for (&s->sent, n + 1, &s->closed, &s->sender, "LCreceive", where);
  if (!erb_lc_has_message (ch))
    return NULL;
  char *at = variable (ch, n);
  erb_lc_publish (&s->received, n + 1);
  return at;
}

bool
erbium_lc_can_receive (Channel ch, const char *where)
{
  erb_lc_expect (ch, "LCreadyToReceive", where);
  return erb_lc_has_message (ch);
}
