/* SPDX-License-Identifier: MIT */
/* recording.h - erbium-replay: a recording, as its logs say it.
 *
 *   recording.c  reading the logs of a folder
 *   list.c       the table of its spaces
 *   function.c   which function a space began with
 *   start.c      the program again, as one of its spaces
 *   main.c       the command line
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "replay/log/log.h"

/* One of the strings that a program was started with, and how many. */
struct texts { char **text; int count; };

struct space
{
  char *log;           /* name of the file */
  int64_t key, parent; /* of the recording; the parent of the first is 0 */
  int id, gid;
  char *where;         /* it was started */
  char *path;          /* "0.2.1" */
  int64_t events, read, published;
  bool torn;           /* it has not ended by itself */
  int how, status;     /* enum erb_log_end, what it gave to exit */
  /* What its parent says: the function that it was started with; how the system said that it had died, -1:
   * nothing. */
  char *file;
  int64_t function;
  int death;
};

struct recording
{
  const char *folder;
  struct space *space; /* in the order of their paths */
  int count;
  char *file, *start_folder;
  struct texts argument, variable;
};

/* Ends the tool with an error of a recording (1) or of the command line (2). */
extern void give_up (int status, const char *format, ...) __attribute__ ((noreturn, format (printf, 2, 3)));
/* Reads all logs, or, not whole, what they say of their spaces at the beginning; gives up where one is none, or is
 * damaged. */
extern void read_recording (struct recording *r, const char *folder, bool whole);
extern void list_spaces (const struct recording *r);
/* The name of the function at that offset of a file, or "file+0x...", in a buffer of its own. */
extern const char *name_function (const char *file, int64_t at);
/* The program again, as that space alone; with a debugger, or behind the words of a command.  Does not
 * return. */
extern void start_replay (const struct recording *r, const struct space *s, bool debugs, char **words)
  __attribute__ ((noreturn));

#endif
