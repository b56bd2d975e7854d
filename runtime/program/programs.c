/* SPDX-License-Identifier: MIT */
/* programs.c - the list of all programs.
 *
 * A program is in the list from its beginning to its end, and one that is not in the list is not
 * accessed (program.h).  Descriptors of the last few freed programs are kept, so that new programs
 * do not reuse their addresses, and a message can name the freed one.
 *
 * The list has a lock of its own, which is taken before all others.  Statistics that a signal asks
 * for are printed under this lock, so that no program is freed meanwhile.
 */
#include "program/program.h"

#include <stdio.h>

enum { QUARANTINE = 64 }; /* freed programs, kept to be recognised */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static erbium_program *programs; /* the newest first */
erbium_program *const *const erb_programs_list = &programs;
static int64_t made; /* programs made so far, without the default program */

static erbium_program *freed[QUARANTINE]; /* the oldest at next_freed */
static int next_freed;

static bool forked;

bool
erb_forked (void)
{
  return forked;
}

void
erb_set_forked (bool is_forked)
{
  forked = is_forked;
}

erbium_program *
erb_program_default (void)
{
  erbium_program *program = NULL;
  erb_ask_default_program (&program);
  return program;
}

const char *
erb_describe_program (const erbium_program *p, struct erb_text *t)
{
  if (!p->where)
    snprintf (t->s, sizeof t->s, "the default program");
  else
    snprintf (t->s, sizeof t->s, "program %lld (%.200s)", (long long) p->id, p->where);
  return t->s;
}

const char *
erb_describe_program_number (int64_t number, struct erb_text *t)
{
  pthread_mutex_lock (&lock);
  bool known = number >= 0 && number <= made;
  pthread_mutex_unlock (&lock);
  if (number == 0)
    return strcpy (t->s, "the default program");
  snprintf (t->s, sizeof t->s, "program %lld", (long long) number);
  return known ? t->s : NULL;
}

void
erb_programs_add (erbium_program *p)
{
  pthread_mutex_lock (&lock);
  p->id = p->where ? ++made : 0;
  p->next = programs;
  programs = p;
  pthread_mutex_unlock (&lock);
}

static bool
is_there (const erbium_program *p)
{
  for (const erbium_program *q = programs; q; q = q->next)
    if (q == p)
      return true;
  return false;
}

static bool
was_freed (const erbium_program *p)
{
  for (int n = 0; n < QUARANTINE; n++)
    if (freed[n] == p)
      return true;
  return false;
}

/* Reports that p must not be used: it has been freed, or is being freed. */
ERB_NORETURN ERB_COLD static void
refuse (const erbium_program *p, bool known, const char *function, const char *where)
{
  struct erb_text t;
  if (!known)
    erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
               "pass what erbium_program_new has returned, until it is freed",
               "%s: %p is not a program, or was freed long ago", function, (const void *) p);
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, where,
             "free a program once, after its last use",
             "%s: %s was freed at %s", function, erb_describe_program (p, &t), p->freed_at);
}

void
erb_programs_expect (erbium_program *p, bool to_free, const char *function, const char *where)
{
  pthread_mutex_lock (&lock);
  bool there = is_there (p), known = there || was_freed (p);
  bool good = there && !p->freed_at;
  if (good && to_free)
    p->freed_at = where;
  pthread_mutex_unlock (&lock);
  if (!good)
    refuse (p, known, function, where);
}

erbium_program *
erb_programs_keep (void)
{
  erbium_program *oldest = NULL;
  pthread_mutex_lock (&lock);
  for (erbium_program *p = programs; p; p = p->next)
    if (!p->kept)
      oldest = p;
  if (oldest)
    oldest->kept = true;
  pthread_mutex_unlock (&lock);
  return oldest;
}

void
erb_programs_remove (erbium_program *p)
{
  pthread_mutex_lock (&lock);
  if (p->kept)
    {
      pthread_mutex_unlock (&lock);
      erb_wait_for_the_end ();
    }
  erbium_program **at = &programs;
  while (*at != p)
    at = &(*at)->next;
  *at = p->next;
  pthread_mutex_unlock (&lock);
}

void
erb_programs_quarantine (erbium_program *p)
{
  pthread_mutex_lock (&lock);
  erbium_program *oldest = freed[next_freed];
  freed[next_freed] = p;
  next_freed = (next_freed + 1) % QUARANTINE;
  pthread_mutex_unlock (&lock);
  erb_memory_inherited_free (oldest, sizeof *oldest);
}

void
erb_programs_in_new_space (void)
{
  pthread_mutex_init (&lock, NULL);
}

void
erb_programs_hold (void)
{
  pthread_mutex_lock (&lock);
}

void
erb_programs_let_go (void)
{
  pthread_mutex_unlock (&lock);
}

static void
see_each_unlocking (void (*see) (erbium_program *p, bool only))
{
  for (erbium_program *p = programs; p; p = p->next)
    see (p, p == programs && !p->next);
  pthread_mutex_unlock (&lock);
}

void
erb_programs_each (void (*see) (erbium_program *p, bool only))
{
  pthread_mutex_lock (&lock);
  see_each_unlocking (see);
}

bool
erb_programs_each_if_free (void (*see) (erbium_program *p, bool only))
{
  if (pthread_mutex_trylock (&lock) != 0)
    return false;
  see_each_unlocking (see);
  return true;
}
