/* SPDX-License-Identifier: MIT */
/* loaded_libraries.h - where functions and processes of C are (4.11): in the libraries of the
 * program, and in that of C.
 *
 * Names are not looked up in all libraries that the tool itself has loaded, because these do not
 * belong to the program.
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

  /* Returns the address of a name, or nullptr.  Searches the program's libraries in their order,
   * the runtime if this tool contains it, the libraries with which the program's libraries are
   * linked, and the C library.  This is the order that the linker uses. */
  void *find (const std::string &name) const;

private:
  std::vector<void *> libraries;
};

} // namespace er
#endif
