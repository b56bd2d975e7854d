/* The words of Erbium pushed, defined, undefined and popped: the same C with the plugin as without.
RUN: %same %s
RUN: %plugin -E %s -o %t.i && %plugin -S -o %t.s %t.i && %plugin -E -dD %s -o %t.d.i && %plugin -S -o %t.d.s %t.d.i
 */
typedef struct record record;
struct record { int a; };
record r1;
#pragma push_macro("view")
#undef view
#define view 3
int x = view;
#pragma push_macro("view")
#undef view
#pragma pop_macro("view")
int x2 = view;
#pragma pop_macro("view")
#ifdef view
#error view
#endif
int view = 4;
int y (void) { return view; }
#pragma push_macro("run")
#pragma push_macro("commit")
#if defined run || defined commit || run || commit
#error run
#endif
#define run(x) x
int run (a1);
#pragma pop_macro("commit")
#pragma pop_macro("run")
int run (int x) { return x; }
#define KEEP(x) _Pragma (#x)
#define BOTH KEEP (push_macro ("stall")) KEEP (push_macro ("release"))
#define BACK KEEP (pop_macro ("release")) KEEP (pop_macro ("stall"))
BOTH int stall = 1; BACK int release = 2;
#define update commit
int update (int release) { return release; }
#undef update
int update (int x) { return commit (x); }
#pragma pop_macro("alloc")
int alloc = 1;
