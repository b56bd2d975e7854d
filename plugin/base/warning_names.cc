/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warning_names.cc - the names of the flow warnings, which are on, how they are said.
 *
 * GCC has no warning options for plugins.  All are on with -Wall; each has a
 * switch, -fplugin-arg-erbium-warn=NAME and -fplugin-arg-erbium-no-warn=NAME,
 * which the message ends with.  -w, -Werror and system headers are obeyed since
 * they are GCC's own warnings, of no option.
 */
#include "base/base.h"

#include "diagnostic.h"
#include "options.h"
#include "opts.h"
#include "toplev.h"

#include <string.h>

namespace erbium {

static struct { const char *name; int on; /* -1: as -Wall */ } table[W_count] = {
  { "before-update", -1 }, { "before-stall", -1 }, { "before-alloc", -1 },
  { "after-release", -1 }, { "after-free", -1 }, { "after-run", -1 },
  { "unused-update", -1 }, { "kept-address", -1 }, { "backwards", -1 },
  { "narrow-index", -1 }, { "beyond-update", -1 }, { "beyond-stall", -1 },
  { "observer", -1 }, { "before-register", -1 }, { "claim-state", -1 },
};

/* -Wall has no variable of its own, and -Wno-unused must not switch us off: the
 * command line is asked. */
static bool
wall_p ()
{
  bool on = false;
  for (unsigned n = 0; n < save_decoded_options_count; n++)
    if (save_decoded_options[n].opt_index == OPT_Wall)
      on = save_decoded_options[n].value != 0;
  return on;
}

bool
warning_on_p (flow_warning w)
{
  return table[w].on < 0 ? wall_p () : table[w].on != 0;
}

bool
warning_wanted_p (flow_warning w)
{
  return table[w].on != 0;
}

bool
set_flow_warning (const char *name, bool on)
{
  for (auto &w : table)
    if (name && strcmp (w.name, name) == 0)
      {
        w.on = on;
        return true;
      }
  char *names = xstrdup (table[0].name);
  for (unsigned n = 1; n < W_count; n++)
    names = reconcat (names, names, ", ", table[n].name, NULL);
  error ("%<-fplugin-arg-erbium-%swarn=%s%>: the warnings are %s", on ? "" : "no-",
         name ? name : "", names);
  free (names);
  return false;
}

bool
warn_at (flow_warning w, location_t place, const char *text, va_list *arguments)
{
  char *whole = concat (text, " [-fplugin-arg-erbium-warn=", table[w].name, "]", NULL);
  bool given = emit_diagnostic_valist (DK_WARNING, place, 0, whole, arguments);
  free (whole);
  return given;
}

bool
warn_at (flow_warning w, location_t place, const char *text, ...)
{
  va_list arguments;
  va_start (arguments, text);
  bool given = warn_at (w, place, text, &arguments);
  va_end (arguments);
  return given;
}

} // namespace erbium
