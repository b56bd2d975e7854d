/* SPDX-License-Identifier: MIT */
/* stale_pointers.c - checked mode: pointers that still lead to the runner's variables.
 *
 * A copy of an image has new addresses in the words that the linker had set.  A pointer that the
 * program has set itself keeps its value, since a word does not tell whether it is a pointer.  It
 * then leads to a variable of the runner, which exists as long as the copy does, while in a space
 * the same pointer leads to the process's own variable.  Checked mode names such variables.
 */
#include "partition/image.h"
#include "partition/partition.h"
#include "partition/shared_ranges.h"

enum { MOST_REPORTED = 8, MOST = 1 << 26 /* bytes that are searched */ };

static void
report (const struct erb_process *p, const struct erb_elf *e, size_t pointer, size_t variable)
{
  const char *from = erb_elf_variable_at (e, pointer), *to = erb_elf_variable_at (e, variable);
  erb_warn (p->program->set.verbose, 1, p->where,
            "in process '%s' the variable '%s' points to '%s' of the process that has run it: a"
            " partition has copies of variables, but pointers that the program has set keep their"
            " values; set it in the process", p->name, from ? from : "?", to ? to : "?");
}

void
erb_image_check (const struct erb_image *image, const struct erb_process *p)
{
  const struct erb_elf *e = image->elf;
  uintptr_t base = image->parent ? (uintptr_t) image->parent->base : erb_elf_self_base ();
  size_t end = e->data_end - e->data < MOST ? e->data_end : e->data + MOST;
  int reported = 0;
  for (size_t at = (e->data + 7) & ~(size_t) 7; at + 8 <= end && reported < MOST_REPORTED; at += 8)
    {
      uint64_t now;
      memcpy (&now, image->base + at, sizeof now);
      size_t target = now - base;
      bool of_linker = at >= e->dynamic_at && at < e->dynamic_end;
      if (!of_linker && target >= e->data && target < e->data_end
          && !erb_shared_ranges_have (target))
        {
          report (p, e, at, target);
          reported++;
        }
    }
}
