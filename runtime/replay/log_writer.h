/* SPDX-License-Identifier: MIT */
/* log_writer.h - writing the log of the calling space: log_writer.c. */
#ifndef ERB_WRITE_H
#define ERB_WRITE_H

#include "replay/log/log.h"

/* Creates the file, which must not exist; returns false and sets errno on failure. */
extern bool erb_write_begin (const char *name);
/* Adds an event; reports an error if there is no room for it.  Safe in signal handlers. */
extern void erb_write (enum erb_log_kind kind, int64_t step, const int64_t value[4],
                       const void *data, size_t size);
/* Notes that the space has begun that step: the replay of a space that was killed runs up to it. */
extern void erb_write_step (int64_t step);
/* Ends the log. */
extern void erb_write_end (void);
/* Forgets the log in a child of fork. */
extern void erb_write_forget (void);

#endif
