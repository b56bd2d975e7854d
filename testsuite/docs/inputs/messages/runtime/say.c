/* say.c - messages for docs/messages.test. */
void
tell (int i, const char *what)
{
  say ("the index is %d", "indices count from 0", i);
  say ("the view is NULL", 0);
  say ("no memory", "get some");
  say ("the record is gone", "make another");
  say (i ? "the horizon is too small" : "the horizon is too large", 0);
  say (what, 0);
  fprintf (stderr, "erbium: warning: a warning without an entry\n");
  fputs (what, stderr);
}
