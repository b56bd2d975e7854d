/* SPDX-License-Identifier: MIT */
/* log.c - reading the log of a space; texts for its events. */
#define _GNU_SOURCE
#include "replay/log/log.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- The head of a log ---------------------------------------------------- */

uint32_t
erb_log_check (const struct erb_log_event *e)
{
  size_t size = sizeof *e - offsetof (struct erb_log_event, step) + e->size;
  return (uint32_t) XXH3_64bits_withSeed (&e->step, size,
                                          (uint64_t) e->size << 32 | ERB_LOG_VERSION);
}

static void
set_fault (struct erb_log_fault *f, const struct erb_log *log, const char *what, const char *hint)
{
  snprintf (f->what, sizeof f->what, "%.200s %s", log->file, what);
  snprintf (f->hint, sizeof f->hint, "%s", hint);
}

bool
erb_log_begin (struct erb_log *log, const char *file, const void *bytes, size_t size,
               struct erb_log_fault *f)
{
  const struct erb_log_head *head = bytes;
  char what[80];
  *log = (struct erb_log) { file, bytes, size, sizeof *head, 1, false };
  *f = (struct erb_log_fault) { "", "" };
  if (size < sizeof *head || head->magic != ERB_LOG_MAGIC)
    set_fault (f, log, "is no log of a space", "name the folder that ERBIUM_RECORD named");
  else if (head->version != ERB_LOG_VERSION)
    {
      snprintf (what, sizeof what, "is of version %" PRIu32 " of the format; this is version %d",
                head->version, ERB_LOG_VERSION);
      set_fault (f, log, what,
                 "replay it with the version of Erbium that wrote it, or record anew");
    }
#ifdef __x86_64__
  else if (head->machine != EM_X86_64)
#elif defined __aarch64__
  else if (head->machine != EM_AARCH64)
#else
  else if (head->machine != EM_NONE)
#endif
    set_fault (f, log, "was written on another kind of machine", "replay it on such a machine");
  else if (head->page != sysconf (_SC_PAGESIZE))
    set_fault (f, log, "was written on a machine with pages of another size",
               "replay it on such a machine");
  return !*f->what;
}

/* ---- Events ------------------------------------------------------------ */

const struct erb_log_event *
erb_log_next (struct erb_log *log, struct erb_log_fault *f)
{
  size_t left = log->size - log->at;
  const struct erb_log_event *e = (const void *) (log->bytes + log->at);
  char what[80];
  *f = (struct erb_log_fault) { "", "" };
  /* A space that was killed leaves unused room, which is zero; and a file may have been cut off. */
  if (left < sizeof *e || e->kind == ERB_LOG_NOTHING
      || (e->kind < ERB_LOG_KINDS && e->size <= ERB_LOG_MOST && erb_log_bytes (e->size) > left))
    {
      log->torn = true;
      return NULL;
    }
  if (e->kind < ERB_LOG_KINDS && e->size <= ERB_LOG_MOST && e->check == erb_log_check (e))
    return e;
  snprintf (what, sizeof what, "is damaged: event %" PRId64 ", at byte %zu, is none", log->number,
            log->at);
  set_fault (f, log, what, "record the program anew");
  return NULL;
}

void
erb_log_pass (struct erb_log *log, const struct erb_log_event *e)
{
  log->at += erb_log_bytes (e->size);
  log->number++;
}

/* ---- Texts ----------------------------------------------------------------- */

static const char *const texts[ERB_LOG_KINDS] = {
#define EVENT(name, values, bytes, text) [ERB_LOG_##name] = text,
#include "replay/log/log_events.def"
#undef EVENT
};

static size_t
put_number (const struct erb_log_event *e, const char *from, char *to, size_t room,
            const char **end)
{
  bool address = from[1] == 'x';
  int64_t value = e->value[from[1 + address] - '1'];
  *end = from + 2 + address;
  return (size_t) snprintf (to, room, address ? "0x%" PRIx64 : "%" PRId64, value);
}

const char *
erb_log_describe (const struct erb_log_event *e, char *to, size_t room)
{
  const char *from = texts[e->kind];
  size_t n = 0;
  while (*from && n + 1 < room)
    if (*from != '%')
      to[n++] = *from++;
    else if (from[1] == 's')
      {
        n += (size_t) snprintf (to + n, room - n, "%.*s", (int) e->size, (const char *) e->data);
        from += 2;
      }
    else
      n += put_number (e, from, to + n, room - n, &from);
  to[n < room ? n : room - 1] = 0;
  return to;
}
