/* Arguments of the plugin that it does not know, or that lack a value.
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
 * NAME: error: unknown '-fplugin-arg-erbium-chekc'; did you mean 'check'? Known are check, dump=PASS, network=FILE, no-coarsen, no-hoist
 * FAR: error: unknown '-fplugin-arg-erbium-qqqqqqqq'; known are check
 * VALUE: error: '-fplugin-arg-erbium-check' takes no value
 * STRIP: error: '-fplugin-arg-erbium-strip' needs a number from 1 to 1048576
 * PREFETCH: error: '-fplugin-arg-erbium-prefetch' needs a number from 0 to 1048576
 * DUMP: error: {{.*}}-fplugin-arg-erbium-dump
 * PASS: error: '-fplugin-arg-erbium-dump=hosit': known are lower, check, flow, coarsen, prefetch, hoist, expand
 */
int x;
