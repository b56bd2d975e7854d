/* SPDX-License-Identifier: MIT */
/* global_diff.c - what a process that is a space has changed for itself alone.
 *
 * A program that was written for threads may hand results on in a global variable, or through a
 * pointer to a variable of whoever ran the process.  In spaces each process changes a copy, and
 * nobody sees it.  Checked mode tells: the process keeps what its program's variables, and the
 * stack of whoever ran it, were when it began, and compares at its end.  The variables are told by
 * their names in the program's table of symbols.
 *
 * The runtime's own variables are no ones of the program's: linked into it, they are in sections
 * of their own (Makefile).  Memory of malloc is not looked at, since the library's own buffers are
 * in it, nor are variables of shared libraries.
 */
#define _GNU_SOURCE
#include "space_model/global_diff.h"
#include "sync/sync.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  AREAS = 4,
  LINKERS_OWN = 3,    /* words before the addresses of functions */
  TOLD = 8,           /* variables, of one process */
  STACK = 1 << 20,    /* bytes of the stack above that are looked at */
  MOST = 1 << 26      /* of variables: with more, the rest is not looked at */
};

struct area { const char *from, *to; const char *before; };
static struct area areas[AREAS];
static int n_areas;
static bool has_stack; /* the first of them */
static uintptr_t base; /* where the program is, over what its file says */

/* Where the runtime's own variables are; in the shared library they are elsewhere. */
extern const char __start_erbium_data[] __attribute__ ((weak, visibility ("hidden")));
extern const char __stop_erbium_data[] __attribute__ ((weak, visibility ("hidden")));
extern const char __start_erbium_bss[] __attribute__ ((weak, visibility ("hidden")));
extern const char __stop_erbium_bss[] __attribute__ ((weak, visibility ("hidden")));

/* ---- What it was ----------------------------------------------------------- */

static void
keep (const char *from, const char *to)
{
  size_t bytes = (size_t) (to - from);
  if (from >= to || n_areas == AREAS)
    return;
  bytes = bytes < MOST ? bytes : MOST;
  char *copy = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (copy == MAP_FAILED)
    return;
  memcpy (copy, from, bytes);
  areas[n_areas++] = (struct area) { from, from + bytes, copy };
}

/* Where the addresses of functions are that the linker looks up at their first call; NULL: nowhere. */
static const char *
find_linkage (const ElfW (Dyn) *d, const char **end)
{
  const char *from = NULL;
  size_t calls = 0;
  for (; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_PLTGOT)
      from = (const char *) (d->d_un.d_ptr < base ? base + d->d_un.d_ptr : d->d_un.d_ptr); /* or relocated */
    else if (d->d_tag == DT_PLTRELSZ)
      calls = d->d_un.d_val / sizeof (ElfW (Rela));
  *end = from ? from + (LINKERS_OWN + calls) * sizeof (void *) : NULL;
  return from;
}

/* The program itself comes first.  What is made read-only once it is loaded cannot change. */
static int
keep_variables (struct dl_phdr_info *info, size_t size, void *unused)
{
  (void) size, (void) unused;
  const char *fixed = NULL, *linkage = NULL, *linkage_end = NULL;
  base = info->dlpi_addr;
  for (int n = 0; n < info->dlpi_phnum; n++)
    if (info->dlpi_phdr[n].p_type == PT_GNU_RELRO)
      fixed = (const char *) (base + info->dlpi_phdr[n].p_vaddr + info->dlpi_phdr[n].p_memsz);
    else if (info->dlpi_phdr[n].p_type == PT_DYNAMIC)
      linkage = find_linkage ((const void *) (base + info->dlpi_phdr[n].p_vaddr), &linkage_end);
  for (int n = 0; n < info->dlpi_phnum; n++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[n];
      if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
        continue;
      const char *from = (const char *) (base + p->p_vaddr), *to = from + p->p_memsz;
      from = fixed > from && fixed <= to ? fixed : from;
      if (linkage && linkage_end > from && linkage_end <= to) /* its own words may be among what is fixed */
        {
          keep (from, linkage);
          from = linkage_end;
        }
      keep (from, to);
    }
  return 1;
}

extern void *__libc_stack_end; /* of glibc: where the stack of main begins */

void
erb_global_diff_begin (const void *runner)
{
  const char *from = runner, *top = __libc_stack_end;
  n_areas = 0;
#ifdef __SANITIZE_ADDRESS__
  return; /* what lies between variables is not to be read */
#endif
  keep (from, top - from > STACK ? from + STACK : top);
  has_stack = n_areas > 0;
  dl_iterate_phdr (keep_variables, NULL);
}

/* ---- Names ----------------------------------------------------------------- */

struct symbols
{
  const char *file;
  size_t bytes;
  const ElfW (Sym) *symbol;
  size_t count;
  const char *names;
  size_t name_bytes;
  bool nameless; /* one without a name has been told of */
};

static bool
lies_in (const struct symbols *s, uint64_t offset, uint64_t bytes)
{
  return offset <= s->bytes && bytes <= s->bytes - offset;
}

/* The table of symbols in the file, if there is one and it is whole. */
static void
find_table (struct symbols *s)
{
  const ElfW (Ehdr) *head = (const void *) s->file;
  if (s->bytes < sizeof *head || memcmp (head->e_ident, ELFMAG, SELFMAG) != 0
      || !lies_in (s, head->e_shoff, (uint64_t) head->e_shnum * sizeof (ElfW (Shdr))))
    return;
  const ElfW (Shdr) *section = (const void *) (s->file + head->e_shoff);
  for (int n = 0; n < head->e_shnum; n++)
    {
      const ElfW (Shdr) *table = &section[n], *names = &section[table->sh_link];
      if (table->sh_type != SHT_SYMTAB || table->sh_link >= head->e_shnum
          || !lies_in (s, table->sh_offset, table->sh_size) || !lies_in (s, names->sh_offset, names->sh_size)
          || names->sh_size == 0 || s->file[names->sh_offset + names->sh_size - 1] != 0)
        continue;
      s->symbol = (const void *) (s->file + table->sh_offset);
      s->count = table->sh_size / sizeof *s->symbol;
      s->names = s->file + names->sh_offset;
      s->name_bytes = names->sh_size;
    }
}

static struct symbols
open_symbols (void)
{
  struct symbols s = { .file = NULL };
  struct stat about;
  int fd = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return s;
  if (fstat (fd, &about) == 0 && about.st_size > 0)
    {
      void *file = mmap (NULL, (size_t) about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      s.file = file == MAP_FAILED ? NULL : file;
      s.bytes = (size_t) about.st_size;
    }
  close (fd);
  if (s.file)
    find_table (&s);
  return s;
}

/* The variable in which address lies, or NULL; *end: where it ends, or the next one begins. */
static const char *
variable_at (const struct symbols *s, const char *address, const char **end)
{
  uint64_t at = (uintptr_t) address - base, next = UINT64_MAX;
  for (size_t n = 0; n < s->count; n++)
    {
      const ElfW (Sym) *v = &s->symbol[n];
      if (ELF64_ST_TYPE (v->st_info) != STT_OBJECT || v->st_name >= s->name_bytes)
        continue;
      if (v->st_value <= at && at - v->st_value < v->st_size)
        {
          *end = (const char *) (base + v->st_value + v->st_size);
          return s->names + v->st_name;
        }
      if (v->st_value > at && v->st_value < next)
        next = v->st_value;
    }
  *end = next == UINT64_MAX ? (const char *) UINTPTR_MAX : (const char *) (base + next);
  return NULL;
}

/* ---- What it is now ---------------------------------------------------------- */

/* Whether it is a variable of the runtime; *end: where that ends. */
static bool
is_of_runtime (const char *address, const char **end)
{
  const char *const range[][2] = { { __start_erbium_data, __stop_erbium_data },
                                   { __start_erbium_bss, __stop_erbium_bss } };
  for (size_t n = 0; n < sizeof range / sizeof *range; n++)
    if (address >= range[n][0] && address < range[n][1])
      {
        *end = range[n][1];
        return true;
      }
  return false;
}

static void
tell_variable (const struct erb_process *p, const char *name)
{
  struct erb_text t;
  const char *quote = strchr (name, ' ') ? "" : "'";
  snprintf (t.s, sizeof t.s, "%s%.*s%s", quote, (int) strcspn (name, "."), name, quote); /* count.0: static in a function */
  erb_warn (p->program->set.verbose, 1, p->where, "process '%s' has changed %s for itself alone: processes that are spaces"
            " share records and nothing else; hand it on in one", p->name, t.s);
}

static void
tell_stack (const struct erb_process *p)
{
  erb_warn (p->program->set.verbose, 1, p->where, "process '%s' has changed a variable of the function that ran it, or of one"
            " that called that, for itself alone: processes that are spaces share records and nothing else;"
            " hand it on in one", p->name);
}

/* The first byte from AT on that has changed, or the end. */
static const char *
next_change (const struct area *a, const char *at)
{
  while (at < a->to && *at == a->before[at - a->from])
    at++;
  return at;
}

/* Tells of the variable at ADDRESS, which has changed, unless it is none of the program's; returns
 * where it ends.  All that have no name in the table are told of as one. */
static const char *
look_at_variable (const struct erb_process *p, struct symbols *s, const char *address, int *told)
{
  const char *end = address + 1;
  if (is_of_runtime (address, &end))
    return end;
  if (!s->file)
    *s = open_symbols ();
  const char *name = variable_at (s, address, &end);
  if (name || !s->nameless)
    {
      tell_variable (p, name ? name : "a variable that has no name in the program's table of symbols");
      ++*told;
    }
  s->nameless = s->nameless || !name;
  return end;
}

void
erb_global_diff_report (const struct erb_process *p)
{
  struct symbols s = { .file = NULL };
  int told = 0;
  if (has_stack && next_change (&areas[0], areas[0].from) < areas[0].to)
    tell_stack (p);
  for (int n = has_stack; n < n_areas; n++)
    for (const char *at = areas[n].from; told < TOLD && (at = next_change (&areas[n], at)) < areas[n].to;)
      at = look_at_variable (p, &s, at, &told);
  if (s.file)
    munmap ((void *) s.file, s.bytes);
}
