/* new_record and new_read_view are no conversions from 'void *' for -Wc++-compat; others are.
 *
 * RUN: %plugin -Wc++-compat -fsyntax-only %s 2>&1 | FileCheck %s
 * RUN: %oldplugin -Wc++-compat -fsyntax-only %s 2>&1 | FileCheck %s
 * RUN: not %plugin -Werror=c++-compat -fsyntax-only %s 2>&1 | FileCheck --check-prefix=ERROR %s
 * RUN: sh -c '%plugin -Wc++-compat -fdiagnostics-format=$(test %newest -lt 13 && echo json || echo sarif-stderr) -fsyntax-only %s 2>&1' | FileCheck --check-prefix=STRUCTURED %s
 * CHECK-NOT: warning:
 * CHECK: In function {{.}}conversions{{.}}:
 * CHECK-NEXT: cxx-compat.c:[[@LINE+25]]:{{.*}} warning: request for implicit conversion from {{.}}void *{{.}} to {{.}}int *{{.}} not permitted{{ }}in C++
 * CHECK-NOT: warning:
 *
 * So it is in formats for programs, JSON or from GCC 13 on SARIF, which may quote this file; {{ }}
 * is there so that no pattern matches itself.
 * STRUCTURED-NOT: not permitted{{ }}in C++
 * STRUCTURED: request for implicit conversion from {{.}}void *{{.}} to {{.}}int *{{.}} not permitted{{ }}in C++
 * STRUCTURED-NOT: not permitted{{ }}in C++
 *
 * ERROR: error: request for implicit conversion from {{.}}void *{{.}} to {{.}}int *
 * ERROR-NOT: error:
 */
void *memory (void);
int use (int *, view int v);

int
conversions (void)
{
  record int r = new_record (1, 1);
  view int v;
  v = new_read_view (r);
  register (v, 1);
  alloc (v, 1);
  if (update (v, 1))
    {
      int *p = memory ();
      release (v, 1);
      return use (p, v);
    }
  return 0;
}
