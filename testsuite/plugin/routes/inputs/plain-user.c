#include "plain.h"
int three = THREE;
int of (int n) { return record_of (n); }
