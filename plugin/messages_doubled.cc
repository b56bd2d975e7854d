/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages_doubled.cc - GCC's warnings where there will be an error of ours.
 *
 *   view int v = w;                    where w is a view float
 *   before   warning: initialization of 'view int' from incompatible pointer type ...
 *            error: 'view float' is no 'view int': the elements differ
 *   after    the error alone
 *
 * GCC warns of conversions between pointers, and between these and integers, while it
 * parses; the checks come later (check_types.cc).  Which types it is about may only
 * be known from the note that follows.  So the text of such a warning is held back
 * until it is complete with its notes, and dropped if one of the types is a view or a
 * record.
 */
#include "check.h"
#include "messages.h"

#include "diagnostic.h"
#include "options.h"

namespace erbium {

static struct
{
  FILE *stream;  /* where messages go else; NULL where nothing is held back */
  FILE *memory;
  char *text;
  size_t length;
  diagnostic_t kind; /* what it counts as */
  bool ours;         /* a view or record has been named */
  bool runtime;      /* ... and what is behind one, which converts */
} held;

static diagnostic_starter_fn start_other;

void
see_type (tree type)
{
  bool marked = view_p (type) || record_p (type);
  held.ours |= marked;
  held.runtime |= !marked && (runtime_pointer_p (type, VIEW) || runtime_pointer_p (type, RECORD));
}

/* With the options excluded here, the compiler may end before the group does. */
static bool
held_back_p (const diagnostic_context *context, const diagnostic_info *d)
{
  return (d->option_index == OPT_Wincompatible_pointer_types || d->option_index == OPT_Wint_conversion)
         && (d->kind == DK_WARNING || d->kind == DK_PEDWARN || d->kind == DK_ERROR) && enabled_p ()
         && !context->fatal_errors && context->max_errors == 0;
}

/* The message is formatted, so that its types have been seen.  "In function 'f':" is not
 * held back: it is said once, and holds for our error, too. */
static void
on_start (diagnostic_context *context, diagnostic_info *d)
{
  start_other (context, d);
  see_void (d);
  if (!held.stream && held_back_p (context, d)
      && (held.memory = open_memstream (&held.text, &held.length)))
    {
      pp_flush (context->printer);
      held.stream = pp_buffer (context->printer)->stream;
      held.kind = d->kind == DK_ERROR ? DK_WERROR : d->kind;
      pp_buffer (context->printer)->stream = held.memory;
    }
}

bool
drop_doubled (diagnostic_context *context)
{
  if (!held.stream)
    {
      held.ours = held.runtime = false;
      return false;
    }
  bool drop = held.ours && !held.runtime;
  FILE *stream = held.stream;
  pp_flush (context->printer);
  pp_buffer (context->printer)->stream = stream;
  fclose (held.memory);
  if (drop)
    {
      diagnostic_kind_count (context, held.kind)--;
      context->last_location = UNKNOWN_LOCATION; /* its line has not been shown */
    }
  else
    fwrite (held.text, 1, held.length, stream);
  free (held.text);
  held = {};
  return drop;
}

void
watch_doubled ()
{
  start_other = diagnostic_starter (global_dc);
  if (global_dc->begin_group_cb)
    return; /* JSON, which is written at the end */
  diagnostic_starter (global_dc) = on_start;
}

} // namespace erbium
