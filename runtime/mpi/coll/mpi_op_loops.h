/* SPDX-License-Identifier: MIT */
/* mpi_op_loops.h - the loops of operations, for each type; private to mpi_op.c. */
#ifndef ERB_MPI_OP_LOOPS_H
#define ERB_MPI_OP_LOOPS_H

#include "mpi/coll/mpi_coll.h"

#define LOOP(T, expression) \
  do \
    { \
      const T *a = in; \
      T *b = inout; \
      for (size_t n = 0; n < count; n++) \
        { \
          T x = a[n], y = b[n]; \
          b[n] = (T) (expression); \
        } \
    } \
  while (0)

#define ARITHMETIC(T) \
    case MPI_SUM: LOOP (T, x + y); break; \
    case MPI_PROD: LOOP (T, x * y); break;
#define ORDER(T) \
    case MPI_MAX: LOOP (T, x > y ? x : y); break; \
    case MPI_MIN: LOOP (T, x < y ? x : y); break;
#define LOGIC(T) \
    case MPI_LAND: LOOP (T, x && y); break; \
    case MPI_LOR: LOOP (T, x || y); break; \
    case MPI_LXOR: LOOP (T, !x != !y); break;
#define BITS(T) \
    case MPI_BAND: LOOP (T, x & y); break; \
    case MPI_BOR: LOOP (T, x | y); break; \
    case MPI_BXOR: LOOP (T, x ^ y); break;

#define FUNCTION(name, T, operations) \
  static bool \
  name (MPI_Op op, const void *in, void *inout, size_t count) \
  { \
    switch (op) \
      { \
      operations \
      default: return false; \
      } \
    return true; \
  }

#define INTEGER_FUNCTION(name, T) \
  FUNCTION (name, T, ARITHMETIC (T) ORDER (T) LOGIC (T) BITS (T))
#define REAL_FUNCTION(name, T) FUNCTION (name, T, ARITHMETIC (T) ORDER (T))
#define COMPLEX_FUNCTION(name, T) FUNCTION (name, T, ARITHMETIC (T))

INTEGER_FUNCTION (on_i8, int8_t)
INTEGER_FUNCTION (on_u8, uint8_t)
INTEGER_FUNCTION (on_i16, int16_t)
INTEGER_FUNCTION (on_u16, uint16_t)
INTEGER_FUNCTION (on_i32, int32_t)
INTEGER_FUNCTION (on_u32, uint32_t)
INTEGER_FUNCTION (on_i64, int64_t)
INTEGER_FUNCTION (on_u64, uint64_t)
REAL_FUNCTION (on_float, float)
REAL_FUNCTION (on_double, double)
REAL_FUNCTION (on_long_double, long double)
#ifdef __SIZEOF_FLOAT128__
REAL_FUNCTION (on_float128, __float128)
#endif
COMPLEX_FUNCTION (on_c_float, _Complex float)
COMPLEX_FUNCTION (on_c_double, _Complex double)
COMPLEX_FUNCTION (on_c_long_double, _Complex long double)
FUNCTION (on_bool, _Bool, LOGIC (_Bool))

/* A value and its place.  Of equal values, the smaller place wins. */
#define PLACE_FUNCTION(name, V, I) \
  static bool \
  name (MPI_Op op, const void *in, void *inout, size_t count) \
  { \
    const struct { V value; I place; } *a = in; \
    struct { V value; I place; } *b = inout; \
    if (op != MPI_MAXLOC && op != MPI_MINLOC) \
      return false; \
    for (size_t n = 0; n < count; n++) \
      { \
        bool wins = op == MPI_MAXLOC ? a[n].value > b[n].value : a[n].value < b[n].value; \
        if (wins) \
          b[n].value = a[n].value, b[n].place = a[n].place; \
        else if (a[n].value == b[n].value && a[n].place < b[n].place) \
          b[n].place = a[n].place; \
      } \
    return true; \
  }

PLACE_FUNCTION (on_float_int, float, int)
PLACE_FUNCTION (on_double_int, double, int)
PLACE_FUNCTION (on_long_int, long, int)
PLACE_FUNCTION (on_short_int, short, int)
PLACE_FUNCTION (on_long_double_int, long double, int)
PLACE_FUNCTION (on_2int, int, int)
PLACE_FUNCTION (on_2real, float, float)
PLACE_FUNCTION (on_2double, double, double)

#endif
