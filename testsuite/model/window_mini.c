/* SPDX-License-Identifier: MIT */
/* window_mini.c - a window of two slots by hand, to prove --mutate.
 *
 * One producer, one consumer, three elements, two slots.  Each side publishes
 * an index and waits for the other's; a waiting side sleeps without the
 * publisher paying for a fence:
 *
 *   sleeper                              publisher
 *   word = 0                             index = i        (release P)
 *   wake_at = i                          light barrier
 *   heavy barrier                        w = wake_at
 *   index >= i ?      (acquire P')       w <= i ?  word = 1, wake
 *   futex wait (word, 0)
 *
 * P, P' hand over the elements.  The barriers are asymmetric Dekker: the sleeper
 * sees the index or the publisher sees wake_at.  One would think that wake_at
 * needs release and acquire too, or the publisher's word = 1 may come before the
 * sleeper's word = 0 in modification order and the sleeper sleeps on the 0.
 * --mutate showed that it does not: where the publisher read wake_at before the
 * heavy barrier reached it, the sleeper sees the index; and after the barrier the
 * publisher knows of the 0.
 */
#include "explorer.h"

enum { ELEMENTS = 3, SLOTS = 2, NEVER = 1000 };

struct side
{
  erbium_atomic index;     /* published: elements below are done with */
  erbium_atomic wake_at;   /* the other side sleeps until index gets here */
  erbium_atomic32 word;    /* what this side sleeps on */
};

static struct side producer, consumer;
static int64_t slot[SLOTS];

static void
reset_side (struct side *s)
{
  erbium_store_relaxed (&s->index, 0);
  erbium_store_relaxed (&s->wake_at, NEVER);
  erbium_store_relaxed (&s->word, 0);
}

static void
set_up (void)
{
  reset_side (&producer);
  reset_side (&consumer);
  slot[0] = slot[1] = 0;
  model_name (&producer.index, "commit");
  model_name (&producer.wake_at, "commit.wake_at");
  model_name (&producer.word, "producer.word");
  model_name (&consumer.index, "release");
  model_name (&consumer.wake_at, "release.wake_at");
  model_name (&consumer.word, "consumer.word");
  model_name (&slot[0], "slot[0]");
  model_name (&slot[1], "slot[1]");
}

static void
publish (struct side *mine, struct side *other, int64_t i)
{
  erbium_store_release (&mine->index, i);
  erbium_light_barrier ();
  if (erbium_load_relaxed (&mine->wake_at) <= i)
    {
      erbium_store_relaxed (&other->word, 1);
      model_futex_wake (&other->word, 1);
    }
}

static void
await (struct side *mine, struct side *other, int64_t i)
{
  if (erbium_load_acquire (&other->index) >= i)
    return;
  for (;;)
    {
      erbium_store_relaxed (&mine->word, 0);
      erbium_store_relaxed (&other->wake_at, i);
      model_heavy_barrier ();
      if (erbium_load_acquire (&other->index) >= i)
        break;
      model_futex_wait (&mine->word, 0, -1);
    }
  erbium_store_relaxed (&other->wake_at, NEVER);
}

static void
produce (void)
{
  for (int i = 0; i < ELEMENTS; i++)
    {
      await (&producer, &consumer, i + 1 - SLOTS);
      model_plain_write (&slot[i % SLOTS], 10 + i);
      publish (&producer, &consumer, i + 1);
    }
}

static void
consume (void)
{
  for (int i = 0; i < ELEMENTS; i++)
    {
      await (&consumer, &producer, i + 1);
      model_assert (model_plain_read (&slot[i % SLOTS]) == 10 + i,
                    "the consumer reads what was produced");
      publish (&consumer, &producer, i + 1);
    }
}

MODEL_SCENARIO (window_mini) = {
  .about = "three elements through two slots, with sleep and wake",
  .setup = set_up,
  .task = { { "producer", produce }, { "consumer", consume } },
};
