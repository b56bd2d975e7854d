/* SPDX-License-Identifier: MIT */
/* guest_symbols.c - dlsym in a guest: names of its own images come before those of the program. */
#define _GNU_SOURCE
#include "partition/guest.h"

#include <dlfcn.h>

/* Returns where an image has a name, or NULL if it does not export it. */
static void *
find_in (const struct erb_image *image, const char *name)
{
  const ElfW (Sym) *symbol = erb_elf_export (image->elf, name);
  if (!symbol)
    return NULL;
  int type = ELF64_ST_TYPE (symbol->st_info);
  return type == STT_TLS || type == STT_GNU_IFUNC ? NULL : image->base + symbol->st_value;
}

/* Whether a handle names the program with all of its libraries. */
static bool
is_all (void *handle)
{
  struct link_map *map;
  return handle == RTLD_DEFAULT
         || (handle != RTLD_NEXT && dlinfo (handle, RTLD_DI_LINKMAP, &map) == 0 && !*map->l_name);
}

/* Whether a handle names the library of which image is a copy. */
static bool
is_original (void *handle, const struct erb_image *image)
{
  struct link_map *map;
  return handle != RTLD_DEFAULT && handle != RTLD_NEXT
         && dlinfo (handle, RTLD_DI_LINKMAP, &map) == 0 && map->l_addr == image->elf->original;
}

static void *
call_dlsym (void *handle, const char *name)
{
  struct erb_guest *g = erb_guest_calls ();
  bool all = g && is_all (handle);
  void *found = all ? find_in (g->image, name) : NULL;
  for (int n = 1; g && !found && n <= g->image->elf->libraries; n++)
    {
      const struct erb_image *library = erb_image_part (g->image, n);
      if (all || is_original (handle, library))
        found = find_in (library, name);
    }
  if (!found && g && all)
    found = erb_interposed (name, true);
  return found ? found : dlsym (handle, name);
}

const struct erb_interposed erb_guest_symbol_calls[] = {
  ERB_INTERPOSE ("dlsym", call_dlsym), { NULL, NULL }
};
