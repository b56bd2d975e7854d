/* SPDX-License-Identifier: MIT */
/* syntax.h - lets other tools parse a program in the plugin's language.
 *
 *   clang -fsyntax-only -include erbium/syntax.h FILE
 *
 * For editors, clangd and static analysers; the result of such a compilation does not work.  With
 * the plugin, or in C++, this header is empty.  Here a record and a view of T are objects of type
 * T.  No macro can explain v[[i]] to a C parser: where such a tool must accept an access, write
 * ERBIUM_AT (v, i), which means the same to the plugin (define it so, or include erbium.h).
 */
#if !defined ERBIUM_SYNTAX_H && !defined __ERBIUM__ && !defined __cplusplus
#define ERBIUM_SYNTAX_H

#ifdef __clang__
#pragma clang diagnostic ignored "-Wreturn-type" /* a process has no result */
#pragma clang diagnostic ignored "-Wunused-value"
#pragma clang diagnostic ignored "-Wuninitialized"
#endif

typedef long erbium_process, erbium_index;

#define record
#define view
#define process long /* run has a value */
#define run

#define ERBIUM_AT(v, i) (*((void) (i), &(v)))

#define new_record(wreg, rreg) { 0 }
#define new_read_view(r) (r)
#define new_write_view(r) (r)
#define commit(v, i) ((void) &(v), (void) (i))
#define update(v, i) ((void) &(v), (erbium_index) (i))
#define release(v, i) ((void) &(v), (void) (i))
#define stall(v, i) ((void) &(v), (void) (i))
#define receive(v, i) ((void) &(v), (void) (i))
#define receive_range(v, tl, hd) ((void) &(v), (void) (tl), (void) (hd))
#define claim(v, ...) ((void) &(v), (erbium_index) 0)
#define done(v) ((void) &(v), 0)
#define missed(v) ((void) &(v), (erbium_index) 0)
#define alloc(v, h) ((void) &(v), (void) (h))
/* A call, so that the result may be left unused. */
static inline int erbium_syntax_register (void) { return 1; }
#define register(...) erbium_syntax_register ()
#define free_view(...) ((void) 0)
#define join(p) ((void) (p))
enum { TERMINATE, HANDOVER };

#endif
