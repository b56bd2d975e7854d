/* SPDX-License-Identifier: MIT */
/* core.h - the basis of every part of the runtime: the operating system, memory, processors.
 *
 *   os.h              the operations of the operating system, as a table that tests replace
 *   kernel.h          system calls of the runtime, also in a sealed program
 *   heap.h            memory for descriptors, of one process of the system or of several
 *   topology.h        processors, caches, pinning
 *   spin_backoff.h        whether spinning pays on a loaded machine
 *   tsan.h            atomic operations, as the thread sanitizer of a program sees them
 *   signal_context.h  what the handler of a signal knows about an access to memory
 *
 * This header also has the names of the primitives (primitive.c).  The folder depends only on the
 * public headers.
 */
#ifndef ERB_CORE_H
#define ERB_CORE_H

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tsan.h" /* before the inline functions of erbium.h */
#include "erbium.h"
#include "core/heap.h"
#include "core/kernel.h"
#include "core/os.h"
#include "core/signal_context.h"
#include "core/spin_backoff.h"
#include "core/topology.h"

#define ERB_NORETURN __attribute__ ((noreturn))
#define ERB_PRINTF(f, a) __attribute__ ((format (printf, f, a)))
#define ERB_COLD __attribute__ ((cold))

/* The number of polls that a spinning loop makes between two reads of the clock. */
#ifndef ERB_POLLS
#define ERB_POLLS 16
#endif

enum erb_primitive
{
  ERB_NO_PRIMITIVE,
#define PRIMITIVE(name, signature, side, wait, effect, prose) ERB_##name,
#include "primitives.def"
#undef PRIMITIVE
  ERB_give, /* erbium_give, which run includes in compiled code */
  ERB_PRIMITIVES
};

extern const char *erb_primitive_name (enum erb_primitive p);

enum erb_side { ERB_READ, ERB_WRITE, ERB_SIDES };

/* A buffer for a description, such as "record 'r' (file:line)". */
struct erb_text { char s[256]; };

#endif
