/* Words as names at the end of what a macro stands for, with a directive behind.
RUN: %same %s
*/
#define M(n) int n
M (process)
#define A 1
;
#define EACH(X) X (record)
#define DEF(n) int n;
EACH (DEF)
#define B 1
M (view)
#undef A
;
