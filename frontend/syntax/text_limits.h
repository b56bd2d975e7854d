/* SPDX-License-Identifier: MIT */
/* text_limits.h - the limits of a text (1.9), checked for a module before it is printed. */
#ifndef ERBIUM_TEXT_LIMITS_H
#define ERBIUM_TEXT_LIMITS_H

#include "ir/ir.h"

namespace er {

/* Returns whether the brackets, blocks and operators of p are not nested more deeply than tools
 * accept. */
bool fits (const Process &p);
/* Returns whether a text is not longer than tools accept. */
bool fits (const std::string &text);

/* Saves the processes of a module, so that those that a pass makes too deep or too long for the
 * tools can be restored. */
class As_it_was
{
public:
  explicit As_it_was (Module &module);
  /* Restores the processes that do not fit, or, if together is true, all processes if one does not
   * fit.  Returns the names of those that did not fit.  If there are any, bind names and types
   * again. */
  std::vector<std::string> undo (bool together);
  void undo_all ();

private:
  struct Saved
  {
    Process *process;
    std::vector<Variable *> parameters;
    Block body; /* in copies */
  };
  void give_back (const Saved &s);
  Module &module;
  Module copies; /* freed with this object */
  std::vector<Item> items;
  std::vector<Saved> saved;
};

} // namespace er
#endif
