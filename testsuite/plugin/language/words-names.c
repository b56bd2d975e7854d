/* The words of Erbium as typedefs, objects, functions, members: the same C with the plugin as without.
RUN: %same %s
*/
typedef int view;
typedef long record;
struct process { int run, commit; };
view v1 = 3;
record r1, *r2;
view const v2 = 1;
const view v3 = 2;
static view f (view a, record b) { return a + (view) b; }
struct process
p (void)
{
  struct process run = { 1, 2 };
  return run;
}
int commit = 3;
int update (int stall) { return stall + commit; }
static int release (int a, int b) { return a - b; }
int alloc (a, b) int a, b; { return a * b; }
extern int receive (int, int);
void done (void) { receive (commit, update (release (1, 2))); alloc (1, 2); }
int g (void)
{
  view view = 1;
  int record = view, process = record;
  struct process run = p ();
  run.run = view + process;
  return sizeof (view) + run.commit;
}
