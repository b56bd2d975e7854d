/* An error in the place of a warning that is left out shows its line.
 *
 * RUN: not env LC_ALL=C %plugin -S -o /dev/null %s 2>&1 | FileCheck %s
 * RUN: not env LC_ALL=C %oldplugin -S -o /dev/null %s 2>&1 | FileCheck %s
 */
record int r = 3;
// CHECK: :[[@LINE-1]]:16: error: cannot convert an integer to 'record int'
// CHECK-NEXT: | record int r = 3;
// CHECK-NEXT: |                ^
