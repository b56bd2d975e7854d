/* SPDX-License-Identifier: MIT */
/* recording.h - erbium-replay: a recording, as read from its logs.
 *
 *   erbium-replay.c  the command line
 *   recording.c      reading the logs of a folder
 *   list.c           the table of spaces, with the function of each
 *   start.c          starting the program again as one of its spaces
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "replay/log/log.h"

/* The arguments or the environment variables with which a program was started. */
struct texts { char **text; int count; };

struct space
{
  char *log;           /* name of the file */
  int64_t key, parent; /* keys of the recording; 0: the first space has no parent */
  int id, gid;
  char *where;         /* where it was started */
  char *path;          /* "0.2.1" */
  int64_t events, read, published;
  bool torn;           /* the log has no END */
  int how, status;     /* enum erb_log_end, and the status given to exit */
  /* From the log of its parent: the function with which it was started; the status of its death, or
   * -1. */
  char *file;
  int64_t function;
  int death;
};

struct recording
{
  const char *folder;
  struct space *space; /* sorted by path */
  int count;
  char *file, *start_folder;
  struct texts argument, variable;
};

/* Ends the tool with an error of a recording (1) or of the command line (2). */
extern void give_up (int status, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));
/* Reads all logs or, if whole is false, only the identities at their beginnings.  Gives up if a
 * file is not a log or is damaged. */
extern void read_recording (struct recording *r, const char *folder, bool whole);
extern void list_spaces (const struct recording *r);
/* Starts the program again, as that space alone: with a debugger, or as the argument of a command.
 * Does not return. */
extern void start_replay (const struct recording *r, const struct space *s, bool debugs,
                          char **words) __attribute__ ((noreturn));

#endif
