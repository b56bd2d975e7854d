/* SPDX-License-Identifier: MIT */
/* global_diff.c - checked mode: variables that a process has changed only in its own space.
 *
 * A program that was written for threads may pass results in a global variable, or through a
 * pointer to a variable of the runner.  With spaces each process changes a copy, which no other
 * process sees.  In checked mode a process copies the program's variables, and the stack of its
 * runner, at its beginning, compares them at its end, and warns.  Variables are named by the
 * program's symbol table.
 *
 * The runtime's own variables are not part of the program: if the library is linked statically,
 * they are in sections of their own (runtime.mk).  Memory of malloc is not compared, since it
 * contains buffers of libraries, and neither are variables of shared libraries.
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
  LINKERS_OWN = 3,    /* words that precede the addresses of functions */
  MOST_REPORTED = 8,  /* variables reported per process, at most */
  STACK = 1 << 20,    /* bytes of the stack that are compared, at most */
  MOST = 1 << 26      /* bytes of variables that are compared, at most */
};

struct area { const char *from, *to; const char *before; };
static struct area areas[AREAS];
static int n_areas;
static bool has_stack; /* the first area is the stack */
static uintptr_t base; /* load address, minus the address in the file */

/* The sections of the runtime's variables; empty in the shared library. */
extern const char __start_erbium_data[] __attribute__ ((weak, visibility ("hidden")));
extern const char __stop_erbium_data[] __attribute__ ((weak, visibility ("hidden")));
extern const char __start_erbium_bss[] __attribute__ ((weak, visibility ("hidden")));
extern const char __stop_erbium_bss[] __attribute__ ((weak, visibility ("hidden")));

/* ---- The copy ----------------------------------------------------------------- */

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

/* Finds the addresses of functions that the linker resolves at their first call; returns NULL
 * without any. */
static const char *
find_linkage (const ElfW (Dyn) *d, const char **end)
{
  const char *from = NULL;
  size_t calls = 0;
  for (; d->d_tag != DT_NULL; d++)
    if (d->d_tag == DT_PLTGOT)
      /* or relocated already */
      from = (const char *) (d->d_un.d_ptr < base ? base + d->d_un.d_ptr : d->d_un.d_ptr);
    else if (d->d_tag == DT_PLTRELSZ)
      calls = d->d_un.d_val / sizeof (ElfW (Rela));
  *end = from ? from + (LINKERS_OWN + calls) * sizeof (void *) : NULL;
  return from;
}

/* The program itself comes first in the list.  The part that is read-only after relocation cannot
 * change. */
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
      /* The linker's words may be in the read-only part. */
      if (linkage && linkage_end > from && linkage_end <= to)
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
  return; /* the memory between variables must not be read */
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
  bool nameless; /* a variable without a name has been reported */
};

static bool
lies_in (const struct symbols *s, uint64_t offset, uint64_t bytes)
{
  return offset <= s->bytes && bytes <= s->bytes - offset;
}

/* Finds the symbol table in the file, if it is present and intact. */
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
          || !lies_in (s, table->sh_offset, table->sh_size)
          || !lies_in (s, names->sh_offset, names->sh_size) || names->sh_size == 0
          || s->file[names->sh_offset + names->sh_size - 1] != 0)
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

/* Returns the variable that contains address, or NULL.  Sets *end to its end, or to the next
 * variable. */
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

/* ---- The comparison --------------------------------------------------------------- */

/* Whether address is in a section of the runtime; sets *end to the end of the section. */
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
report_variable (const struct erb_process *p, const char *name)
{
  struct erb_text t;
  const char *quote = strchr (name, ' ') ? "" : "'";
  /* count.0: static in a function */
  snprintf (t.s, sizeof t.s, "%s%.*s%s", quote, (int) strcspn (name, "."), name, quote);
  erb_warn (p->program->set.verbose, 1, p->where,
            "process '%s' has changed %s only in its own memory: processes that are spaces"
            " share only records; pass it in a record",
            p->name, t.s);
}

static void
report_stack (const struct erb_process *p)
{
  erb_warn (p->program->set.verbose, 1, p->where,
            "process '%s' has changed a variable of the function that ran it, or of one that"
            " called that function, only in its own memory: processes that are spaces share only"
            " records; pass it in a record",
            p->name);
}

/* Returns the address of the first changed byte from `at' on, or the end. */
static const char *
next_change (const struct area *a, const char *at)
{
  while (at < a->to && *at == a->before[at - a->from])
    at++;
  return at;
}

/* Reports the changed variable at address, unless it belongs to the runtime; returns its end.  All
 * variables without a name in the symbol table are reported as one. */
static const char *
report_change (const struct erb_process *p, struct symbols *s, const char *address, int *reported)
{
  const char *end = address + 1;
  if (is_of_runtime (address, &end))
    return end;
  if (!s->file)
    *s = open_symbols ();
  const char *name = variable_at (s, address, &end);
  if (name || !s->nameless)
    {
      report_variable (p, name ? name
                               : "a variable that has no name in the program's table of symbols");
      ++*reported;
    }
  s->nameless = s->nameless || !name;
  return end;
}

void
erb_global_diff_report (const struct erb_process *p)
{
  struct symbols s = { .file = NULL };
  int reported = 0;
  if (has_stack && next_change (&areas[0], areas[0].from) < areas[0].to)
    report_stack (p);
  for (int n = has_stack; n < n_areas; n++)
    for (const char *at = areas[n].from;
         reported < MOST_REPORTED && (at = next_change (&areas[n], at)) < areas[n].to;)
      at = report_change (p, &s, at, &reported);
  if (s.file)
    munmap ((void *) s.file, s.bytes);
}
