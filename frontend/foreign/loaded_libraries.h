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

/* Returns the address of a name in the C library or the mathematical library, or nullptr. */
void *in_c_library (const std::string &name);

class Loaded
{
public:
  /* Loads a library of the program.  Returns an error message, or an empty string. */
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
