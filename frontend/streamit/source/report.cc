/* SPDX-License-Identifier: MIT */
/* report.cc - the files of a program, and where a place is in them (source.h). */
#include "streamit/source/source.h"

#include <algorithm>

namespace er::streamit {

void
Report::append (std::unique_ptr<File> file)
{
  if (!list.empty ())
    {
      const std::string &text = list.back ()->source.text;
      file->before = list.back ()->before + uint32_t (std::count (text.begin (), text.end (), '\n'))
                     + 1;
    }
  file->diagnostics = std::make_unique<Diagnostics> (file->source, silent);
  list.push_back (std::move (file));
}

std::string
Report::read (const std::string &path)
{
  auto file = std::make_unique<File> ();
  std::string wrong = file->source.read (path);
  if (wrong.empty ())
    append (std::move (file));
  return wrong;
}

void
Report::add (const std::string &name, const std::string &text)
{
  auto file = std::make_unique<File> ();
  file->source.name = name;
  file->source.text = text;
  append (std::move (file));
}

/* Returns the file of a place, and makes the place one of that file. */
Report::File &
Report::file_of (Place &at) const
{
  size_t k = list.size () - 1;
  while (k > 0 && at.line <= list[k]->before)
    k--;
  if (at.line)
    at.line -= list[k]->before;
  return *list[k];
}

void
Report::error (Place at, const std::string &what)
{
  count++;
  if (count <= most)
    file_of (at).diagnostics->error (at, "", what);
}

void
Report::note (Place at, const std::string &what)
{
  if (count <= most)
    file_of (at).diagnostics->note (at, what);
}

void
Report::stop (Place at, const std::string &what)
{
  error (at, what);
  throw Stop ();
}

std::string
Report::where (Place at) const
{
  std::string name = file_of (at).source.name;
  return name + ":" + std::to_string (at.line);
}

} // namespace er::streamit
