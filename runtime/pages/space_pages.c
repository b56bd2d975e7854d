/* SPDX-License-Identifier: MIT */
/* space_pages.c - the spaces of erbium/space.h as spaces of pages and channels (erbium/spmc.h).
 *
 * The number of a space is that of its slot.  A program of spaces need not call erbium_spmc_init
 * and erbium_spmc_enter: the first space creates the memory of pages, a new space enters, a space
 * that ends leaves, and the death of a space is reported here.  Calls that name a child name it by
 * its id.
 */
#include "pages/page_access.h"

enum { NUMBERS = 1024 }; /* unless the program has called erbium_spmc_init */

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
  /* From fill (space_table.c). */
  bool unborn = erbium_load_acquire (&slot->state) == ERB_SPACE_ALLOCATED;
  int64_t owner = erbium_load_acquire (&slot->owner) - 2;
  return unborn && owner >= 0 ? erb_space_slot (owner) : -1;
}

/* ---- Events --------------------------------------------------------------- */

static void
space_begins (int64_t self, int64_t parent, int id, int gid, const char *where)
{
  (void) parent, (void) id, (void) gid, (void) where;
  if (made)
    (erbium_spmc_enter) (erb_space_slot (self), NULL);
}

static void
space_called (const char *where)
{
  if (made)
    return;
  made = true;
  if (!erb_spmc.spaces)
    (erbium_spmc_init) (NUMBERS, where);
  erb_space_limit (erb_spmc.spaces);
  erb_space self = erb_space_self_if_any ();
  if (erb_space_slot (self) == 0)
    return;
  /* Self is a process, and shares pages under its own number with its children only. */
  (erbium_spmc_leave) (where);
  (erbium_spmc_enter) (erb_space_slot (self), NULL);
}

static void
space_leaves (void)
{
  if (made && erb_spmc_has_entered ()) /* a space that created the pages itself leaves at exit */
    (erbium_spmc_leave) (NULL);
}

static void
space_gone (int64_t s)
{
  int number = erb_space_slot (s);
  if (made && number < erb_spmc.spaces
      && erbium_load_acquire (&erb_space_at (s)->state) != ERB_SPACE_ENDED)
    erbium_spmc_died (number, NULL);
}

/* The children have been joined, and what the caller has sent is counted (leave_at_exit). */
static void
space_ends (bool returned, int status)
{
  (void) returned, (void) status;
  erb_spmc_sums_end ();
}

static void
fault_printed (const char *text, bool has_stderr)
{
  (void) text;
  if (has_stderr)
    erb_spmc_sums_end ();
}

const struct erb_observer erb_pages_observer = {
  .space_begins = space_begins, .space_called = space_called, .space_leaves = space_leaves,
  .space_ends = space_ends, .space_gone = space_gone, .fault_printed = fault_printed,
  .meeting_sleeps = erb_spmc_sleeps, .meeting_ends = erb_spmc_sleeps_no_more,
};
