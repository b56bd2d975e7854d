/* Lines may end with a backslash between the brackets.
RUN: %plugin %s -o %t %libs && %t | FileCheck %s
RUN: %oldplugin %s -o %t %libs && %t | FileCheck %s
RUN: %plugin -save-temps=obj %s -o %t %libs && %t | FileCheck %s
CHECK: {{^}}7 7 7{{$}}
 */
int printf (const char *, ...);
#define AT(v, i) v[\
[i]\
]
process p (record int r)
{
  view int v = new_write_view (r);
  register (v);
  alloc (v, 8);
  stall (v, 3);
  v[\
[0]] = 7;
  v[[1]\
  ] = v[\
\
[0]];
  AT (v, 2) = v[[1]];
  printf ("%d %d %d\n", v[[0]], v[[1]], v[[2]]);
  commit (v, 3);
}
int main (void)
{
  record int r = new_record (1, 0);
  run p (r);
}
