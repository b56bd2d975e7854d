/* [[ ]] in the arguments of macros that show them, in plain C; `view' is a name there.
RUN: %same %s
*/
#define SHOW(x) #x
#define CALL(f, x) f (x)
struct view { int a; } ;
struct view v = { 1 };
#ifdef view
#endif
const char *a = SHOW (v[[i]]), *b = SHOW (w[[0]] [[ ]] x[ [1] ]), *c = CALL (SHOW, p[[ 2 ]]);
