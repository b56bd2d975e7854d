/* SPDX-License-Identifier: MIT */
/* text_limits.h - the limits of a text (1.9), checked for a module before it is printed. */
#ifndef ERBIUM_TEXT_LIMITS_H
#define ERBIUM_TEXT_LIMITS_H

#include "ir/ir.h"

namespace er {

/* Whether its brackets, blocks and operators are no deeper than a tool reads. */
bool fits (const Process &p);
/* Whether a text is as short as a tool reads. */
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
  Module copies; /* gone with this */
  std::vector<Item> items;
  std::vector<Saved> saved;
};

} // namespace er
#endif
