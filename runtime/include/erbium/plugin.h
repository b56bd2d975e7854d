/* SPDX-License-Identifier: MIT */
/* plugin.h - the macros of erbium.h in terms of the plugin's language.
 *
 * erbium.h includes this header when the plugin is loaded, so that the plugin checks and optimises
 * a program with macros as well, and a program may use both forms: ERBIUM_VIEW (int) and view int
 * are the same type.
 */
#ifndef ERBIUM_PLUGIN_H
#define ERBIUM_PLUGIN_H

#undef ERBIUM_RECORD
#undef ERBIUM_VIEW
#define ERBIUM_RECORD(T) record __typeof__ (T)
#define ERBIUM_VIEW(T) view __typeof__ (T)

#undef ERBIUM_RECORD_OF
#undef ERBIUM_VIEW_OF
#define ERBIUM_RECORD_OF(r) ((erbium_record *) (uintptr_t) (r))
#define ERBIUM_VIEW_OF(v) ((erbium_view *) (uintptr_t) (v))

#undef ERBIUM_PROCESS
#undef ERBIUM_RUN
/* Declares the process, as the macro does without the plugin.  GCC refuses the attribute before a
 * {, so that the macro cannot begin a definition.  The attribute permits a later definition of the
 * process as a function, as without the plugin. */
#define ERBIUM_PROCESS(name, ...) process name (__VA_ARGS__) __attribute__ ((__erbium_macro__))
#define ERBIUM_RUN(name, ...) run name (__VA_ARGS__)

#undef ERBIUM_AT
#undef ERBIUM_SPAN
#define ERBIUM_AT(v, i) (v)[[i]]
#define ERBIUM_SPAN(v, tl, hd) ((void) (hd), &(v)[[tl]])

#undef erbium_new_record
#undef erbium_new_read_view
#undef erbium_new_write_view
#define erbium_new_record(T, wreg, rreg) \
  ((record __typeof__ (T)) __builtin_erbium_new_record ((wreg), (rreg)))
#define erbium_new_read_view(r) __builtin_erbium_new_read_view (r)
#define erbium_new_write_view(r) __builtin_erbium_new_write_view (r)

#undef erbium_commit
#undef erbium_update
#undef erbium_release
#undef erbium_stall
#undef erbium_receive
#undef erbium_receive_range
#undef erbium_claim
#undef erbium_done
#undef erbium_missed
#undef erbium_alloc
#undef erbium_register
#undef erbium_free_view
#undef erbium_give
#define erbium_commit(v, i) __builtin_erbium_commit ((v), (i))
#define erbium_update(v, i) __builtin_erbium_update ((v), (i))
#define erbium_release(v, i) __builtin_erbium_release ((v), (i))
#define erbium_stall(v, i) __builtin_erbium_stall ((v), (i))
#define erbium_receive(v, i) __builtin_erbium_receive ((v), (i))
#define erbium_receive_range(v, tl, hd) __builtin_erbium_receive_range ((v), (tl), (hd))
#define erbium_claim(v, n, group) __builtin_erbium_claim ((v), (n), (group))
#define erbium_done(v) __builtin_erbium_done (v)
#define erbium_missed(v) __builtin_erbium_missed (v)
#define erbium_alloc(v, h) __builtin_erbium_alloc ((v), (h))
#define erbium_register(v, id) __builtin_erbium_register ((v), (id))
#define erbium_free_view(v, how) __builtin_erbium_free_view ((v), (how))
#define erbium_give(v) (v) /* run gives each view that it passes */

#endif
