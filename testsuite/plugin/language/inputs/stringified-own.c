/* The typedef is in a header. */
#include "view-of-its-own.h"
#define SHADER(...) #__VA_ARGS__
view one;
OF (two);
#define ALSO(x) view x
ALSO (three);
const char *kernel = SHADER (kernel void k (device float *x [[buffer(0)]]) { });
