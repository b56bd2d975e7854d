/* SPDX-License-Identifier: MIT */
/* replay [FILE|FOLDER]... - gives each file to the target (target.cc), without libFuzzer.
 *
 * Says how many; a file that is wrong ends it, and is named before. */
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

namespace fs = std::filesystem;

static void
replay (const fs::path &path)
{
  std::ifstream file (path, std::ios::binary);
  std::string text { std::istreambuf_iterator<char> (file), {} };
  fprintf (stderr, "%s\n", path.c_str ());
  LLVMFuzzerTestOneInput (reinterpret_cast<const uint8_t *> (text.data ()), text.size ());
}

int
main (int argc, char **argv)
{
  std::vector<fs::path> files;
  for (int k = 1; k < argc; k++)
    if (fs::is_directory (argv[k]))
      {
        for (const auto &entry : fs::recursive_directory_iterator (argv[k]))
          if (entry.is_regular_file ())
            files.push_back (entry.path ());
      }
    else
      files.push_back (argv[k]);
  for (const fs::path &path : files)
    replay (path);
  printf ("%zu texts\n", files.size ());
  return files.empty ();
}
