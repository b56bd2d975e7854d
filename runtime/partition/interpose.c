/* SPDX-License-Identifier: MIT */
/* interpose.c - functions of the C library that images call in a form of their own.
 *
 * The words of an image that hold addresses of these functions are set to those of this file
 * (elf_link.c).  The program itself calls the library's.
 */
#include "partition/guest.h"

extern int __cxa_atexit (void (*function) (void *), void *argument, void *object);

/* A function that a process registers is called at the end of the program, as in a thread.  Until
 * then the image keeps its variables. */
static int
at_exit_of_image (void (*function) (void *), void *argument, void *object)
{
  struct erb_image *image = erb_image_at (object);
  if (image)
    erbium_store_relaxed (&image->kept, 1);
  return __cxa_atexit (function, argument, object);
}

void *
erb_interposed (const char *name, bool guest)
{
  const struct erb_interposed *const tables[] = {
    erb_guest_start_calls, erb_guest_end_calls, erb_guest_heap_calls, erb_guest_page_calls,
    erb_guest_stream_calls, erb_guest_environment_calls, erb_guest_option_calls,
    erb_guest_exec_calls, erb_guest_symbol_calls
  };
  if (!guest)
    return strcmp (name, "__cxa_atexit") == 0 ? (void *) (uintptr_t) at_exit_of_image : NULL;
  for (size_t n = 0; n < sizeof tables / sizeof tables[0]; n++)
    for (const struct erb_interposed *i = tables[n]; i->name; i++)
      if (strcmp (i->name, name) == 0)
        return (void *) (uintptr_t) i->function;
  return NULL;
}
