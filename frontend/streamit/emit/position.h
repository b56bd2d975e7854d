/* SPDX-License-Identifier: MIT */
/* position.h - sums of multiples of index expressions, for positions on tapes. */
#ifndef ERBIUM_STREAMIT_LINEAR_H
#define ERBIUM_STREAMIT_LINEAR_H

#include <cstdint>
#include <map>
#include <string>

namespace er::streamit {

/* constant + the sum of factor * term; a term is the text of an index that has no operators
 * outside of brackets. */
struct Linear
{
  int64_t constant = 0;
  std::map<std::string, int64_t> terms;

  bool number () const { return terms.empty (); }
  std::string text () const;
};

Linear linear (int64_t constant);
Linear term (const std::string &text, int64_t factor = 1);
Linear operator+ (const Linear &a, const Linear &b);
Linear operator- (const Linear &a, const Linear &b);
Linear operator* (const Linear &a, int64_t factor);
Linear operator+ (const Linear &a, int64_t constant);

} // namespace er::streamit
#endif
