/* SPDX-License-Identifier: MIT */
/* uses-counts.c NAME - uses two libraries with state (counts.c), a few times. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "erbium/partition.h"

extern const char *counts_label;
extern int counts_next (void), counts_chosen (void), needs_begun (void);
extern void counts_say (const char *text);
static const char *name = "none";

const char *program_name (void);

const char *
program_name (void)
{
  return name;
}

int
main (int count, char **argument)
{
  name = argument[count - 1];
  if (strcmp (counts_label, "unset") != 0)
    printf ("%s: label %s\n", name, counts_label);
  counts_label = name;
  for (int n = 0; n < 1000; n++)
    counts_next ();
  counts_say (name);
  counts_say (" says");
  printf ("\n%s: count %d, begun %d, chosen %d\n", name, counts_next (), needs_begun (),
          counts_chosen ());
  int id = erbium_partition_self ();
  void *own = id ? erbium_partition_translate (id, (void *) counts_next) : NULL;
  printf ("%s: the library is %s\n", name, own ? "a copy" : "shared");
}
