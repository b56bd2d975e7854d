/* SPDX-License-Identifier: MIT */
/* arguments.c - a process in a message: its function, its arguments, its views.
 *
 * Arguments are the bytes of a structure whose type is not known here.  Each aligned word may be
 * the address of a view or of a record, which becomes a reference; of code or of a constant, which
 * is a file and an offset; of memory that the program has declared (erbium_carry), which goes along
 * and is searched in the same way; or of other memory of this process, which is refused, since it
 * would mean nothing on another rank.  Any other word is a number.
 *
 * So what goes to another rank is a list of blocks: the arguments, and carried memory in the order
 * in which it is found (copies.c has them there).
 */
#include "rank/cargo.h"

static struct erb_word
word_at (struct erb_cargo *c, int block, size_t at)
{
  const struct erb_process *p = c->process;
  struct erb_word a = { .is = ERB_NUMBER };
  struct erb_carried area;
  uintptr_t word;
  memcpy (&word, c->block[block].at + at, sizeof word);
  const struct erb_view *v = erb_view_at (p->program, (const void *) word);
  if (v && v->owner == p)
    {
      a.is = ERB_VIEW;
      a.view = v;
    }
  else if (word % sizeof word == 0 && word >> 47 == 0 && erb_is_record (p->program, word))
    {
      a.is = ERB_RECORD;
      a.record = (erbium_record *) word;
    }
  else if (erb_place_of (word, &a.place))
    a.is = ERB_PLACE;
  else if (erb_carried_at (word, &area))
    {
      a.is = ERB_COPY;
      a.place.image = erb_cargo_add (c, &area);
      a.place.offset = (int64_t) (word - (uintptr_t) area.at);
    }
  else if (erb_is_mapped (word))
    a.is = ERB_POINTER;
  return a;
}

/* Adds the blocks that the arguments lead to, and calls `see' for each word that is a pointer or a
 * reference. */
static void
each_word (struct erb_cargo *c, void (*see) (struct erb_cargo *c, int block, size_t at,
                                             const struct erb_word *w, void *more), void *more)
{
  for (int n = 0; n < c->count; n++)
    for (size_t at = 0; c->block[n].pointers && at + sizeof (void *) <= c->block[n].bytes;
         at += sizeof (void *))
      {
        struct erb_word w = word_at (c, n, at);
        if (w.is != ERB_NUMBER)
          see (c, n, at, &w, more);
      }
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

static void
see_record (struct erb_cargo *c, int block, size_t at, const struct erb_word *w, void *where)
{
  (void) block;
  (void) at;
  if (w->is == ERB_RECORD)
    require_for_record (c->process, where, w->record);
}

int
erb_rank_required (struct erb_process *p)
{
  int where = -1;
  struct erb_cargo c = erb_cargo_begin (p);
  for (const struct erb_view *v = p->views; v; v = v->next)
    require_for_view (p, &where, v);
  each_word (&c, see_record, &where);
  free (c.block);
  return where;
}

/* Reports a pointer that would mean nothing on another rank. */
static void
check_word (struct erb_cargo *c, int block, size_t at, const struct erb_word *w, void *to)
{
  const struct erb_process *p = c->process;
  if (w->is != ERB_POINTER)
    return;
  if (block == 0)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_run, p->where,
               "pass the data itself, or in a record, or declare the memory with erbium_carry: "
               "ranks share none",
               "process '%s' cannot run on rank %d: byte %zu of its arguments is a pointer into "
               "memory of rank %d", p->name, *(const int *) to, at, erb_rank);
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_run, p->where,
             "declare that memory with erbium_carry, too, or this one as ERBIUM_PLAIN if it has "
             "no pointers",
             "process '%s' cannot run on rank %d: byte %zu of the memory carried at %s is a "
             "pointer into memory of rank %d", p->name, *(const int *) to, at,
             c->block[block].where, erb_rank);
}

/* Reports a process that cannot go to another rank, and lists what goes along. */
static void
check_arguments (struct erb_cargo *c, int to)
{
  const struct erb_process *p = c->process;
  struct erb_place place;
  if (!erb_place_of ((uintptr_t) p->entry.start, &place))
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_run, p->where, "compile it to a file",
               "process '%s' cannot run on rank %d: its code is in no file that all ranks have",
               p->name, to);
  each_word (c, check_word, &to);
}

/* ---- A process in a message ---------------------------------------------------------------- */

static void
put_views (struct erb_bytes *b, const struct erb_process *p, int to)
{
  int64_t number = 0;
  for (const struct erb_view *v = p->views; v; v = v->next)
    number++;
  erb_put_number (b, number);
  for (struct erb_view *v = p->views; v; v = v->next)
    {
      erb_put_key (b, v->record, to);
      erb_put_number (b, erb_traveller (v));
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

struct writing { struct erb_bytes arguments, blocks; int rank; };

/* Writes that a word is an address.  A view is another one each time: the number of the process
 * tells memory that has one from any other. */
static void
put_word (struct erb_cargo *c, int block, size_t at, const struct erb_word *w, void *more)
{
  struct writing *x = more;
  struct erb_bytes *to = block == 0 ? &x->arguments : &x->blocks;
  erb_put_number (to, block);
  erb_put_number (to, (int64_t) at);
  erb_put_number (to, w->is);
  if (w->is == ERB_VIEW)
    {
      erb_put_number (to, number_of (c->process, w->view));
      erb_put_number (to, c->process->id);
    }
  else if (w->is == ERB_RECORD)
    erb_put_key (to, w->record, x->rank);
  else
    erb_put (to, &w->place, sizeof w->place);
}

void
erb_send_process (struct erb_process *p, int to)
{
  struct erb_bytes b = { .at = NULL };
  struct writing words = { .rank = to };
  struct erb_cargo c = erb_cargo_begin (p);
  struct erb_place start;
  check_arguments (&c, to);
  erb_engine_lock ();
  erb_place_of ((uintptr_t) p->entry.start, &start);
  erb_put_text (&b, p->name);
  erb_put_text (&b, p->where);
  erb_put_number (&b, p->id);
  erb_put (&b, &start, sizeof start);
  put_views (&b, p, to);
  each_word (&c, put_word, &words);
  erb_put_cargo (&b, &c, &words.arguments, &words.blocks);
  for (struct erb_view *v; (v = p->views);)
    erb_view_leaves (v->record->shared, v, to);
  struct erb_message *m = erb_message_new (ERB_TO_RUN, b.size);
  memcpy (m->more, b.at, b.size);
  free (b.at);
  free (words.arguments.at);
  free (words.blocks.at);
  free (c.block);
  erb_post (to, m);
  erb_engine_unlock ();
}

/* ---- A process from a message --------------------------------------------------------------- */

/* Makes a view that has come here, and lets the sender, which owns it, pass it on. */
static struct erb_view *
take_view (struct erb_bytes *b, int from)
{
  struct erb_shared_record *s = erb_take_key (b);
  int64_t traveller = erb_take_number (b);
  enum erb_side side = (enum erb_side) erb_take_number (b);
  int id = (int) erb_take_number (b);
  erbium_index horizon = erb_take_number (b), at = erb_take_number (b);
  const char *where = erb_take_text (b);
  struct erb_view *v = erb_view_arrives (s, side, id, horizon, at, from, traveller, where);
  erbium_pass_view (&v->hot, where);
  return v;
}

bool
erb_see_run (const struct erb_message *m)
{
  struct erb_bytes b = { .at = (char *) m->more, .size = m->bytes };
  const char *name = erb_take_text (&b), *where = erb_take_text (&b);
  erbium_process id = erb_take_number (&b);
  struct erb_place start;
  erb_take (&b, &start, sizeof start);
  int64_t views = erb_take_number (&b);
  struct erb_view **view = malloc ((size_t) (views + 1) * sizeof *view);
  for (int64_t n = 0; n < views; n++)
    view[n] = take_view (&b, m->from);
  size_t size;
  char *arguments = erb_take_cargo (&b, m->from, view, &size);
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
