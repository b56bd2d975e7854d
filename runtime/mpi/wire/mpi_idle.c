/* SPDX-License-Identifier: MIT */
/* mpi_idle.c - waiting: polls, then gives the processor away, then sleeps.
 *
 * A rank that is about to sleep says so, makes every processor execute a barrier (membarrier), and
 * polls once more: so the ranks that send pay for neither a barrier nor a system call unless the
 * receiver sleeps (docs/internals/waiting.md).  A rank with a processor of its own polls for some
 * milliseconds, as long as the slice of another program may last that runs in place of its
 * partner.  With more ranks than processors polling keeps others from running, so there is little
 * of it; and few yields, as soon as the processor goes to another program for a time.
 */
#include "mpi/wire/mpi_wire.h"

enum { POLLS = 40000, FEW_POLLS = 1, YIELDS = 60, FEW_YIELDS = 30 };

static const int64_t A_WHILE = 100000000, A_MOMENT = 50000; /* ns */
static const int64_t LONG_YIELD = 500000, SHARED_FOR = 20000000;

struct detmpi_idle *detmpi_published;

static void
publish_wait (struct detmpi_idle *i)
{
  struct detmpi_wait *w = &detmpi_me ()->wait;
  if (i->waits)
    return;
  i->waits = true;
  detmpi_published = i;
  erbium_store_relaxed (&w->awaited, (int32_t) i->awaited);
  erbium_store_relaxed (&w->peer, i->word ? i->peer : -1);
  erbium_store_relaxed (&w->word, (int64_t) (intptr_t) i->word);
  erbium_store_relaxed (&w->value, i->word ? i->value : i->candidate);
  erbium_store_release (&w->epoch, erbium_load_relaxed (&w->epoch) + 1); /* by the watcher */
}

void
detmpi_idle_ends (struct detmpi_idle *i)
{
  struct detmpi_wait *w = &detmpi_me ()->wait;
  if (!i->waits)
    return;
  i->waits = false;
  detmpi_published = NULL;
  erbium_store_release (&w->epoch, erbium_load_relaxed (&w->epoch) + 1);
}

static bool
has_changed (const struct detmpi_idle *i)
{
  return i->word && erbium_load_acquire (i->word) != i->value;
}

/* A job of one rank has no watcher, and stops if the rank does. */
static void
expect_another_rank (struct detmpi_idle *i)
{
  bool is_alone = detmpi_job->ranks == 1;
  i->may_choose = is_alone && i->another_is_done && i->another_is_done (i->of);
  if (is_alone && !i->may_choose)
    detmpi_die (ERBIUM_EXIT_DEADLOCK, "each receive needs a send of its source, with the same tag "
                "and communicator", "rank 0 waits for itself");
  if (detmpi_replays)
    detmpi_die (ERBIUM_EXIT_REPLAY, "replay the program that was recorded, with its input",
                "rank %d waits for a message that it had not received when it was recorded",
                detmpi_self);
}

static bool
has_more (struct detmpi_ring *ring, struct detmpi_reader *reader)
{
  uint32_t taken = (uint32_t) erbium_load_acquire (&reader->headers_taken);
  return erbium_load_acquire (&ring->header[taken & (detmpi_sizes.headers - 1)].turn)
         == detmpi_turn (taken);
}

bool
detmpi_has_mail (int rank)
{
  for (int from = 0; from < detmpi_job->ranks; from++)
    {
      struct detmpi_ring *ring = detmpi_ring (from, rank);
      if (has_more (ring, &ring->reader))
        return true;
      if (detmpi_has_multicast () && from != rank
          && has_more (detmpi_multicast_ring (from), detmpi_multicast_reader (from, rank)))
        return true;
    }
  return false;
}

/* Sleeps.  A rank that waits for one of several says whether another one is done, and asks the
 * watcher in this case.  What it says holds while it sleeps, since a door bell would wake it. */
static void
sleep_now (struct detmpi_idle *i, int32_t bell)
{
  struct detmpi_rank *me = detmpi_me ();
  if (!i->another_is_done)
    {
      erb_os->sleep_shared (&me->bell, bell, i->word ? A_WHILE : A_MOMENT);
      return;
    }
  bool asks = i->another_is_done (i->of);
  erbium_store_release (&me->wait.choice, asks ? DETMPI_ASKS : DETMPI_NONE_IS_DONE);
  if (asks)
    {
      erbium_store_release (&detmpi_job->news, erbium_load_relaxed (&detmpi_job->news) + 1);
      erb_space_wake (&detmpi_job->news);
    }
  erb_os->sleep_shared (&me->bell, bell, A_WHILE);
  i->may_choose
    = __atomic_exchange_n (&me->wait.choice.raw, DETMPI_AWAKE, __ATOMIC_ACQ_REL)
      == DETMPI_MAY_CHOOSE;
}

static void
sleep_on_bell (struct detmpi_idle *i)
{
  struct detmpi_rank *me = detmpi_me ();
  int32_t bell = erbium_load_relaxed (&me->bell);
  if (detmpi_sink->is_idle ())
    {
      i->rounds = 0;
      return;
    }
  expect_another_rank (i);
  if (i->may_choose)
    return;
  publish_wait (i);
  erbium_store_relaxed (&me->asleep, 1);
  erb_space_heavy_barrier ();
  if (!detmpi_has_mail (detmpi_self) && !has_changed (i))
    sleep_now (i, bell);
  erbium_store_relaxed (&me->asleep, 0);
}

/* If a yield took long, other programs want the processor too; then it is better to sleep, for some
 * time: the scheduler lets one run soon that is woken. */
bool
detmpi_yield (void)
{
  static int64_t shared_until;
  int64_t before = erb_os->now ();
  if (before < shared_until)
    return false;
  erb_os->yield ();
  int64_t after = erb_os->now ();
  if (after - before > LONG_YIELD)
    shared_until = after + SHARED_FOR;
  return after >= shared_until;
}

void
detmpi_idle (struct detmpi_idle *i)
{
  bool is_crowded = detmpi_job->ranks > detmpi_job->processors;
  int polls = is_crowded ? FEW_POLLS : POLLS, yields = is_crowded ? FEW_YIELDS : YIELDS;
  i->rounds++;
  if (detmpi_job->ordered)
    {
      /* Others may wait until their messages are copied, and the order for them. */
      if (!i->waits && detmpi_sink->is_idle ())
        return;
      publish_wait (i);
    }
  if (i->rounds < polls)
    erb_os->pause ();
  else if (i->rounds < polls + yields)
    i->rounds = detmpi_yield () ? i->rounds : polls + yields;
  else
    sleep_on_bell (i);
}

void
detmpi_notify_all (void)
{
  erbium_light_barrier ();
  for (int peer = 0; peer < detmpi_job->ranks; peer++)
    if (peer != detmpi_self && erbium_load_relaxed (&detmpi_job->rank[peer].asleep))
      detmpi_ring_bell (peer);
}

void
detmpi_ring_bell (int peer)
{
  struct detmpi_rank *r = &detmpi_job->rank[peer];
  erbium_store_relaxed (&r->asleep, 0);
  erbium_store_release (&r->bell, erbium_load_relaxed (&r->bell) + 1);
  erb_space_wake (&r->bell);
}
