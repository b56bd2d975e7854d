// The result of update is ignored.
// RUN: %plugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %plugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O0 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %oldplugin -std=gnu11 -O2 -Wall -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:

int sink (int);

process ignores (view int v)
{
  for (long i = 0; i < 10; i++)
    {
      update (v, i + 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: ignoring the result of 'update' of 'v', which is less than requested at the end of the stream {{\[}}-fplugin-arg-erbium-warn=unused-update]
// CHECK: [[@LINE+1]]:{{[0-9]+}}: note: element accessed here regardless of the result
      sink (v[[i]]);
    }
}

process copies (view int v)
{
  int hd;
  hd = update (v, 1);
// CHECK: [[@LINE-1]]:{{[0-9]+}}: warning: ignoring the result of 'update' of 'v'{{.*}} {{\[}}-fplugin-arg-erbium-warn=unused-update]
  hd = 0;
  sink (v[[0]] + hd);
}

process asks (view int v)
{
  for (unsigned i = 0; ; i++)
    {
      update (v, i + 1);
      if (done (v))
        break;
      sink (v[[i]]);
    }
}

process skips (view int v)
{
  update (v, 10);
  release (v, 10);
  if (update (v, 11))
    sink (v[[10]]);
}

process looks (view int v)
{
  if (update (v, 1) == 1)
    sink (v[[0]]);
}
