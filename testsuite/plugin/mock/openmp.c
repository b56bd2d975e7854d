/* A construct of OpenMP in which the process may wait is preceded by a call that keeps its thread;
   one without a call, and a parallel region, are not.
RUN: %cc -c %mock -o %t.o
RUN: %plugin -fopenmp -O0 -fplugin-arg-erbium-no-inline %s %t.o -o %t && %t | FileCheck %s
RUN: %oldplugin -fopenmp -O2 -fplugin-arg-erbium-no-inline %s %t.o -o %t && %t | FileCheck %s
*/
int main (void)
{
  long s = 0;
  // CHECK: new_record
  record int r = new_record (1, 1);
  // CHECK-NEXT: new_read_view
  view int v = new_read_view (r);
  // CHECK-NEXT: keep_thread
  // CHECK-NEXT: update
  #pragma omp task
  update (v, 1);
  // CHECK-NOT: keep_thread
  #pragma omp task shared (s)
  s++;
  // CHECK: release
  #pragma omp parallel num_threads (1)
  release (v, 1);
  return s != 1;
}
