/* SPDX-License-Identifier: MIT */
/* code_place.h - addresses of code and constants as places in files: in the program's file and its
 * libraries, which other processes of the system have at other addresses. */
#ifndef ERB_CODE_PLACE_H
#define ERB_CODE_PLACE_H

#include "core/core.h"

/* A place in the program's file or one of its libraries, the same on all ranks. */
struct erb_place { int64_t image, offset; };

/* Lists the files, and returns a sum over their builds. */
extern uint64_t erb_images_begin (void);
/* Returns whether an address leads into code or constants, and stores the place. */
extern bool erb_place_of (uintptr_t address, struct erb_place *place);
extern uintptr_t erb_address_of (struct erb_place place);
/* Returns whether an address is mapped in this process. */
extern bool erb_is_mapped (uintptr_t address);

#endif
