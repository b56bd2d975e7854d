/* SPDX-License-Identifier: MIT */
/* builtins.h - the functions of StreamIt that need no declaration.
 *
 * Functions of real numbers compute in double precision; the result is rounded to float.
 */
#ifndef ERBIUM_STREAMIT_BUILTINS_H
#define ERBIUM_STREAMIT_BUILTINS_H

#include <cstdint>
#include <string>
#include <vector>

namespace er::streamit {

struct Builtin
{
  enum Kind
  {
    Real,      /* of doubles, by the C library's function of the same name */
    Abs,       /* of the type of the argument; of a complex its magnitude */
    Extreme,   /* min, max: of the common type of the arguments */
    Argument,  /* arg: the angle of a complex */
    Root,      /* csqrt */
    Print,     /* print, println */
    Random     /* random (): 0 <= result < 1; randomI (): any int */
  };
  const char *name;
  size_t parameters;
  Kind kind;
  double (*one) (double) = nullptr;         /* of a Real with one parameter */
  double (*two) (double, double) = nullptr; /* of a Real with two */
};

const Builtin *builtin_named (const std::string &name);
std::vector<std::string> builtin_names ();

/* The generator of StreamIt's libraries, a linear congruence modulo 2^48 (that of
 * java.util.Random): s := s * factor + addend, of which the highest bits are taken. */
struct Random
{
  static const uint64_t seed = 1182736490827, factor = 0x5DEECE66D, addend = 0xB;
  uint64_t state = seed;

  uint32_t bits (int count)
  {
    state = (state * factor + addend) & ((uint64_t (1) << 48) - 1);
    return uint32_t (state >> (48 - count));
  }
  double real ()
  {
    uint64_t high = bits (26);
    return double ((high << 27) + bits (27)) / double (uint64_t (1) << 53);
  }
  int32_t integer () { return int32_t (bits (32)); }
};

} // namespace er::streamit
#endif
