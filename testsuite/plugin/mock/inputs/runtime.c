/* SPDX-License-Identifier: MIT */
/* runtime.c - a runtime that prints the calls which the plugin emits.
 *
 * One line a call: the function without its prefix, its arguments, narrow where
 * the index had 32 bits, and the place without folders.  A view is a window of
 * 4096 bytes whose elements are all live; records and views are numbered as they
 * are made; what is inline finds their limits at 0, their indices at -1 and a
 * sleeper at 5.  A process runs at once, to its end, in its caller.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "erbium.h"

struct erbium_record
{
  int number;
};
struct mock_view
{
  struct erbium_view head;
  int number;
};

static struct erbium_record records[100];
static struct mock_view views[100];
static char windows[100][4096];
static struct erbium_slot slots[100];
static int made_records, made_views, started;

static int
number (const erbium_view *v)
{
  return ((const struct mock_view *) v)->number;
}

static const char *
base (const char *where)
{
  const char *slash = strrchr (where, '/');
  return slash ? slash + 1 : where;
}

static erbium_index
indexed (const char *name, erbium_view *v, erbium_index i, int narrow, const char *where)
{
  printf ("%s v%d %ld%s %s\n", name, number (v), (long) i, narrow & 1 ? " narrow" : "",
          base (where));
  return i;
}

static void *
element (const char *name, const erbium_view *v, uint64_t offset, int narrow, uint64_t size)
{
  printf ("%s v%d byte %ld%s size %ld", name, number (v), (long) offset, narrow ? " narrow" : "",
          (long) size);
  return windows[number (v)] + (offset & 4095);
}

#define INDEXED(name, function)                                                \
  void function (erbium_view *v, erbium_index i, int narrow, const char *where) \
  {                                                                            \
    indexed (name, v, i, narrow, where);                                       \
  }
INDEXED ("commit", erbium_commit_slow)
INDEXED ("release", erbium_release_slow)
INDEXED ("stall", erbium_stall_slow)
INDEXED ("receive", (erbium_receive))

erbium_index
erbium_update_slow (erbium_view *v, erbium_index i, int narrow, const char *where)
{
  return indexed ("update", v, i, narrow, where);
}

void
(erbium_receive_range) (erbium_view *v, erbium_index tl, erbium_index hd, int narrow,
                           const char *where)
{
  printf ("receive_range v%d %ld%s %ld%s %s\n", number (v), (long) tl, narrow & 1 ? " narrow" : "",
          (long) hd, narrow & 2 ? " narrow" : "", base (where));
}

void
erbium_wake_slow (erbium_view *v)
{
  printf ("wake v%d\n", number (v));
}

void *
erbium_element_slow (const erbium_view *v, uint64_t offset, int narrow, uint64_t size)
{
  void *address = element ("element", v, offset, narrow, size);
  printf ("\n");
  return address;
}

void *
erbium_element_check (erbium_view *v, uint64_t offset, int narrow, uint64_t size, const char *where)
{
  void *address = element ("element_check", v, offset, narrow, size);
  printf (" %s\n", base (where));
  return address;
}

void *
erbium_address_check (erbium_view *v, uint64_t offset, int narrow, uint64_t size, const char *where)
{
  void *address = element ("address_check", v, offset, narrow, size);
  printf (" %s\n", base (where));
  return address;
}

bool
(erbium_done) (erbium_view *v, const char *where)
{
  printf ("done v%d %s\n", number (v), base (where));
  return false;
}

erbium_index
(erbium_claim) (erbium_view *v, erbium_index n, erbium_index group, const char *where)
{
  printf ("claim v%d %ld %ld %s\n", number (v), (long) n, (long) group, base (where));
  return 0;
}

erbium_index
(erbium_missed) (erbium_view *v, const char *where)
{
  printf ("missed v%d %s\n", number (v), base (where));
  return 0;
}

void
(erbium_alloc) (erbium_view *v, erbium_index h, const char *where)
{
  printf ("alloc v%d %ld %s\n", number (v), (long) h, base (where));
}

int
(erbium_register) (erbium_view *v, erbium_index id, const char *where)
{
  printf ("register v%d %ld %s\n", number (v), (long) id, base (where));
  return id < 0 ? 0 : (int) id;
}

void
(erbium_free_view) (erbium_view *v, int handover, const char *where)
{
  printf ("free_view v%d %d %s\n", number (v), handover, base (where));
}

erbium_record *
(erbium_new_record) (size_t size, size_t align, erbium_index wreg, erbium_index rreg,
                   const char *where)
{
  erbium_record *r = &records[made_records];
  r->number = made_records++;
  printf ("new_record r%d size %zu align %zu %ld %ld %s\n", r->number, size, align, (long) wreg, (long) rreg,
          base (where));
  return r;
}

erbium_record *
erbium_new_named_record (size_t size, size_t align, erbium_index wreg, erbium_index rreg,
                         const char *where, const char *variable)
{
  erbium_record *r = &records[made_records];
  r->number = made_records++;
  printf ("new_record r%d '%s' size %zu align %zu %ld %ld %s\n", r->number,
          variable ? variable : "", size, align, (long) wreg, (long) rreg, base (where));
  return r;
}

erbium_view *
erbium_new_view (erbium_record *r, int write, const char *where)
{
  struct mock_view *v = &views[made_views];
  v->number = made_views++;
  v->head.base = windows[v->number];
  struct erbium_slot *s = v->head.commit_slot = v->head.release_slot = &slots[v->number];
  erbium_store_relaxed (&s->index, -1);
  erbium_store_relaxed (&s->wake_at, 5);
  v->head.origin = (uint64_t) (uintptr_t) v->head.base;
  printf ("new_%s_view v%d r%d %s\n", write ? "write" : "read", v->number, r->number, base (where));
  return &v->head;
}

erbium_view *
erbium_pass_view (erbium_view *v, const char *where)
{
  printf ("pass_view v%d %s\n", number (v), base (where));
  return v;
}

erbium_process
erbium_start (const char *name, void (*start) (void *), size_t size, const void *arguments,
                      const char *where)
{
  _Alignas (64) char copy[1024];
  printf ("start '%s' size %zu %s\n", name, size, base (where));
  memcpy (copy, arguments, size);
  start (copy);
  printf ("end '%s'\n", name);
  return ++started;
}

void
(erbium_join) (erbium_process p, const char *where)
{
  printf ("join %ld %s\n", (long) p, base (where));
}

void
erbium_checked_build (void)
{
  printf ("checked\n");
}

void
erbium_keep_thread (void)
{
  printf ("keep_thread\n");
}
