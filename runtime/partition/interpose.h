/* SPDX-License-Identifier: MIT */
/* interpose.h - functions of the C library that images call in a form of their own. */
#ifndef ERB_INTERPOSE_H
#define ERB_INTERPOSE_H

/* Returns the function that an image calls in place of the library's function of that name, or
 * NULL. */
extern void *erb_interposed (const char *name);

#endif
