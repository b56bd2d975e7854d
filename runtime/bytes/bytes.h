/* SPDX-License-Identifier: MIT */
/* bytes.h - what messages contain, written and read in order.
 *
 * Both sides have the same build, so numbers and structures are copied as they are.  Texts are kept
 * once. */
#ifndef ERB_BYTES_H
#define ERB_BYTES_H

#include "core/core.h"

struct erb_bytes
{
  char *at;
  size_t size, room; /* while writing */
  size_t next;       /* while reading */
};

extern void erb_put (struct erb_bytes *b, const void *from, size_t size);
extern void erb_put_number (struct erb_bytes *b, int64_t n);
extern void erb_put_text (struct erb_bytes *b, const char *text);
extern void erb_take (struct erb_bytes *b, void *to, size_t size);
extern int64_t erb_take_number (struct erb_bytes *b);
/* Returns a text that stays as long as the rank does, or NULL if that was written. */
extern const char *erb_take_text (struct erb_bytes *b);

#endif
