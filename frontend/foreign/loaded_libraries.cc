/* SPDX-License-Identifier: MIT */
/* loaded_libraries.cc - addresses of functions and processes of C (loaded_libraries.h). */
#include "foreign/loaded_libraries.h"

#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <link.h>

namespace er {

void *
in_c_library (const std::string &name)
{
  static void *const libraries[] = { dlopen (LIBM_SO, RTLD_NOW), dlopen (LIBC_SO, RTLD_NOW) };
  for (void *library : libraries)
    if (void *place = library ? dlsym (library, name.c_str ()) : nullptr)
      return place;
  return nullptr;
}

/* Looks in the library itself, not in its dependencies. */
static void *
own (void *library, const std::string &name)
{
  link_map *wanted = nullptr, *has = nullptr;
  Dl_info info;
  void *place = dlsym (library, name.c_str ());
  if (!place || dlinfo (library, RTLD_DI_LINKMAP, &wanted)
      || !dladdr1 (place, &info, (void **)&has, RTLD_DL_LINKMAP))
    return nullptr;
  return has == wanted ? place : nullptr;
}

static void *
in_runtime (const std::string &name)
{
  static void *const program = dlopen (nullptr, RTLD_NOW);
  return name.rfind ("erbium_", 0) == 0 ? own (program, name) : nullptr;
}

/* Each library sees the symbols of those before it, as if they had been linked together. */
std::string
Loaded::load (const std::string &path)
{
  void *library = dlopen (path.c_str (), RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return dlerror ();
  libraries.push_back (library);
  return "";
}

void *
Loaded::find (const std::string &name) const
{
  for (void *library : libraries)
    if (void *place = own (library, name))
      return place;
  if (void *place = in_runtime (name))
    return place;
  for (void *library : libraries)
    if (void *place = dlsym (library, name.c_str ()))
      return place;
  return in_c_library (name);
}

} // namespace er
