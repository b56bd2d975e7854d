/* SPDX-License-Identifier: MIT */
/* options.h - what a benchmark program is told: "--name value" and no more.
 *
 * One table has all options, so that an option means the same everywhere; a
 * program names those that it takes.  Included by common.h.
 */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

struct bench_options
{
  const char *peer;   /* the program's name, without its folder */
  long burst;         /* elements between two synchronisations */
  long items;         /* elements in all */
  long window;        /* bytes that may be in flight */
  long buffers;       /* equal parts of the window, or live tokens */
  long pause;         /* pause instructions after an attempt that failed */
  long producers, consumers, chains, stages, points;
  long workers;       /* that share a part of the work */
  long pin;           /* 1: neighbours in stretches, one for each core */
  long message;       /* bytes of a message */
  long channel;       /* bytes of a channel's generation */
  long echo;          /* 1: a message comes back before the next is sent; 2: both sides send, then receive */
  long test;          /* 1: tests whether a message is there until it is, instead of waiting */
  long fresh;         /* 1: all of a message is written before it is sent, and read behind it */
  long load;          /* number of other programs that compute */
  const char *mode;   /* which of the peer's interfaces */
  const char *work;   /* which piece of work */
  const char *pages;  /* "huge" or "small" */
  int cpus[BENCH_MAX_THREADS];
  int cpu_count;
};

/* The one table of options.  A program names those that it takes beside
 * --items, --cpus and --pages. */
struct bench_option { const char *name; size_t at; long least, most; };
static const struct bench_option bench_numbers[] = {
  { "burst", offsetof (struct bench_options, burst), 1, 1L << 24 },
  { "items", offsetof (struct bench_options, items), 1, 1L << 40 },
  { "window", offsetof (struct bench_options, window), 4, 1L << 34 },
  { "buffers", offsetof (struct bench_options, buffers), 1, 1L << 16 },
  { "pause", offsetof (struct bench_options, pause), 0, 1L << 16 },
  { "producers", offsetof (struct bench_options, producers), 1, 4096 },
  { "consumers", offsetof (struct bench_options, consumers), 1, 4096 },
  { "chains", offsetof (struct bench_options, chains), 1, 4096 },
  { "stages", offsetof (struct bench_options, stages), 1, 1L << 16 },
  { "points", offsetof (struct bench_options, points), 1, 1L << 24 },
  { "workers", offsetof (struct bench_options, workers), 1, 64 },
  { "pin", offsetof (struct bench_options, pin), 0, 1 },
  { "message", offsetof (struct bench_options, message), 8, 1L << 30 },
  { "channel", offsetof (struct bench_options, channel), 1, 1L << 34 },
  { "echo", offsetof (struct bench_options, echo), 0, 2 },
  { "test", offsetof (struct bench_options, test), 0, 1 },
  { "fresh", offsetof (struct bench_options, fresh), 0, 1 },
  { "load", offsetof (struct bench_options, load), 0, 64 },
};
enum { BENCH_NUMBERS = sizeof bench_numbers / sizeof *bench_numbers };

__attribute__ ((noreturn, format (printf, 2, 3)))
BENCH_API void
bench_die (const struct bench_options *o, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  fprintf (stderr, "%s: ", o->peer);
  vfprintf (stderr, format, args);
  fputc ('\n', stderr);
  va_end (args);
  exit (2);
}

/* What was asked for cannot be done here: the harness says so in the row. */
__attribute__ ((noreturn))
BENCH_API void
bench_unavailable (const struct bench_options *o, const char *what)
{
  fprintf (stderr, "%s: %s\n", o->peer, what);
  exit (77);
}

/* True if name is one of the words of list. */
BENCH_API int
bench_listed (const char *list, const char *name)
{
  size_t n = strlen (name);
  for (const char *p = list; (p = strstr (p, name)); p += n)
    if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == 0))
      return 1;
  return 0;
}

BENCH_API long
bench_number (const struct bench_options *o, const struct bench_option *d, const char *text)
{
  char *end;
  long x = strtol (text, &end, 10);
  if (end == text || *end)
    bench_die (o, "--%s: '%s' is not a number", d->name, text);
  if (x < d->least || x > d->most)
    bench_die (o, "--%s %ld: must be from %ld to %ld", d->name, x, d->least, d->most);
  return x;
}

BENCH_API void
bench_parse_cpus (struct bench_options *o, const char *text)
{
  o->cpu_count = 0;
  for (const char *p = text;; p++)
    {
      char *end;
      long cpu = strtol (p, &end, 10);
      if (end == p || (*end && *end != ',') || cpu < 0 || cpu >= CPU_SETSIZE)
        bench_die (o, "--cpus: '%s' is not a list such as 0,1", text);
      if (o->cpu_count == BENCH_MAX_THREADS)
        bench_die (o, "--cpus: more than %d", BENCH_MAX_THREADS);
      o->cpus[o->cpu_count++] = (int) cpu;
      if (!*end)
        return;
      p = end;
    }
}

/* Takes one "--name value"; takes names the optional ones. */
BENCH_API void
bench_parse_one (struct bench_options *o, const char *takes, const char *name, const char *value)
{
  if (!strcmp (name, "cpus"))
    {
      bench_parse_cpus (o, value);
      return;
    }
  if (!strcmp (name, "mode") && bench_listed (takes, "mode"))
    {
      o->mode = value;
      return;
    }
  if (!strcmp (name, "work") && bench_listed (takes, "work"))
    {
      o->work = value;
      return;
    }
  if (!strcmp (name, "pages") && (!strcmp (value, "huge") || !strcmp (value, "small")))
    {
      o->pages = value;
      return;
    }
  for (int i = 0; i < BENCH_NUMBERS; i++)
    if (!strcmp (name, bench_numbers[i].name)
        && (!strcmp (name, "items") || bench_listed (takes, name)))
      {
        long x = bench_number (o, &bench_numbers[i], value);
        *(long *) ((char *) o + bench_numbers[i].at) = x;
        return;
      }
  bench_die (o, "--%s %s is not known; options: items cpus pages %s", name, value, takes);
}

BENCH_API struct bench_options
bench_parse (int argc, char **argv, const char *takes)
{
  struct bench_options o;
  memset (&o, 0, sizeof o);
  const char *slash = strrchr (argv[0], '/');
  o.peer = slash ? slash + 1 : argv[0];
  o.burst = 64, o.items = 1L << 24, o.window = 1L << 18, o.buffers = 4;
  o.producers = o.consumers = o.chains = o.points = o.workers = 1, o.stages = 2;
  o.message = 4096, o.channel = 512 << 10;
  o.mode = o.work = "", o.pages = "huge";
  o.cpus[1] = 1, o.cpu_count = 2;
  for (int i = 1; i < argc; i += 2)
    {
      if (strncmp (argv[i], "--", 2))
        bench_die (&o, "'%s': options look like --burst 64", argv[i]);
      if (i + 1 == argc)
        bench_die (&o, "%s: its value is missing", argv[i]);
      bench_parse_one (&o, takes, argv[i] + 2, argv[i + 1]);
    }
  return o;
}

/* The place of o->mode among modes, a list of words; the first is the default. */
BENCH_API int
bench_mode (struct bench_options *o, const char *modes)
{
  char word[32];
  int place = 0;
  for (const char *p = modes; *p; place++)
    {
      size_t n = strcspn (p, " ");
      snprintf (word, sizeof word, "%.*s", (int) n, p);
      if (!*o->mode || !strcmp (o->mode, word))
        return place;
      p += n + (p[n] == ' ');
    }
  bench_die (o, "--mode %s: must be one of: %s", o->mode, modes);
}

#endif
