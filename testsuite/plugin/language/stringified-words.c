/* Our words in the arguments of macros that show them after these were expanded: as
 * they are written, in a program that uses the language, too.
RUN: %same %s
RUN: %plugin -DLANGUAGE %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin -DLANGUAGE %s -o %t %libs && %t | FileCheck %s
 */
#define STR(x) #x
#define XSTR(x) STR(x)
#define ID(x) x
#define PASTE(a, b) a##b
#define XPASTE(a, b) PASTE (a, b)
#ifdef LANGUAGE
ID (process ID (p) (ID (view ID (int) v)))
{
  register (v);
  ID (ID (commit) (v, ID (1)));
}
#endif
const char *text[] = { XSTR (view int x), XSTR (process f (int)), XSTR (record int),
                       XSTR (run f (1)), XSTR (XSTR (view int y)), XSTR (ID (view int z)),
                       XSTR (commit (v, 1)), XSTR (HANDOVER) };
// CHECK: {{^}}view int x{{$}}
// CHECK: {{^}}process f (int){{$}}
// CHECK: {{^}}record int{{$}}
// CHECK: {{^}}run f (1){{$}}
// CHECK: {{^}}"view int y"{{$}}
// CHECK: {{^}}view int z{{$}}
// CHECK: {{^}}commit (v, 1){{$}}
// CHECK: {{^}}HANDOVER{{$}}
int XPASTE (view, 1);
extern int puts (const char *);
int main (void)
{
#ifdef LANGUAGE
  ID (record int r) = ID (new_record (1, 0));
  view int w = ID (new_write_view (r));
  ID (run p (ID (w)));
#endif
  for (int i = 0; i < 8; i++)
    puts (text[i]);
  return 0;
}
