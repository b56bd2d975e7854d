/* SPDX-License-Identifier: MIT */
/* burst.h - records for other languages (erbium/burst.h): functions that return codes.
 *
 *   burst.c   the ends of records, and what their callers may do wrong
 *
 * An end is a view with an id, and the indices that its process counts otherwise.  Each function
 * first checks what the primitive that it calls would end the program for.
 */
#ifndef ERB_BURST_H
#define ERB_BURST_H

#include "record/record.h"

#pragma GCC visibility push(default)
#include "erbium/burst.h"
#pragma GCC visibility pop

#endif
