/* SPDX-License-Identifier: MIT */
/* guest_keys.c - isolated guests: their memory has a protection key of the processor.
 *
 * A thread has a register that says for each key what the thread may do in memory that has the key.
 * Threads begin with the rights of the one that creates them, and the first thread of a program has
 * none but for key 0, the key of all other memory.  So only the threads of the guest use its
 * variables, heap and private mappings: a wrong pointer of another one causes SIGSEGV.
 *
 * The kernel takes the rights away in handlers of signals.  A thread that leaves a handler by a
 * jump takes them again.
 */
#define _GNU_SOURCE
#include "partition/guest.h"

#include <sys/mman.h>

#ifdef __x86_64__
# include <cpuid.h>

/* Whether the processor has keys, and the system uses them. */
static bool
has_keys (void)
{
  enum { OSPKE = 1 << 4 };
  unsigned a, b, c, d;
  return __get_cpuid_count (7, 0, &a, &b, &c, &d) && c & OSPKE;
}

static void
permit (int key)
{
  pkey_set (key, 0);
}
#else
static bool
has_keys (void)
{
  return false;
}

static void
permit (int key)
{
  (void) key;
}
#endif

bool
erb_guest_key_take (struct erb_guest *g, const char **why)
{
  int key = has_keys () ? pkey_alloc (0, PKEY_DISABLE_ACCESS) : -1;
  if (key > 0)
    {
      g->key = key;
      return true;
    }
  *why = has_keys () ? "it is to be isolated, and all protection keys are in use"
                     : "it is to be isolated, and this processor, or its system, has no protection"
                       " keys";
  errno = has_keys () ? EAGAIN : ENOTSUP;
  return false;
}

void
erb_guest_key_give (struct erb_guest *g)
{
  if (g->key)
    pkey_free (g->key);
  g->key = 0;
}

/* Gives the variables of an image a key. */
static bool
cover_image (const struct erb_image *image, int key)
{
  const struct erb_elf *e = image->elf;
  char *data = image->base + (e->data & ~(erb_page_size () - 1));
  size_t bytes = (size_t) (image->base + e->low + e->span - data);
  bool good = pkey_mprotect (data, bytes, PROT_READ | PROT_WRITE, key) == 0;
  for (int n = 0; n < e->libraries; n++)
    good = cover_image (image->library[n], key) && good;
  return good;
}

static bool
cover (const struct erb_guest *g, int key)
{
  bool image = cover_image (g->image, key), heap = erb_guest_heap_cover (g, key);
  return erb_guest_pages_cover (g, key) && image && heap;
}

bool
erb_guest_key_begin (struct erb_guest *g)
{
  if (!g->key)
    return true;
  permit (g->key);
  return cover (g, g->key);
}

void
erb_guest_key_permit (const struct erb_guest *g)
{
  if (g->key)
    permit (g->key);
}

void
erb_guest_key_end (struct erb_guest *g)
{
  if (!g->key)
    return;
  permit (g->key);
  cover (g, 0);
  erb_guest_key_give (g);
}
