/* SPDX-License-Identifier: MIT */
/* target.c - the memory of the program that is looked at, and how its descriptor is found there.
 *
 * Each file that is mapped from its beginning may be a program or a library of ELF.  Its program
 * headers, in memory, name its notes; one of them is ours (top.h).
 */
#define _GNU_SOURCE
#include "top/tool/target.h"

#include <elf.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { MOST_HEADERS = 64, MOST_NOTES = 1 << 16, NOTHING = 1 /* no address */ };

/* ---- Memory ------------------------------------------------------------- */

static ssize_t
read_part (const struct target *t, uintptr_t from, void *to, size_t bytes)
{
  struct iovec here = { to, bytes }, there = { (void *) from, bytes };
  return process_vm_readv (t->pid, &here, 1, &there, 1, 0);
}

bool
target_read (const struct target *t, const void *from, void *to, size_t bytes)
{
  return from && read_part (t, (uintptr_t) from, to, bytes) == (ssize_t) bytes;
}

/* A text may end just before memory that cannot be read. */
bool
target_text (const struct target *t, const char *from, char *to, size_t size)
{
  enum { LEAST_PAGE = 4096 };
  size_t in_page = LEAST_PAGE - (uintptr_t) from % LEAST_PAGE, rest = size - 1;
  size_t first = in_page < rest ? in_page : rest;
  memset (to, 0, size);
  if (!target_read (t, from, to, first))
    return false;
  return memchr (to, 0, first) || first == rest
         || target_read (t, from + first, to + first, rest - first);
}

/* A process that has ended, and for which its parent has not waited, has no memory. */
bool
target_lives (const struct target *t)
{
  struct pollfd life = { t->life, POLLIN, 0 };
  char byte;
  if (t->life >= 0 && poll (&life, 1, 0) != 0)
    return false;
  return read_part (t, NOTHING, &byte, 1) >= 0 || errno != ESRCH;
}

/* ---- The descriptor ------------------------------------------------------- */

/* Looks for our note among those in [at, at + size) of its memory; returns the address of the
 * descriptor, or 0. */
static uintptr_t
find_note (const struct target *t, uintptr_t at, size_t size)
{
  static char notes[MOST_NOTES] __attribute__ ((aligned (8)));
  size = size < sizeof notes ? size : sizeof notes;
  if (!target_read (t, (const void *) at, notes, size))
    return 0;
  for (size_t n = 0; n + sizeof (Elf64_Nhdr) + sizeof ERB_TOP_NAME < size;)
    {
      const Elf64_Nhdr *head = (const Elf64_Nhdr *) (notes + n);
      size_t name = n + sizeof *head, content = name + ((head->n_namesz + 3u) & ~3u);
      int32_t distance;
      if (head->n_namesz == sizeof ERB_TOP_NAME && head->n_type == ERB_TOP_TYPE
          && head->n_descsz == sizeof distance && content + sizeof distance <= size
          && memcmp (notes + name, ERB_TOP_NAME, sizeof ERB_TOP_NAME) == 0)
        {
          memcpy (&distance, notes + content, sizeof distance);
          return at + content + (uintptr_t) (intptr_t) distance;
        }
      n = content + ((head->n_descsz + 3u) & ~3u);
    }
  return 0;
}

/* Returns the address of the descriptor in the file that is mapped at base, or 0. */
static uintptr_t
find_in_file (const struct target *t, uintptr_t base)
{
  Elf64_Ehdr file;
  Elf64_Phdr part[MOST_HEADERS];
  uintptr_t found = 0, moved = base;
  if (!target_read (t, (const void *) base, &file, sizeof file)
      || memcmp (file.e_ident, ELFMAG, SELFMAG) != 0 || file.e_ident[EI_CLASS] != ELFCLASS64
      || file.e_phnum > MOST_HEADERS
      || !target_read (t, (const void *) (base + file.e_phoff), part,
                       file.e_phnum * sizeof *part))
    return 0;
  for (int n = 0; n < file.e_phnum; n++)
    if (part[n].p_type == PT_LOAD && part[n].p_offset == 0)
      moved = base - part[n].p_vaddr;
  for (int n = 0; n < file.e_phnum && !found; n++)
    if (part[n].p_type == PT_NOTE)
      found = find_note (t, moved + part[n].p_vaddr, part[n].p_memsz);
  return found;
}

/* Takes the list of programs from the descriptor at that address. */
static enum target_error
take_descriptor (struct target *t, uintptr_t at)
{
  static const uint32_t ours[] = ERB_TOP_LAYOUT;
  _Static_assert (sizeof ours == sizeof ((struct erb_top_descriptor *) 0)->layout,
                  "ERB_TOP_FIGURES is the number of ERB_TOP_LAYOUT");
  struct erb_top_descriptor d;
  if (!target_read (t, (const void *) at, &d, sizeof d)
      || memcmp (d.magic, ERB_TOP_MAGIC, sizeof d.magic) != 0
      || memcmp (d.layout, ours, sizeof ours) != 0
      || !target_read (t, d.programs, &t->list, sizeof t->list))
    return TARGET_OTHER_RELEASE;
  return TARGET_GOOD;
}

/* Copies of a program's file are mapped for partitions, so the first file that has programs is
 * taken. */
static enum target_error
search_maps (struct target *t, FILE *maps)
{
  enum target_error result = TARGET_NO_PROGRAM;
  char line[4352], rights[5];
  unsigned long base, end, offset;
  const erbium_program *first = NULL;
  struct target with = *t;
  while (!first && fgets (line, sizeof line, maps))
    {
      if (sscanf (line, "%lx-%lx %4s %lx", &base, &end, rights, &offset) != 4 || offset
          || rights[0] != 'r')
        continue;
      uintptr_t at = find_in_file (t, base);
      enum target_error here = at ? take_descriptor (&with, at) : TARGET_NO_PROGRAM;
      if (here == TARGET_GOOD && target_read (t, with.list, &first, sizeof first))
        *t = with;
      if (here != TARGET_NO_PROGRAM && result != TARGET_GOOD)
        result = here;
    }
  return result;
}

/* ---- Opening -------------------------------------------------------------- */

static void
read_command (struct target *t)
{
  char name[64];
  snprintf (name, sizeof name, "/proc/%d/cmdline", (int) t->pid);
  FILE *file = fopen (name, "r");
  size_t n = file ? fread (t->command, 1, sizeof t->command - 1, file) : 0;
  t->command[n] = 0;
  for (size_t k = 0; k + 1 < n; k++)
    if ((unsigned char) t->command[k] < ' ' || t->command[k] == 0x7f)
      t->command[k] = ' ';
  if (file)
    fclose (file);
}

static bool
is_forbidden (const struct target *t)
{
  char byte;
  return read_part (t, NOTHING, &byte, 1) < 0 && errno == EPERM;
}

enum target_error
target_open (struct target *t, pid_t pid)
{
  char name[64];
  *t = (struct target) { .pid = pid, .life = (int) syscall (SYS_pidfd_open, pid, 0) };
  if (kill (pid, 0) != 0 && errno == ESRCH)
    return TARGET_NONE;
  if (!target_lives (t))
    return TARGET_ENDED;
  snprintf (name, sizeof name, "/proc/%d/maps", (int) pid);
  FILE *maps = is_forbidden (t) ? NULL : fopen (name, "r");
  if (!maps)
    return target_lives (t) ? TARGET_FORBIDDEN : TARGET_ENDED;
  read_command (t);
  enum target_error result = search_maps (t, maps);
  fclose (maps);
  return result != TARGET_GOOD && !target_lives (t) ? TARGET_ENDED : result;
}

const char *
target_message (enum target_error error, const char **hint)
{
  static const struct { const char *message, *hint; } messages[] = {
    [TARGET_GOOD] = { "", NULL },
    [TARGET_NONE] = { "there is no such process", NULL },
    [TARGET_ENDED] = { "the program has ended", NULL },
    [TARGET_FORBIDDEN] = { "its memory may not be read",
                           "its user may do that if kernel.yama.ptrace_scope is 0 and the program "
                           "is not privileged, and root may" },
    [TARGET_NO_PROGRAM] = { "it is not a program of Erbium", NULL },
    [TARGET_OTHER_RELEASE] = { "it was linked with another release of Erbium than this tool",
                               "use the erbium-top of that release, or link the program again" },
  };
  *hint = messages[error].hint;
  return messages[error].message;
}
