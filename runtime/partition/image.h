/* SPDX-License-Identifier: MIT */
/* image.h - an image: a mapping of a program's file with variables of its own. */
#ifndef ERB_IMAGE_H
#define ERB_IMAGE_H

#include "partition/elf/elf_file.h"

struct erb_process;

struct erb_image
{
  struct erb_elf *elf;
  char *base;                /* address of offset 0 */
  struct erb_image *next;    /* in the list of all */
  struct erb_image *program; /* of a copy of a library: the guest's; else the image itself */
  struct erb_image **library; /* of a guest: its copies of libraries, elf->libraries */
  struct erb_image *parent;  /* that it was copied from, or NULL: the program itself */
  erbium_atomic32 uses;      /* its partition, and the images that were copied from it */
  erbium_atomic32 kept;      /* 1: functions in it may be called at the end of the program */
  struct erb_image *next_idle;
};

/* Returns an image of the calling program that is copied from `from' (NULL: from the program
 * itself), with one use; returns NULL with *why set if there can be none.  Its code is never
 * unmapped, so that texts and functions in it remain valid. */
extern struct erb_image *erb_image_copy (struct erb_image *from, const char **why);
/* Returns a fresh image of a guest, with one use; returns NULL with *why set if there is none. */
extern struct erb_image *erb_image_fresh (struct erb_elf *elf, const char **why);
/* Returns the image at a place of a guest (erb_elf): its program's, or that of a library's copy. */
extern struct erb_image *erb_image_part (const struct erb_image *image, int place);
/* Gives up a use.  The variables of an image without uses go away, with those of its parents,
 * unless the image is kept. */
extern void erb_image_drop (struct erb_image *image);
/* Returns the image that contains address, or NULL.  Takes no lock. */
extern struct erb_image *erb_image_at (const void *address);
/* Returns where the address of from (NULL: the program itself) is in image; an address elsewhere
 * stays as it is. */
extern void *erb_image_translate (const struct erb_image *image, const struct erb_image *from,
                                  void *address);

/* stale_pointers.c: warns of each variable of image, on which p is going to run, that points to a
 * variable of the image it was copied from. */
extern void erb_image_check (const struct erb_image *image, const struct erb_process *p);

#endif
