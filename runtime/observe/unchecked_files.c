/* SPDX-License-Identifier: MIT */
/* unchecked_files.c - names the files whose accesses to elements checked mode cannot check.
 *
 * The plugin without its argument `check', erbiumc without --check and the macros with
 * ERBIUM_TRUSTED compile accesses without a call that checks them.  Such a file has an ELF note
 * (section .note.erbium: "Erbium", type 1, the name of the source file), which costs nothing.  A
 * program in checked mode reads the notes of all its objects when it begins.
 */
#define _GNU_SOURCE
#include "observe/observe.h"

#include <link.h>
#include <stdio.h>

enum { UNCHECKED = 1, NAMED = 8 };

struct found
{
  struct erb_text names;
  int files;
};

static size_t
padded (size_t n)
{
  return (n + 3) & ~(size_t) 3;
}

static void
add_file (struct found *f, const char *name)
{
  size_t n = strlen (f->names.s);
  if (f->files++ < NAMED)
    snprintf (f->names.s + n, sizeof f->names.s - n, "%s%s", n ? ", " : "", name);
}

static void
read_notes (struct found *f, const char *at, size_t size)
{
  ElfW (Nhdr) h;
  for (size_t n = 0; n + sizeof h <= size; )
    {
      memcpy (&h, at + n, sizeof h);
      const char *owner = at + n + sizeof h, *file = owner + padded (h.n_namesz);
      n += sizeof h + padded (h.n_namesz) + padded (h.n_descsz);
      if (n <= size && h.n_type == UNCHECKED && h.n_namesz == sizeof "Erbium"
          && memcmp (owner, "Erbium", sizeof "Erbium") == 0 && h.n_descsz > 0)
        add_file (f, file);
    }
}

static int
read_object (struct dl_phdr_info *object, size_t size, void *found)
{
  (void) size;
  for (int n = 0; n < object->dlpi_phnum; n++)
    if (object->dlpi_phdr[n].p_type == PT_NOTE)
      read_notes (found, (const char *) (object->dlpi_addr + object->dlpi_phdr[n].p_vaddr),
                  object->dlpi_phdr[n].p_memsz);
  return 0;
}

static void
settings_changed (const erbium_program *p)
{
  static erbium_atomic32 told;
  struct found f = { { "" }, 0 };
  if (!p->set.check || !erbium_cas (&told, 0, 1))
    return;
  dl_iterate_phdr (read_object, &f);
  if (f.files > NAMED)
    snprintf (f.names.s + strlen (f.names.s), sizeof f.names.s - strlen (f.names.s),
              " and %d more", f.files - NAMED);
  if (f.files)
    erb_warn (p->set.verbose, 1, NULL, "accesses to elements are not checked in %s: compile with "
              "-fplugin-arg-erbium-check or erbiumc --check, and without ERBIUM_TRUSTED",
              f.names.s);
}

const struct erb_observer erb_unchecked_observer = { .settings_changed = settings_changed };
