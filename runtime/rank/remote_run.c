/* SPDX-License-Identifier: MIT */
/* remote_run.c - the task model `rank': run, join, and the end of processes.
 *
 * Rank 0 numbers all processes, and has each of them in its list: one that runs on another rank is
 * represented by a stand-in, without a thread.  So join on rank 0, and the end of main, are as
 * always; on another rank, join asks rank 0.  A process runs on its rank as with ERBIUM_TASK=auto.
 */
#include "carry/carry.h"
#include "rank/ranks.h"

erbium_process erb_arriving;

/* Of a process that runs on another rank. */
static const struct erb_task_model stand_in = {
  .name = "elsewhere", .prose = "the process runs on another rank", .shares_threads = true,
  .stands_in = true,
};

bool
erb_is_stand_in (const struct erb_process *p)
{
  return p->task == &stand_in;
}

/* ---- run ----------------------------------------------------------------------------------- */

/* Returns the rank of the next process whose rank is free to choose: 1, 2, ..., 0. */
static int
next_rank (void)
{
  static erbium_atomic32 turn;
  return (int) (((unsigned) erb_rank + (unsigned) erbium_add (&turn, 1)) % (unsigned) erb_ranks);
}

/* Runs p on another rank.  The descriptor stays where all processes are listed. */
static void
run_elsewhere (struct erb_process *p, int to)
{
  erbium_program *program = p->program;
  struct erb_process *self = erb_self_if_any ();
  erb_os->lock (&program->lock);
  p->task = &stand_in;
  erbium_add (&program->awake, -1); /* the engine is still counted */
  erb_os->unlock (&program->lock);
  erb_send_process (p, to);
  if (erb_rank > 0)
    {
      erb_process_end (p);
      erb_process_set_self (self);
    }
}

/* Returns the rank on which p runs. */
static int
rank_for (struct erb_process *p)
{
  int required = erb_rank_required (p), placed = erb_placed (p), said = erb_place_said (p->name);
  said = said >= 0 ? said % erb_ranks : -1;
  if (said >= 0 && placed >= 0 && said != placed)
    erb_fault (ERBIUM_EXIT_SETTING, ERB_run, p->where,
               "change ERBIUM_PLACEMENT: the program has placed processes of this name",
               "process '%s' is placed on rank %d, and has to run on rank %d", p->name, placed,
               said);
  placed = said >= 0 ? said : placed;
  if (required >= 0 && placed >= 0 && placed != required)
    erb_fault (ERBIUM_EXIT_SETTING, ERB_run, p->where,
               "change the placement: producers of a record that has several run on the rank "
               "that has made it, and those that go on for others where these were",
               "process '%s' is placed on rank %d, and has to run on rank %d", p->name, placed,
               required);
  return required >= 0 ? required : placed >= 0 ? placed : next_rank ();
}

static int
start (struct erb_process *p)
{
  if (!erb_ranks)
    erb_no_rank (p);
  if (erb_is_spread (p->program) && !erb_on_engine ())
    {
      int to = rank_for (p);
      if (to != erb_rank)
        {
          run_elsewhere (p, to);
          return 0;
        }
    }
  return erb_task_auto.start (p);
}

const struct erb_task_model erb_task_rank = {
  .name = "rank", .prose = "processes on the ranks of an MPI job, as threads or fibers there",
  .hint = "raise the limits on threads (ulimit -u) and memory (ulimit -v)",
  .start = start,
};

/* ---- Numbers ---------------------------------------------------------------------------- */

/* Asks for the number of p, which is about to enter the list. */
static bool
process_number (const struct erb_process *p, erbium_process *id)
{
  if (!p->entry.start || !erb_is_spread (p->program))
    return false;
  if (erb_on_engine () && !erb_arriving) /* a stand-in of rank 0 */
    return false;
  if (erb_on_engine ())
    *id = erb_arriving;
  else if (erb_rank > 0)
    {
      struct erb_bytes b = { .at = NULL };
      erb_put_text (&b, p->name);
      erb_put_text (&b, p->where);
      struct erb_message *m = erb_message_new (ERB_TO_START, b.size);
      memcpy (m->more, b.at, b.size);
      free (b.at);
      *id = erb_request (0, m).a;
    }
  return erb_on_engine () || erb_rank > 0;
}

/* Rank 0 numbers them. */
static bool
numbered_elsewhere (const erbium_program *program)
{
  return erb_is_spread (program) && erb_rank > 0;
}

bool
erb_see_start (const struct erb_message *m)
{
  struct erb_bytes b = { .at = (char *) m->more, .size = m->bytes };
  const char *name = erb_take_text (&b), *where = erb_take_text (&b);
  struct erb_process *p = erb_process_stand_in (erb_rank_owner[erb_rank]->program, &stand_in, name,
                                                where);
  erb_answer (m->from, m->ticket, p->id, 0);
  return true;
}

/* ---- The end of a process --------------------------------------------------------------- */

static void
process_left (struct erb_process *p, bool was_last_awake)
{
  (void) was_last_awake;
  if (!erb_is_spread (p->program) || !p->entry.start || p->task == &stand_in)
    return;
  if (erb_rank == 0)
    {
      erb_engine_ring (); /* erb_answer_joiners */
      return;
    }
  struct erb_message *m = erb_message_new (ERB_TO_ENDED, 0);
  m->a = p->id;
  erb_post (0, m);
}

void
erb_end_stand_in (erbium_process id)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  erb_os->lock (&program->lock);
  struct erb_process *p = program->processes;
  while (p && (p->id != id || p->task != &stand_in))
    p = p->next;
  erb_os->unlock (&program->lock);
  if (p)
    erb_process_end (p);
}

bool
erb_see_ended (const struct erb_message *m)
{
  erb_end_stand_in (m->a);
  return true;
}

/* ---- join ------------------------------------------------------------------------------- */

struct joiner
{
  struct joiner *next;
  int rank;
  int64_t ticket;
  erbium_process id; /* or 0 for all but the joiner itself */
};

static struct joiner *joiners; /* on rank 0, of other ranks */

/* Whether a process has ended or, for 0, all but one, which waits for that on another rank. */
static bool
has_ended (erbium_process id)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  erb_os->lock (&program->lock);
  bool ended = true;
  for (const struct erb_process *p = program->processes; p && id; p = p->next)
    ended = ended && p->id != id;
  if (!id)
    ended = program->alive == 1;
  erb_os->unlock (&program->lock);
  return ended;
}

void
erb_answer_joiners (void)
{
  for (struct joiner **at = &joiners, *j; (j = *at);)
    if (has_ended (j->id))
      {
        erb_answer (j->rank, j->ticket, 0, 0);
        *at = j->next;
        free (j);
      }
    else
      at = &j->next;
}

bool
erb_see_await (const struct erb_message *m)
{
  struct joiner *j = calloc (1, sizeof *j);
  if (!j)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for a message of another rank");
  *j = (struct joiner) { joiners, m->from, m->ticket, m->a };
  joiners = j;
  return true;
}

/* Shows the search for deadlocks (waits.c) that the caller sleeps, or goes on. */
static void
show_join (struct erb_wait *w, bool sleeps)
{
  struct erb_process *self = w->process;
  erb_os->lock (&self->program->lock);
  erbium_store_release (&self->wait, sleeps ? (int64_t) (intptr_t) w : 0);
  self->parks += sleeps;
  erb_os->unlock (&self->program->lock);
  erbium_add (&self->program->awake, sleeps ? -1 : 1);
}

/* On another rank than 0: waits until rank 0 says that the process has ended. */
static bool
join (erbium_program *program, erbium_process id, const char *where)
{
  if (!erb_is_spread (program) || erb_rank == 0)
    return false;
  if (erb_engine_is_over ())
    return true;
  erb_start_pending (program);
  erb_wake_partners (erb_self ());
  struct erb_message *m = erb_message_new (ERB_TO_AWAIT, 0);
  m->a = id;
  erbium_blocking
    {
      struct erb_wait w = { .process = erb_self (), .primitive = ERB_join, .end_of = id,
                            .where = where };
      show_join (&w, true);
      erb_request (0, m);
      show_join (&w, false);
    }
  return true;
}

/* ---- The end of the program ------------------------------------------------------------- */

static void
program_joined (erbium_program *program)
{
  if (erb_is_spread (program) && erb_rank == 0 && !erb_engine_is_over ())
    erb_engine_finish ();
}

static void
fault_ends (enum erbium_exit kind)
{
  erb_engine_abort ((int) kind);
}

const struct erb_observer erb_rank_observer = {
  .record_made = erb_rank_record_made, .takes_id = erb_rank_takes_id,
  .id_taken = erb_rank_id_taken,
  .id_given_up = erb_rank_id_given_up, .record_retired = erb_rank_record_retired,
  .claimed = erb_rank_claimed, .update = erb_rank_update, .process_number = process_number,
  .numbered_elsewhere = numbered_elsewhere,
  .process_left = process_left, .join = join,
  .program_joined = program_joined, .statistics_due = erb_rank_statistics_due,
  .fault_ends = fault_ends,
};
