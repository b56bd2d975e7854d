/* SPDX-License-Identifier: MIT */
/* guest_streams.c - stdin, stdout, stderr and files of a guest.
 *
 * A guest has streams of its own on its descriptors, so that it can close stdout, as many programs
 * do at their end, and others still have theirs.  The variables stdin, stdout and stderr are in its
 * image; the functions here are those that use them without naming them.  Files that a guest opens
 * are kept in a list, and written and closed at its end.
 */
#define _GNU_SOURCE
#include "partition/guest.h"

#include <stdarg.h>
#include <stdio_ext.h>
#include <unistd.h>

#undef putchar
#undef getchar

static FILE *
stream (int n)
{
  struct erb_guest *g = erb_guest_calls ();
  FILE *const of_library[] = { stdin, stdout, stderr };
  const char *const name[] = { "stdin", "stdout", "stderr" };
  FILE *const *own = g ? erb_guest_variable (g, name[n]) : NULL;
  return own ? *own : g ? g->stream[n] : of_library[n];
}

/* ---- The list ------------------------------------------------------------------ */

static FILE *
keep_one (FILE *file, bool of_process)
{
  struct erb_guest *g = erb_guest_here ();
  struct erb_guest_file *entry = g && file ? malloc (sizeof *entry) : NULL;
  if (!entry)
    return file;
  pthread_mutex_lock (&g->lock);
  *entry = (struct erb_guest_file){ file, of_process, g->open };
  g->open = entry;
  pthread_mutex_unlock (&g->lock);
  return file;
}

static FILE *
keep (FILE *file)
{
  return keep_one (file, false);
}

static void
drop (const FILE *file)
{
  struct erb_guest *g = erb_guest_here ();
  if (!g)
    return;
  pthread_mutex_lock (&g->lock);
  struct erb_guest_file **at = &g->open, *entry;
  while (*at && (*at)->file != file)
    at = &(*at)->next;
  if ((entry = *at))
    *at = entry->next;
  pthread_mutex_unlock (&g->lock);
  free (entry);
}

/* What a guest has not written when it is killed is lost, as with a process.  A thread that was
 * killed while it wrote holds the stream's lock for ever.  At the end of a stream of popen, the
 * library would wait for the process. */
static void
close_all (struct erb_guest *g, bool lost)
{
  while (g->open)
    {
      struct erb_guest_file *entry = g->open;
      g->open = entry->next;
      __fsetlocking (entry->file, FSETLOCKING_BYCALLER);
      if (lost)
        __fpurge (entry->file);
      if (entry->of_process)
        {
          fflush_unlocked (entry->file);
          close (fileno_unlocked (entry->file));
        }
      else
        fclose (entry->file);
      free (entry);
    }
}

void
erb_guest_clean (struct erb_guest *g)
{
  close_all (g, g->lost);
  while (g->exits)
    {
      struct erb_guest_exit *entry = g->exits;
      g->exits = entry->next;
      free (entry);
    }
  if (g->locale)
    {
      uselocale (LC_GLOBAL_LOCALE);
      freelocale (g->locale);
      g->locale = NULL;
    }
  if (g->environment_room)
    free (g->environment);
}

/* With a table of descriptors of its own, a guest has its streams at 0, 1 and 2.  Otherwise a
 * stream has a copy of the descriptor, which it may close. */
bool
erb_guest_streams_begin (struct erb_guest *g)
{
  const char *const mode[] = { "r", "w", "w" };
  for (int n = 0; n < ERB_STREAMS; n++)
    {
      int file = g->files[n] < 0 ? n : g->files[n];
      if (g->own_files && file != n)
        file = dup2 (file, n);
      else if (!g->own_files)
        file = dup (file);
      if (file < 0 || !(g->stream[n] = fdopen (file, mode[n])))
        return false;
      keep (g->stream[n]);
    }
  setvbuf (g->stream[2], NULL, _IONBF, 0);
  return true;
}

/* ---- Calls --------------------------------------------------------------------- */

static FILE *call_fopen (const char *path, const char *mode) { return keep (fopen (path, mode)); }
static FILE *call_fdopen (int file, const char *mode) { return keep (fdopen (file, mode)); }
static FILE *call_tmpfile (void) { return keep (tmpfile ()); }

static FILE *
call_popen (const char *command, const char *mode)
{
  return keep_one (popen (command, mode), true);
}

static int
call_pclose (FILE *file)
{
  drop (file);
  return pclose (file);
}

static int
call_fclose (FILE *file)
{
  drop (file);
  return fclose (file);
}

/* The function of the library ends the entry's file if it fails. */
static FILE *
call_freopen (const char *path, const char *mode, FILE *file)
{
  FILE *now = freopen (path, mode, file);
  if (!now)
    drop (file);
  return now;
}

static int
call_fflush (FILE *file)
{
  struct erb_guest *g = erb_guest_here ();
  int result = 0;
  if (file || !g)
    return fflush (file);
  for (struct erb_guest_file *entry = g->open; entry; entry = entry->next)
    if (fflush (entry->file) != 0)
      result = EOF;
  return result;
}

static int
call_vprintf (const char *format, va_list arguments)
{
  return vfprintf (stream (1), format, arguments);
}

static int
call_vprintf_chk (int flag, const char *format, va_list arguments)
{
  (void) flag;
  return vfprintf (stream (1), format, arguments);
}

static int
call_printf (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  int result = vfprintf (stream (1), format, arguments);
  va_end (arguments);
  return result;
}

static int
call_printf_chk (int flag, const char *format, ...)
{
  va_list arguments;
  (void) flag;
  va_start (arguments, format);
  int result = vfprintf (stream (1), format, arguments);
  va_end (arguments);
  return result;
}

static int
call_puts (const char *text)
{
  FILE *file = stream (1);
  flockfile (file);
  int result = fputs (text, file) < 0 || putc_unlocked ('\n', file) == EOF ? EOF : 1;
  funlockfile (file);
  return result;
}

static int call_putchar (int c) { return putc (c, stream (1)); }
static int call_putchar_unlocked (int c) { return putc_unlocked (c, stream (1)); }
static int call_getchar (void) { return getc (stream (0)); }
static int call_getchar_unlocked (void) { return getc_unlocked (stream (0)); }

static int
call_vscanf (const char *format, va_list arguments)
{
  return vfscanf (stream (0), format, arguments);
}

static int
call_scanf (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  int result = vfscanf (stream (0), format, arguments);
  va_end (arguments);
  return result;
}

static void
call_perror (const char *text)
{
  const char *what = strerror (errno);
  if (text && *text)
    fprintf (stream (2), "%s: %s\n", text, what);
  else
    fprintf (stream (2), "%s\n", what);
}

/* Prints the message of a program called name: text, and an error of the system unless it is 0. */
static void
say (const char *name, const char *format, va_list arguments, int number)
{
  FILE *to = stream (2);
  fprintf (to, "%s: ", name);
  if (format)
    vfprintf (to, format, arguments);
  if (number)
    fprintf (to, "%s%s", format ? ": " : "", strerror (number));
  putc ('\n', to);
}

static const char *
full_name (void)
{
  const struct erb_guest *g = erb_guest_here ();
  return g ? g->argument[0] : program_invocation_name;
}

static const char *
short_name (void)
{
  const char *name = full_name (), *slash = strrchr (name, '/');
  return slash ? slash + 1 : name;
}

/* As the library's error: its exit would be that of the whole program. */
static void
call_error (int status, int number, const char *format, ...)
{
  va_list arguments;
  fflush (stream (1));
  va_start (arguments, format);
  say (full_name (), format, arguments, number);
  va_end (arguments);
  if (status)
    erb_guest_leave (status);
}

static void
call_vwarn (const char *format, va_list arguments)
{
  say (short_name (), format, arguments, errno);
}

static void
call_vwarnx (const char *format, va_list arguments)
{
  say (short_name (), format, arguments, 0);
}

static void
call_verr (int status, const char *format, va_list arguments)
{
  call_vwarn (format, arguments);
  erb_guest_leave (status);
}

static void
call_verrx (int status, const char *format, va_list arguments)
{
  call_vwarnx (format, arguments);
  erb_guest_leave (status);
}

static void
call_err (int status, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  call_verr (status, format, arguments);
  va_end (arguments);
}

static void
call_errx (int status, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  call_verrx (status, format, arguments);
  va_end (arguments);
}

static void
call_warn (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  call_vwarn (format, arguments);
  va_end (arguments);
}

static void
call_warnx (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  call_vwarnx (format, arguments);
  va_end (arguments);
}

const struct erb_interposed erb_guest_stream_calls[] = {
  ERB_INTERPOSE ("fopen", call_fopen), ERB_INTERPOSE ("fopen64", call_fopen),
  ERB_INTERPOSE ("fdopen", call_fdopen), ERB_INTERPOSE ("tmpfile", call_tmpfile),
  ERB_INTERPOSE ("tmpfile64", call_tmpfile), ERB_INTERPOSE ("freopen", call_freopen),
  ERB_INTERPOSE ("popen", call_popen), ERB_INTERPOSE ("pclose", call_pclose),
  ERB_INTERPOSE ("freopen64", call_freopen), ERB_INTERPOSE ("fclose", call_fclose),
  ERB_INTERPOSE ("fflush", call_fflush), ERB_INTERPOSE ("fflush_unlocked", call_fflush),
  ERB_INTERPOSE ("printf", call_printf), ERB_INTERPOSE ("__printf_chk", call_printf_chk),
  ERB_INTERPOSE ("vprintf", call_vprintf), ERB_INTERPOSE ("__vprintf_chk", call_vprintf_chk),
  ERB_INTERPOSE ("puts", call_puts), ERB_INTERPOSE ("putchar", call_putchar),
  ERB_INTERPOSE ("putchar_unlocked", call_putchar_unlocked),
  ERB_INTERPOSE ("getchar", call_getchar),
  ERB_INTERPOSE ("getchar_unlocked", call_getchar_unlocked),
  ERB_INTERPOSE ("scanf", call_scanf), ERB_INTERPOSE ("__isoc99_scanf", call_scanf),
  ERB_INTERPOSE ("__isoc23_scanf", call_scanf), ERB_INTERPOSE ("vscanf", call_vscanf),
  ERB_INTERPOSE ("__isoc99_vscanf", call_vscanf), ERB_INTERPOSE ("perror", call_perror),
  ERB_INTERPOSE ("error", call_error), ERB_INTERPOSE ("err", call_err),
  ERB_INTERPOSE ("errx", call_errx), ERB_INTERPOSE ("warn", call_warn),
  ERB_INTERPOSE ("warnx", call_warnx), ERB_INTERPOSE ("verr", call_verr),
  ERB_INTERPOSE ("verrx", call_verrx), ERB_INTERPOSE ("vwarn", call_vwarn),
  ERB_INTERPOSE ("vwarnx", call_vwarnx), { NULL, NULL }
};
