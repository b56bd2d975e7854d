/* SPDX-License-Identifier: MIT */
/* similar.cc - what a misspelt name probably means (source.h).
 *
 * The distance is that of Damerau and Levenshtein in the restricted form: the least number of
 * insertions, deletions, replacements, and exchanges of neighbours.
 */
#include "streamit/source/source.h"

#include <algorithm>

namespace er::streamit {

static size_t
distance (const std::string &a, const std::string &b)
{
  std::vector<std::vector<size_t>> d (a.size () + 1, std::vector<size_t> (b.size () + 1));
  for (size_t i = 0; i <= a.size (); i++)
    for (size_t j = 0; j <= b.size (); j++)
      {
        if (i == 0 || j == 0)
          {
            d[i][j] = i + j;
            continue;
          }
        size_t same = a[i - 1] == b[j - 1] ? 0 : 1;
        d[i][j] = std::min ({ d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + same });
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          d[i][j] = std::min (d[i][j], d[i - 2][j - 2] + 1);
      }
  return d[a.size ()][b.size ()];
}

std::string
similar (const std::string &name, const std::vector<std::string> &candidates)
{
  const size_t longest = 64; /* of a name that is compared, so that the time stays small */
  std::string best;
  size_t least = (name.size () + 2) / 3 + 1;
  if (name.size () > longest)
    return "";
  for (const std::string &candidate : candidates)
    {
      if (candidate.size () > longest || candidate == name)
        continue;
      size_t d = distance (name, candidate);
      if (d < least && d < candidate.size ())
        {
          least = d;
          best = candidate;
        }
    }
  return best;
}

std::string
hint (const std::string &name, const std::vector<std::string> &candidates)
{
  std::string found = similar (name, candidates);
  return found.empty () ? "" : "; did you mean '" + found + "'?";
}

} // namespace er::streamit
