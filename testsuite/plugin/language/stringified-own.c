/* [[ ]] in the arguments of macros that show them, where view, record and process stand before
 * names in plain C: they are declared here, or left out, or called.
RUN: %same %s
RUN: %same %S/inputs/stringified-own.c
 */
#define SHADER(...) #__VA_ARGS__
typedef struct { int w, h; } view; extern view screen; const char *same_line = SHADER (x1 [[0]]);
view other;
#if 0
record int r;
process p (view int v) { v[[0]] = 1; }
#endif
typedef int *record;
record some;
int process (int *x) { return *x; }
int call (int *x) { return process (x); }
int call_pointer (int **x) { return process (*x); }
const char *kernel = SHADER (kernel void k (device float *x2 [[buffer(0)]]) { });
