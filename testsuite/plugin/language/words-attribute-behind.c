/* A variable of that name with an attribute is plain C.
RUN: %same %s
*/
int view __attribute__ ((unused));
static int record __attribute__ ((unused)), process __attribute__ ((aligned (8)));
int f (int view __attribute__ ((unused)), int n) { return n + record + process; }
