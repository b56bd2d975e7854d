/* A word that the program has defined, undefined, pushed and popped is a word again.
RUN: %plugin -Wall -Wextra -Werror -S -o /dev/null %s
RUN: %oldplugin -Wall -Wextra -Werror -S -o /dev/null %s
RUN: %plugin -g3 -S -o /dev/null %s
RUN: %plugin -E %s -o %t.i && %plugin -S -o /dev/null %t.i
RUN: %plugin -E -dD %s -o %t.d.i && %plugin -S -o /dev/null %t.d.i
RUN: %plugin -save-temps=obj -c %s -o %t.o
 */
process first (record int r) { (void) r; }
#define RECORDS record (a) record (b)
#define record(x) int x;
RECORDS
#undef record
process second (record int r) { (void) r; }

#pragma push_macro("view")
#undef view
#pragma pop_macro("view")
struct s { int view; };
int member (view int v) { struct s s; s.view = v[[0]]; return s.view; }
#pragma push_macro("update")
#pragma push_macro("commit")
#define update(x) x
int three = update (3);
#pragma pop_macro("commit")
#pragma pop_macro("update")
long ask (view int v) { return update (v, 1); }
#define KEEP(x) _Pragma (#x)
KEEP (push_macro ("view")) int one (view int v) { return v[[0]]; } KEEP (pop_macro ("view")) int two (view int v) { return v[[0]]; }
#pragma push_macro("view")
#pragma push_macro("view")
int four (view int v) { return v[[0]]; }
#pragma pop_macro("view")
#if defined view || view
#error view
#endif
int five (view int v) { return v[[0]]; }
#define view 6
#pragma push_macro("view")
#undef view
int six (view int v) { return v[[0]]; }
#pragma pop_macro("view")
int seven = view;
#undef view
int eight (view int v) { return v[[0]]; }
/* Among the arguments of a macro. */
#define ID(...) __VA_ARGS__
ID (int nine (
#pragma push_macro("view")
view int v
#pragma pop_macro("view")
, view int w) { return v[[0]] + w[[0]]; })
