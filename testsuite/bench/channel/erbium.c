/* SPDX-License-Identifier: MIT */
/* erbium.c - two spaces with a channel each way.
 *
 *   --mode direct   as erbium_chan_alloc makes them
 *          taken    and the receiver reads the message where it is
 *          lazy     fixed when a page is full, or the sender waits
 *          map      by page faults that map the frame   )
 *          nwr      by page faults, copied twice        ) papers.h
 *          wr       by calls, copied twice              )
 *          wr2      by calls, buffer and frame          )
 *
 * --channel: bytes of a generation.  --test 1: the receiver tests before it receives, without
 * waiting, as in the nonblocking mode of DLinux (section IV-A).
 */
#include "between.h"
#include "papers.h"

#include <erbium/channel.h>
#include <erbium/space.h>

static const char modes[] = "direct taken lazy map nwr wr wr2";
enum { TAKEN = 1, LAZY, OF_PAPERS };

static struct bench_options options;
static int to_far, to_near;             /* channels */
static int sends, receives;             /* of this side */
static struct papers paper_to[2];       /* to the near and the far side */
static struct papers *puts_to, *gets_from;

static void
put (const void *from, size_t size)
{
  erbium_chan_send (sends, from, size);
}

static void
expect_size (size_t got, size_t size)
{
  if (got != size)
    bench_die (&options, "a message of %zu bytes, not %zu", got, size);
}

static void
await_message (void)
{
  while (options.test && !erbium_chan_test (receives))
    ;
}

static const void *
get (void *to, size_t size)
{
  await_message ();
  expect_size (erbium_chan_recv (receives, to), size);
  return to;
}

static const void *
take (void *unused, size_t size)
{
  size_t got = 0;
  (void) unused;
  await_message ();
  const void *at = erbium_chan_take (receives, &got);
  expect_size (got, size);
  return at;
}

static void
put_paper (const void *from, size_t size)
{
  papers_put (puts_to, from, size);
}

static const void *
get_paper (void *to, size_t size)
{
  if (!papers_get (gets_from, (char *) to, size))
    bench_die (&options, "a message of another size than %zu bytes", size);
  return to;
}

static void *
far_side (void *way)
{
  receives = to_far, sends = to_near;
  gets_from = &paper_to[1], puts_to = &paper_to[0];
  between_far (&options, (const struct between_way *) way);
  return NULL;
}

/* For the near side, before the far one is started. */
static void
connect_channels (int far, int mode)
{
  int kind = mode == LAZY ? ERBIUM_CHAN_LAZY : ERBIUM_CHAN_EAGER;
  sends = to_far = erbium_chan_alloc_as ((size_t) options.channel, kind);
  receives = to_near = erbium_chan_alloc_as ((size_t) options.channel, kind);
  erbium_chan_setcons (to_far, far);
  erbium_chan_setprod (to_near, far, true);
}

static void
connect_papers (int far, int mode)
{
  for (int to = 0; to < 2; to++)
    {
      paper_to[to] = papers_new ((enum papers_way) (mode - OF_PAPERS), (size_t) options.channel);
      paper_to[to].tests = options.test;
    }
  gets_from = &paper_to[0], puts_to = &paper_to[1];
  erbium_spmc_copycons (far, puts_to->va, puts_to->va, papers_region (puts_to));
  erbium_spmc_transown (far, gets_from->va, gets_from->va, papers_region (gets_from));
}

int
main (int argc, char **argv)
{
  options = bench_parse (argc, argv, "message window channel echo fresh test mode");
  int mode = bench_mode (&options, modes);
  struct between_way way = { put, mode == TAKEN ? take : get }, of_papers = { put_paper, get_paper };
  struct bench_result r;
  memset (&r, 0, sizeof r);
  if (mode >= OF_PAPERS)
    way = of_papers;
  r.ping_before = bench_ping (&options);
  int far = erbium_space_alloc (1);
  (mode >= OF_PAPERS ? connect_papers : connect_channels) (far, mode);
  erbium_space_start (far, far_side, &way);
  between_near (&options, &way, &r);
  erbium_space_join (far);
  r.ping_after = bench_ping (&options);
  bench_print (&options, &r);
  return 0;
}
