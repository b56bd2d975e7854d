/* SPDX-License-Identifier: MIT */
/* space_pages.c - a space is a space of pages and channels too (erbium/spmc.h), under the
 * number of its slot.
 *
 * So that a program of spaces calls neither spmc_init nor spmc_enter: the first space makes
 * the memory of pages, a new one enters, one that ends leaves, one that has died is said to be
 * dead.  Calls that name a child name it by its id.
 */
#include "space/space.h"
#include "pages/pages.h"

enum { NUMBERS = 1024 }; /* unless the program has called spmc_init */

static int
number_of_child (int child, const char *call, const char *where)
{
  return erb_space_slot (erb_space_find_child (child, call, where)->space);
}

static void
enter (erb_space self)
{
  erbium_spmc_enter (erb_space_slot (self), NULL);
}

static void
is_gone (erb_space s)
{
  int number = erb_space_slot (s);
  if (number < erb_spmc.spaces && erbium_load_acquire (&erb_space_at (s)->state) != ERB_SPACE_ENDED)
    erbium_spmc_died (number, NULL);
}

static const struct erb_space_part pages = { enter, is_gone };

static int
starter_of (int number)
{
  const struct erb_space_slot *slot = &erb_space_table->slot[number];
  bool unborn = erbium_load_acquire (&slot->state) == ERB_SPACE_ALLOCATED; /* from fill (space_table.c) */
  int64_t owner = erbium_load_acquire (&slot->owner) - 2;
  return unborn && owner >= 0 ? erb_space_slot (owner) : -1;
}

static bool made;

bool
erb_space_has_pages (void)
{
  return made;
}

void
erb_space_make_pages (const char *where)
{
  made = true;
  if (!erb_spmc.spaces)
    erbium_spmc_init (NUMBERS, where);
  erb_spmc_number_of_child = number_of_child;
  erb_spmc_starter_of = starter_of;
  erb_space_add_part (&pages);
  erb_space self = erb_space_self_if_any ();
  if (erb_space_slot (self) == 0)
    return;
  erbium_spmc_leave (where); /* a process, which has pages with its children alone, under its own number */
  enter (self);
}

void
erb_space_leave_pages (const char *where)
{
  if (made && erb_spmc_has_entered ()) /* not, if that made the pages itself: it leaves at exit */
    erbium_spmc_leave (where);
}

void
erb_space_expect_pages (erb_space child, const char *call, const char *where)
{
  if (made && erb_space_slot (child) >= erb_spmc.spaces)
    erb_fault_in (ERBIUM_EXIT_RESOURCE, call, where,
                  "join spaces before there are more, or call spmc_init for more before the first space",
                  "there are pages for %d spaces at a time", erb_spmc.spaces);
}
