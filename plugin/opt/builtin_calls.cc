/* SPDX-License-Identifier: GPL-3.0-or-later */
/* builtin_calls.cc - functions that GCC knows by name: which of them run no code of the program,
 * and how long those take.
 *
 * The list has the functions that are known to be harmless, for the passes that keep something over
 * a call.  GCC's builtins are more than the C library: GOMP_parallel calls a function of the
 * program, GOMP_barrier lets another thread continue, and so may builtins of a later release.
 */
#include "opt/opt.h"

#include "builtins.h"

namespace erbium {

/* Functions that are one instruction or a few, or none. */
static builtin_time
time_of_instructions (enum built_in_function code)
{
  switch (code)
    {
    case BUILT_IN_MEMCPY: case BUILT_IN_MEMSET: case BUILT_IN_MEMMOVE: case BUILT_IN_MEMCMP:
      return BUILTIN_MEMORY;

    case BUILT_IN_EXPECT: case BUILT_IN_EXPECT_WITH_PROBABILITY: case BUILT_IN_ASSUME_ALIGNED:
    case BUILT_IN_UNREACHABLE: case BUILT_IN_CONSTANT_P: case BUILT_IN_OBJECT_SIZE:
      return BUILTIN_NOTHING;

    CASE_INT_FN (BUILT_IN_FFS): CASE_INT_FN (BUILT_IN_CLZ): CASE_INT_FN (BUILT_IN_CTZ):
    CASE_INT_FN (BUILT_IN_CLRSB): CASE_INT_FN (BUILT_IN_POPCOUNT): CASE_INT_FN (BUILT_IN_PARITY):
    case BUILT_IN_ABS: case BUILT_IN_LABS: case BUILT_IN_LLABS: case BUILT_IN_IMAXABS:
    case BUILT_IN_BSWAP16: case BUILT_IN_BSWAP32: case BUILT_IN_BSWAP64: case BUILT_IN_BSWAP128:
    case BUILT_IN_PREFETCH:
    CASE_FLT_FN (BUILT_IN_FABS): CASE_FLT_FN (BUILT_IN_COPYSIGN): CASE_FLT_FN (BUILT_IN_SIGNBIT):
    CASE_FLT_FN (BUILT_IN_ISNAN): CASE_FLT_FN (BUILT_IN_ISINF): CASE_FLT_FN (BUILT_IN_FINITE):
    CASE_FLT_FN (BUILT_IN_SQRT): CASE_FLT_FN (BUILT_IN_FMIN): CASE_FLT_FN (BUILT_IN_FMAX):
    CASE_FLT_FN (BUILT_IN_FDIM): CASE_FLT_FN (BUILT_IN_FMA):
    CASE_FLT_FN (BUILT_IN_FLOOR): CASE_FLT_FN (BUILT_IN_CEIL): CASE_FLT_FN (BUILT_IN_TRUNC):
    CASE_FLT_FN (BUILT_IN_ROUND): CASE_FLT_FN (BUILT_IN_ROUNDEVEN):
    CASE_FLT_FN (BUILT_IN_RINT): CASE_FLT_FN (BUILT_IN_NEARBYINT):
    CASE_FLT_FN (BUILT_IN_LRINT): CASE_FLT_FN (BUILT_IN_LLRINT): CASE_FLT_FN (BUILT_IN_IRINT):
    CASE_FLT_FN (BUILT_IN_LROUND): CASE_FLT_FN (BUILT_IN_LLROUND): CASE_FLT_FN (BUILT_IN_IROUND):
    CASE_FLT_FN (BUILT_IN_LFLOOR): CASE_FLT_FN (BUILT_IN_LLFLOOR): CASE_FLT_FN (BUILT_IN_IFLOOR):
    CASE_FLT_FN (BUILT_IN_LCEIL): CASE_FLT_FN (BUILT_IN_LLCEIL): CASE_FLT_FN (BUILT_IN_ICEIL):
      return BUILTIN_QUICK;

    default:
      return BUILTIN_UNKNOWN;
    }
}

/* Functions of the library.  The time of fmod and remainder grows with the quotient, that of jn
 * with the order. */
static builtin_time
time_of_library (enum built_in_function code)
{
  switch (code)
    {
    CASE_FLT_FN (BUILT_IN_SIN): CASE_FLT_FN (BUILT_IN_COS): CASE_FLT_FN (BUILT_IN_SINCOS):
    CASE_FLT_FN (BUILT_IN_CEXPI): CASE_FLT_FN (BUILT_IN_TAN):
    CASE_FLT_FN (BUILT_IN_ASIN): CASE_FLT_FN (BUILT_IN_ACOS): CASE_FLT_FN (BUILT_IN_ATAN):
    CASE_FLT_FN (BUILT_IN_ATAN2): CASE_FLT_FN (BUILT_IN_HYPOT): CASE_FLT_FN (BUILT_IN_CBRT):
    CASE_FLT_FN (BUILT_IN_SINH): CASE_FLT_FN (BUILT_IN_COSH): CASE_FLT_FN (BUILT_IN_TANH):
    CASE_FLT_FN (BUILT_IN_EXP): CASE_FLT_FN (BUILT_IN_EXP2): CASE_FLT_FN (BUILT_IN_EXPM1):
    CASE_FLT_FN (BUILT_IN_EXP10): CASE_FLT_FN (BUILT_IN_POW10): CASE_FLT_FN (BUILT_IN_LOG):
    CASE_FLT_FN (BUILT_IN_LOG2): CASE_FLT_FN (BUILT_IN_LOG10): CASE_FLT_FN (BUILT_IN_LOG1P):
    CASE_FLT_FN (BUILT_IN_LOGB): CASE_FLT_FN (BUILT_IN_ILOGB): CASE_FLT_FN (BUILT_IN_LDEXP):
    CASE_FLT_FN (BUILT_IN_SCALBN): CASE_FLT_FN (BUILT_IN_SCALBLN): CASE_FLT_FN (BUILT_IN_FREXP):
    CASE_FLT_FN (BUILT_IN_MODF): CASE_FLT_FN (BUILT_IN_POW): CASE_FLT_FN (BUILT_IN_POWI):
      return BUILTIN_LONG;

    CASE_FLT_FN (BUILT_IN_FMOD): CASE_FLT_FN (BUILT_IN_REMAINDER): CASE_FLT_FN (BUILT_IN_DREM):
    CASE_FLT_FN (BUILT_IN_REMQUO): CASE_FLT_FN (BUILT_IN_J0): CASE_FLT_FN (BUILT_IN_J1):
    CASE_FLT_FN (BUILT_IN_JN): CASE_FLT_FN (BUILT_IN_Y0): CASE_FLT_FN (BUILT_IN_Y1):
    CASE_FLT_FN (BUILT_IN_YN): CASE_FLT_FN (BUILT_IN_ERF): CASE_FLT_FN (BUILT_IN_ERFC):
    CASE_FLT_FN (BUILT_IN_TGAMMA): CASE_FLT_FN (BUILT_IN_LGAMMA):
    CASE_FLT_FN_REENT (BUILT_IN_LGAMMA):
    CASE_FLT_FN (BUILT_IN_ASINH): CASE_FLT_FN (BUILT_IN_ACOSH): CASE_FLT_FN (BUILT_IN_ATANH):
    CASE_FLT_FN (BUILT_IN_NEXTAFTER): CASE_FLT_FN (BUILT_IN_NEXTTOWARD):
    CASE_FLT_FN (BUILT_IN_SCALB): CASE_FLT_FN (BUILT_IN_SIGNIFICAND):
    CASE_FLT_FN (BUILT_IN_CEXP): CASE_FLT_FN (BUILT_IN_CLOG): CASE_FLT_FN (BUILT_IN_CPOW):
    CASE_FLT_FN (BUILT_IN_CSQRT): CASE_FLT_FN (BUILT_IN_CSIN): CASE_FLT_FN (BUILT_IN_CCOS):
    CASE_FLT_FN (BUILT_IN_CABS): CASE_FLT_FN (BUILT_IN_CARG):
    case BUILT_IN_MEMPCPY: case BUILT_IN_MEMCHR:
    case BUILT_IN_STRCPY: case BUILT_IN_STPCPY: case BUILT_IN_STRNCPY: case BUILT_IN_STPNCPY:
    case BUILT_IN_STRCAT: case BUILT_IN_STRNCAT: case BUILT_IN_STRLEN: case BUILT_IN_STRNLEN:
    case BUILT_IN_STRCMP: case BUILT_IN_STRNCMP: case BUILT_IN_STRCHR: case BUILT_IN_STRRCHR:
    case BUILT_IN_MEMCPY_CHK: case BUILT_IN_MEMSET_CHK: case BUILT_IN_MEMMOVE_CHK:
    case BUILT_IN_ALLOCA: case BUILT_IN_ALLOCA_WITH_ALIGN: case BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX:
    case BUILT_IN_STACK_SAVE: case BUILT_IN_STACK_RESTORE:
    case BUILT_IN_VA_START: case BUILT_IN_VA_END: case BUILT_IN_VA_COPY:
    case BUILT_IN_TRAP: case BUILT_IN_ABORT: case BUILT_IN_CLEAR_PADDING:
      return BUILTIN_ANY_TIME;

    default:
      return BUILTIN_UNKNOWN;
    }
}

builtin_time
builtin_time_of (const gcall *call)
{
  if (gimple_call_builtin_p (call, BUILT_IN_NORMAL))
    {
      enum built_in_function code = DECL_FUNCTION_CODE (gimple_call_fndecl (call));
      if (code > BEGIN_SANITIZER_BUILTINS && code < END_SANITIZER_BUILTINS)
        return BUILTIN_ANY_TIME; /* it reports a mistake */
      builtin_time time = time_of_instructions (code);
      return time == BUILTIN_UNKNOWN ? time_of_library (code) : time;
    }
  if (!gimple_call_builtin_p (call, BUILT_IN_MD))
    return BUILTIN_UNKNOWN;
  /* Builtins of the processor are instructions. */
  return gimple_call_flags (call) & (ECF_CONST | ECF_PURE) ? BUILTIN_QUICK : BUILTIN_ANY_TIME;
}

} // namespace erbium
