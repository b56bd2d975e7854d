/* SPDX-License-Identifier: MIT */
/* The runtime knows the address of each view, also of one that is freed, and of nothing else: over
 * many blocks of views, and from several threads while views are made. */
// RUN: %cc -I%root/runtime -I%root/ir-spec %s -o %t %libs
// RUN: env ERBIUM_TASK=thread %timed %t
#include "test.h"
#include "record/record.h"

enum { VIEWS = 3000, FREED = 500, MAKERS = 4 };

static void
expect_known (erbium_program *p, struct erb_view *v)
{
  const struct erb_view *next = erb_view_at (p, v + 1); /* another thread may be making it */
  expect (erb_view_at (p, v) == v);
  expect (!next || next == v + 1);
  expect (erb_view_at (p, (char *) v + ERBIUM_LINE) == NULL);
  expect (erb_view_at (p, (char *) v - ERBIUM_LINE) == NULL);
}

ERBIUM_PROCESS (make_views, ERBIUM_RECORD (int));
void
make_views (ERBIUM_RECORD (int) r)
{
  static __thread struct erb_view *view[VIEWS];
  erbium_program *p = erb_self ()->program;
  for (int n = 0; n < VIEWS; n++)
    {
      ERBIUM_VIEW (int) v = erbium_new_read_view (r);
      view[n] = (struct erb_view *) ERBIUM_VIEW_OF (v);
      expect_known (p, view[n]);
      expect_known (p, view[n / 2]);
    }
  for (int n = 0; n < FREED; n++)
    (erbium_free_view) (&view[n]->hot, ERBIUM_TERMINATE, "here");
  for (int n = 0; n < VIEWS; n++)
    expect_known (p, view[n]);
}

int
main (void)
{
  int local[64] = { 0 };
  ERBIUM_RECORD (int) r = erbium_new_record (int, 1, 0);
  for (int n = 0; n < MAKERS; n++)
    ERBIUM_RUN (make_views, r);
  erbium_join_all ();
  erbium_program *p = erb_self ()->program;
  for (size_t at = 0; at < sizeof local / sizeof *local; at++)
    expect (erb_view_at (p, &local[at]) == NULL);
  expect (erb_view_at (p, NULL) == NULL);
  return 0;
}
