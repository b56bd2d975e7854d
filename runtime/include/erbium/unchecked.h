/* SPDX-License-Identifier: MIT */
/* erbium/unchecked.h - the note of a file whose accesses to elements are not checked.
 *
 * The text is for the assembler: an ELF note of "Erbium", type 1, with the name of the source file
 * between the two parts.  It costs nothing at run time.  In checked mode the runtime reads it
 * (observe/unchecked_files.c) and names the file.
 */
#ifndef ERBIUM_UNCHECKED_H
#define ERBIUM_UNCHECKED_H

#define ERBIUM_UNCHECKED_BEFORE             \
  "\t.pushsection .note.erbium,\"a\",%note\n" \
  "\t.balign 4\n"                           \
  "\t.long 7, 2f - 1f, 1\n"                 \
  "\t.asciz \"Erbium\"\n"                   \
  "\t.balign 4\n"                           \
  "1:\t.asciz \""
#define ERBIUM_UNCHECKED_BEHIND "\"\n2:\t.balign 4\n\t.popsection\n"

#endif
