/* SPDX-License-Identifier: MIT */
/* loaded_libraries.h - where functions and processes of C are (4.11): in the libraries of the program, and in that of C.
 *
 * Nobody asks for a name in all that a tool has loaded: what a tool is linked with is none of the program's.
 */
#ifndef ERBIUM_LOADED_LIBRARIES_H
#define ERBIUM_LOADED_LIBRARIES_H

#include <string>
#include <vector>

namespace er {

/* Where it is in the C library or the mathematical one; else nullptr. */
void *in_c_library (const std::string &name);

class Loaded
{
public:
  /* A library of the program.  Returns what is wrong, or nothing. */
  std::string load (const std::string &path);

  /* In the program's libraries, in their order; in the runtime, if this tool has one; in what those libraries are linked
     with; in the C library.  Else nullptr.  So the linker finds it, too. */
  void *find (const std::string &name) const;

private:
  std::vector<void *> libraries;
};

} // namespace er
#endif
