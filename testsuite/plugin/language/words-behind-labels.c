/* SPDX-License-Identifier: MIT */
/* A declaration may follow a label, of views and records too. */
// RUN: %plugin -Wall -Wextra -Werror %s -o %t %libs
// RUN: %t
// RUN: %oldplugin -std=gnu2x -Wall -Wextra -Werror %s -o %t %libs
// RUN: %t
typedef int row[4];

static int
last (int how)
{
  record row r = new_record (1, 1);
  if (how == 0)
    goto first;
  how--;
first: view row in = new_read_view (r);
  switch (how)
    {
    default:
      record row same = r;
      r = same;
      __attribute__ ((fallthrough));
    case 7 ? 0 : 2:
      view row out = new_write_view (r);
      register (in, 1);
      register (out, 1);
      alloc (out, 2);
      alloc (in, 2);
      stall (out, 1);
      out[[0]][3] = how;
      commit (out, 1);
      free_view (out);
    }
  return update (in, 1) == 1 ? in[[0]][3] : -1; /* no colon of a label */
}

int
main (void)
{
  return last (0) != 0 || last (1) != 0 || last (4) != 3;
}
