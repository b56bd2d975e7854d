/* SPDX-License-Identifier: MIT */
/* Where files may not grow (ulimit -f), for want of room for pages or for elements, a sealed program ends with the error that
 * names it, as an unsealed one does. */
// RUN: %build
// RUN: %sealed --status 122 sh -c 'ulimit -f 64; exec "$0" pages' %t | FileCheck %s --check-prefixes=ALL,PAGES
// RUN: %sealed --status 122 ERBIUM_TASK=space sh -c 'ulimit -f 64; exec "$0" elements' %t | FileCheck %s --check-prefixes=ALL,ELEMENTS
// ALL-NOT: sealed
// PAGES: file-size.c:[[#]]: error: erbium_spmc_alloc: no frames for 256 pages
// PAGES-NEXT: {{.*}}: note: clear regions, make smaller ones, or raise limits (ulimit -f, -v)
// ELEMENTS: file-size.c:[[#]]: error: alloc: cannot map a window of {{.*}}: File too large
// ELEMENTS-NEXT: {{.*}}: note: use a smaller horizon, or raise the limit of file sizes (ulimit -f)
#include <string.h>
#include "erbium/papers.h"
#include "test.h"

static void
use_pages (void)
{
  enum { SIZE = 1 << 20 };
  space_alloc (0);
  char *a = spmcR_alloc (SIZE);
  memset (a, 1, SIZE);
}

static void
use_elements (void)
{
  ERBIUM_RECORD (char) r = erbium_new_record (char, 1, 1);
  ERBIUM_VIEW (char) v = erbium_new_write_view (r);
  erbium_register (v, 1);
  erbium_alloc (v, 1 << 20);
  erbium_stall (v, 1 << 20);
}

int
main (int argc, char **argv)
{
  if (strcmp (argv[argc - 1], "pages") == 0)
    use_pages ();
  else
    use_elements ();
  puts ("never");
}
