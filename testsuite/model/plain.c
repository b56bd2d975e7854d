/* SPDX-License-Identifier: MIT */
/* plain.c - data races on plain data.
 *
 * The one idea: knowing of an access is part of a view (memory.c).  A datum has
 * one component that counts its writes and one for each task that counts its
 * reads.  Whoever reads it must know of the last write; whoever writes it must
 * know of all writes and reads.  Happens-before then needs no clocks of its own,
 * and states that differ in what everybody knows by now hash alike.
 *
 * Data come from model_plain_read and _write, and, for code compiled with
 * -fsanitize=thread, from the calls which the compiler puts before each access:
 * __tsan_read4 and so on are defined here instead of in libtsan.  Most of those
 * touch what only one task uses.  So each byte of watched memory (the program's
 * static data and the arenas of model_alloc) remembers which tasks touch it, and
 * becomes a datum only when two tasks do and one of them writes.  What was
 * explored until then did not check it and did not hash it: the exploration
 * starts again, knowing one datum more.  That happens a few times, early.
 *
 * A task learns what it reads from a datum, so the value goes into its history,
 * and the present value into the state.  Code that is instrumented throughout
 * thus has nothing that the explorer does not hash.  Not seen: accesses by
 * library functions (memcpy, snprintf) and by the kernel.
 */
#include "engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA = 512, REGIONS = 8, TABLE = 2048, OWN = 8192 };

struct datum
{
  const char *at;
  size_t size;
  unsigned era;
  int write, read[MODEL_TASKS];            /* components */
  int16_t writes, reads[MODEL_TASKS];
  const char *where;                       /* of the last write: this, */
  const void *pc;                          /* or the line of this */
};

/* What is known of one byte: who uses it, has it been written (0 or 1), the datum it belongs to. */
struct byte { uint8_t users, written; uint16_t datum; };

/* A byte that one task alone has written so far, and what setup leaves there. */
struct own { const char *at; uint8_t task, before; const struct byte *byte; };

struct region { const char *from, *to; struct byte *byte; };

static struct datum data[DATA + 1];        /* 0 is none */
static int n_data;
static uint16_t table[TABLE];              /* of data outside all regions */
static struct region regions[REGIONS];
static int n_regions;
bool plain_instrumented;
static struct own own[OWN];
static int n_own;

/* ---- Data by address ------------------------------------------------------------ */

static struct byte *
byte_at (const char *p)
{
  for (int i = 0; i < n_regions; i++)
    if (p >= regions[i].from && p < regions[i].to)
      return regions[i].byte ? &regions[i].byte[p - regions[i].from] : NULL;
  return NULL;
}

static void
add_region (const char *from, size_t size, bool watched)
{
  if (n_regions == REGIONS)
    abort ();
  regions[n_regions++] = (struct region)
    { from, from + size, watched ? calloc (size, sizeof (struct byte)) : NULL };
}

void
plain_watch (const void *from, size_t size)
{
  add_region (from, size, true);
}

/* Comes before a region that contains it. */
void
plain_ignore (const void *from, size_t size)
{
  add_region (from, size, false);
}

void
plain_new_scenario (void)
{
  for (int i = 0; i < n_regions; i++)
    if (regions[i].byte)
      memset (regions[i].byte, 0,
              (regions[i].to - regions[i].from) * sizeof (struct byte));
  memset (table, 0, sizeof table);
  n_data = n_own = 0;
}

static int
new_datum (const char *at, size_t size)
{
  if (n_data == DATA)
    {
      engine_fail ("limit", "", "more than %d plain data", DATA);
      return DATA;
    }
  struct datum *d = &data[++n_data];
  *d = (struct datum) { .at = at, .size = size, .write = memory_component () };
  memory_latest (d->write, 0);
  for (int t = 0; t < n_tasks; t++)
    memory_latest (d->read[t] = memory_component (), 0);
  for (size_t i = 0; i < size; i++)
    {
      struct byte *b = byte_at (at + i);
      if (b && !b->datum)
        b->datum = n_data;
    }
  return n_data;
}

/* The datum that at belongs to, made if there is none. */
static struct datum *
datum_at (const char *at, size_t size)
{
  struct byte *b = byte_at (at);
  if (b)
    return &data[b->datum ? b->datum : new_datum (at, size)];
  unsigned i = mix (0, (uintptr_t) at) % TABLE;
  while (table[i] && data[table[i]].at != at)
    i = (i + 1) % TABLE;
  if (!table[i])
    table[i] = new_datum (at, size);
  return &data[table[i]];
}

/* ---- The check --------------------------------------------------------------------- */

static void
renew (struct datum *d)
{
  if (d->era == era)
    return;
  d->era = era;
  d->writes = 0;
  d->where = "setup";
  d->pc = NULL;
  memset (d->reads, 0, sizeof d->reads);
}

static void
report (const struct datum *d, const char *does, const char *done, const char *where,
        const void *pc)
{
  char here[240], there[240];
  snprintf (here, sizeof here, "%s", where ? where : "");
  snprintf (there, sizeof there, "%s", d->where ? d->where : "");
  if (!where)
    site_line (pc, here, sizeof here);
  if (!d->where)
    site_line (d->pc, there, sizeof there);
  engine_fail ("race", here, "%s %s %s, %s %s, which is not ordered before",
               current->name, does, memory_name (d->at), done,
               strcmp (done, "written at") == 0 ? there : "");
}

/* On a stack, below where its task stands: what is there belongs to a call that
 * has returned. */
static bool
is_dead (const struct datum *d)
{
  const struct task *t = explorer_stack_of (d->at);
  return t && t != current && explorer_has_returned (t, d->at);
}

static void
check_life (const struct datum *d, const char *where, const void *pc)
{
  char here[240] = "";
  memory_check_freed (d->at);
  if (!is_dead (d))
    return;
  if (!where)
    site_line (pc, here, sizeof here);
  engine_fail ("use after return", where ? where : here, "%s uses the stack of %s",
               current->name, explorer_stack_of (d->at)->name);
}

static void
check_read (struct datum *d, const char *where, const void *pc)
{
  int self = current - tasks;
  renew (d);
  check_life (d, where, pc);
  if (current->view.at[d->write] < d->writes)
    report (d, "reads", "written at", where, pc);
  current->view.at[d->read[self]] = ++d->reads[self];
  memory_latest (d->read[self], d->reads[self]);
}

static void
check_write (struct datum *d, const char *where, const void *pc)
{
  renew (d);
  check_life (d, where, pc);
  if (current->view.at[d->write] < d->writes)
    report (d, "writes", "written at", where, pc);
  for (int t = 0; t < n_tasks; t++)
    if (current->view.at[d->read[t]] < d->reads[t])
      report (d, "writes", "read by another task", where, pc);
  current->view.at[d->write] = ++d->writes;
  memory_latest (d->write, d->writes);
  d->where = where;
  d->pc = pc;
}

void
model_note_read (const void *p, size_t size, const char *where)
{
  if (current)
    check_read (datum_at (p, size), where, NULL);
}

void
model_note_write (const void *p, size_t size, const char *where)
{
  if (current)
    check_write (datum_at (p, size), where, NULL);
}

void
plain_free (const void *at, size_t size)
{
  const char *from = at, *to = from + size;
  for (int i = 1; current && i <= n_data; i++)
    if (data[i].era == era && data[i].at >= from && data[i].at < to)
      check_write (&data[i], "free", NULL);
}

static uint64_t
value_at (const char *at, size_t size)
{
  uint64_t x = 0;
  memcpy (&x, at, size < 8 ? size : 8);
  return x;
}

uint64_t
plain_hash (uint64_t h)
{
  for (int i = 1; i <= n_data; i++)
    if (data[i].era == era && !is_dead (&data[i]))
      h = mix (mix (h, i), value_at (data[i].at, data[i].size));
  return h;
}

/* ---- What the compiler reports ------------------------------------------------------- */

/* Nothing to do for an access of b[0 .. size)?  Nearly always so. */
static bool
known_private (const struct byte *b, size_t size, bool write)
{
  struct byte self = { .users = 1u << (current - tasks), .written = write };
  struct byte look = { .users = self.users, .written = write, .datum = UINT16_MAX };
  uint32_t wanted, mask, other = 0;
  memcpy (&wanted, &self, sizeof wanted);
  memcpy (&mask, &look, sizeof mask);
  for (size_t i = 0; i < size; i++)
    {
      uint32_t is;
      memcpy (&is, &b[i], sizeof is);
      other |= (is & mask) ^ wanted;
    }
  return !other;
}

/* The current task is about to write *at for the first time. */
static void
note_own (const char *at, const struct byte *b)
{
  if (n_own == OWN)
    {
      engine_fail ("limit", "", "more than %d bytes are written", OWN);
      return;
    }
  own[n_own++] = (struct own) { at, current - tasks, *at, b };
}

/* What the current task has written and nobody else uses.  Its stack is not
 * part of it: see model_forget. */
uint64_t
plain_private (uint64_t h)
{
  for (int i = 0; i < n_own; i++)
    if (own[i].task == current - tasks && !own[i].byte->datum
        && *own[i].at != (char) own[i].before)
      h = mix (h, (uint64_t) i << 8 | (uint8_t) *own[i].at);
  return h;
}

/* The current task touches bytes: are any shared that were not before? */
static bool
newly_shared (const char *p, struct byte *b, size_t size, bool write)
{
  bool shared = false;
  for (size_t i = 0; i < size; i++)
    {
      b[i].users |= 1u << (current - tasks);
      if (write && !b[i].written && !explorer_stack_of (p + i))
        note_own (p + i, &b[i]);
      b[i].written |= write;
      shared |= !b[i].datum && b[i].written && (b[i].users & (b[i].users - 1));
    }
  return shared;
}

/* An access of at most 8 bytes. */
static void
touch (const char *p, size_t size, bool write, const void *pc)
{
  unsigned last = 0;
  struct byte *b = byte_at (p);
  if (!b || known_private (b, size, write))
    return;
  if (newly_shared (p, b, size, write))
    {
      new_datum (p, size);
      found_shared = true;
    }
  for (size_t i = 0; i < size; i++)
    if (b[i].datum && b[i].datum != last)
      {
        struct datum *d = &data[last = b[i].datum];
        if (write)
          check_write (d, NULL, pc);
        else
          check_read (d, NULL, pc);
        if (!write)
          model_fold (value_at (d->at, d->size));
      }
}

static void
touch_range (const char *p, size_t size, bool write, const void *pc)
{
  for (size_t i = 0; current && i < size; i += 8)
    touch (p + i, size - i < 8 ? size - i : 8, write, pc);
}

#define HERE __builtin_return_address (0)
#define ACCESS(N) \
  void __tsan_read##N (void *p) { touch_range (p, N, false, HERE); } \
  void __tsan_write##N (void *p) { touch_range (p, N, true, HERE); } \
  void __tsan_unaligned_read##N (void *p) { touch_range (p, N, false, HERE); } \
  void __tsan_unaligned_write##N (void *p) { touch_range (p, N, true, HERE); } \
  void __tsan_volatile_read##N (void *p) { touch_range (p, N, false, HERE); } \
  void __tsan_volatile_write##N (void *p) { touch_range (p, N, true, HERE); }
ACCESS (1)
ACCESS (2)
ACCESS (4)
ACCESS (8)
ACCESS (16)
void __tsan_read_range (void *p, size_t n) { touch_range (p, n, false, HERE); }
void __tsan_write_range (void *p, size_t n) { touch_range (p, n, true, HERE); }
void __tsan_func_entry (void *pc) { (void) pc; }
void __tsan_func_exit (void) {}
void __tsan_init (void) { plain_instrumented = true; }
