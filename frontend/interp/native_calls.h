/* SPDX-License-Identifier: MIT */
/* native_calls.h - functions of C, called by the interpreter (4.11), through libffi. */
#ifndef ERBIUM_NATIVE_CALLS_H
#define ERBIUM_NATIVE_CALLS_H

#include "foreign/foreign.h"
#include "interp/machine.h"

namespace er {

class Library : public Machine::Native
{
public:
  /* Loads a shared library of the program.  Returns an error message, or an empty string. */
  std::string load (const std::string &path) { return loaded.load (path); }
  Value call (const Expr *e, std::vector<Value> &args) override;

private:
  Loaded loaded;
  std::map<std::string, void *> known;
  void *find (const Expr *e);
};

} // namespace er
#endif
