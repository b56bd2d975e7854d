/* The words of Erbium as functions that are called before or after they are declared: the same C with the plugin as without.
RUN: %same %s
*/
/* Called before they are declared, K&R, parameters of these names, recursion. */
void *alloc ();
int commit (), stall ();
extern int release (int, int), register_ (int);
static int update (int v, int i);
static int update (v, i) int v, i; { return v + i; }
int run (int p) { return p ? run (p - 1) : 0; }
static int view (int x) { return x; }
int record (void) { return view (3); }
int process (int (*run) (int), int view, int record) { return run (view) + (record); }
int receive (int commit (int), int update) { return commit (update); }
int (*done) (int), (*join) (int), missed (int);
int f (int x)
{
  int i, (*process) (int) = run;
  for (i = 0; i < 3; i++)
    x += view (x), x += (view) (x) + process (2);
  commit (x, stall (x)); release (1, 2); alloc (3);
  return run (x) + run(x) + (run) (x) + done (1) + join (2) + missed (3) + update (1, 2);
}
int new_record (int a, int b), new_read_view (int), new_write_view (int), free_view (int, int);
int g (void) { return new_record (1, 1) + new_read_view (2) + new_write_view (3) + free_view (4, 5); }
int erbium_process, erbium_index (void);
void k (void) { int run = 1; { int view = run; run = view; } for (int record = 0; record < 3; record++) run += record; }
typedef struct record_s { int a; } record_t, *process_t;
record_t (run_t) (process_t view, process_t const record) { return view->a ? *view : *record; }
