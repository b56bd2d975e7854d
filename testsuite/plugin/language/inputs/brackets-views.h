#include "brackets-macro.h"
struct both { view int v; int n; };
