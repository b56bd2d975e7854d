/* SPDX-License-Identifier: MIT */
/* symbols.cc - names of processes and functions as symbols of C (symbols.h). */
#include "foreign/symbols.h"

#include "foreign/c_names.h"
#include "eval/eval.h"
#include "ir/ir.h"

namespace er {

static bool
begins (const std::string &name, const char *with)
{
  return name.rfind (with, 0) == 0;
}

static const char hint[] = "give it another name; the interpreter and erbium-run take this one";

static void
see_process (const Process &p)
{
  if (c_keeps (p.name))
    throw Undefined{
      p.at,
      "process '" + p.name
        + "' has a name that C keeps for itself: a word, a macro or type of headers, "
          "or one that begins with '_'",
      hint
    };
  bool runtime = begins (p.name, "erbium_") || begins (p.name, "erb_") || begins (p.name, "ERBIUM_")
                 || begins (p.name, "hwloc_");
  if (!p.external && (runtime || c_has_symbol (p.name)))
    throw Undefined{ p.at,
                     "process '" + p.name + "' would be a symbol that "
                       + (runtime ? "the runtime" : "the C library")
                       + " has: calls of that would run the process",
                     hint };
}

void
see_symbols (const Module &module)
{
  for (const Item &i : module.items)
    if (i.process && i.process->name != "main")
      see_process (*i.process);
    else if (i.function && !i.function->code && c_word (i.function->name))
      throw Undefined{ i.function->at,
                       "function '" + i.function->name + "' has the name of a word or macro of C",
                       hint };
}

void
see_callees (Module &module, const Loaded &loaded)
{
  auto there = [&] (const std::string &name) { return loaded.find (name) != nullptr; };
  each_code (module, [&] (Process &p) {
    each_expression (p.body, [&] (Expr *&e) {
      bool of_c = e->kind == Expr::Call && e->function && !e->function->code;
      if (of_c && !there (e->name))
        throw Undefined{ e->at, "there is no function '" + e->name + "'",
                         "name its shared library with --load=FILE" };
      if (e->kind == Expr::Run && e->process->external && !there (e->name))
        throw Undefined{ e->at, "there is no process '" + e->name + "' of C",
                         "name its shared library with --load=FILE" };
    });
  });
}

} // namespace er
