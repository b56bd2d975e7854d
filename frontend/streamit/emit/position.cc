/* SPDX-License-Identifier: MIT */
/* position.cc - sums (position.h). */
#include "streamit/emit/position.h"

namespace er::streamit {

Linear
linear (int64_t constant)
{
  Linear l;
  l.constant = constant;
  return l;
}

Linear
term (const std::string &text, int64_t factor)
{
  Linear l;
  if (factor)
    l.terms[text] = factor;
  return l;
}

Linear
operator+ (const Linear &a, const Linear &b)
{
  Linear sum = a;
  sum.constant += b.constant;
  for (const auto &[text, factor] : b.terms)
    if ((sum.terms[text] += factor) == 0)
      sum.terms.erase (text);
  return sum;
}

Linear
operator* (const Linear &a, int64_t factor)
{
  Linear product;
  if (!factor)
    return product;
  product.constant = a.constant * factor;
  for (const auto &[text, old] : a.terms)
    product.terms[text] = old * factor;
  return product;
}

Linear
operator- (const Linear &a, const Linear &b)
{
  return a + b * -1;
}

Linear
operator+ (const Linear &a, int64_t constant)
{
  return a + linear (constant);
}

std::string
Linear::text () const
{
  std::string sum;
  for (const auto &[name, factor] : terms)
    {
      int64_t size = factor < 0 ? -factor : factor;
      std::string product = size == 1 ? name : name + " * " + std::to_string (size);
      if (sum.empty ())
        sum = factor < 0 ? "0 - " + product : product;
      else
        sum += (factor < 0 ? " - " : " + ") + product;
    }
  if (sum.empty ())
    return std::to_string (constant);
  if (constant)
    sum += (constant < 0 ? " - " : " + ") + std::to_string (constant < 0 ? -constant : constant);
  return sum;
}

} // namespace er::streamit
