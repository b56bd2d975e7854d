/* SPDX-License-Identifier: MIT */
/* target.h - the program that is looked at: its memory (target.c). */
#ifndef ERB_TARGET_H
#define ERB_TARGET_H

#include "top/top.h"

#include <sys/types.h>

struct target
{
  pid_t pid;
  int life;                    /* a descriptor that becomes readable when it ends, or -1 */
  erbium_program *const *list; /* where its list of programs begins, in its memory */
  char command[256];
};

/* How it went.  Each has a message (target_message). */
enum target_error
{
  TARGET_GOOD, TARGET_NONE, TARGET_ENDED, TARGET_FORBIDDEN, TARGET_NO_PROGRAM, TARGET_OTHER_RELEASE
};

extern enum target_error target_open (struct target *t, pid_t pid);
/* Returns why, and stores in *hint what to do about it, or NULL. */
extern const char *target_message (enum target_error error, const char **hint);
/* Copies `bytes' bytes at `from' of its memory.  Returns whether all of them could be read. */
extern bool target_read (const struct target *t, const void *from, void *to, size_t bytes);
/* Copies the text at `from', cut to size - 1 bytes. */
extern bool target_text (const struct target *t, const char *from, char *to, size_t size);
/* Whether it still runs. */
extern bool target_lives (const struct target *t);

#endif
