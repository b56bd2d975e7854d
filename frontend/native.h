/* SPDX-License-Identifier: MIT */
/* native.h - functions of C, called by the interpreter (4.11), through libffi. */
#ifndef ERBIUM_NATIVE_H
#define ERBIUM_NATIVE_H

#include "machine.h"

namespace er {

class Library : public Machine::Native
{
public:
  /* A shared library in which functions are looked for, beside the C and mathematical ones.
     Returns what is wrong, or nothing. */
  std::string load (const std::string &path);
  Value call (const Expr *e, std::vector<Value> &args) override;

private:
  std::map<std::string, void *> known;
  void *find (const Expr *e);
};

} // namespace er
#endif
