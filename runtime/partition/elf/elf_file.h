/* SPDX-License-Identifier: MIT */
/* elf_file.h - the file of a program, as it is needed to make images of it.
 *
 *   elf_file.c   its segments, its tables; what is refused, and why
 *   elf_link.c   which words of an image hold addresses, and their values
 *   elf_names.c  the names of its sections, variables and exported symbols
 *   elf_scope.c  the libraries of a guest, and which of them are copied for it
 *
 * All offsets are those of the file's own addresses, which begin near 0; an image adds its base.
 * The variables of a program, its `data', are the writable segments, which end the image.
 */
#ifndef ERB_ELF_FILE_H
#define ERB_ELF_FILE_H

#include "core/core.h"

#include <link.h>

enum { ERB_ELF_SEGMENTS = 8 };

/* A word of the data that holds an address. */
struct erb_elf_word
{
  uint32_t at;    /* offset from the start of the data */
  uint8_t base;   /* 0: none is added; else that of image base - 1 of the guest (place, below) */
  uint64_t value;
};

struct erb_elf
{
  const char *name;            /* for messages */
  int file;
  dev_t device;
  ino_t inode;
  struct timespec changed;
  struct erb_elf *next;        /* in the list of those that are known */
  const char *view;            /* the bytes of the file, */
  size_t bytes;                /* and their number */
  const ElfW (Phdr) *header;
  int headers;
  ElfW (Phdr) read_only[ERB_ELF_SEGMENTS];
  int read_onlys;
  size_t low;                  /* where the image begins, at the start of a page, */
  size_t span;                 /* and its size, in whole pages */
  size_t data, data_in_file, data_end; /* offsets of the data, and of the end of its initial
                                        * values */
  const ElfW (Phdr) *tls;      /* or NULL */
  size_t frames;               /* where the table of stack frames begins, or 0 */
  size_t entry;
  /* Of the dynamic section. */
  const ElfW (Sym) *symbol;
  const char *string;
  const ElfW (Half) *version;  /* of each symbol, or NULL */
  const char *needed_versions; /* ElfW (Verneed), or NULL */
  int needed_version_count;
  const ElfW (Rela) *relocation, *linkage;
  size_t relocations, linkages;
  const ElfW (Relr) *relative;
  size_t relatives;
  const uint32_t *hash;        /* of the symbols that it exports, or NULL */
  size_t init, fini, init_array, fini_array, preinit_array; /* addresses */
  size_t init_count, fini_count, preinit_count;
  const ElfW (Dyn) *dynamic;
  size_t dynamic_at, dynamic_end; /* where it is in an image */
  /* Of elf_link.c. */
  bool is_linked;
  bool is_self;                /* the file of the calling program */
  char *pristine;              /* the initial values of the data, for an image whose base is 0 */
  struct erb_elf_word *word;   /* that the program may change */
  size_t words;
  struct erb_elf_word *link;   /* that only the linker sets */
  size_t links;
  /* Of a guest. */
  struct erb_elf_word *resolver; /* words set by calling a function of the image, the value */
  size_t resolvers;
  struct erb_elf_copy *copy;   /* variables of libraries that it has itself */
  size_t copies;
  char *wanted;                /* the libraries that its caller wants copies of, each with a \n */
  struct erb_elf **library;    /* the files of those that are copied: one comes after those it */
  int libraries;               /* needs */
  int place;                   /* of such a library in this list, from 1 on; a program has 0 */
  uintptr_t original;          /* of such a library: where the program has loaded it */
  char reason[256];            /* why it cannot be linked */
};

struct erb_elf_copy
{
  const char *name;
  size_t at, bytes;
  uint8_t base;                /* as that of a word */
  uint64_t from;               /* address of the library's own, or its offset in image base - 1 */
};

/* Libraries of which a guest has copies: the names, or NULL.  "*" is all that can be copied. */
typedef const char *const *erb_elf_names;

enum { ERB_ELF_LIBRARIES = 64 };  /* the most of which a guest has copies */

/* Returns the description of the file of the calling program.  On failure returns NULL, and *why
 * says why there can be no image of it. */
extern struct erb_elf *erb_elf_of_self (const char **why);
/* The load address of the calling program. */
extern uintptr_t erb_elf_self_base (void);

/* elf_link.c: computes the words of e, which is the file of the calling program.  Returns NULL, or
 * the reason why this is not possible. */
extern const char *erb_elf_link_self (struct erb_elf *e);

/* As erb_elf_of_self, for the file of another program, which is linked too, with copies of some of
 * its libraries.  On failure *why is `reason', which has size bytes. */
extern struct erb_elf *erb_elf_of_file (const char *path, erb_elf_names copied, const char **why,
                                        char *reason, size_t size);
/* As erb_elf_link_self, for the file of a guest: loads the libraries that it needs. */
extern const char *erb_elf_link_guest (struct erb_elf *e, erb_elf_names copied);
/* Reads the file of a library that is loaded at `original', of which there may be copies; returns
 * NULL on failure. */
extern struct erb_elf *erb_elf_of_library (const char *path, uintptr_t original, const char **why);
/* Gives the data `bytes' more bytes at their end, which are zero; returns their offset. */
extern size_t erb_elf_extend (struct erb_elf *e, size_t bytes);
/* Returns the bytes of thread-local variables of the calling program that a guest may use for its
 * own. */
extern size_t erb_elf_self_tls (void);
/* Returns the bytes that thread-local variables take before the thread's own block: whole units of
 * their alignment. */
extern size_t erb_elf_tls_size (const ElfW (Phdr) *tls);

/* interpose.c: returns the function that an image calls in place of the library's function of that
 * name, or NULL.  The image is a guest, or the copy of the calling program. */
extern void *erb_interposed (const char *name, bool guest);

/* elf_names.c: returns whether the file has a section of that name. */
extern bool erb_elf_has_section (const struct erb_elf *e, const char *name);
/* Returns the symbol of that name that the file exports, or NULL. */
extern const ElfW (Sym) *erb_elf_export (const struct erb_elf *e, const char *name);
/* Returns the name of the variable at an offset, or NULL if the file does not tell. */
extern const char *erb_elf_variable_at (const struct erb_elf *e, size_t at);

#endif
