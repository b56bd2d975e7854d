/* SPDX-License-Identifier: MIT */
/* view_memory.c - the memory of views, and how an address is recognised as a view.
 *
 * Processes may pass a primitive an address that is not a view, or a view that has been freed.  To
 * report that, the runtime tells views from other memory: the program has the addresses of all its
 * views in a tree or, where its descriptors are in a heap of their own, each view contains its own
 * address.  Freed views are kept in a queue, the quarantine, before their memory is used again.
 */
#define _GNU_SOURCE
#include "record/view_memory.h"

#include <search.h>

/* The number of freed views that are kept to be recognised.  They take up to 1.5 MiB, in checked
 * mode up to 100 MiB. They outlive the descriptors of their records (record.c), so they contain
 * what reports say about these records. */
enum { QUARANTINE = 4096, QUARANTINE_CHECKED = 1 << 18 };

static int
compare_addresses (const void *a, const void *b)
{
  return ((uintptr_t) a > (uintptr_t) b) - ((uintptr_t) a < (uintptr_t) b);
}

/* Under the program's lock: returns memory that the program will recognise as a view's until its
 * end. */
static struct erb_view *
new_view_memory (erbium_program *p)
{
  struct erb_view *v = erb_memory (p->heap, sizeof *v);
  if (v && !p->heap && !tsearch (v, &p->all_views, compare_addresses))
    {
      free (v);
      v = NULL;
    }
  return v;
}

struct erb_view *
erb_view_memory (erbium_program *p)
{
  struct erb_view *v = NULL;
  erb_os->lock (&p->lock);
  if (p->freed_count > (p->set.check ? QUARANTINE_CHECKED : QUARANTINE))
    {
      v = p->freed;
      p->freed = v->next;
      p->freed_count--;
    }
  else
    v = new_view_memory (p);
  erb_os->unlock (&p->lock);
  if (v)
    {
      memset (v, 0, sizeof *v);
      v->itself = v;
      v->program = p;
    }
  return v;
}

/* Returns the view at this block of the heap, which has the size of a view, or NULL if it is
 * none. */
static struct erb_view *
view_in_heap (const erbium_program *p, const void *address)
{
  struct erb_view *v = (struct erb_view *) address;
  return v->itself == v && v->program == p ? v : NULL;
}

struct erb_view *
erb_view_at (erbium_program *p, const void *address)
{
  if ((uintptr_t) address % ERBIUM_LINE != 0 || !address)
    return NULL;
  if (p->heap)
    return erb_heap_has (p->heap, address, sizeof (struct erb_view)) ? view_in_heap (p, address)
                                                                      : NULL;
  erb_os->lock (&p->lock);
  void *const *found = tfind (address, &p->all_views, compare_addresses);
  struct erb_view *v = found ? *found : NULL;
  erb_os->unlock (&p->lock);
  return v;
}

static void
forget_node (void *view)
{
  (void) view;
}

void
erb_view_keep (struct erb_view *v)
{
  erbium_program *p = v->record->program;
  erb_os->lock (&p->lock);
  v->next = NULL;
  *p->freed_end = v;
  p->freed_end = &v->next;
  p->freed_count++;
  erb_os->unlock (&p->lock);
}

void
erb_views_free (erbium_program *p)
{
  struct erb_view *v = p->freed;
  tdestroy (p->all_views, forget_node);
  p->all_views = NULL;
  while (v)
    {
      struct erb_view *next = v->next;
      erb_memory_free (p->heap, v);
      v = next;
    }
}
