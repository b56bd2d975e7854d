/* Arguments that the plugin does not have, or whose values are wrong.
 *
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-chekc -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=NAME
 * RUN: not env LC_ALL=C %oldplugin -fplugin-arg-erbium-chekc -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=NAME
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-qqqqqqqq -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=FAR
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-check=1 -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=VALUE
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-strip -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=STRIP
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-strip=0 -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=STRIP
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-strip=12x -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=STRIP
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-prefetch=99999999999 -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=PREFETCH
 * RUN: not env LC_ALL=C %oldplugin -fplugin-arg-erbium-prefetch=-1 -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=PREFETCH
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-dump -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=DUMP
 * RUN: not env LC_ALL=C %plugin -fplugin-arg-erbium-dump=hosit -c -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=PASS
 * RUN: %plugin -Werror -fplugin-arg-erbium-check -fplugin-arg-erbium-strip=8 -fplugin-arg-erbium-no-hoist -c -o /dev/null %s
 *
 * NAME: error: unrecognized option '-fplugin-arg-erbium-chekc'
 * NAME-NEXT: note: valid options are: check, dump=PASS, network=FILE, no-coarsen, no-hoist, {{.*}}; did you mean 'check'?
 * FAR: error: unrecognized option '-fplugin-arg-erbium-qqqqqqqq'
 * FAR-NEXT: note: valid options are: check, {{.*}} warn=NAME{{$}}
 * VALUE: error: unexpected argument to '-fplugin-arg-erbium-check'
 * STRIP: error: argument to '-fplugin-arg-erbium-strip' must be an integer between 1 and 1048576
 * PREFETCH: error: argument to '-fplugin-arg-erbium-prefetch' must be an integer between 0 and 1048576
 * DUMP: error: {{.*}}-fplugin-arg-erbium-dump
 * PASS: error: unrecognized argument in option '-fplugin-arg-erbium-dump=hosit'
 * PASS-NEXT: note: valid arguments to '-fplugin-arg-erbium-dump=' are: lower, check, flow, coarsen, prefetch, hoist, expand
 */
int x;
