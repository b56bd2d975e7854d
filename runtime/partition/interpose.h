/* SPDX-License-Identifier: MIT */
/* interpose.h - functions of the C library that images call in a form of their own. */
#ifndef ERB_INTERPOSE_H
#define ERB_INTERPOSE_H

#include <stdbool.h>

/* Returns the function that an image calls in place of the library's function of that name, or
 * NULL.  The image is a guest, or the copy of the calling program. */
extern void *erb_interposed (const char *name, bool guest);

#endif
