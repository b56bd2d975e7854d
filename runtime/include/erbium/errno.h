/* SPDX-License-Identifier: MIT */
/* errno.h - errno of the thread that a process is on, after any primitive.
 *
 * A C library says that the address of errno is always the same in a thread, and a compiler may keep
 * it.  Among fibers (TASK=fiber) a process may be on another thread after any primitive.  A program
 * that reads errno behind a primitive includes this header, after all others.  Compiled code of the
 * plugin does not need it otherwise.
 */
#ifndef ERBIUM_ERRNO_H
#define ERBIUM_ERRNO_H

#include <errno.h>

#include "../erbium.h"

#undef errno
#define errno (*erbium_errno ())

#endif
