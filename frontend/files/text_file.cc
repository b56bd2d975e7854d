/* SPDX-License-Identifier: MIT */
/* text_file.cc - files, lines, messages (text_file.h). */
#include "files/text_file.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace er {

/* the largest file, bytes, so that lines and columns fit in an int */
static const size_t largest = size_t (1) << 28;

std::string
Source::read (const std::string &path)
{
  name = path == "-" ? "<stdin>" : path;
  FILE *file = path == "-" ? stdin : fopen (path.c_str (), "rb");
  if (!file)
    return format ("cannot open '%s': %s", path.c_str (), strerror (errno));
  char part[65536];
  size_t n;
  while ((n = fread (part, 1, sizeof part, file)) > 0 && text.size () <= largest)
    text.append (part, n);
  std::string wrong;
  if (ferror (file))
    wrong = format ("cannot read '%s': %s", path.c_str (), strerror (errno));
  else if (text.size () > largest)
    wrong = format ("'%s' has more than %zu bytes", path.c_str (), largest);
  if (file != stdin)
    fclose (file);
  return wrong;
}

std::string
Source::line (uint32_t number) const
{
  size_t at = 0;
  for (uint32_t k = 1; k < number && at != std::string::npos; k++)
    {
      at = text.find ('\n', at);
      at += at != std::string::npos;
    }
  return at >= text.size () ? "" : text.substr (at, text.find ('\n', at) - at);
}

/* Returns the blanks before a caret; tabs stay, so that the caret is below its column. */
static std::string
up_to (const std::string &line, uint32_t column)
{
  std::string blanks;
  for (size_t k = 0; k + 1 < column && k < line.size (); k++)
    if ((line[k] & 0xc0) != 0x80) /* one blank a character of UTF-8 */
      blanks += line[k] == '\t' ? '\t' : ' ';
  return blanks;
}

void
Diagnostics::show (Place at, const char *kind, const std::string &what)
{
  if (silent)
    return;
  if (!at.line)
    {
      fprintf (stderr, "%s: %s: %s\n", source.name.c_str (), kind, what.c_str ());
      return;
    }
  std::string line = source.line (at.line);
  fprintf (stderr, "%s:%u:%u: %s: %s\n", source.name.c_str (), at.line, at.column, kind,
           what.c_str ());
  /* a very long line, which is probably machine-generated, does not help the reader */
  if (line.size () < 1000)
    fprintf (stderr, "  %s\n  %s^\n", line.c_str (), up_to (line, at.column).c_str ());
}

void
Diagnostics::error (Place at, const std::string &clause, const std::string &what)
{
  if (count++ >= most)
    return;
  show (at, "error", clause.empty () ? what : what + " [" + clause + "]");
  if (count == most && !silent)
    fprintf (stderr, "%s: note: further errors are not shown\n", source.name.c_str ());
}

void
Diagnostics::note (Place at, const std::string &what)
{
  if (count < most)
    show (at, "note", what);
}

/* Follows RFC 3629, as the lexer does: no overlong form, no surrogate, nothing beyond 0x10ffff. */
size_t
utf_8 (const std::string &text, size_t at)
{
  auto byte = [&] (size_t k) { return at + k < text.size () ? (unsigned char) text[at + k] : 0; };
  unsigned first = byte (0), second = byte (1);
  if (first < 0x80)
    return 1;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  unsigned least = first == 0xe0   ? 0xa0
                   : first == 0xf0 ? 0x90
                                   : 0x80,
           most = first == 0xed   ? 0x9f
                  : first == 0xf4 ? 0x8f
                                  : 0xbf;
  bool good = first >= 0xc2 && first <= 0xf4 && second >= least && second <= most;
  for (size_t k = 2; k < length; k++)
    good &= (byte (k) & 0xc0) == 0x80;
  return good ? length : 0;
}

std::string
format (const char *pattern, ...)
{
  va_list list, again;
  va_start (list, pattern);
  va_copy (again, list);
  int n = vsnprintf (nullptr, 0, pattern, list);
  va_end (list);
  std::string text (n + 1, '\0');
  vsnprintf (&text[0], n + 1, pattern, again);
  va_end (again);
  text.resize (n);
  return text;
}

void
give_up (const std::string &what)
{
  fflush (stdout);
  fprintf (stderr, "%s: error: %s\n", program_invocation_short_name, what.c_str ());
  exit (2);
}

} // namespace er
