/* SPDX-License-Identifier: MIT */
/* communicator.c - threads that copy to private windows while readers compute.
 *
 * A communicator has a list of views.  It copies what is committed and has room to their windows, a
 * chunk for each in turn, and tells producers that they may overwrite it.  All that concerns the
 * windows of these views is done under the lock of the communicator, by it or by the reader.  The
 * reader waits for no more than the chunk that is being copied, and copies the rest itself.  So a
 * communicator that gets no processor delays nobody, unless it has lost it within a chunk.
 *
 * It sleeps where nothing can be copied for as long as processes spin (SPIN).  Then it waits like a
 * process for each of its views, in the queue of the record (sync/wait_queue.c): it enters the
 * queues, sets `asleep', issues the heavy barrier and looks again.  A commit that it does not see
 * finds its entry.  Room is made under the lock, where `asleep' is seen; so is it if the reader has
 * copied the element for which an entry waits.
 *
 * It counts as a thread that is awake, so that the program is not searched for deadlocks while its
 * processes wait for a copy.  A process whose wait a copy will end is not stuck
 * (erb_communicator_moves).  A communicator itself waits for nothing but elements and room, which
 * concern the reader that it serves: a cycle of waits leads through that one.
 */
#define _GNU_SOURCE
#include "private/communicator.h"

/* ---- The lock ------------------------------------------------------------------------ */

void
erb_communicator_lock (struct erb_view *v)
{
  struct erb_communicator *c = v->own.served ? v->own.served->by : NULL;
  if (!c)
    return;
  erbium_add (&c->wanted, 1);
  erb_os->lock (&c->lock);
  erbium_add (&c->wanted, -1);
}

/* Notes how far c may go for v, for those that look for deadlocks. */
static void
show_end (struct erb_view *v)
{
  const erbium_record *r = v->record;
  erbium_index most = v->room, both = erb_both_horizons (r);
  most = most < both ? most : both;
  erbium_store_relaxed (&r->id_state[ERB_READ][v->registered - 1].moves_to,
                        erb_saturated (erb_index (v), most));
}

/* Wakes c, which sleeps.  Under its lock, so that it stays until then. */
static void
wake (struct erb_communicator *c)
{
  erbium_store_relaxed (&c->asleep, 0);
  c->self.task->unpark (&c->self);
  c->self.task->finish_unpark (&c->self);
}

/* Whether the communicator of s, which sleeps, has no entry for the next element: it has begun to
 * serve the view meanwhile, or waits for an element that the reader has copied.  No commit would
 * wake it. */
static bool
waits_in_vain (const struct erb_served *s)
{
  return (!s->waits || s->wait.need <= s->view->own.arrived) && !erb_arrival_is_over (s->view);
}

void
erb_communicator_unlock (struct erb_view *v)
{
  struct erb_served *s = v->own.served;
  if (!s)
    return;
  struct erb_communicator *c = s->by;
  show_end (v);
  if (erbium_load_relaxed (&c->asleep) && (erb_arrival_can_move (v) || waits_in_vain (s)))
    wake (c);
  erb_os->unlock (&c->lock);
}

/* ---- Sleeping -------------------------------------------------------------------------- */

/* Enters the queues of the records from which elements may come. */
static void
enter_queues (struct erb_communicator *c)
{
  for (struct erb_served *s = c->first; s; s = s->next)
    {
      struct erb_view *v = s->view;
      if (erb_arrival_is_over (v))
        continue;
      erbium_index need = v->own.arrived + 1;
      s->wait = (struct erb_wait) { .process = &c->self, .primitive = ERB_receive, .view = v,
                                    .record = v->record, .side = ERB_WRITE, .need = need,
                                    .enough = need, .where = "a communicator" };
      s->waits = true;
      erb_wait_enter (&s->wait); /* S2 */
    }
}

static void
leave_queue (struct erb_served *s)
{
  if (s->waits)
    erb_wait_leave (&s->wait);
  s->waits = false;
}

/* Whether a view can go on; with several producers this is S3 of sync/wait_queue.c, under the
 * record's lock. */
static bool
any_can_move (struct erb_communicator *c)
{
  bool any = false;
  for (struct erb_served *s = c->first; s && !any; s = s->next)
    {
      erb_record_lock (s->view->record);
      any = erb_arrival_can_move (s->view);
      erb_record_unlock (s->view->record);
    }
  return any;
}

static void
park (struct erb_communicator *c)
{
  erbium_program *p = c->self.program;
  if (erbium_add (&p->awake, -1) == 0)
    erb_event_asleep (p, NULL, false);
  c->self.task->park (&c->self, NULL, -1);
  erbium_add (&p->awake, 1);
  erb_event_awake (p);
}

void
erb_communicator_sleep (struct erb_communicator *c)
{
  erb_os->lock (&c->lock);
  erbium_store_relaxed (&c->asleep, 1);
  enter_queues (c);
  erb_os->unlock (&c->lock);
  erb_heavy_barrier (c->self.program);
  erb_os->lock (&c->lock);
  bool sleeps = !any_can_move (c) && !erbium_load_relaxed (&c->stop); /* stored under the lock */
  erb_os->unlock (&c->lock);
  if (sleeps)
    park (c);
  erb_os->lock (&c->lock);
  erbium_store_relaxed (&c->asleep, 0);
  for (struct erb_served *s = c->first; s; s = s->next)
    leave_queue (s);
  erb_os->unlock (&c->lock);
}

/* ---- The thread --------------------------------------------------------------------------- */

/* Copies a chunk for each view; returns whether there was one. */
bool
erb_communicator_serve (struct erb_communicator *c)
{
  bool moved = false;
  erb_os->lock (&c->lock);
  for (struct erb_served *s = c->first; s; s = s->next)
    moved |= erb_arrival_move (s->view);
  erb_os->unlock (&c->lock);
  return moved;
}

/* Lets readers that wait for the lock have it. */
static void
make_way (struct erb_communicator *c)
{
  for (int n = 0; erbium_load_relaxed (&c->wanted) > 0; n++)
    n < 64 ? erb_os->pause () : erb_os->yield ();
}

static void *
serve (void *argument)
{
  struct erb_communicator *c = argument;
  erbium_program *p = c->self.program;
  erb_kernel_name_thread ("erbium/copy");
  if (p->set.pin != ERB_PIN_NONE)
    erb_unbind_self ();
  if (c->processor >= 0)
    erb_go_to_processor (c->processor);
  int64_t since = erb_os->now ();
  while (!erbium_load_acquire (&c->stop)) /* end */
    {
      make_way (c);
      if (erb_communicator_serve (c))
        since = erb_os->now ();
      else if (erb_os->now () - since > p->set.spin)
        {
          erb_communicator_sleep (c);
          since = erb_os->now ();
        }
      else if (erbium_load_relaxed (&p->awake) > p->processors)
        erb_os->yield ();
      else
        for (int n = 0; n < ERB_POLLS; n++)
          erb_os->pause ();
    }
  if (erbium_add (&p->awake, -1) == 0)
    erb_event_asleep (p, NULL, false);
  erbium_store_release (&c->stop, 2); /* end */
  erb_os->wake (&c->stop);
  return NULL;
}

/* Returns a communicator for the views of owner, or NULL if none can be made. */
static struct erb_communicator *
new_communicator (erbium_program *p, struct erb_process *owner)
{
  pthread_t thread;
  struct erb_communicator *c = erb_memory (NULL, sizeof *c);
  if (!c)
    return NULL;
  c->self.program = p;
  c->self.name = (char *) "communicator";
  c->self.task = &erb_task_thread;
  c->owner = owner;
  bool beside = p->set.communicator == ERB_COMMUNICATOR_SIBLING;
  c->processor = beside ? erb_sibling_of (erb_processor_here ()) : -1;
  erb_lock_init (&c->lock);
  erbium_add (&p->awake, 1);
  if (pthread_create (&thread, NULL, serve, c) != 0)
    {
      erbium_add (&p->awake, -1);
      erb_lock_destroy (&c->lock);
      erb_memory_free (NULL, c);
      return NULL;
    }
  pthread_detach (thread);
  return c;
}

/* Returns the communicator for v's owner, which is made if there is none; NULL if that fails. */
static struct erb_communicator *
communicator_for (struct erb_view *v)
{
  erbium_program *p = v->record->program;
  struct erb_process *owner = p->set.communicator == ERB_COMMUNICATOR_SHARED ? NULL : v->owner;
  struct erb_communicator *c;
  erb_os->lock (&p->lock); /* until the new one is in the list: two readers may come at a time */
  for (c = p->communicators; c && c->owner != owner; c = c->next)
    ;
  if (!c && (c = new_communicator (p, owner)))
    {
      c->next = p->communicators;
      p->communicators = c;
    }
  erb_os->unlock (&p->lock);
  return c;
}

/* ---- Views -------------------------------------------------------------------------------- */

void
erb_communicator_start (struct erb_view *v)
{
  struct erb_communicator *c = communicator_for (v);
  struct erb_served *s = c ? erb_memory (NULL, sizeof *s) : NULL;
  if (!s)
    return; /* v goes on alone */
  erb_own_make_room (v);
  s->view = v;
  s->by = c;
  erb_os->lock (&c->lock);
  s->next = c->first;
  c->first = s;
  v->own.served = s;
  erb_communicator_unlock (v);
}

/* To leave a queue may take the token of a communicator that was woken and has not run yet, so it
 * is woken again. */
void
erb_communicator_stop (struct erb_view *v)
{
  struct erb_served *s = v->own.served, **at;
  if (!s)
    return;
  struct erb_communicator *c = s->by;
  erb_communicator_lock (v);
  for (at = &c->first; *at != s; at = &(*at)->next)
    ;
  *at = s->next;
  bool waits = s->waits;
  leave_queue (s);
  v->own.served = NULL;
  erbium_store_relaxed (&v->record->id_state[ERB_READ][v->registered - 1].moves_to, 0);
  if (waits || erbium_load_relaxed (&c->asleep))
    wake (c);
  erb_os->unlock (&c->lock);
  erb_memory_free (NULL, s);
}

/* Spaces copy for themselves: a thread of a space would not see what the others map.  So do fibers:
 * a producer on the worker of its reader waits without a barrier, since nobody else raises the slot
 * (is_remote, fiber/fiber_wait.c). */
void
erb_communicator_offer (struct erb_view *v)
{
  const erbium_program *p = v->record->program;
  if (p->heap || v->owner->task->shares_threads)
    return;
  if (p->set.communicator == ERB_COMMUNICATOR_AUTO)
    erb_trial (v);
  else if (!v->own.served)
    erb_communicator_start (v);
}

/* ---- Ends ------------------------------------------------------------------------------------ */

void
erb_communicator_stop_serving (struct erb_communicator *c)
{
  erb_os->lock (&c->lock);
  erbium_store_release (&c->stop, 1); /* serve */
  wake (c);
  erb_os->unlock (&c->lock);
}

/* Ends c, which serves no view. */
static void
end (struct erb_communicator *c)
{
  erb_communicator_stop_serving (c);
  while (erbium_load_acquire (&c->stop) != 2) /* serve */
    erb_os->sleep (&c->stop, 1, -1);
  erb_lock_destroy (&c->lock);
  erb_memory_free (NULL, c);
}

static void
end_those_of (erbium_program *p, const struct erb_process *owner, bool all)
{
  struct erb_communicator **at = &p->communicators, *ended = NULL, *c;
  erb_os->lock (&p->lock);
  while ((c = *at))
    if (all || c->owner == owner)
      {
        *at = c->next;
        c->next = ended;
        ended = c;
      }
    else
      at = &c->next;
  erb_os->unlock (&p->lock);
  while ((c = ended))
    {
      ended = c->next;
      end (c);
    }
}

void
erb_communicator_process_ends (struct erb_process *p)
{
  end_those_of (p->program, p, false);
}

void
erb_communicators_end (erbium_program *p)
{
  end_those_of (p, NULL, true);
}

/* ---- Deadlocks ------------------------------------------------------------------------- */

bool
erb_communicator_moves (const struct erb_wait *w)
{
  const erbium_record *r = w->record;
  if (!w->view || w->side != ERB_READ || !r->arrivals)
    return false;
  erbium_index low = erb_lowest_index (r, ERB_WRITE);
  for (int n = 0; n < r->ids[ERB_READ]; n++)
    {
      erbium_index i = erbium_load_acquire (&r->slot[ERB_READ][n].index);
      erbium_index to = erbium_load_relaxed (&r->id_state[ERB_READ][n].moves_to);
      if (to > 0 && i < w->need && i < low && i < to)
        return true;
    }
  return false;
}
