/* SPDX-License-Identifier: MIT */
/* arguments.c - a process in a message: its function, its arguments, its views.
 *
 * Arguments are the bytes of a structure whose type is not known here.  Each aligned word may be
 * the address of a view or of a record, which becomes a reference; of code or of a constant, which
 * is a file and an offset; or of other memory of this process, which is refused, since it would
 * mean nothing on another rank.  Any other word is a number.
 */
#include "rank/ranks.h"

enum word { NUMBER, VIEW, RECORD, PLACE, POINTER };

struct argument
{
  enum word is;
  const struct erb_view *view;
  erbium_record *record;
  struct erb_place place;
};

/* Whether an address is that of a record of program. */
static bool
is_record (erbium_program *program, uintptr_t address)
{
  erb_os->lock (&program->lock);
  const erbium_record *r = program->records;
  while (r && (uintptr_t) r != address)
    r = r->next;
  erb_os->unlock (&program->lock);
  return r != NULL;
}

static struct argument
argument_at (const struct erb_process *p, size_t at)
{
  struct argument a = { .is = NUMBER };
  uintptr_t word;
  memcpy (&word, (const char *) p->arguments + at, sizeof word);
  const struct erb_view *v = erb_view_at (p->program, (const void *) word);
  if (v && v->owner == p)
    {
      a.is = VIEW;
      a.view = v;
    }
  else if (word % sizeof word == 0 && word >> 47 == 0 && is_record (p->program, word))
    {
      a.is = RECORD;
      a.record = (erbium_record *) word;
    }
  else if (erb_place_of (word, &a.place))
    a.is = PLACE;
  else if (erb_is_mapped (word))
    a.is = POINTER;
  return a;
}

/* ---- Where it may run ------------------------------------------------------------------- */

/* Notes that p has to run on rank; reports it if p has to run elsewhere, too. */
static void
require (const struct erb_process *p, int *where, int rank, const erbium_record *r)
{
  struct erb_text t;
  if (*where >= 0 && *where != rank)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_run, p->where,
               "make these records on one rank: all producers of a record that has several run "
               "on the rank that has made it",
               "process '%s' would have to run on rank %d, and because of %s on rank %d", p->name,
               *where, erb_describe_record (r, &t), rank);
  *where = rank;
}

static void
require_for_record (const struct erb_process *p, int *where, const erbium_record *r)
{
  if (r->ids[ERB_WRITE] > 1)
    require (p, where, r->shared ? (int) r->shared->key.home : erb_rank, r);
}

static void
require_for_view (const struct erb_process *p, int *where, const struct erb_view *v)
{
  if (v->side != ERB_WRITE)
    return;
  require_for_record (p, where, v->record);
  if (v->registered && erb_index (v) > 0)
    require (p, where, erb_rank, v->record);
}

int
erb_rank_required (struct erb_process *p)
{
  int where = -1;
  for (const struct erb_view *v = p->views; v; v = v->next)
    require_for_view (p, &where, v);
  for (size_t at = 0; at + sizeof (void *) <= p->entry.size; at += sizeof (void *))
    {
      struct argument a = argument_at (p, at);
      if (a.is == RECORD)
        require_for_record (p, &where, a.record);
    }
  return where;
}

/* Reports arguments that would mean nothing on another rank. */
static void
check_arguments (const struct erb_process *p, int to)
{
  struct erb_place place;
  if (!erb_place_of ((uintptr_t) p->entry.start, &place))
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_run, p->where, "compile it to a file",
               "process '%s' cannot run on rank %d: its code is in no file that all ranks have",
               p->name, to);
  for (size_t at = 0; at + sizeof (void *) <= p->entry.size; at += sizeof (void *))
    if (argument_at (p, at).is == POINTER)
      erb_fault (ERBIUM_EXIT_MISUSE, ERB_run, p->where,
                 "pass the data itself, or in a record: ranks share no memory",
                 "process '%s' cannot run on rank %d: byte %zu of its arguments is a pointer into "
                 "memory of rank %d", p->name, to, at, erb_rank);
}

/* ---- A process in a message ---------------------------------------------------------------- */

static void
put_key (struct erb_bytes *b, erbium_record *r, int to)
{
  struct erb_shared_record *s = erb_share (r);
  erb_send_record (s, to);
  erb_put (b, &s->key, sizeof s->key);
}

static void
put_views (struct erb_bytes *b, const struct erb_process *p, int to)
{
  int64_t number = 0;
  for (const struct erb_view *v = p->views; v; v = v->next)
    number++;
  erb_put_number (b, number);
  for (const struct erb_view *v = p->views; v; v = v->next)
    {
      put_key (b, v->record, to);
      erb_put_number (b, v->side);
      erb_put_number (b, v->registered);
      erb_put_number (b, v->horizon);
      erb_put_number (b, v->registered ? erb_index (v) : 0);
      erb_put_text (b, v->where);
    }
}

static int64_t
number_of (const struct erb_process *p, const struct erb_view *view)
{
  int64_t number = 0;
  for (const struct erb_view *v = p->views; v != view; v = v->next)
    number++;
  return number;
}

/* Writes which words of the arguments are addresses. */
static void
put_references (struct erb_bytes *b, const struct erb_process *p, int to)
{
  for (size_t at = 0; at + sizeof (void *) <= p->entry.size; at += sizeof (void *))
    {
      struct argument a = argument_at (p, at);
      if (a.is == NUMBER)
        continue;
      erb_put_number (b, (int64_t) at);
      erb_put_number (b, a.is);
      if (a.is == VIEW)
        erb_put_number (b, number_of (p, a.view));
      else if (a.is == RECORD)
        put_key (b, a.record, to);
      else
        erb_put (b, &a.place, sizeof a.place);
    }
  erb_put_number (b, -1);
}

void
erb_send_process (struct erb_process *p, int to)
{
  struct erb_bytes b = { .at = NULL };
  struct erb_place start;
  check_arguments (p, to);
  erb_engine_lock ();
  erb_place_of ((uintptr_t) p->entry.start, &start);
  erb_put_text (&b, p->name);
  erb_put_text (&b, p->where);
  erb_put_number (&b, p->id);
  erb_put (&b, &start, sizeof start);
  erb_put_number (&b, (int64_t) p->entry.size);
  erb_put (&b, p->arguments, p->entry.size);
  put_views (&b, p, to);
  put_references (&b, p, to);
  for (struct erb_view *v; (v = p->views);)
    erb_view_leaves (v->record->shared, v, to);
  struct erb_message *m = erb_message_new (ERB_TO_RUN, b.size);
  memcpy (m->more, b.at, b.size);
  free (b.at);
  erb_post (to, m);
  erb_engine_unlock ();
}

/* ---- A process from a message --------------------------------------------------------------- */

static erbium_record *
take_record (struct erb_bytes *b, struct erb_shared_record **shared)
{
  struct erb_key key;
  erb_take (b, &key, sizeof key);
  *shared = erb_find_shared (key);
  return (*shared)->record;
}

/* Makes a view that has come here, and lets the sender, which owns it, pass it on. */
static struct erb_view *
take_view (struct erb_bytes *b, int from)
{
  struct erb_shared_record *s;
  erbium_record *r = take_record (b, &s);
  enum erb_side side = (enum erb_side) erb_take_number (b);
  int id = (int) erb_take_number (b);
  erbium_index horizon = erb_take_number (b), at = erb_take_number (b);
  const char *where = erb_take_text (b);
  struct erb_view *v = id > 0 ? erb_view_arrives (s, side, id, horizon, at, from, where)
                              : erb_engine_view (r, side, 0, horizon, 0, from, where);
  erbium_pass_view (&v->hot, where);
  return v;
}

static void
take_references (struct erb_bytes *b, char *arguments, struct erb_view **view)
{
  for (int64_t at; (at = erb_take_number (b)) >= 0;)
    {
      struct erb_shared_record *s;
      struct erb_place place;
      uintptr_t word;
      switch ((enum word) erb_take_number (b))
        {
        case VIEW:
          word = (uintptr_t) view[erb_take_number (b)];
          break;
        case RECORD:
          word = (uintptr_t) take_record (b, &s);
          break;
        default:
          erb_take (b, &place, sizeof place);
          word = erb_address_of (place);
        }
      memcpy (arguments + at, &word, sizeof word);
    }
}

bool
erb_see_run (const struct erb_message *m)
{
  struct erb_bytes b = { .at = (char *) m->more, .size = m->bytes };
  const char *name = erb_take_text (&b), *where = erb_take_text (&b);
  erbium_process id = erb_take_number (&b);
  struct erb_place start;
  erb_take (&b, &start, sizeof start);
  size_t size = (size_t) erb_take_number (&b);
  char *arguments = malloc (size ? size : 1);
  erb_take (&b, arguments, size);
  int64_t views = erb_take_number (&b);
  struct erb_view **view = malloc ((size_t) (views + 1) * sizeof *view);
  for (int64_t n = 0; n < views; n++)
    view[n] = take_view (&b, m->from);
  take_references (&b, arguments, view);
  struct erbium_entry entry = { .name = name, .size = size };
  entry.start = (void (*) (void *)) erb_address_of (start);
  erb_arriving = id;
  erbium_run (&entry, arguments, where);
  erb_arriving = 0;
  if (erb_rank == 0)
    erb_end_stand_in (id);
  free (view);
  free (arguments);
  return true;
}
