/* SPDX-License-Identifier: MIT */
/* arity.h - ERBIUM_PROCESS and ERBIUM_RUN, for zero to ten arguments.  Included by erbium.h.
 *
 * For a process with parameters of types T0, T1, ... ERBIUM_PROCESS defines a structure of the
 * arguments, a function that unpacks it and calls the process, and a function that packs it and
 * starts the process.  The latter has the parameters of the process, so that the compiler checks
 * the number and types of the arguments of ERBIUM_RUN.
 */
#ifndef ERBIUM_ARITY_H
#define ERBIUM_ARITY_H

/* The number of arguments after the first one. */
#define ERBIUM_COUNT_(...) ERBIUM_COUNT_AT_ (__VA_ARGS__, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define ERBIUM_COUNT_AT_(name, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, n, ...) n
#define ERBIUM_COUNTED_(stem, n) ERBIUM_COUNTED_AT_ (stem, n)
#define ERBIUM_COUNTED_AT_(stem, n) stem##n

/* ERBIUM_LIST_n expands to m (0, a), m (1, b), ... with commas, ERBIUM_EACH_n to the same without
 * commas. */
#define ERBIUM_LIST_1(m, a) m (0, a)
#define ERBIUM_LIST_2(m, a, b) ERBIUM_LIST_1 (m, a), m (1, b)
#define ERBIUM_LIST_3(m, a, b, c) ERBIUM_LIST_2 (m, a, b), m (2, c)
#define ERBIUM_LIST_4(m, a, b, c, d) ERBIUM_LIST_3 (m, a, b, c), m (3, d)
#define ERBIUM_LIST_5(m, a, b, c, d, e) ERBIUM_LIST_4 (m, a, b, c, d), m (4, e)
#define ERBIUM_LIST_6(m, a, b, c, d, e, f) ERBIUM_LIST_5 (m, a, b, c, d, e), m (5, f)
#define ERBIUM_LIST_7(m, a, b, c, d, e, f, g) ERBIUM_LIST_6 (m, a, b, c, d, e, f), m (6, g)
#define ERBIUM_LIST_8(m, a, b, c, d, e, f, g, h) ERBIUM_LIST_7 (m, a, b, c, d, e, f, g), m (7, h)
#define ERBIUM_LIST_9(m, a, b, c, d, e, f, g, h, i) \
  ERBIUM_LIST_8 (m, a, b, c, d, e, f, g, h), m (8, i)
#define ERBIUM_LIST_10(m, a, b, c, d, e, f, g, h, i, j) \
  ERBIUM_LIST_9 (m, a, b, c, d, e, f, g, h, i), m (9, j)

#define ERBIUM_EACH_1(m, a) m (0, a)
#define ERBIUM_EACH_2(m, a, b) ERBIUM_EACH_1 (m, a) m (1, b)
#define ERBIUM_EACH_3(m, a, b, c) ERBIUM_EACH_2 (m, a, b) m (2, c)
#define ERBIUM_EACH_4(m, a, b, c, d) ERBIUM_EACH_3 (m, a, b, c) m (3, d)
#define ERBIUM_EACH_5(m, a, b, c, d, e) ERBIUM_EACH_4 (m, a, b, c, d) m (4, e)
#define ERBIUM_EACH_6(m, a, b, c, d, e, f) ERBIUM_EACH_5 (m, a, b, c, d, e) m (5, f)
#define ERBIUM_EACH_7(m, a, b, c, d, e, f, g) ERBIUM_EACH_6 (m, a, b, c, d, e, f) m (6, g)
#define ERBIUM_EACH_8(m, a, b, c, d, e, f, g, h) ERBIUM_EACH_7 (m, a, b, c, d, e, f, g) m (7, h)
#define ERBIUM_EACH_9(m, a, b, c, d, e, f, g, h, i) \
  ERBIUM_EACH_8 (m, a, b, c, d, e, f, g, h) m (8, i)
#define ERBIUM_EACH_10(m, a, b, c, d, e, f, g, h, i, j) \
  ERBIUM_EACH_9 (m, a, b, c, d, e, f, g, h, i) m (9, j)

/* The macros that are passed as m: the nth type, member, argument, parameter and value. */
#define ERBIUM_TYPE_(n, T) __typeof__ (T)
#define ERBIUM_MEMBER_(n, T) __typeof__ (T) a##n;
#define ERBIUM_ARGUMENT_(n, T) erbium_a->a##n
#define ERBIUM_PARAMETER_(n, T) __typeof__ (T) erbium_##n
#define ERBIUM_VALUE_(n, T) erbium_##n

/* A last declaration, which takes the semicolon. */
#ifdef __cplusplus
#define ERBIUM_LAST_(name, arguments)                                          \
  static_assert (__is_trivially_copyable (arguments),                          \
                 name ": what goes to another process is copied byte by byte")
#else
#define ERBIUM_LAST_(name, arguments) arguments
#endif

#ifdef __has_builtin
#if __has_builtin (__builtin_clear_padding)
#define ERBIUM_CLEAR_PADDING_(structure) __builtin_clear_padding (&(structure))
#endif
#endif
#ifndef ERBIUM_CLEAR_PADDING_
#define ERBIUM_CLEAR_PADDING_(structure) ((void) 0)
#endif

#define ERBIUM_ENTRY_(name, call, parameters, ...)                             \
  static __attribute__ ((unused)) void erbium_start_##name (void *arguments)   \
  {                                                                            \
    struct erbium_arguments_##name *erbium_a                                   \
      = (struct erbium_arguments_##name *) arguments;                          \
    (void) erbium_a;                                                           \
    call;                                                                      \
  }                                                                            \
  ERBIUM_INLINE erbium_process erbium_run_##name parameters                    \
  {                                                                            \
    const struct erbium_entry erbium_entry                                     \
      = { #name, erbium_start_##name, sizeof (struct erbium_arguments_##name) }; \
    struct erbium_arguments_##name erbium_copy = { __VA_ARGS__ };              \
    ERBIUM_CLEAR_PADDING_ (erbium_copy); /* words are looked at (rank/) */     \
    return erbium_run (&erbium_entry, &erbium_copy, erbium_where);             \
  }                                                                            \
  ERBIUM_LAST_ (#name, struct erbium_arguments_##name)

#define ERBIUM_PROCESS_N_(n, name, ...)                                        \
  void name (ERBIUM_LIST_##n (ERBIUM_TYPE_, __VA_ARGS__));                     \
  struct erbium_arguments_##name { ERBIUM_EACH_##n (ERBIUM_MEMBER_, __VA_ARGS__) }; \
  ERBIUM_ENTRY_ (name, name (ERBIUM_LIST_##n (ERBIUM_ARGUMENT_, __VA_ARGS__)), \
                 (const char *erbium_where, ERBIUM_LIST_##n (ERBIUM_PARAMETER_, __VA_ARGS__)), \
                 ERBIUM_LIST_##n (ERBIUM_VALUE_, __VA_ARGS__))

#define ERBIUM_PROCESS_0(name)                                                 \
  void name (void);                                                            \
  struct erbium_arguments_##name { char none; };                               \
  ERBIUM_ENTRY_ (name, name (), (const char *erbium_where), 0)
#define ERBIUM_PROCESS_1(...) ERBIUM_PROCESS_N_ (1, __VA_ARGS__)
#define ERBIUM_PROCESS_2(...) ERBIUM_PROCESS_N_ (2, __VA_ARGS__)
#define ERBIUM_PROCESS_3(...) ERBIUM_PROCESS_N_ (3, __VA_ARGS__)
#define ERBIUM_PROCESS_4(...) ERBIUM_PROCESS_N_ (4, __VA_ARGS__)
#define ERBIUM_PROCESS_5(...) ERBIUM_PROCESS_N_ (5, __VA_ARGS__)
#define ERBIUM_PROCESS_6(...) ERBIUM_PROCESS_N_ (6, __VA_ARGS__)
#define ERBIUM_PROCESS_7(...) ERBIUM_PROCESS_N_ (7, __VA_ARGS__)
#define ERBIUM_PROCESS_8(...) ERBIUM_PROCESS_N_ (8, __VA_ARGS__)
#define ERBIUM_PROCESS_9(...) ERBIUM_PROCESS_N_ (9, __VA_ARGS__)
#define ERBIUM_PROCESS_10(...) ERBIUM_PROCESS_N_ (10, __VA_ARGS__)

#define ERBIUM_RUN_N_(name, ...) erbium_run_##name (ERBIUM_HERE, __VA_ARGS__)
#define ERBIUM_RUN_0(name) erbium_run_##name (ERBIUM_HERE)
#define ERBIUM_RUN_1(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_2(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_3(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_4(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_5(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_6(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_7(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_8(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_9(...) ERBIUM_RUN_N_ (__VA_ARGS__)
#define ERBIUM_RUN_10(...) ERBIUM_RUN_N_ (__VA_ARGS__)

#endif
