/* SPDX-License-Identifier: MIT */
/* carry.c - which memory is carried, and where the program places processes. */
#include "carry/carry.h"
#include "fault/fault.h"

struct area
{
  struct area *next;
  struct erb_carried it;
};

struct said
{
  struct said *next;
  int rank;
  char name[];
};

static struct erb_lock lock = { ERB_UNLOCKED };
static struct area *areas;
static struct said *places;

static void *
memory (size_t bytes)
{
  void *m = malloc (bytes);
  if (!m)
    erb_fault_of_all (ERBIUM_EXIT_RESOURCE, NULL, NULL, "no memory");
  return m;
}

/* Removes the entry for that address.  Under the lock. */
static void
forget (const void *at)
{
  for (struct area **a = &areas, *gone; (gone = *a);)
    if (gone->it.at == at)
      {
        *a = gone->next;
        free (gone);
      }
    else
      a = &gone->next;
}

void
(erbium_carry) (const void *at, size_t bytes, enum erbium_carried holds, const char *where)
{
  struct area *a = bytes > 0 ? memory (sizeof *a) : NULL;
  erb_os->lock (&lock);
  forget (at);
  if (a)
    {
      *a = (struct area) { areas, { at, bytes, holds == ERBIUM_POINTERS, where } };
      areas = a;
    }
  erb_os->unlock (&lock);
}

bool
erb_carried_at (uintptr_t address, struct erb_carried *found)
{
  erb_os->lock (&lock);
  const struct area *a = areas;
  while (a && address - (uintptr_t) a->it.at >= a->it.bytes)
    a = a->next;
  if (a)
    *found = a->it;
  erb_os->unlock (&lock);
  return a != NULL;
}

/* Under the lock. */
static struct said *
find_place (const char *name)
{
  struct said *s = places;
  while (s && strcmp (s->name, name) != 0)
    s = s->next;
  return s;
}

void
erbium_place (const char *process, int rank)
{
  if (!process || rank < 0)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_place", NULL, "ranks count from 0",
                  process ? "the rank is negative" : "the name of the process is NULL");
  erb_os->lock (&lock);
  struct said *s = find_place (process);
  if (!s)
    {
      s = memory (sizeof *s + strlen (process) + 1);
      strcpy (s->name, process);
      s->next = places;
      places = s;
    }
  s->rank = rank;
  erb_os->unlock (&lock);
}

int
erb_place_said (const char *name)
{
  erb_os->lock (&lock);
  const struct said *s = find_place (name);
  int rank = s ? s->rank : -1;
  erb_os->unlock (&lock);
  return rank;
}
