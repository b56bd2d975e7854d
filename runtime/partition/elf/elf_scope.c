/* SPDX-License-Identifier: MIT */
/* elf_scope.c - the libraries of a guest: in which order they are searched, which are copied.
 *
 * A library that keeps state for the program as a whole serves one guest at a time: libsqlite3, for
 * example, calls the function for messages that the last program has set.  If such a library is
 * copied, each guest has its variables for itself.  A library that needs a copied one is copied
 * too, since its words hold addresses in one of them only.
 */
#define _GNU_SOURCE
#include "partition/elf/elf_scope.h"

#include <dlfcn.h>
#include <unistd.h>

/* ---- The order ------------------------------------------------------------------ */

/* Appends the library of that name unless it is there.  Returns false if it cannot be loaded. */
static bool
add (struct erb_scope *s, const char *name, int flags)
{
  struct link_map *map = NULL;
  void *handle = dlopen (name, RTLD_LAZY | flags);
  if (!handle || dlinfo (handle, RTLD_DI_LINKMAP, &map) != 0)
    return false;
  for (int n = 0; n < s->count; n++)
    if (s->library[n].map == map)
      return true;
  struct erb_library *more = realloc (s->library, (size_t) (s->count + 1) * sizeof *more);
  if (!more)
    return false;
  s->library = more;
  s->library[s->count++] = (struct erb_library){ .handle = handle, .map = map };
  return true;
}

/* Calls one (name, argument) for each library that a loaded one needs, until that returns true.
 * Returns whether it has. */
static bool
any_needed (const struct link_map *map, bool (*one) (const char *name, void *argument),
            void *argument)
{
  const char *texts = NULL;
  for (const ElfW (Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_STRTAB) /* the dynamic linker has made it an address, mostly */
      texts = (const char *) (d->d_un.d_ptr < map->l_addr ? map->l_addr + d->d_un.d_ptr
                                                           : d->d_un.d_ptr);
  for (const ElfW (Dyn) *d = map->l_ld; texts && d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED && one (texts + d->d_un.d_val, argument))
      return true;
  return false;
}

static bool
add_loaded (const char *name, void *scope)
{
  add (scope, name, RTLD_NOLOAD);
  return false;
}

/* ---- Folders that the program names ---------------------------------------------------- */

/* Writes a folder, of length bytes, and a file in it to room; $ORIGIN is the folder of the program.
 * Returns whether there is such a file. */
static bool
is_in_folder (const struct erb_elf *e, const char *folder, size_t length, const char *name,
              char *room, size_t size)
{
  static const char *const origin[] = { "$ORIGIN", "${ORIGIN}" };
  const char *slash = strrchr (e->name, '/');
  for (int n = 0; n < 2; n++)
    {
      size_t skip = strlen (origin[n]);
      if (length < skip || strncmp (folder, origin[n], skip) != 0)
        continue;
      snprintf (room, size, "%.*s%.*s/%s", slash ? (int) (slash - e->name) : 1,
                slash ? e->name : ".", (int) (length - skip), folder + skip, name);
      return access (room, R_OK) == 0;
    }
  snprintf (room, size, "%.*s/%s", (int) length, folder, name);
  return length && access (room, R_OK) == 0;
}

/* Returns the path of a library in the folders that the program names (-rpath), in room, or its
 * name, for which the dynamic linker has its own. */
static const char *
path_of (const struct erb_elf *e, const char *name, char *room, size_t size)
{
  for (const ElfW (Dyn) *d = e->dynamic; d->d_tag != DT_NULL && !strchr (name, '/'); d++)
    if (d->d_tag == DT_RUNPATH || d->d_tag == DT_RPATH)
      for (const char *folder = e->string + d->d_un.d_val; *folder;)
        {
          size_t length = strcspn (folder, ":");
          if (is_in_folder (e, folder, length, name, room, size))
            return room;
          folder += length + (folder[length] == ':');
        }
  return name;
}

/* The program's own libraries come first, then those that these need, and so on. */
static const char *
load_all (struct erb_scope *s, struct erb_elf *e)
{
  char room[4096];
  for (const ElfW (Dyn) *d = e->dynamic; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_NEEDED
        && !add (s, path_of (e, e->string + d->d_un.d_val, room, sizeof room), 0))
      {
        const char *why = dlerror ();
        snprintf (e->reason, sizeof e->reason, "%s", why ? why : "no memory");
        return e->reason;
      }
  for (int n = 0; n < s->count; n++)
    any_needed (s->library[n].map, add_loaded, s);
  return NULL;
}

/* ---- Those that are copied ---------------------------------------------------------- */

/* The name of a library is that of its file, or the beginning of it before a dot. */
static bool
is_named (const struct link_map *map, const char *name)
{
  const char *slash = strrchr (map->l_name, '/'), *file = slash ? slash + 1 : map->l_name;
  size_t length = strlen (name);
  return strncmp (file, name, length) == 0 && (file[length] == 0 || file[length] == '.');
}

/* Those that all threads of a process use together. */
static bool
exists_once (const struct link_map *map)
{
  static const char *const once[] = {
    "libc", "libpthread", "libdl", "librt", "libgcc_s", "liberbium", "ld-linux-x86-64",
    "ld-linux-aarch64"
  };
  for (size_t n = 0; n < sizeof once / sizeof once[0]; n++)
    if (is_named (map, once[n]))
      return true;
  return false;
}

static void
choose_all (struct erb_scope *s)
{
  for (int n = 0; n < s->count; n++)
    s->library[n].copied = !exists_once (s->library[n].map);
}

static const char *
choose_named (struct erb_scope *s, struct erb_elf *e, erb_elf_names names)
{
  for (; names && *names; names++)
    {
      int n = 0;
      if (strcmp (*names, "*") == 0)
        {
          choose_all (s);
          continue;
        }
      while (n < s->count && !is_named (s->library[n].map, *names))
        n++;
      if (n < s->count && !exists_once (s->library[n].map))
        {
          s->library[n].copied = true;
          continue;
        }
      snprintf (e->reason, sizeof e->reason,
                n < s->count ? "its library '%s' cannot be copied: all programs of a process use"
                               " the same one" : "it needs no library '%s', which is to be copied",
                *names);
      return e->reason;
    }
  return NULL;
}

struct search { const struct erb_scope *scope; bool placed; };

/* Whether the library of that name is copied, or, if placed is wanted, has no place yet. */
static bool
is_chosen (const char *name, void *argument)
{
  const struct search *search = argument;
  void *handle = dlopen (name, RTLD_LAZY | RTLD_NOLOAD);
  bool found = false;
  for (int n = 0; handle && n < search->scope->count; n++)
    {
      const struct erb_library *library = &search->scope->library[n];
      if (library->handle == handle)
        found = library->copied && !(search->placed && library->file);
    }
  if (handle)
    dlclose (handle);
  return found;
}

/* These write to stdout, with buffers that they keep for the program as a whole: each guest has its
 * own. */
static void
choose_writers (struct erb_scope *s)
{
  for (int n = 0; n < s->count; n++)
    if (is_named (s->library[n].map, "libstdc++") || is_named (s->library[n].map, "libgfortran"))
      s->library[n].copied = true;
}

static void
choose_users (struct erb_scope *s)
{
  struct search search = { s, false };
  bool more = true;
  while (more)
    {
      more = false;
      for (int n = 0; n < s->count; n++)
        if (!s->library[n].copied && any_needed (s->library[n].map, is_chosen, &search))
          more = s->library[n].copied = true;
    }
}

/* Returns one that is copied and has no place, and needs none of those if there is such a one. */
static struct erb_library *
next_to_place (struct erb_scope *s)
{
  struct search search = { s, true };
  struct erb_library *any = NULL;
  for (int n = 0; n < s->count; n++)
    {
      struct erb_library *library = &s->library[n];
      if (!library->copied || library->file)
        continue;
      if (!any_needed (library->map, is_chosen, &search))
        return library;
      any = any ? any : library;
    }
  return any;
}

static const char *
place (struct erb_elf *e, struct erb_library *library)
{
  const char *why = NULL;
  if (e->libraries == ERB_ELF_LIBRARIES)
    return "too many of its libraries are to be copied";
  struct erb_elf **more = realloc (e->library, (size_t) (e->libraries + 1) * sizeof *more);
  if (!more)
    return "no memory";
  e->library = more;
  library->file = erb_elf_of_library (library->map->l_name, library->map->l_addr, &why);
  if (library->file)
    {
      e->library[e->libraries++] = library->file;
      library->file->place = e->libraries;
      return NULL;
    }
  snprintf (e->reason, sizeof e->reason, "its library %s cannot be copied: %s",
            library->map->l_name, why);
  return e->reason;
}

const char *
erb_scope_open (struct erb_scope *s, struct erb_elf *e, erb_elf_names names)
{
  const char *why = load_all (s, e);
  if (!why)
    why = choose_named (s, e, names);
  choose_writers (s);
  choose_users (s);
  for (struct erb_library *next; !why && (next = next_to_place (s));)
    why = place (e, next);
  return why;
}

void
erb_scope_close (struct erb_scope *s)
{
  free (s->library);
}

bool
erb_scope_find_copied (const struct erb_scope *s, const char *name, uint8_t *base,
                       uint64_t *offset)
{
  for (int n = 0; n < s->count; n++)
    {
      const struct erb_library *library = &s->library[n];
      const ElfW (Sym) *symbol = library->file ? erb_elf_export (library->file, name) : NULL;
      if (!symbol)
        continue;
      uintptr_t at = (uintptr_t) dlsym (library->handle, name);
      bool chosen = ELF64_ST_TYPE (symbol->st_info) == STT_GNU_IFUNC;
      *base = (uint8_t) (1 + library->file->place);
      *offset = chosen ? at - library->map->l_addr : symbol->st_value;
      return true;
    }
  return false;
}
