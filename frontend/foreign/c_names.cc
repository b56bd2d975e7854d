/* SPDX-License-Identifier: MIT */
/* c_names.cc - names of the IR in C (c_names.h).
 *
 * Symbols of the C library are looked up in the installed library.  Names that are in no library
 * are listed here.  Names that begin with '_' are not listed, because C reserves all of them and
 * new versions add more.
 */
#include "foreign/c_names.h"

#include <set>

#include "foreign/loaded_libraries.h"

namespace er {

/* Types and constants of the headers that the emitted program includes, by their form: int64_t,
 * INT64_MAX, INT64_WIDTH, EINVAL. */
static bool
of_headers (const std::string &name)
{
  bool upper = name.size () > 2;
  for (char c : name)
    upper &= c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  auto ends = [&] (const std::string &with) {
    size_t n = name.size (), m = with.size ();
    return n > m && name.compare (n - m, m, with) == 0;
  };
  bool constant = name[0] == 'E' || name.compare (0, 5, "SEEK_") == 0;
  for (const char *with : { "_MAX", "_MIN", "_WIDTH", "SIZE", "_C" })
    constant |= ends (with);
  return ends ("_t") || (upper && constant);
}

bool
c_word (const std::string &name)
{
  static const std::set<std::string> taken = {
    /* keywords of C up to C23 and of GNU C, except words of the IR */
    "auto", "case", "char", "default", "do", "double", "enum", "extern", "float", "goto", "inline",
    "int", "long", "register", "restrict", "short", "signed", "sizeof", "static", "switch",
    "typedef", "union", "unsigned", "void", "volatile", "alignas", "alignof", "constexpr",
    "nullptr", "static_assert", "thread_local", "typeof", "typeof_unqual", "asm",
    /* the plugin */
    "TERMINATE", "HANDOVER",
    /* systems and processors */
    "linux", "unix", "i386", "mips", "sparc", "sun",
    /* headers */
    "NULL", "EOF", "FILE", "BUFSIZ", "P_tmpdir", "L_tmpnam", "L_ctermid", "stdin", "stdout",
    "stderr", "errno", "offsetof", "unreachable", "assert", "DIR", "ERBIUM"
  };
  return taken.count (name);
}

bool
c_keeps (const std::string &name)
{
  return name[0] == '_' || c_word (name) || of_headers (name);
}

bool
c_has_symbol (const std::string &name)
{
  static const std::set<std::string> of_linker = { "end", "edata", "etext", "data_start" };
  return of_linker.count (name) || in_c_library (name);
}

/* With '_' at its beginning and "__" at its end it could be a word of GCC: __asm__. */
std::string
c_other_name (const std::string &name)
{
  return name + (name[0] == '_' ? "_er__" : "__");
}

std::string
c_name (const std::string &name)
{
  bool ours =
    name.back () == '_' || name.compare (0, 6, "erbium") == 0 || name.compare (0, 6, "ERBIUM") == 0;
  return ours || name == "printf" || c_keeps (name) ? c_other_name (name) : name;
}

std::string
c_file_name (const std::string &name)
{
  std::string c = c_name (name);
  return c == name && c_has_symbol (name) ? c_other_name (name) : c;
}

} // namespace er
