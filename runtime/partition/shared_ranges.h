/* SPDX-License-Identifier: MIT */
/* shared_ranges.h - ranges of the program's variables that all images share. */
#ifndef ERB_SHARED_RANGES_H
#define ERB_SHARED_RANGES_H

#include "partition/elf/elf_file.h"

/* Maps the shared ranges in a new image.  Returns false with errno set on failure.  Afterwards no
 * range can be added. */
extern bool erb_shared_ranges_map (char *base);
/* Calls copy for each part of the data [from, to) of an image that is not shared.  All numbers are
 * offsets. */
extern void erb_shared_ranges_skip (size_t from, size_t to,
                                    void (*copy) (size_t from, size_t to, void *argument),
                                    void *argument);
/* Returns whether an offset is in a shared range. */
extern bool erb_shared_ranges_have (size_t at);

#endif
