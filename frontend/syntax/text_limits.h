/* SPDX-License-Identifier: MIT */
/* text_limits.h - what a text may have (1.9), asked of a module that has not been printed yet. */
#ifndef ERBIUM_TEXT_LIMITS_H
#define ERBIUM_TEXT_LIMITS_H

#include "ir/ir.h"

namespace er {

/* Whether its brackets, blocks and operators are no deeper than a tool reads. */
bool fits (const Process &p);
/* Whether a text is as short as a tool reads. */
bool fits (const std::string &text);

/* The processes of a module as they are: for those that a pass makes so deep or so long that no tool would read them. */
class As_it_was
{
public:
  explicit As_it_was (Module &module);
  /* Gives them back what they had: those that do not fit, or, where they were changed together, all if one does not.  Names of those
     that did not; bind names and types again if there are any. */
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
