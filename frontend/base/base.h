/* SPDX-License-Identifier: MIT */
/* base.h - files, lines and messages.
 *
 *   text_file.h    the text of a program, places in it, and messages about it
 *   output_file.h  the files that tools write
 */
#ifndef ERBIUM_BASE_H
#define ERBIUM_BASE_H

#include "base/output_file.h"
#include "base/text_file.h"

#endif
