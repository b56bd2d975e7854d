// With ERBIUM_CHECK=1 a program names the files whose accesses are compiled without checks.
// RUN: %plugin -O2 %s -o %t %libs
// RUN: env ERBIUM_CHECK=1 %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: env ERBIUM_CHECK=1 ERBIUM_VERBOSE=0 %t 2>&1 | count 0
// RUN: env ERBIUM_CHECK=0 %t 2>&1 | count 0
// RUN: %plugin -O2 %s -o %t %libs -fplugin-arg-erbium-check
// RUN: %t 2>&1 | count 0
// RUN: env ERBIUM_CHECK=1 %t 2>&1 | count 0

// One of several files; in a shared library; and after the linker has left out sections.
// RUN: %plugin -O0 -DPART=other %s -c -o %t.part.o
// RUN: %plugin -O2 -DOTHER=other %s %t.part.o -o %t %libs -fplugin-arg-erbium-check
// RUN: env ERBIUM_TASK=space %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -O2 -shared -fPIC -DPART=other %s -o %t.so
// RUN: %plugin -O2 -DOTHER=other %s %t.so -o %t %libs -fplugin-arg-erbium-check
// RUN: %t 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -O2 -flto %s -o %t %libs -ffunction-sections -Wl,--gc-sections
// RUN: env ERBIUM_CHECK=1 %t 2>&1 | FileCheck %s --implicit-check-not=warning:

// A file without an element has nothing to check.
// RUN: %plugin -O2 -DNONE %s -c -o %t.none.o
// RUN: %plugin -O2 -DPART=other %s -fplugin-arg-erbium-check -c -o %t.part.o
// RUN: %plugin -O2 -DOTHER=other %s %t.part.o %t.none.o -o %t %libs -fplugin-arg-erbium-check
// RUN: %t 2>&1 | count 0
// CHECK: erbium: warning: accesses to elements are not checked in {{.*}}unchecked.c: compile with -fplugin-arg-erbium-check or erbiumc --check, and without ERBIUM_TRUSTED

#ifdef NONE
void none (view int v, long i)
{
  update (v, i);
}
#elif defined PART
int PART (view int v, long i)
{
  return v[[i]];
}
#else
# ifdef OTHER
int OTHER (view int v, long i);
# endif

int main (void)
{
  record int r = new_record (1, 1);
  view int w = new_write_view (r), v = new_read_view (r);
  register (w);
  register (v);
  alloc (w, 1);
  alloc (v, 1);
  stall (w, 1);
  w[[0]] = 5;
  commit (w, 1);
  if (update (v, 1) != 1)
    return 1;
# ifdef OTHER
  int x = OTHER (v, 0);
# else
  int x = v[[0]];
# endif
  release (v, 1);
  return x != 5;
}
#endif
