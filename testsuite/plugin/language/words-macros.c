/* The words of Erbium as macros, their parameters and in their text: the same C with the plugin as without.
RUN: %same %s
*/
#define view int
#define record(x) (x + 1)
#define process static
#define run
#define commit(a, b) ((a) + (b))
#define update 17
#define STRING(run, view) #run #view
#define PASTE(a, view) a ## view
#define PARAM(view, record) view + record
view a = record (2);
process int f (view x) { return commit (x, update) run; }
const char *s = STRING (view int, process p (record int r)) "process p (view int) [[i]]";
int PASTE (re, lease) = 2;
int g (void) { return PARAM (f (1), 2) + PARAM (a, update); }
#ifdef stall
#error stall
#endif
#if defined release || defined HANDOVER || alloc || receive
#error release
#endif
#undef view
#undef run
typedef int view;
view b;
#ifdef view
#error view
#endif
#ifndef run
int run (int x);
#endif
int h (void) { return run (b); }
