/* SPDX-License-Identifier: MIT */
/* litmus.c - the explorer explored: small programs whose outcomes are known.
 *
 * Each scenario lists all outcomes that its memory model allows; the test is
 * that exactly these are seen.  The second half holds programs with one known
 * fault each, which must be found.  Names as in the literature: MP message
 * passing, SB store buffering, LB load buffering, IRIW independent reads of
 * independent writes, CoRR coherence of two reads, 2+2W two writers of two.
 */
#include "explorer.h"

static erbium_atomic x, y, z;
static erbium_atomic32 word;
static int64_t r[4], datum;
static int mutex;

static void
zero (void)
{
  erbium_store_relaxed (&x, 0);
  erbium_store_relaxed (&y, 0);
  erbium_store_relaxed (&z, 0);
  erbium_store_relaxed (&word, 0);
  r[0] = r[1] = r[2] = r[3] = datum = 0;
  model_name (&x, "x");
  model_name (&y, "y");
  model_name (&z, "z");
  model_name (&word, "word");
  model_name (&datum, "datum");
  model_name (&mutex, "mutex");
}

#define R(i) ((int) r[i])
static void two (void) { model_outcome ("%d%d", R (0), R (1)); }
static void four (void) { model_outcome ("%d%d%d%d", R (0), R (1), R (2), R (3)); }
static void final (void)
{
  model_outcome ("%d%d", (int) erbium_load_relaxed (&x), (int) erbium_load_relaxed (&y));
}

/* ---- MP ------------------------------------------------------------------- */

static void mp_w (void) { erbium_store_relaxed (&x, 1); erbium_store_release (&y, 1); }
static void mp_r (void) { r[0] = erbium_load_acquire (&y); r[1] = erbium_load_relaxed (&x); }
static void mp_w_relaxed (void) { erbium_store_relaxed (&x, 1); erbium_store_relaxed (&y, 1); }
static void mp_r_relaxed (void) { r[0] = erbium_load_relaxed (&y); r[1] = erbium_load_relaxed (&x); }

MODEL_SCENARIO (mp) = { .about = "MP, release and acquire", .litmus = 1,
  .setup = zero, .task = { { "W", mp_w }, { "R", mp_r } }, .check = two,
  .tso = "00 01 11", .ra = "00 01 11" };

MODEL_SCENARIO (mp_no_release) = { .about = "MP, store relaxed", .litmus = 1,
  .setup = zero, .task = { { "W", mp_w_relaxed }, { "R", mp_r } }, .check = two,
  .tso = "00 01 11", .ra = "00 01 10 11" };

MODEL_SCENARIO (mp_no_acquire) = { .about = "MP, load relaxed", .litmus = 1,
  .setup = zero, .task = { { "W", mp_w }, { "R", mp_r_relaxed } }, .check = two,
  .tso = "00 01 11", .ra = "00 01 10 11" };

/* A third task passes the message on. */
static void wrc_2 (void) { r[0] = erbium_load_acquire (&y); erbium_store_release (&z, r[0]); }
static void wrc_3 (void) { r[1] = erbium_load_acquire (&z); r[2] = erbium_load_relaxed (&x); }
static void three (void) { model_outcome ("%d%d%d", R (0), R (1), R (2)); }

MODEL_SCENARIO (mp_chain) = { .about = "release and acquire are transitive", .litmus = 1,
  .setup = zero, .task = { { "1", mp_w }, { "2", wrc_2 }, { "3", wrc_3 } },
  .check = three, .tso = "000 001 100 101 111", .ra = "000 001 100 101 111" };

/* A read-modify-write between them carries the release on. */
static void rs_w (void) { erbium_store_relaxed (&x, 1); erbium_store_release (&y, 1); }
static void rs_m (void) { erbium_add (&y, 1); }
static void rs_r (void) { r[0] = erbium_load_acquire (&y); r[1] = erbium_load_relaxed (&x); }

MODEL_SCENARIO (release_sequence) = { .about = "an add passes a release on", .litmus = 1,
  .setup = zero, .task = { { "W", rs_w }, { "M", rs_m }, { "R", rs_r } }, .check = two,
  .tso = "00 01 10 11 21", .ra = "00 01 10 11 21" };

/* ---- SB ------------------------------------------------------------------- */

static void sb_0 (void) { erbium_store_release (&x, 1); r[0] = erbium_load_acquire (&y); }
static void sb_1 (void) { erbium_store_release (&y, 1); r[1] = erbium_load_acquire (&x); }
static void sb_light (void)
{
  erbium_store_release (&x, 1);
  erbium_light_barrier ();
  r[0] = erbium_load_acquire (&y);
}
static void sb_heavy (void)
{
  erbium_store_release (&y, 1);
  model_heavy_barrier ();
  r[1] = erbium_load_acquire (&x);
}
static void sb_heavy_relaxed (void)
{
  erbium_store_relaxed (&y, 1);
  model_heavy_barrier ();
  r[1] = erbium_load_relaxed (&x);
}
static void sb_add (void) { erbium_add (&x, 1); r[0] = erbium_load_acquire (&y); }
static void sb_add_1 (void) { erbium_add (&y, 1); r[1] = erbium_load_acquire (&x); }

MODEL_SCENARIO (sb) = { .about = "SB, release and acquire", .litmus = 1,
  .setup = zero, .task = { { "0", sb_0 }, { "1", sb_1 } }, .check = two,
  .tso = "00 01 10 11", .ra = "00 01 10 11" };

MODEL_SCENARIO (sb_one_barrier) = { .litmus = 1,
  .about = "SB, heavy barrier against light barrier: asymmetric Dekker",
  .setup = zero, .task = { { "light", sb_light }, { "heavy", sb_heavy } }, .check = two,
  .tso = "01 10 11", .ra = "01 10 11" };

static void sb_none (void) { erbium_store_relaxed (&x, 1); r[0] = erbium_load_relaxed (&y); }

MODEL_SCENARIO (sb_no_light) = { .litmus = 1,
  .about = "the same without the light barrier: the compiler may swap store and load",
  .setup = zero, .task = { { "none", sb_none }, { "heavy", sb_heavy } }, .check = two,
  .tso = "00 01 10 11", .ra = "01 10 11" };

MODEL_SCENARIO (sb_relaxed_barrier) = { .litmus = 1,
  .about = "the same with relaxed accesses beside the heavy barrier",
  .setup = zero, .task = { { "light", sb_light }, { "heavy", sb_heavy_relaxed } },
  .check = two, .tso = "01 10 11", .ra = "01 10 11" };

MODEL_SCENARIO (sb_light_only) = { .litmus = 1,
  .about = "SB, light barriers only", .setup = zero,
  .task = { { "0", sb_light }, { "1", sb_1 } }, .check = two,
  .tso = "00 01 10 11", .ra = "00 01 10 11" };

/* Locked operations drain a TSO buffer; acq_rel alone does not order SB. */
MODEL_SCENARIO (sb_add_first) = { .about = "SB with adds for stores", .litmus = 1,
  .setup = zero, .task = { { "0", sb_add }, { "1", sb_add_1 } }, .check = two,
  .tso = "01 10 11", .ra = "00 01 10 11" };

static void sb_total (void) { erbium_add (&x, 1); r[0] = erbium_load_seq_cst (&y); }
static void sb_total_1 (void) { erbium_add (&y, 1); r[1] = erbium_load_seq_cst (&x); }

MODEL_SCENARIO (sb_total) = { .about = "the same with loads that are sequentially consistent",
  .litmus = 1, .setup = zero, .task = { { "0", sb_total }, { "1", sb_total_1 } }, .check = two,
  .tso = "01 10 11", .ra = "01 10 11" };

MODEL_SCENARIO (sb_one_total) = { .about = "the same with one such load", .litmus = 1,
  .setup = zero, .task = { { "0", sb_total }, { "1", sb_add_1 } }, .check = two,
  .tso = "01 10 11", .ra = "00 01 10 11" };

/* ---- LB, IRIW, CoRR, 2+2W --------------------------------------------------- */

static void lb_0 (void) { r[0] = erbium_load_relaxed (&y); erbium_store_relaxed (&x, 1); }
static void lb_1 (void) { r[1] = erbium_load_relaxed (&x); erbium_store_relaxed (&y, 1); }

/* C11 allows 11 with relaxed accesses; RA without promises does not show it. */
MODEL_SCENARIO (lb) = { .about = "LB: 11 is beyond both models", .litmus = 1,
  .setup = zero, .task = { { "0", lb_0 }, { "1", lb_1 } }, .check = two,
  .tso = "00 01 10", .ra = "00 01 10" };

static void w_x (void) { erbium_store_release (&x, 1); }
static void w_y (void) { erbium_store_release (&y, 1); }
static void r_xy (void) { r[0] = erbium_load_acquire (&x); r[1] = erbium_load_acquire (&y); }
static void r_yx (void) { r[2] = erbium_load_acquire (&y); r[3] = erbium_load_acquire (&x); }

MODEL_SCENARIO (iriw) = { .about = "IRIW: 1010 under RA only", .litmus = 1,
  .setup = zero, .check = four,
  .task = { { "Wx", w_x }, { "Wy", w_y }, { "Rxy", r_xy }, { "Ryx", r_yx } },
  .tso = "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1011 1100 1101 1110 1111",
  .ra = "0000 0001 0010 0011 0100 0101 0110 0111 1000 1001 1010 1011 1100 1101 1110 1111" };

static void w_xx (void) { erbium_store_relaxed (&x, 1); erbium_store_relaxed (&x, 2); }
static void r_xx (void) { r[0] = erbium_load_relaxed (&x); r[1] = erbium_load_relaxed (&x); }

MODEL_SCENARIO (corr) = { .about = "CoRR: a location never goes back", .litmus = 1,
  .setup = zero, .task = { { "W", w_xx }, { "R", r_xx } }, .check = two,
  .tso = "00 01 02 11 12 22", .ra = "00 01 02 11 12 22" };

static void w2_0 (void) { erbium_store_release (&x, 1); erbium_store_release (&y, 2); }
static void w2_1 (void) { erbium_store_release (&y, 1); erbium_store_release (&x, 2); }

MODEL_SCENARIO (w2plus2) = { .about = "2+2W: x=1 y=1 in the end under RA only", .litmus = 1,
  .setup = zero, .task = { { "0", w2_0 }, { "1", w2_1 } }, .check = final,
  .tso = "12 21 22", .ra = "11 12 21 22" };

/* ---- Read-modify-writes, mutex -------------------------------------------------- */

static void add_0 (void) { r[0] = erbium_add (&x, 1); }
static void add_1 (void) { r[1] = erbium_add (&x, 1); }
static void cas_0 (void) { r[0] = erbium_cas (&x, 0, 1); }
static void cas_1 (void) { r[1] = erbium_cas (&x, 0, 2); }

MODEL_SCENARIO (adds) = { .about = "no add is lost", .litmus = 1,
  .setup = zero, .task = { { "0", add_0 }, { "1", add_1 } }, .check = two,
  .tso = "12 21", .ra = "12 21" };

MODEL_SCENARIO (swaps) = { .about = "one of two swaps succeeds", .litmus = 1,
  .setup = zero, .task = { { "0", cas_0 }, { "1", cas_1 } }, .check = two,
  .tso = "01 10", .ra = "01 10" };

static void
locked_increment (void)
{
  model_lock (&mutex);
  int64_t old = model_plain_read (&datum);
  r[model_self ()] = old;
  model_plain_write (&datum, old + 1);
  model_unlock (&mutex);
}

MODEL_SCENARIO (mutex_excludes) = { .about = "a mutex orders plain data", .litmus = 1,
  .setup = zero, .task = { { "0", locked_increment }, { "1", locked_increment } },
  .check = two, .tso = "01 10", .ra = "01 10" };

/* ---- Sleeping --------------------------------------------------------------------- */

static void
wait_for_word (void)
{
  while (erbium_load_acquire (&word) == 0)
    model_futex_wait (&word, 0, -1);
  r[0] = model_plain_read (&datum);
}

static void
set_word (void)
{
  model_plain_write (&datum, 7);
  erbium_store_release (&word, 1);
  model_futex_wake (&word, 1);
}

MODEL_SCENARIO (futex) = { .about = "a futex loses no wake-up", .litmus = 1,
  .setup = zero, .task = { { "sleeper", wait_for_word }, { "waker", set_word } },
  .check = two, .tso = "70", .ra = "70" };

static void wait_timed (void) { r[0] = -model_futex_wait (&word, 0, 1000); }
static void timed (void)
{
  model_outcome (R (0) == ETIMEDOUT ? "late" : R (0) == EAGAIN ? "again" : "woken");
}

MODEL_SCENARIO (futex_timeout) = { .about = "a time-out may come at any moment",
  .litmus = 1, .setup = zero,
  .task = { { "sleeper", wait_timed }, { "waker", set_word } }, .check = timed,
  .tso = "late again woken", .ra = "late again woken" };

static void
spin_for_x (void)
{
  while (erbium_load_acquire (&x) == 0)
    model_yield ();
  r[0] = model_plain_read (&datum);
}

static void
set_x (void)
{
  model_plain_write (&datum, 7);
  erbium_store_release (&x, 1);
}

MODEL_SCENARIO (spin) = { .about = "a spinning loop ends", .litmus = 1,
  .setup = zero, .task = { { "spinner", spin_for_x }, { "setter", set_x } },
  .check = two, .tso = "70", .ra = "70" };

static void
poll_for_x (void)
{
  while (erbium_load_acquire (&x) == 0)
    model_futex_wait (&word, 0, 1000);
  r[0] = model_plain_read (&datum);
}

MODEL_SCENARIO (poll) = { .about = "a loop of time-outs ends", .litmus = 1,
  .setup = zero, .task = { { "poller", poll_for_x }, { "setter", set_x } },
  .check = two, .tso = "70", .ra = "70" };

static void
spin_twice (void)
{
  for (int i = 0; i < 3 && erbium_load_relaxed (&x) == 0; i++)
    model_yield ();
}

MODEL_SCENARIO (bounded_spin) = { .about = "a loop that counts may give up", .litmus = 1,
  .setup = zero, .task = { { "spinner", spin_twice } }, .check = two,
  .tso = "00", .ra = "00" };

static void choose_twice (void) { r[0] = model_choose (2); r[1] = model_choose (3); }

MODEL_SCENARIO (choices) = { .about = "all choices are made", .litmus = 1,
  .setup = zero, .task = { { "0", choose_twice } }, .check = two,
  .tso = "00 01 02 10 11 12", .ra = "00 01 02 10 11 12" };

/* ---- Faults that must be found ------------------------------------------------------- */

static void
racy_reader (void)
{
  if (erbium_load_relaxed (&x))
    r[0] = model_plain_read (&datum);
}

MODEL_SCENARIO (race) = { .about = "fault: flag without acquire", .litmus = 1,
  .setup = zero, .task = { { "W", set_x }, { "R", racy_reader } }, .check = two,
  .tso = "00 70", .fails_ra = "race" };

static void plain_writer (void) { model_plain_write (&datum, 1); }

MODEL_SCENARIO (race_always) = { .about = "fault: no order at all", .litmus = 1,
  .setup = zero, .task = { { "0", plain_writer }, { "1", plain_writer } },
  .fails_tso = "race", .fails_ra = "race" };

/* Reads only, then a write that knows of one reader. */
static void read_then_x (void) { (void) model_plain_read (&datum); erbium_store_release (&x, 1); }
static void read_only (void) { (void) model_plain_read (&datum); }
static void write_after_x (void) { if (erbium_load_acquire (&x)) model_plain_write (&datum, 1); }

MODEL_SCENARIO (race_with_reader) = { .about = "fault: one of two readers unordered",
  .litmus = 1, .setup = zero,
  .task = { { "a", read_then_x }, { "b", read_only }, { "w", write_after_x } },
  .fails_tso = "race", .fails_ra = "race" };

/* Looks, then sleeps; the waker looks for sleepers: nobody has a barrier. */
static void
sleeper_without_barrier (void)
{
  erbium_store_release (&y, 1);
  if (erbium_load_acquire (&x) == 0)
    model_futex_wait (&word, 0, -1);
}
static void
sleeper_with_barrier (void)
{
  erbium_store_release (&y, 1);
  model_heavy_barrier ();
  if (erbium_load_acquire (&x) == 0)
    model_futex_wait (&word, 0, -1);
}
static void
waker_that_looks (void)
{
  erbium_store_release (&x, 1);
  erbium_light_barrier ();
  if (erbium_load_acquire (&y))
    {
      erbium_store_release (&word, 1);
      model_futex_wake (&word, 1);
    }
}

MODEL_SCENARIO (lost_wakeup) = { .about = "fault: announced without a barrier", .litmus = 1,
  .setup = zero, .task = { { "sleeper", sleeper_without_barrier },
                           { "waker", waker_that_looks } },
  .fails_tso = "deadlock", .fails_ra = "deadlock" };

MODEL_SCENARIO (kept_wakeup) = { .about = "the same with the barrier", .litmus = 1,
  .setup = zero, .task = { { "sleeper", sleeper_with_barrier },
                           { "waker", waker_that_looks } } };

static void lock_xy (void) { model_lock (&x); model_lock (&y); model_unlock (&y); model_unlock (&x); }
static void lock_yx (void) { model_lock (&y); model_lock (&x); model_unlock (&x); model_unlock (&y); }

MODEL_SCENARIO (deadly_embrace) = { .about = "fault: two mutexes in two orders", .litmus = 1,
  .setup = zero, .task = { { "xy", lock_xy }, { "yx", lock_yx } },
  .fails_tso = "deadlock", .fails_ra = "deadlock" };

static void nothing (void) { (void) erbium_load_relaxed (&y); }

MODEL_SCENARIO (livelock) = { .about = "fault: spins for what nobody does", .litmus = 1,
  .setup = zero, .task = { { "spinner", spin_for_x }, { "other", nothing } },
  .fails_tso = "livelock", .fails_ra = "livelock" };

static void assert_sb (void) { two (); model_assert (r[0] || r[1], "SB: both read 0"); }

MODEL_SCENARIO (sb_asserted) = { .about = "fault: an assertion in check", .litmus = 1,
  .setup = zero, .task = { { "0", sb_0 }, { "1", sb_1 } }, .check = assert_sb,
  .fails_tso = "assertion", .fails_ra = "assertion" };

/* The user may still hold the block when it is freed. */
static void
publish_and_free (void)
{
  int64_t *p = model_alloc (sizeof *p, 8);
  model_plain_write (p, 5);
  erbium_store_release (&x, (int64_t) (intptr_t) p);
  erbium_store_release (&x, 0);
  model_free (p);
}
static void
use (void)
{
  int64_t *p = (int64_t *) (intptr_t) erbium_load_acquire (&x);
  if (p)
    r[0] = model_plain_read (p);
}

MODEL_SCENARIO (used_after_free) = { .about = "fault: used after free", .litmus = 1,
  .setup = zero, .task = { { "owner", publish_and_free }, { "user", use } },
  .fails_tso = "use after free", .fails_ra = "use after free" };

/* The user tells when it is done: the owner may free, or not yet. */
static void
publish_and_free_later (void)
{
  int64_t *p = model_alloc (sizeof *p, 8);
  model_plain_write (p, 5);
  erbium_store_release (&x, (int64_t) (intptr_t) p);
  if (erbium_load_acquire (&y))
    model_free (p);
}
static void use_and_tell (void) { use (); erbium_store_release (&y, 1); }

MODEL_SCENARIO (freed_in_time) = { .about = "free after the last use", .litmus = 1,
  .setup = zero, .task = { { "user", use_and_tell },
                           { "owner", publish_and_free_later } } };
