// Several options -fopt-info: the plugin's passes follow all of them.
// RUN: %plugin -std=gnu11 -O3 -S -o /dev/null -fopt-info-loop-optimized -fopt-info-loop-missed %s 2>&1 | FileCheck %s
// RUN: %oldplugin -std=gnu11 -O3 -S -o /dev/null -fopt-info-loop-optimized -fopt-info-missed %s 2>&1 | FileCheck %s
// GCC ignores an option with another file, and warns once.
// RUN: %plugin -std=gnu11 -O3 -S -o /dev/null -fopt-info-loop-optimized=%t.remarks -fopt-info-missed %s 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s < %t.remarks
// ONCE: warning: ignoring possibly conflicting option '-fopt-info-missed'
// ONCE-NOT: {{.}}
// CHECK: optimized: loop coarsened

process add (view int v, view int w)
{
  for (long i = 0; update (v, i + 1); i++)
    {
      stall (w, i + 1);
      w[[i]] = v[[i]] + 1;
      commit (w, i + 1);
      release (v, i + 1);
    }
}
