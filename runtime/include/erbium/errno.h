/* SPDX-License-Identifier: MIT */
/* errno.h - errno of the thread on which a process runs, after any primitive.
 *
 * A C library declares the address of errno as constant within a thread, so a compiler may keep it.
 * Among fibers (TASK=fiber) a process may be on another thread after any primitive.  A program that
 * reads errno after a primitive includes this header, after all others.  Code that the plugin
 * compiles does not need it otherwise.
 */
#ifndef ERBIUM_ERRNO_H
#define ERBIUM_ERRNO_H

#include <errno.h>

#include "../erbium.h"

#undef errno
#define errno (*erbium_errno ())

#endif
