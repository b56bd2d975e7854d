/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compiler.cc - the compiler that the plugin works with.
 *
 * A plugin uses GCC's internal data structures, so it works only in the build of GCC whose
 * headers it was compiled with.  Any other compiler is rejected before the plugin uses it.
 */
#include "gcc/gcc.h"

#include "langhooks.h"
#include "plugin-version.h"

#include <string.h>

namespace erbium {

/* Ends the compiler where the plugin was built for another one.  This runs
 * before anything else of GCC is touched: see plugin.mk for how it gets here. */
void
check_compiler (const struct plugin_gcc_version *now)
{
  int major = atoi (now->basever);
  if (strcmp (now->basever, gcc_version.basever) != 0)
    fatal_error (UNKNOWN_LOCATION, "the Erbium plugin was built for GCC %s, but this is GCC %s;"
                 " build it with %<make install GCC_RELEASES=%d%>", gcc_version.basever,
                 now->basever, major);
  if (strcmp (now->configuration_arguments, gcc_version.configuration_arguments) != 0
      || strcmp (now->datestamp, gcc_version.datestamp) != 0)
    fatal_error (UNKNOWN_LOCATION, "the Erbium plugin was built for GCC %s of %s, but this is GCC"
                 " %s of %s, or is configured differently; build it with"
                 " %<make install GCC_RELEASES=%d%>", gcc_version.basever, gcc_version.datestamp,
                 now->basever, now->datestamp, major);
}

bool
c_compiler_p ()
{
  return strncmp (lang_hooks.name, "GNU C", 5) == 0 && lang_hooks.name[5] != '+';
}

} // namespace erbium
