/* SPDX-License-Identifier: MIT */
/* output_file.cc - the files that tools write (output_file.h).
 *
 * A tool reads all its input before it writes anything, so wrong input leaves the output file as it
 * was.
 */
#include "files/output_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/text_file.h"

namespace er {

void
see_output (const std::string &output, const std::vector<std::string> &inputs)
{
  struct stat out, in;
  if (stat (output.c_str (), &out) != 0 || !S_ISREG (out.st_mode))
    return;
  for (const std::string &input : inputs)
    if ((input == "-" ? fstat (0, &in) : stat (input.c_str (), &in)) == 0 && in.st_dev == out.st_dev
        && in.st_ino == out.st_ino)
      give_up ("the input file '" + input + "' is the same as the output file '" + output
               + "'; -o FILE names another");
}

std::string
read_all (int file, std::string &text)
{
  char part[65536];
  ssize_t n;
  while ((n = read (file, part, sizeof part)) != 0)
    if (n > 0)
      text.append (part, n);
    else if (errno != EINTR)
      return strerror (errno);
  return "";
}

static bool
write_all (int file, const std::string &text)
{
  for (size_t done = 0; done < text.size ();)
    {
      ssize_t n = write (file, text.data () + done, text.size () - done);
      if (n < 0 && errno != EINTR)
        return false;
      done += n < 0 ? 0 : n;
    }
  return true;
}

std::string
write_output (const std::string &path, const std::string &text)
{
  std::string name = path.empty () ? "standard output" : "'" + path + "'";
  int file =
    path.empty () ? 1 : open (path.c_str (), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  struct stat s;
  std::string wrong;
  if (file < 0 || !write_all (file, text))
    wrong = name + " cannot be written: " + strerror (errno);
  bool regular = !path.empty () && file >= 0 && fstat (file, &s) == 0 && S_ISREG (s.st_mode);
  /* a network file system reports errors here */
  if (!path.empty () && file >= 0 && close (file) != 0 && wrong.empty ())
    wrong = name + " cannot be written: " + strerror (errno);
  if (!wrong.empty () && regular)
    unlink (path.c_str ());
  return wrong;
}

} // namespace er
