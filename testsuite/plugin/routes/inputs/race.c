/* The producer writes an element that it has committed: a race, which no order of the
 * two threads hides, since nothing follows it until both have slept. */
int printf (const char *, ...);
int usleep (unsigned);
process producer (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 10);
  stall (v, 1);
  v[[0]] = 1;
  commit (v, 1);
  v[[0]] = 2;
  usleep (400000);
}
int main (void)
{
  record int r = new_record (1, 1);
  run producer (r);
  view int v = new_read_view (r);
  register (v);
  alloc (v, 10);
  update (v, 1);
  usleep (100000);
  printf ("%d\n", v[[0]]);
  return 0;
}
