// RUN: %plugin -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
// RUN: %oldplugin -Wall -Wextra -Werror %s -o %t %libs && %t | FileCheck %s
// RUN: %plugin -E %s -o %t.i && %plugin -fpreprocessed %t.i -o %t %libs && %t | FileCheck %s
// What stands in a comment, a directive or a string before a word is no code before it.
int printf (const char *, ...);
// A sentence.
process one (record int r)
{
  // It makes a view.
  view int v = new_write_view (r);
  // ->
  register (v, 1);
  alloc (v, 8); // A whole struct
  stall (v, 1);
  v[[0]] = '"'; /* an apostrophe's comment // and no end.
                  struct */ commit (v, 1); /* Nothing. */
}
#define STOP .
process two (record int);
#define KIND struct
process one (record int r);
// It goes on.
process two (record int r)
{
  // goto
  view int v = new_read_view (r); const char *s = "// a string.";
  register (v, 1); const char *t = R"x(
    // not a comment, a string. /* )x" "union";
  alloc (v, 8);
  long n = s[0] + t[0]; // x.
  if (
    // It waits.
    update (v, 1))
    n += v[[0]];
  // Released.
  release (v, 1);
  printf ("%ld\n", n);
}
struct s { int commit, process; };
int main (void)
{
  // A record.
  record int r = new_record (1, 1);
  struct s x = { 1, 2 }, *p = &x;
  int member = x. // not a primitive
    commit + p-> /* nor this */ process + x./* nor that */commit;
  // Run.
  run one (r);
  // Then.
  join (run two (r));
  printf ("%d\n", member);
  return 0;
}
// CHECK: 91
// CHECK-NEXT: 4
