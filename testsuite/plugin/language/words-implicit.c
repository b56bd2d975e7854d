/* The words of Erbium as functions that are never declared (C89): the same C with the plugin as without.
RUN: %same %s
*/
int f (int x)
{
  x = commit (x, 1) + update (x, 2) + alloc (x);
  run (x); stall (x, 1); process (x); view (x); record (x);
  return release (x, x) + receive (x) + done (x) + join (x) + missed (x);
}
process (x) int x; { return x; }
static run2 (x) { return x; }
view () { return 0; }
