/* SPDX-License-Identifier: MIT */
/* space_pages.c - a space is a space of pages and channels too (erbium/spmc.h), under the
 * number of its slot.
 *
 * So that a program of spaces calls neither spmc_init nor spmc_enter: the first space makes
 * the memory of pages, a new one enters, one that ends leaves, one that has died is said to be
 * dead.  Calls that name a child name it by its id.
 */
#include "pages/pages.h"

enum { NUMBERS = 1024 }; /* unless the program has called spmc_init */

static bool made;

bool
erb_spmc_has_spaces (void)
{
  return made;
}

int
erb_spmc_starter_of (int number)
{
  if (!made)
    return -1;
  const struct erb_space_slot *slot = &erb_space_table->slot[number];
  bool unborn = erbium_load_acquire (&slot->state) == ERB_SPACE_ALLOCATED; /* from fill (space_table.c) */
  int64_t owner = erbium_load_acquire (&slot->owner) - 2;
  return unborn && owner >= 0 ? erb_space_slot (owner) : -1;
}

/* ---- Events --------------------------------------------------------------- */

static void
space_begins (int64_t self, int64_t parent, int id, int gid, const char *where)
{
  (void) parent, (void) id, (void) gid, (void) where;
  if (made)
    erbium_spmc_enter (erb_space_slot (self), NULL);
}

static void
space_called (const char *where)
{
  if (made)
    return;
  made = true;
  if (!erb_spmc.spaces)
    erbium_spmc_init (NUMBERS, where);
  erb_space_limit (erb_spmc.spaces);
  erb_space self = erb_space_self_if_any ();
  if (erb_space_slot (self) == 0)
    return;
  erbium_spmc_leave (where); /* a process, which has pages with its children alone, under its own number */
  erbium_spmc_enter (erb_space_slot (self), NULL);
}

static void
space_leaves (void)
{
  if (made && erb_spmc_has_entered ()) /* not, if that made the pages itself: it leaves at exit */
    erbium_spmc_leave (NULL);
}

static void
space_gone (int64_t s)
{
  int number = erb_space_slot (s);
  if (made && number < erb_spmc.spaces && erbium_load_acquire (&erb_space_at (s)->state) != ERB_SPACE_ENDED)
    erbium_spmc_died (number, NULL);
}

const struct erb_observer erb_pages_observer = {
  .space_begins = space_begins, .space_called = space_called, .space_leaves = space_leaves,
  .space_gone = space_gone, .meeting_sleeps = erb_spmc_sleeps, .meeting_ends = erb_spmc_sleeps_no_more,
};
