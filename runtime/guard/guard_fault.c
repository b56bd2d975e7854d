/* SPDX-License-Identifier: MIT */
/* guard_fault.c - reports an access to an element outside the rights of its view, which the
 * processor has detected.
 *
 * An address in the mapping of a view stands for elements that are a window apart.  If one of them
 * is live, its page is opened: all live elements are open already under the addresses that
 * primitives have returned (guard.c), so this handles other addresses.  Otherwise the report names
 * the element nearest to the live ones.
 */
#include "guard/mapping.h"

#include <inttypes.h>

static struct sigaction before;

/* Returns the last byte of the stream before `high' that is at this address; the others there are
 * whole windows before it. */
static erb_position
last_before (const struct erb_view *v, const char *at, erb_position high)
{
  uint64_t place = (uint64_t) (at - v->hot.base);
  return high - 1 - (((uint64_t) high - 1 - place) & v->hot.mask);
}

static bool
is_below_0 (erb_position x)
{
  return x >> 127;
}

/* Returns the number of an element; elements before the stream have negative numbers. */
static int64_t
element_of (const struct erb_view *v, erb_position x)
{
  erb_position size = v->record->size;
  return is_below_0 (x) ? -(int64_t) ((size - 1 - x) / size) : (int64_t) (x / size);
}

/* Returns the byte of the stream that the program most probably meant: by origin, if the copy of
 * the window shows that the origin was used; otherwise the one nearest to [low, high), which may be
 * negative. */
static erb_position
meant (const struct erb_view *v, const char *at, erb_position low, erb_position high)
{
  uint64_t bytes = v->hot.mask + 1;
  int64_t beyond = (int64_t) ((uint64_t) (uintptr_t) at - v->hot.origin - (uint64_t) high);
  erb_position x = high + (erb_position) beyond;
  bool second = at >= v->hot.base && at < v->hot.base + bytes;
  if (!second)
    return x;
  erb_position passed = last_before (v, at, low), ahead = last_before (v, at, high + bytes);
  return ahead - high < low - passed ? ahead : passed;
}

ERB_NORETURN static void
refuse (const struct erb_view *v, const char *at, bool write, const void *context)
{
  static const char *const beyond[] = { "update", "stall" }, *const behind[] = { "release",
                                                                                 "commit" };
  struct erb_text t, i;
  erb_position low, high;
  erb_event_bad_access ();
  erb_guard_live (v, &low, &high);
  erb_position x = high > low ? last_before (v, at, high) : low;
  if (is_below_0 (x) || x < low || high <= low || !(write && v->side == ERB_READ))
    x = meant (v, at, low, high);
  bool below = is_below_0 (x), ahead = !below && x >= high, wrong = write && v->side == ERB_READ;
  const char *line = erb_describe_instruction (context, &i);
  static char hint[512]; /* only the first fault is reported */
  snprintf (hint, sizeof hint, "%s%s%s%s",
            wrong ? "elements are written through a write view"
            : below ? "elements count from 0"
            : v->side == ERB_READ
              ? "update before reading, release after"
              : "stall before writing; committed elements cannot be written again",
            *line ? " (" : "", line, *line ? ")" : "");
  erb_fault (ERBIUM_EXIT_MISUSE, ERB_NO_PRIMITIVE, v->guard->last_where, hint,
             "%s element %" PRId64 " of %s%s%s%s; the last primitive of the view is the %s here",
             write ? "write to" : "read of", element_of (v, x), erb_describe_view (v, &t),
             wrong || below ? ""
             : ahead        ? " before "
                            : " after ",
             wrong || below ? "" : (ahead ? beyond : behind)[v->side],
             wrong || below ? "" : " of it",
             v->guard->last ? erb_primitive_name (v->guard->last) : "alloc");
}

static void
handle (struct erb_view *v, const char *at, bool write, const void *context)
{
  erb_position low, high;
  erb_guard_live (v, &low, &high);
  erb_position x = high ? last_before (v, at, high) : 0;
  if (high <= low || is_below_0 (x) || x < low || (write && v->side == ERB_READ))
    refuse (v, at, write, context);
  erb_guard_open_at (v, (uint64_t) (uintptr_t) at - (uint64_t) x, x);
}

static struct erb_view *
view_at (const char *at)
{
  const struct erb_process *p = erb_self_if_any ();
  for (struct erb_view *v = p ? p->views : NULL; v; v = v->next)
    if (v->guard && v->hot.base && at >= v->hot.base - v->window->bytes
        && at < v->hot.base + 2 * v->window->bytes)
      return v;
  return NULL;
}

static void
on_fault (int number, siginfo_t *info, void *context)
{
  int kept = errno;
  struct erb_view *v = info->si_code > 0 ? view_at (info->si_addr) : NULL;
  if (v)
    handle (v, info->si_addr, erb_is_write (context), context);
  else
    {
      erb_event_bad_access ();
      erb_pass_signal_on (&before, number, info, context);
    }
  errno = kept;
}

/* Installed after the handler of task/death.c, which receives all other addresses. */
void
erb_guard_watch (void)
{
  static bool watched;
  struct sigaction ours = { .sa_flags = SA_ONSTACK | SA_SIGINFO | SA_NODEFER };
  if (watched)
    return;
  watched = true;
  ours.sa_sigaction = on_fault;
  sigemptyset (&ours.sa_mask);
  erb_watch_signals ();
  sigaction (SIGSEGV, &ours, &before);
}
