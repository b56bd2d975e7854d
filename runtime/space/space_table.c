/* SPDX-License-Identifier: MIT */
/* space_table.c - the table of spaces, in memory that all spaces share.
 *
 * A space allocates a slot for a child with one compare-and-swap on the owner of the slot.  So the
 * slots of a space that is killed, at whatever moment, can be identified: its parent frees its
 * slot, and all slots that it owned, and so on.  There is no other record of the spaces, so none
 * can be lost.
 *
 * The numbers of slots depend on the schedule, and no program sees them.  The id and the path,
 * which a program sees, depend on the parent and the order of its allocations.
 */
#define _GNU_SOURCE
#include "space/space.h"

#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

struct erb_space_table *erb_space_table;

static struct erb_settings settings;
static __thread erb_space here = ERB_NO_SPACE;

/* ---- The first space ------------------------------------------------------ */

static pid_t first_process;

/* Joins the children before main ends, since no space outlives its parent. */
static void
first_ends (void)
{
  if (getpid () != first_process || erb_faulting ())
    return;
  if (erb_space_self_if_any () == ERB_NO_SPACE) /* exit was called by another thread */
    return;
  erb_space_join_children ("the end of main", NULL);
  erb_event_space_ends (true, 0);
}

/* A child of fork is no space until erb_space_become makes it one. */
static void
in_forked_child (void)
{
  here = ERB_NO_SPACE;
}

void
erb_space_read_settings (void)
{
  if (!settings.task)
    erb_settings_read (&settings);
}

static void
make_table (const char *function, const char *where)
{
  size_t size = erb_sealed ? sizeof *erb_space_table : offsetof (struct erb_space_table, reports);
  erb_kernel_begin_privileged ();
  void *at = mmap (NULL, size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  erb_kernel_end_privileged ();
  if (at == MAP_FAILED)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, function, where, "raise the limit (ulimit -v)",
                  "no table of spaces (%zu bytes): %s", size, strerror (errno));
  erb_space_read_settings ();
  erb_space_table = at;
  erb_os->join_barrier (); /* and so do all spaces that are forked from this one */
}

static void
make_first (const char *function, const char *where)
{
  make_table (function, where);
  erb_event_first_space (where);
  here = erb_space_take (ERB_NO_SPACE, -1, 0, "main");
  first_process = getpid ();
  pthread_atfork (NULL, NULL, in_forked_child);
  atexit (first_ends);
  erb_space_begin_life (here);
}

/* ---- The calling space -------------------------------------------------------- */

ERB_NORETURN ERB_COLD static void
fault_of_caller (const char *function, const char *where)
{
  if (gettid () != getpid ())
    erb_fault_in (ERBIUM_EXIT_MISUSE, function, where,
                  "call it from main, or from the function of a space",
                  "this is a thread beside that of the space, which has one control flow");
  erb_fault_in (ERBIUM_EXIT_MISUSE, function, where,
                "start it with erbium_space_start, or exec first",
                "this is a child of fork, which is no space");
}

/* Not inline: a fiber may run on another thread after a switch, and must not reuse the address of
 * `here'. */
__attribute__ ((noinline)) erb_space
erb_space_self_if_any (void)
{
  return here;
}

erb_space
erb_space_of_processes (const char *function, const char *where)
{
  erb_space self = erb_space_self_if_any ();
  if (self != ERB_NO_SPACE)
    return self;
  if (erb_space_table || gettid () != getpid ())
    fault_of_caller (function, where);
  make_first (function, where);
  return erb_space_self_if_any ();
}

erb_space
erb_space_self (const char *function, const char *where)
{
  erb_space self = erb_space_of_processes (function, where);
  erb_event_space_called (where);
  return self;
}

void
erb_space_become (erb_space s)
{
  here = s;
}

const struct erb_settings *
erb_space_settings (void)
{
  return &settings;
}

/* ---- Slots ----------------------------------------------------------------- */

/* Writes the path: "0.2" and 1 make "0.2.1".  A path that is too long ends in dots.  Processes have
 * a numbering of their own, below 0: "0.2.p1". */
static void
write_path (struct erb_space_slot *s, erb_space owner, int id)
{
  char above[sizeof s->path] = "";
  int room = sizeof s->path;
  if (owner != ERB_NO_SPACE)
    strcpy (above, erb_space_at (owner)->path);
  if (snprintf (s->path, room, "%s%s%s%d", above, *above ? "." : "", id < 0 ? "p" : "", abs (id))
      >= room)
    strcpy (s->path + room - 4, "...");
}

static erb_space
fill (int slot, erb_space owner, int gid, int id, const char *where)
{
  struct erb_space_slot *s = &erb_space_table->slot[slot];
  erb_space old = erbium_load_relaxed (&s->name);
  erb_space name = old ? old + ERB_SPACES : slot + ERB_SPACES;
  s->id = id;
  s->gid = gid;
  snprintf (s->where, sizeof s->where, "%s", where);
  write_path (s, owner, id);
  erbium_store_relaxed (&s->pid, 0);
  for (int n = 0; n < 2; n++)
    erbium_store_relaxed (&s->printed[n], 0);
  if (erb_sealed)
    erb_space_table->reports[slot][0] = 0;
  erbium_store_release (&s->name, name); /* acquired by has_life */
  erb_space_init_life (name);
  erbium_store_release (&s->state, ERB_SPACE_ALLOCATED); /* acquired by has_life */
  return name;
}

/* Extends the range of slots that are searched, before the slot gets an owner. */
static void
count_as_taken (int slot)
{
  int32_t taken;
  while ((taken = erbium_load_relaxed (&erb_space_table->taken)) <= slot)
    erbium_cas (&erb_space_table->taken, taken, slot + 1);
}

/* In a replay: takes the recorded slot.  Its former user does not run, and had ended in the
 * recording. */
static erb_space
take_recorded (int slot, erb_space owner, int gid, int id, const char *where)
{
  count_as_taken (slot);
  erbium_store_relaxed (&erb_space_table->slot[slot].owner, owner + 2);
  return fill (slot, owner, gid, id, where);
}

enum { NO_SLOT = -1 };

/* Takes the first free slot; if `spare', no slot whose last user has died, since others may still
 * ask about that space. */
static int
take_slot (int from, int to, erb_space owner, bool spare)
{
  for (int slot = from; slot < to; slot++)
    {
      struct erb_space_slot *s = &erb_space_table->slot[slot];
      if (erbium_load_relaxed (&s->owner) != 0 || (spare && erbium_load_relaxed (&s->died)))
        continue;
      count_as_taken (slot);
      if (erbium_cas (&s->owner, 0, owner + 2)) /* acquires the release in give_back_one */
        return slot;
    }
  return NO_SLOT;
}

static int limit = ERB_SPACES;

void
erb_space_limit (int spaces)
{
  limit = spaces < ERB_SPACES ? spaces : ERB_SPACES;
}

void
erb_space_expect_within_limit (erb_space child, const char *call, const char *where)
{
  if (erb_space_slot (child) >= limit)
    erb_fault_in (
      ERBIUM_EXIT_RESOURCE, call, where,
      "join spaces before there are more, or call erbium_spmc_init for more before the first "
      "space",
      "there are pages for %d spaces at a time", limit);
}

erb_space
erb_space_take (erb_space owner, int gid, int id, const char *where)
{
  int recorded;
  if (owner != ERB_NO_SPACE && erb_ask_child_slot (id, &recorded, where))
    return take_recorded (recorded, owner, gid, id, where);
  /* The first space has slot 0, which is never freed. */
  int first = owner == ERB_NO_SPACE ? 0 : 1, slot = NO_SLOT;
  if (erb_sealed)
    slot = take_slot (first, limit, owner, true);
  if (slot == NO_SLOT)
    slot = take_slot (first, ERB_SPACES, owner, false);
  return slot == NO_SLOT ? ERB_NO_SPACE : fill (slot, owner, gid, id, where);
}

/* A space that was killed while it took a slot has not named the slot. */
static void
give_back_one (struct erb_space_slot *slot)
{
  erb_space s = erbium_load_acquire (&slot->name);
  if (s)
    erb_event_space_gone (s);
  int32_t state = erbium_load_relaxed (&slot->state);
  erbium_store_relaxed (&slot->died,
                        erb_sealed && state != ERB_SPACE_ENDED && state != ERB_SPACE_ALLOCATED);
  erbium_store_release (&slot->state, ERB_SPACE_FREE); /* acquired by has_life */
  erbium_store_release (&slot->owner, 0); /* acquired by the compare-and-swap of take_slot */
}

/* Frees the children first: if the caller is killed here, the remaining ones can still be found
 * from s. */
static void
give_back_children (erb_space s)
{
  for (int n = 1; n < erbium_load_relaxed (&erb_space_table->taken); n++)
    {
      struct erb_space_slot *child = &erb_space_table->slot[n];
      erb_space name = erbium_load_acquire (&child->name);
      if (erbium_load_acquire (&child->owner) != s + 2)
        continue;
      if (name)
        erb_space_await_death (name);
      if (name)
        give_back_children (name);
      give_back_one (child);
    }
}

void
erb_space_give_back (erb_space s)
{
  give_back_children (s);
  give_back_one (erb_space_at (s));
}

/* ---- Order ------------------------------------------------------------------ */

static erb_space
parent_of (erb_space s)
{
  return erbium_load_relaxed (&erb_space_at (s)->owner) - 2;
}

/* Returns the number of ancestors.  Slots may be reused meanwhile; the bound ends the loop. */
static int
depth_of (erb_space s)
{
  int depth = 0;
  while (depth < ERB_SPACES && (s = parent_of (s)) >= 0)
    depth++;
  return depth;
}

/* Returns the ancestor so many steps above s. */
static erb_space
above (erb_space s, int steps)
{
  for (erb_space parent; steps > 0 && (parent = parent_of (s)) >= 0; steps--)
    s = parent;
  return s;
}

bool
erb_space_comes_before (erb_space s, erb_space t)
{
  int a = depth_of (s), b = depth_of (t), most = a < b ? a : b;
  s = above (s, a - most);
  t = above (t, b - most);
  if (s == t)
    return a < b;
  for (; most > 1 && parent_of (s) != parent_of (t); most--)
    {
      s = above (s, 1);
      t = above (t, 1);
    }
  int id = erb_space_at (s)->id, other = erb_space_at (t)->id;
  return abs (id) != abs (other) ? abs (id) < abs (other) : id < other;
}

/* ---- Names ------------------------------------------------------------------ */

const char *
erb_space_describe (erb_space s, struct erb_text *t)
{
  const struct erb_space_slot *slot = erb_space_at (s);
  int id, end;
  bool gone = erbium_load_acquire (&slot->name) != s; /* the slot has been reused */
  if (gone && (id = erb_space_gone_child (s, &end)) != 0)
    snprintf (t->s, sizeof t->s, "space %s.%d", erb_space_at (erb_space_self_if_any ())->path, id);
  else if (gone)
    snprintf (t->s, sizeof t->s, "a space that has gone");
  else if (erb_space_slot (s) == 0)
    snprintf (t->s, sizeof t->s, "space 0 (main)");
  else
    snprintf (t->s, sizeof t->s, "space %s (gid %d, %s)", slot->path, slot->gid, slot->where);
  return t->s;
}

const char *
erb_space_name_if_any (struct erb_text *t)
{
  erb_space self = erb_space_self_if_any ();
  if (self == ERB_NO_SPACE)
    return NULL;
  snprintf (t->s, sizeof t->s, "space %s", erb_space_at (self)->path);
  return t->s;
}
