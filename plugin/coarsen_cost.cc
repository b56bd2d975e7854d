/* SPDX-License-Identifier: GPL-3.0-or-later */
/* coarsen_cost.cc - what may stand in a strip (coarsen.cc), and how long it takes.
 *
 * What a strip publishes comes as late as the strip is long.  So a strip has no more
 * turns than are sure to be done in some tens of microseconds.  The unit is GCC's own
 * for the time of a statement, one instruction, and counts as one nanosecond; what a
 * branch leaves out counts too.  Memory is taken to be in a cache: a statement that
 * is not may take a hundred times as long, and a page fault any time at all, but so
 * it may in the loop as it was.
 */
#include "coarsen.h"

#include "builtins.h"
#include "plugin-version.h"
#include "tree-inline.h"

namespace erbium {

namespace {

const int bytes_at_once = 8;  /* in one unit, of memory that is filled or copied */
const int quick_call = 20;    /* sqrt, rounding */
const int long_call = 100;    /* sin, pow */
const int one_instruction = 10; /* of assembler code: it may divide */

const char *const any_time = "it calls a function that may block or take its time";
const char *const any_size = "it fills or copies memory of unknown size";

/* Of filling or copying so many bytes. */
const char *
memory_cost (tree bytes, HOST_WIDE_INT *cost)
{
  if (!bytes || !tree_fits_uhwi_p (bytes))
    return any_size;
  *cost = quick_call + (HOST_WIDE_INT) (tree_to_uhwi (bytes) / bytes_at_once);
  return NULL;
}

/* Builtins of GCC are functions that it knows; of those with a cost of their own, how
 * much.  Not fmod and remainder, whose time grows with the quotient, nor jn, where
 * it grows with the order. */
const char *
builtin_cost (const gcall *call, HOST_WIDE_INT *cost)
{
  switch (DECL_FUNCTION_CODE (gimple_call_fndecl (call)))
    {
    case BUILT_IN_MEMCPY: case BUILT_IN_MEMSET: case BUILT_IN_MEMMOVE: case BUILT_IN_MEMCMP:
      return memory_cost (gimple_call_arg (call, 2), cost);

    case BUILT_IN_EXPECT: case BUILT_IN_EXPECT_WITH_PROBABILITY: case BUILT_IN_ASSUME_ALIGNED:
    case BUILT_IN_UNREACHABLE: case BUILT_IN_CONSTANT_P: case BUILT_IN_OBJECT_SIZE:
      *cost = 0;
      return NULL;

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
      *cost = quick_call;
      return NULL;

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
      *cost = long_call;
      return NULL;

    default:
      return any_time;
    }
}

const char *
call_cost (gcall *call, HOST_WIDE_INT *cost)
{
#if GCCPLUGIN_VERSION >= 12000
  if (gimple_call_internal_p (call, IFN_DEFERRED_INIT)) /* of a variable, any size */
    return memory_cost (gimple_call_arg (call, 0), cost);
#endif
  if (gimple_call_internal_p (call))
    {
      *cost = quick_call;
      return NULL;
    }
  runtime_function f = runtime_call (call);
  if (f == R_element || f == R_receive)
    {
      *cost = 2; /* a load, an addition; receive goes from a strip */
      return NULL;
    }
  if (f != R_count)
    return any_time;
  if (gimple_call_builtin_p (call, BUILT_IN_NORMAL))
    return builtin_cost (call, cost);
  /* Of the processor: instructions. */
  if (gimple_call_builtin_p (call, BUILT_IN_MD)
      && (gimple_call_flags (call) & (ECF_CONST | ECF_PURE)))
    {
      *cost = quick_call;
      return NULL;
    }
  return any_time;
}

/* Of a structure or array that is copied or set. */
bool
large_p (gimple *stmt)
{
  return gimple_assign_single_p (stmt) && !gimple_clobber_p (stmt)
         && !is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (stmt)));
}

} // namespace

const char *
statement_cost (gimple *stmt, HOST_WIDE_INT *cost)
{
  if (gimple_has_volatile_ops (stmt))
    return "it has volatile accesses";
  if (gcall *call = dyn_cast<gcall *> (stmt))
    return call_cost (call, cost);
  if (gasm *code = dyn_cast<gasm *> (stmt))
    {
      if (gimple_asm_volatile_p (code))
        return "it has volatile accesses";
      /* What writes memory may be a call of the kernel, or of anything. */
      if (gimple_vdef (stmt))
        return "it has assembler code that may do anything";
      *cost = one_instruction * (HOST_WIDE_INT) estimate_num_insns (stmt, &eni_time_weights);
      return NULL;
    }
  if (large_p (stmt))
    return memory_cost (TYPE_SIZE_UNIT (TREE_TYPE (gimple_assign_lhs (stmt))), cost);
  *cost = estimate_num_insns (stmt, &eni_time_weights);
  return NULL;
}

} // namespace erbium
