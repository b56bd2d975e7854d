/* SPDX-License-Identifier: MIT */
/* symbols.cc - names of processes as symbols of C (symbols.h).
 *
 * What the C library has, the one that this tool is linked with knows; macros of its headers, and what C itself
 * reserves, stand in a list.
 */
#include "symbols.h"

#include <dlfcn.h>

#include <set>

#include "eval.h"
#include "text.h"

namespace er {

static bool
begins (const std::string &name, const char *with)
{
  return name.rfind (with, 0) == 0;
}

void
see_symbols (const Module &module)
{
  static const std::set<std::string> macros = { "errno", "assert", "offsetof" };
  for (const Item &i : module.items)
    {
      const Process *p = i.process;
      if (!p || p->external || p->name == "main")
        continue;
      bool runtime = begins (p->name, "erbium_") || begins (p->name, "erb_");
      if (runtime || macros.count (p->name) || dlsym (RTLD_DEFAULT, p->name.c_str ()))
        throw Undefined { p->at,
                          "process '" + p->name + "' would be a symbol that " + (runtime ? "the runtime" : "the C library")
                            + " has: calls of that would run the process",
                          "give it another name; the interpreter and erbium-run take this one" };
    }
}

} // namespace er
