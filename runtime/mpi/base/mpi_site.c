/* SPDX-License-Identifier: MIT */
/* mpi_site.c - source lines of calls.
 *
 * A call notes the address that it returns to.  Only an error needs the line: addr2line of the
 * binutils finds it in the debug information, which detmpicc asks the compiler for.  Without it,
 * and in a sealed program, which starts no others, the place is an offset in a file.
 */
#define _GNU_SOURCE
#include "mpi/base/mpi_base.h"

#include <dlfcn.h>
#include <unistd.h>

/* Runs addr2line; returns whether it knew the line. */
static bool
ask_addr2line (const char *file, long offset, struct erb_text *t)
{
  char command[512], answer[256];
  if (strchr (file, '\'')
      || snprintf (command, sizeof command, "LD_PRELOAD= addr2line -e '%s' 0x%lx 2>/dev/null", file,
                   offset) >= (int) sizeof command)
    return false;
  FILE *pipe = popen (command, "r");
  if (!pipe)
    return false;
  bool is_known = fgets (answer, sizeof answer, pipe) && answer[0] != '?' && strchr (answer, ':')
                  && !strstr (answer, ":?") && !strstr (answer, ":0\n");
  pclose (pipe);
  if (is_known)
    {
      answer[strcspn (answer, "\n ")] = '\0';
      snprintf (t->s, sizeof t->s, "%s", answer);
    }
  return is_known;
}

/* The path of the file that has been loaded as that name; the program itself has none. */
static const char *
path_of (const char *name, char *room, size_t size)
{
  if (name && strchr (name, '/'))
    return name;
  ssize_t n = readlink ("/proc/self/exe", room, size - 1);
  if (n <= 0)
    return name;
  room[n] = '\0';
  return room;
}

static const char *
name_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

const char *
detmpi_where (int rank, struct erb_text *t)
{
  struct detmpi_rank *r = &detmpi_job->rank[rank];
  int64_t outer = erbium_load_relaxed (&r->call.outer);
  int64_t site = outer ? outer : erbium_load_relaxed (&r->call.site);
  char room[512];
  Dl_info info;
  const char *file;
  uintptr_t at;
  if (site && detmpi_job->code_at && detmpi_job->code_at ((uintptr_t) site - 1, &file, &at))
    {
      if (!ask_addr2line (file, (long) at, t))
        snprintf (t->s, sizeof t->s, "%.200s+0x%lx", name_of (file), (long) at + 1);
      return t->s;
    }
  if (!site || !dladdr ((void *) (intptr_t) (site - 1), &info) || !info.dli_fname)
    return NULL;
  const char *path = path_of (info.dli_fname, room, sizeof room);
  long base = (long) (intptr_t) info.dli_fbase, offset = (long) site - 1;
  /* The addresses of a program that is not position independent are those of its file. */
  const unsigned char *head = info.dli_fbase;
  enum { TYPE_AT = 16, ET_EXEC_TYPE = 2 };
  offset -= head[TYPE_AT] == ET_EXEC_TYPE ? 0 : base;
  if (erb_sealed || !ask_addr2line (path, offset, t))
    snprintf (t->s, sizeof t->s, "%.200s+0x%lx", name_of (path), (long) site - base);
  return t->s;
}

const char *
detmpi_call_of (int rank)
{
  return (const char *) (intptr_t) erbium_load_relaxed (&detmpi_job->rank[rank].call.name);
}
