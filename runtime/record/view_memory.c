/* SPDX-License-Identifier: MIT */
/* view_memory.c - the memory of views, and how an address is recognised as a view.
 *
 * Processes may pass a primitive an address that is not a view, or a view that has been freed.  To
 * report that, the runtime tells views from other memory.  A view contains its own address, and is
 * in a place where a view can be: in one of the blocks of its program or, where descriptors are in
 * a heap of their own, in a block of the size of a view.  Freed views are kept in a queue, the
 * quarantine, before their memory is used again.
 *
 * A block has as many views as all blocks before it together, and a program keeps its blocks until
 * its end.  So a few addresses tell all places, and are read without a lock.
 */
#include "record/view_memory.h"

#include <stdlib.h>

/* The number of freed views that are kept to be recognised.  They take up to 1.5 MiB, in checked
 * mode up to 100 MiB. They outlive the descriptors of their records (record.c), so they contain
 * what reports say about these records. */
enum { QUARANTINE = 4096, QUARANTINE_CHECKED = 1 << 18 };

enum { FIRST_BLOCK = 32 }; /* views */

/* ---- Blocks ------------------------------------------------------------ */

static int64_t
views_of_block (int block)
{
  return (int64_t) FIRST_BLOCK << block;
}

/* The first view of a block of malloc. */
static struct erb_view *
aligned (int64_t memory)
{
  return (struct erb_view *) (((uintptr_t) memory + ERBIUM_LINE - 1) & -(uintptr_t) ERBIUM_LINE);
}

/* Under the program's lock.  The memory of a large block is not touched. */
static struct erb_view *
new_view (erbium_program *p)
{
  int64_t before = 0;
  int block = 0;
  while (p->views_made - before >= views_of_block (block))
    before += views_of_block (block++);
  int64_t memory = erbium_load_relaxed (&p->view_block[block]);
  if (!memory)
    {
      memory = (int64_t) (intptr_t) calloc ((size_t) views_of_block (block) + 1,
                                            sizeof (struct erb_view));
      erbium_store_release (&p->view_block[block], memory); /* view_in_block */
    }
  return memory ? aligned (memory) + (p->views_made++ - before) : NULL;
}

/* Whether there has been a view at this place. */
static bool
is_view (const struct erb_view *v)
{
  return erbium_load_relaxed (&v->itself) == (int64_t) (intptr_t) v;
}

static struct erb_view *
view_in_block (const erbium_program *p, const void *address)
{
  for (int block = 0; block < ERB_VIEW_BLOCKS; block++)
    {
      int64_t memory = erbium_load_acquire (&p->view_block[block]); /* new_view */
      if (!memory)
        return NULL;
      struct erb_view *first = aligned (memory);
      size_t at = (size_t) ((const char *) address - (const char *) first);
      if (at < (size_t) views_of_block (block) * sizeof *first)
        return at % sizeof *first == 0 && is_view (&first[at / sizeof *first])
               ? &first[at / sizeof *first] : NULL;
    }
  return NULL;
}

/* ---- Views ------------------------------------------------------------- */

static __thread struct erb_view *reserved __attribute__ ((tls_model ("initial-exec")));

/* Takes v out of the quarantine.  Returns false if it is not there. */
static bool
leave_quarantine (erbium_program *p, struct erb_view *v)
{
  erb_os->lock (&p->lock);
  struct erb_view **at = &p->freed;
  while (*at && *at != v)
    at = &(*at)->next;
  bool found = *at != NULL;
  if (found)
    {
      *at = v->next;
      p->freed_count--;
      if (p->freed_end == &v->next)
        p->freed_end = at;
    }
  erb_os->unlock (&p->lock);
  return found;
}

void
erb_view_reserve (struct erb_view *v)
{
  if (v->elsewhere || leave_quarantine ((erbium_program *) v->program, v))
    reserved = v;
}

struct erb_view *
erb_view_memory (erbium_program *p)
{
  struct erb_view *v = reserved;
  reserved = NULL;
  erb_os->lock (&p->lock);
  p->viewed = true;
  if (v)
    ;
  else if (p->freed_count > (p->set.check ? QUARANTINE_CHECKED : QUARANTINE))
    {
      v = p->freed;
      p->freed = v->next;
      p->freed_count--;
    }
  else
    v = p->heap ? erb_memory (p->heap, sizeof *v) : new_view (p);
  erb_os->unlock (&p->lock);
  if (!v)
    return NULL;
  memset (&v->hot, 0, sizeof v->hot);
  memset (&v->program, 0, sizeof *v - offsetof (struct erb_view, program));
  erbium_store_relaxed (&v->itself, (int64_t) (intptr_t) v);
  v->program = p;
  return v;
}

/* Returns the view at this block of the heap, which has the size of a view, or NULL if it is
 * none. */
static struct erb_view *
view_in_heap (const erbium_program *p, const void *address)
{
  struct erb_view *v = (struct erb_view *) address;
  return is_view (v) && v->program == p ? v : NULL;
}

struct erb_view *
erb_view_at (erbium_program *p, const void *address)
{
  if ((uintptr_t) address % ERBIUM_LINE != 0 || !address)
    return NULL;
  if (p->heap)
    return erb_heap_has (p->heap, address, sizeof (struct erb_view)) ? view_in_heap (p, address)
                                                                      : NULL;
  return view_in_block (p, address);
}

void
erb_views_range (erbium_program *p, uintptr_t *from, uintptr_t *to)
{
  *from = UINTPTR_MAX;
  *to = 0;
  for (int block = 0; block < ERB_VIEW_BLOCKS; block++)
    {
      int64_t memory = erbium_load_acquire (&p->view_block[block]); /* new_view */
      uintptr_t first = (uintptr_t) aligned (memory);
      uintptr_t end = first + (uintptr_t) views_of_block (block) * sizeof (struct erb_view);
      if (!memory)
        return;
      *from = first < *from ? first : *from;
      *to = end > *to ? end : *to;
    }
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
  struct erb_view *next;
  for (struct erb_view *v = p->heap ? p->freed : NULL; v; v = next)
    {
      next = v->next;
      erb_memory_free (p->heap, v);
    }
  for (int block = 0; block < ERB_VIEW_BLOCKS; block++)
    free ((void *) (intptr_t) erbium_load_relaxed (&p->view_block[block]));
}
