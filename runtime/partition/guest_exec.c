/* SPDX-License-Identifier: MIT */
/* guest_exec.c - exec in a guest, which is refused.
 *
 * The system would replace all partitions, and the program, by the new one.  A child that a guest
 * has forked is a process, and may call it; so may posix_spawn, system and popen, which make one.
 */
#define _GNU_SOURCE
#include "partition/guest.h"

#include <stdarg.h>
#include <unistd.h>

/* Whether the call would replace the program of a guest. */
static bool
is_refused (const char *file)
{
  struct erb_guest *g = erb_guest_calls ();
  if (!g || getpid () != g->process)
    return false;
  erb_warn (1, 1, NULL, "partition %d (%s) cannot execute %s, which would replace all partitions",
            g->id, g->file, file);
  errno = ENOTSUP;
  return true;
}

static int
call_execve (const char *path, char *const argument[], char *const variables[])
{
  return is_refused (path) ? -1 : execve (path, argument, variables);
}

static int
call_execv (const char *path, char *const argument[])
{
  return is_refused (path) ? -1 : execve (path, argument, erb_guest_environ ());
}

static int
call_execvpe (const char *file, char *const argument[], char *const variables[])
{
  return is_refused (file) ? -1 : execvpe (file, argument, variables);
}

static int
call_execvp (const char *file, char *const argument[])
{
  return is_refused (file) ? -1 : execvpe (file, argument, erb_guest_environ ());
}

static int
call_fexecve (int file, char *const argument[], char *const variables[])
{
  return is_refused ("a file that is open") ? -1 : fexecve (file, argument, variables);
}

/* ---- Arguments that are listed ------------------------------------------------------ */

enum execl { PATH, PATH_AND_ENVIRONMENT, FILE_NAME };

/* The arguments end with NULL, which the environment may follow. */
static int
exec_list (enum execl call, const char *file, const char *first, va_list list)
{
  va_list again;
  size_t count = 1;
  if (is_refused (file))
    return -1;
  va_copy (again, list);
  while (va_arg (again, char *))
    count++;
  va_end (again);
  char *argument[count + 1];
  argument[0] = (char *) first;
  for (size_t n = 1; n <= count; n++)
    argument[n] = va_arg (list, char *);
  char **variables = call == PATH_AND_ENVIRONMENT ? va_arg (list, char **) : erb_guest_environ ();
  return call == FILE_NAME ? execvpe (file, argument, variables)
                           : execve (file, argument, variables);
}

#define EXEC_LIST(name, call)                                     \
  static int                                                      \
  name (const char *file, const char *first, ...)                 \
  {                                                               \
    va_list list;                                                 \
    va_start (list, first);                                       \
    int result = exec_list (call, file, first, list);             \
    va_end (list);                                                \
    return result;                                                \
  }

EXEC_LIST (call_execl, PATH)
EXEC_LIST (call_execle, PATH_AND_ENVIRONMENT)
EXEC_LIST (call_execlp, FILE_NAME)

const struct erb_interposed erb_guest_exec_calls[] = {
  ERB_INTERPOSE ("execve", call_execve), ERB_INTERPOSE ("execv", call_execv),
  ERB_INTERPOSE ("execvp", call_execvp), ERB_INTERPOSE ("execvpe", call_execvpe),
  ERB_INTERPOSE ("fexecve", call_fexecve), ERB_INTERPOSE ("execl", call_execl),
  ERB_INTERPOSE ("execle", call_execle), ERB_INTERPOSE ("execlp", call_execlp),
  { NULL, NULL }
};
