/* SPDX-License-Identifier: MIT */
/* elf_scope.h - the libraries of a guest, and those of which each guest has a copy.
 *
 * Libraries are loaded once, for the whole program.  A copy of one is another mapping of its file,
 * as an image of the program is; the library that was loaded tells where its symbols are.
 */
#ifndef ERB_ELF_SCOPE_H
#define ERB_ELF_SCOPE_H

#include "partition/elf/elf_file.h"

struct erb_library
{
  void *handle;
  const struct link_map *map;
  bool copied;
  struct erb_elf *file;        /* if it is copied */
};

/* In the order in which symbols are sought. */
struct erb_scope { struct erb_library *library; int count; };

/* Loads the libraries of program e for good, and reads the files of those that are copied into
 * e->library: the named ones, and each that needs one of them.  Returns NULL, or the reason why
 * this is not possible, which may be e->reason. */
extern const char *erb_scope_open (struct erb_scope *scope, struct erb_elf *e, erb_elf_names names);
extern void erb_scope_close (struct erb_scope *scope);
/* Finds a symbol in the libraries that are copied: the base of a word (erb_elf_word), and its
 * offset.  Returns false if none of them has it. */
extern bool erb_scope_find_copied (const struct erb_scope *scope, const char *name, uint8_t *base,
                                   uint64_t *offset);

#endif
