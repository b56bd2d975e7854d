/* SPDX-License-Identifier: MIT */
/* code_place.c - the program's file and its libraries, and addresses in them.
 *
 * A rank may have its files at other addresses than the next.  An address of code, or of a
 * constant, is a file and an offset there: the same on all ranks, if they have the same files.  So
 * at the start each rank computes a sum over the names and build ids of its files.
 */
#define _GNU_SOURCE
#include "code_place/code_place.h"

#include <elf.h>
#include <link.h>
#include <sys/mman.h>

enum { MOST_IMAGES = 256, MOST_RANGES = 8 };

struct image
{
  uintptr_t base;
  int ranges;
  struct { uintptr_t from, to; } range[MOST_RANGES]; /* that the program cannot change */
};

static struct image images[MOST_IMAGES];
static int image_count;

static uint64_t
add_to_sum (uint64_t sum, const void *bytes, size_t size)
{
  const unsigned char *b = bytes; /* FNV-1a */
  for (size_t n = 0; n < size; n++)
    sum = (sum ^ b[n]) * UINT64_C (1099511628211);
  return sum;
}

/* Adds the notes of a file, among which is its build id. */
static uint64_t
add_notes (uint64_t sum, const struct dl_phdr_info *i)
{
  for (int n = 0; n < i->dlpi_phnum; n++)
    {
      const ElfW (Phdr) *h = &i->dlpi_phdr[n];
      if (h->p_type == PT_NOTE)
        sum = add_to_sum (sum, (const void *) (i->dlpi_addr + h->p_vaddr), h->p_memsz);
      else if (h->p_type == PT_LOAD)
        sum = add_to_sum (sum, &h->p_memsz, sizeof h->p_memsz);
    }
  return sum;
}

/* Adds the ranges that the program cannot change: segments without the right to write, and what is
 * made constant after it was relocated. */
static void
add_ranges (struct image *m, const struct dl_phdr_info *i)
{
  for (int n = 0; n < i->dlpi_phnum && m->ranges < MOST_RANGES; n++)
    {
      const ElfW (Phdr) *h = &i->dlpi_phdr[n];
      if ((h->p_type == PT_LOAD && !(h->p_flags & PF_W)) || h->p_type == PT_GNU_RELRO)
        {
          m->range[m->ranges].from = i->dlpi_addr + h->p_vaddr;
          m->range[m->ranges++].to = i->dlpi_addr + h->p_vaddr + h->p_memsz;
        }
    }
}

static int
add_image (struct dl_phdr_info *i, size_t size, void *sum)
{
  const char *name = strrchr (i->dlpi_name, '/');
  name = name ? name + 1 : i->dlpi_name;
  (void) size;
  if (image_count == MOST_IMAGES || strncmp (name, "linux-vdso", 10) == 0)
    return 0;
  struct image *m = &images[image_count++];
  m->base = i->dlpi_addr;
  *(uint64_t *) sum = add_to_sum (*(uint64_t *) sum, name, strlen (name));
  *(uint64_t *) sum = add_notes (*(uint64_t *) sum, i);
  add_ranges (m, i);
  return 0;
}

uint64_t
erb_images_begin (void)
{
  uint64_t sum = UINT64_C (14695981039346656037);
  dl_iterate_phdr (add_image, &sum);
  return sum;
}

bool
erb_place_of (uintptr_t address, struct erb_place *place)
{
  for (int n = 0; n < image_count; n++)
    for (int k = 0; k < images[n].ranges; k++)
      if (address - images[n].range[k].from < images[n].range[k].to - images[n].range[k].from)
        {
          place->image = n;
          place->offset = (int64_t) (address - images[n].base);
          return true;
        }
  return false;
}

uintptr_t
erb_address_of (struct erb_place place)
{
  return images[place.image].base + (uintptr_t) place.offset;
}

bool
erb_is_mapped (uintptr_t address)
{
  unsigned char here;
  uintptr_t page = address & -(uintptr_t) erb_page_size ();
  return page != 0 && address >> 47 == 0 && mincore ((void *) page, 1, &here) == 0;
}
