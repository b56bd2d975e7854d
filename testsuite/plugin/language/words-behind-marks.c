/* SPDX-License-Identifier: MIT */
/* Marks in numbers, and quotes in raw strings, open no character and no string (GCC 12
 * on; in earlier ones such a mark begins a character). */
// REQUIRES: digit-separators
// RUN: %plugin -std=gnu2x -Wall -Wextra -Werror %s -o %t %libs
// RUN: %t
enum { N = 1'000 }; process all (record int r) { view int v = new_write_view (r); register (v, 1); alloc (v, N); stall (v, N); for (int i = 0; i < 1'000; i++) v[[i]] = i; commit (v, N); }

static int many = 0x1'0; /* a line with ' */
static const char *const raw = R"(")"; static record int kept;

int
main (void)
{
  record int r = new_record (1, 1); int last = 0'1; view int v = new_read_view (r); kept = r;
  last = 9'99; run all (r); register (v, last - 998);
  last += 1'0; alloc (v, 1'000); last -= 1'0;
  update (v, 1'000);
  release (v, 1'0); many -= 1'6; if (R"(')"[0] == '\'') free_view (v);
  return many != 0 || !kept || raw[0] != '"' || last != 999;
}
