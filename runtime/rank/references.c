/* SPDX-License-Identifier: MIT */
/* references.c - views and records as values: in arguments, and in elements of records.
 *
 * A record has the same key on all ranks.  A view that leaves its rank, or whose address is in an
 * element that does, gets a number, and each rank that has heard of the number has one address for
 * it: that of the view or, as long as the view is on another rank, of what stands for it.  When the
 * view comes, it is made at that address.  So a process finds its view where an element says that
 * it is, whichever of the two comes first, and also if the view has been on this rank before.
 *
 * A word of an element is a reference if it is the address of a view or of a record.  No other word
 * is changed: few words lie between the least and the largest such address.
 */
#include "rank/ranks.h"

enum word { VIEW, RECORD };

/* ---- Records -------------------------------------------------------------------------------- */

static struct erb_lock range_lock = { ERB_UNLOCKED };
static uintptr_t first_record = UINTPTR_MAX, last_record; /* least and largest address */

void
erb_rank_record_made (erbium_record *r)
{
  uintptr_t at = (uintptr_t) r;
  if (!erb_is_spread (r->program))
    return;
  erb_os->lock (&range_lock);
  first_record = at < first_record ? at : first_record;
  last_record = at > last_record ? at : last_record;
  erb_os->unlock (&range_lock);
}

/* Under the program's lock. */
static erbium_record *
find_record (erbium_program *program, uintptr_t address)
{
  erbium_record *r = program->records;
  while (r && (uintptr_t) r != address)
    r = r->next;
  return r;
}

bool
erb_is_record (erbium_program *program, uintptr_t address)
{
  erb_os->lock (&program->lock);
  bool found = find_record (program, address) != NULL;
  erb_os->unlock (&program->lock);
  return found;
}

/* Returns the record of that address, which does not end until it is unpinned, or NULL. */
static erbium_record *
pin (erbium_program *program, uintptr_t address)
{
  erb_os->lock (&program->lock);
  erbium_record *r = find_record (program, address);
  if (r)
    {
      erb_record_lock (r);
      bool dead = erb_record_is_dead (r);
      r->views += !dead;
      erb_record_unlock (r);
      r = dead ? NULL : r;
    }
  erb_os->unlock (&program->lock);
  return r;
}

static void
unpin (erbium_record *r)
{
  erb_record_lock (r);
  r->views--;
  bool dead = erb_record_is_dead (r);
  erb_record_unlock (r);
  if (dead)
    erb_record_retire (r);
}

void
erb_put_key (struct erb_bytes *b, erbium_record *r, int to)
{
  struct erb_shared_record *s = erb_share (r);
  erb_send_record (s, to);
  erb_put (b, &s->key, sizeof s->key);
}

struct erb_shared_record *
erb_take_key (struct erb_bytes *b)
{
  struct erb_key key;
  erb_take (b, &key, sizeof key);
  return erb_find_shared (key);
}

/* ---- Views ---------------------------------------------------------------------------------- */

/* By number: the view that has or had it, or what stands for it here.  The memory of views stays,
 * and has another number or none once it is used again, so entries need not be removed. */
static struct traveller { int64_t number; struct erb_view *view; } *travellers;
static size_t rooms, travelling; /* a power of two; entries that were made */

static bool
is_valid (const struct traveller *t)
{
  return t->number && t->view->traveller == t->number;
}

static struct traveller *
entry_of (int64_t number)
{
  size_t at = (size_t) ((uint64_t) number * UINT64_C (0x9e3779b97f4a7c15) >> 20) & (rooms - 1);
  while (travellers[at].number && travellers[at].number != number)
    at = (at + 1) & (rooms - 1);
  return &travellers[at];
}

/* Makes the table larger, without the entries that are not valid any more. */
static void
make_room (void)
{
  struct traveller *old = travellers;
  size_t before = rooms, valid = 0;
  for (size_t n = 0; n < before; n++)
    valid += is_valid (&old[n]);
  rooms = 64;
  while (rooms < 4 * valid)
    rooms *= 2;
  travellers = calloc (rooms, sizeof *travellers);
  if (!travellers)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for views of several ranks");
  for (size_t n = 0; n < before; n++)
    if (is_valid (&old[n]))
      *entry_of (old[n].number) = old[n];
  travelling = valid;
  free (old);
}

void
erb_traveller_is (int64_t number, struct erb_view *v)
{
  if (2 * travelling >= rooms)
    make_room ();
  struct traveller *t = entry_of (number);
  travelling += !t->number;
  *t = (struct traveller) { number, v };
  v->traveller = number;
}

int64_t
erb_traveller (struct erb_view *v)
{
  static int64_t last;
  if (!v->traveller)
    erb_traveller_is (++last * erb_ranks + erb_rank, v);
  return v->traveller;
}

static struct erb_view *
find_traveller (int64_t number)
{
  struct traveller *t = rooms ? entry_of (number) : NULL;
  return t && is_valid (t) ? t->view : NULL;
}

void
erb_traveller_comes (int64_t number)
{
  struct erb_view *v = find_traveller (number);
  if (v)
    erb_view_reserve (v);
}

/* ---- Elements ------------------------------------------------------------------------------- */

static void
put_record (struct erb_bytes *b, int64_t at, erbium_record *r, int to)
{
  erb_put_number (b, at);
  erb_put_number (b, RECORD);
  erb_put_key (b, r, to);
}

/* Of a view that was freed, and has not gone to another rank, a number would say nothing. */
static void
put_view (struct erb_bytes *b, int64_t at, struct erb_view *v, int to)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  erbium_record *r = v->freed && !v->traveller ? NULL : pin (program, (uintptr_t) v->record);
  if (!r)
    return;
  if (r->id == v->record_id)
    {
      erb_put_number (b, at);
      erb_put_number (b, VIEW);
      erb_put_key (b, r, to);
      erb_put_number (b, erb_traveller (v));
      erb_put_number (b, v->side);
    }
  unpin (r);
}

static void
put_if_reference (struct erb_bytes *b, int64_t at, uintptr_t word, int to)
{
  erbium_program *program = erb_rank_owner[erb_rank]->program;
  struct erb_view *v = erb_view_at (program, (const void *) word);
  erbium_record *r = v || word % sizeof word ? NULL : pin (program, word);
  if (v)
    put_view (b, at, v, to);
  else if (r)
    {
      put_record (b, at, r, to);
      unpin (r);
    }
}

void
erb_put_references (struct erb_bytes *b, const char *elements, size_t bytes, int to)
{
  enum { GROUP = 64 }; /* words that are looked at in one loop without a branch */
  uintptr_t first, end, words = bytes / sizeof (uintptr_t), word[GROUP];
  erb_views_range (erb_rank_owner[erb_rank]->program, &first, &end);
  erb_os->lock (&range_lock);
  first = first_record < first ? first_record : first;
  end = last_record >= end ? last_record + 1 : end;
  erb_os->unlock (&range_lock);
  for (size_t from = 0; from < words; from += GROUP)
    {
      size_t count = words - from < GROUP ? words - from : GROUP, within = 0;
      memcpy (word, elements + from * sizeof *word, count * sizeof *word);
      for (size_t n = 0; n < count; n++)
        within += word[n] - first < end - first;
      for (size_t n = 0; within > 0 && n < count; n++)
        if (word[n] - first < end - first)
          put_if_reference (b, (int64_t) ((from + n) * sizeof *word), word[n], to);
    }
}

static uintptr_t
take_view (struct erb_bytes *b)
{
  struct erb_shared_record *s = erb_take_key (b);
  int64_t number = erb_take_number (b);
  enum erb_side side = (enum erb_side) erb_take_number (b);
  struct erb_view *v = find_traveller (number);
  if (v)
    return (uintptr_t) v;
  if (!s->record)
    return 0; /* it has ended here, and so has the view */
  v = erb_view_elsewhere (s->record, side, erb_self_if_any ());
  if (!v)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory for a view of another rank");
  erb_traveller_is (number, v);
  return (uintptr_t) v;
}

void
erb_take_references (struct erb_bytes *b, char *elements)
{
  while (b->next < b->size)
    {
      int64_t at = erb_take_number (b);
      uintptr_t word = erb_take_number (b) == VIEW ? take_view (b)
                                                   : (uintptr_t) erb_take_key (b)->record;
      memcpy (elements + at, &word, sizeof word);
    }
}
