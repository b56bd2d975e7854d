/* SPDX-License-Identifier: MIT */
/* many - do many random programs mean the same everywhere (many.h)?
 *
 * Programs are taken in batches, each batch in a child process: so what kills it is found, and told, like what differs.  Then
 * the programs of the batch are tried one by one.
 *
 * With --jobs, so many processes take the next batch each time they have ended one. */
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <random>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "many.h"

using namespace er;

static const char help[] =
  "usage: many --seeds=A:B [OPTION]...\n"
  "  --seeds=A:B      programs of erbium-gen, with sizes that the seed chooses\n"
  "  --batch=N        so many at a time (25)\n"
  "  --full           all ways for each program; else a sample\n"
  "  --jobs=N         in so many processes (1)\n"
  "  --seconds=N      begins no batch after so long\n"
  "  --gcc=NAME       compiles C (gcc)\n"
  "  --plugin=FILE    for that compiler\n"
  "  --include=FOLDER where erbium.h is\n"
  "  --keep=FOLDER    programs that differ are written there (.)\n"
  "status: 0; 1 some differ\n";

namespace many {

static Size
size_of (uint64_t seed)
{
  static const int elements[] = { 5, 20, 40 };
  std::mt19937_64 random (seed);
  Size size;
  size.processes = int (1 + random () % 9);
  size.elements = elements[random () % 3];
  size.depth = int (1 + random () % 4);
  return size;
}

static void
write_file (const std::string &name, const std::string &text)
{
  FILE *file = fopen (name.c_str (), "w");
  if (!file || fwrite (text.data (), 1, text.size (), file) != text.size () || fclose (file))
    give_up ("cannot write " + name);
}

void
differs (const Settings &settings, const Sample &s, bool changed, const std::string &how, const Result &found)
{
  mkdir (settings.keep.c_str (), 0777);
  std::string file = settings.keep + format ("/seed-%llu.er", (unsigned long long) s.seed);
  std::string after = changed && !s.passes.empty () ? " --passes=" + s.passes : "";
  std::string test = "testsuite/frontend/agree --c --run" + after;
  write_file (file, s.text);
  printf ("%s: error: %s%s: status %d, not %d%s\n%s%s", file.c_str (), how.c_str (), (after.empty () ? "" : "," + after).c_str (),
          found.status, s.expected.status, found.output == s.expected.output ? "" : ", and other output",
          found.complaint.substr (0, 2000).c_str (), found.complaint.empty () ? "" : "\n");
  printf ("%s: note: made by erbium-gen --seed=%llu --processes=%d --elements=%d --depth=%d\n", file.c_str (),
          (unsigned long long) s.seed, s.size.processes, s.size.elements, s.size.depth);
  printf ("%s: note: again: %s %s\n", file.c_str (), test.c_str (), file.c_str ());
  printf ("%s: note: smaller: erbium-reduce %s -- sh -c '! %s \"$0\"'\n", file.c_str (), file.c_str (), test.c_str ());
  fflush (stdout);
}

/* The ways differ that a batch of these has; the status of its process. */
static int
batch (uint64_t first, uint64_t last, uint64_t number, const Settings &settings)
{
  std::vector<Sample> good;
  int wrong = 0;
  for (uint64_t seed = first; seed < last; seed++)
    {
      Sample s;
      s.seed = seed;
      s.size = size_of (seed);
      int bad = interpret (s, settings);
      wrong += bad;
      if (!bad)
        good.push_back (s);
    }
  return (good.empty () ? 0 : compile (good, number, settings)) + wrong;
}

static void
killed (uint64_t seed, const Settings &settings, const Result &found)
{
  Sample s;
  s.seed = seed;
  s.size = size_of (seed);
  s.text = generate (seed, s.size);
  differs (settings, s, false, "a tool", found);
}

/* How many programs are wrong in it: at least 1, if any. */
static int
in_its_process (uint64_t first, uint64_t last, uint64_t number, const Settings &settings)
{
  Result r = in_child ([&] { exit (std::min (batch (first, last, number, settings), 1)); }, 3600);
  fputs (r.output.c_str (), stdout);
  if (r.status <= 1)
    return r.status;
  if (last - first == 1)
    {
      killed (first, settings, r);
      return 1;
    }
  int wrong = 0;
  for (uint64_t seed = first; seed < last; seed++)
    wrong += in_its_process (seed, seed + 1, number, settings);
  if (!wrong)
    printf ("error: programs %llu to %llu together end with %d:\n%s\n", (unsigned long long) first,
            (unsigned long long) last - 1, r.status, r.complaint.c_str ());
  return std::max (wrong, 1);
}

/* What the processes of --jobs have in common. */
struct Shared
{
  std::atomic<uint64_t> next, programs, wrong;
};

/* Takes batches until there is none, or no time. */
static void
take_batches (Shared &shared, uint64_t first, uint64_t last, uint64_t size, time_t end, const Settings &settings)
{
  while (!end || time (nullptr) < end)
    {
      uint64_t number = shared.next++, from = first + number * size, until = std::min (from + size, last);
      if (from >= last)
        return;
      shared.wrong += uint64_t (in_its_process (from, until, number, settings));
      shared.programs += until - from;
      fflush (stdout);
    }
}

static int
all (uint64_t first, uint64_t last, uint64_t size, uint64_t jobs, uint64_t seconds, const Settings &settings)
{
  void *memory = mmap (nullptr, sizeof (Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    give_up ("no memory");
  Shared &shared = *new (memory) Shared ();
  time_t end = seconds ? time (nullptr) + time_t (seconds) : 0;
  fflush (stdout);
  for (uint64_t job = 0; job < jobs; job++)
    {
      pid_t child = fork ();
      if (child < 0)
        give_up ("cannot fork");
      if (!child)
        {
          take_batches (shared, first, last, size, end, settings);
          _exit (0);
        }
    }
  for (int status; wait (&status) > 0;)
    if (status)
      {
        printf ("error: a process of --jobs ends with status %#x\n", unsigned (status));
        shared.wrong++;
      }
  printf ("%llu programs, %llu batches differ\n", (unsigned long long) shared.programs, (unsigned long long) shared.wrong);
  return shared.wrong || !shared.programs;
}

} // namespace many

int
main (int argc, char **argv)
{
  Arguments arguments (argc, argv, help);
  many::Settings settings;
  unsigned long long first = 0, last = 0;
  std::string seeds = arguments.text ("seeds", "");
  if (sscanf (seeds.c_str (), "%llu:%llu", &first, &last) != 2)
    give_up ("--seeds=" + seeds + ": it is A:B");
  uint64_t size = std::max<uint64_t> (arguments.number ("batch", 25), 1);
  uint64_t jobs = std::max<uint64_t> (arguments.number ("jobs", 1), 1), seconds = arguments.number ("seconds", 0);
  settings.full = arguments.flag ("full");
  settings.gcc = arguments.text ("gcc", "gcc");
  settings.plugin = arguments.text ("plugin", "erbium");
  settings.include = arguments.text ("include", ".");
  settings.keep = arguments.text ("keep", ".");
  arguments.operands (0, 0);
  return many::all (first, last, size, jobs, seconds, settings);
}
