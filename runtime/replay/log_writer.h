/* SPDX-License-Identifier: MIT */
/* log_writer.h - writing the log of the calling space: log_writer.c. */
#ifndef ERB_WRITE_H
#define ERB_WRITE_H

#include "replay/log/log.h"

/* Makes the file, which must not be there; false: errno says why not. */
extern bool erb_write_begin (const char *name);
/* Adds an event; faults where there is no room for it.  Safe in signal handlers. */
extern void erb_write (enum erb_log_kind kind, int64_t step, const int64_t value[4], const void *data,
                       size_t size);
/* The space has begun that step: a replay of one that was killed goes as far. */
extern void erb_write_step (int64_t step);
/* Nothing more comes. */
extern void erb_write_end (void);
/* In a child of fork. */
extern void erb_write_forget (void);

#endif
