/* No word of the language; V is view by the command line. */
V int v;
int f (void) { return v[[3]]; }
