/* SPDX-License-Identifier: MIT */
/* files.h - files, lines and messages.
 *
 *   text_file.h    the text of a program, places in it, and messages about it
 *   output_file.h  the files that tools write
 */
#ifndef ERBIUM_FILES_H
#define ERBIUM_FILES_H

#include "files/output_file.h"
#include "files/text_file.h"

#endif
