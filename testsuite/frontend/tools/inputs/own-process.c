// A process of C with the name of a function of a library that erbium-run is linked with.
process
compress (record long r)
{
  view long v = new_write_view (r);
  register (v, 1);
  alloc (v, 1);
  stall (v, 1);
  v[[0]] = 7;
  commit (v, 1);
}
