/* SPDX-License-Identifier: MIT */
/* LC: channels are made, attached by their key, also by an unrelated program, detached and
 * destroyed; sizes and errors. */
// RUN: %build
// RUN: %timed %t
#include "lc-test.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>

static void
expect_errno (Channel ch, int error)
{
  expect_equal (errno, error);
  expect (!ch);
}

static Channel made;

/* In another program, which knows the key alone. */
static int
receive_and_answer (int key)
{
  Channel in = LCattach (key), out = LCattach (key + 1);
  expect (in && out && is_message (LCreceive (in), 3));
  struct message m = message (4);
  LCssend (out, (char *) &m);
  return 0;
}

static void
become_another_program (Channel key)
{
  char text[20];
  (void) key;
  snprintf (text, sizeof text, "%d", (int) lc_key () - getpid () + getppid ());
  execl ("/proc/self/exe", "another", text, (char *) NULL);
}

static void
between_programs (key_t key)
{
  struct message m = message (3);
  Channel to = LCcreate_ss (key, sizeof m, 1), from = LCcreate_as (key + 1, sizeof m, 1, 1);
  expect (to && from);
  pid_t child = lc_child (become_another_program, NULL);
  LCssend (to, (char *) &m);
  expect (is_message (LCreceive (from), 4));
  lc_joined (child);
  LCdestroy (to);
  LCdestroy (from);
}

static void
attach_and_send (Channel unused)
{
  (void) unused;
  Channel ch = LCattach (lc_key () - getpid () + getppid ());
  struct message m = message (5);
  expect (ch && ch != made);
  expect_equal (LCgetChannelTypeSize (ch), sizeof m);
  LCssend (ch, (char *) &m);
  LCdetach (ch);
}

/* A channel for which there is no room is none; a send would end with a signal. */
static void
expect_no_room (key_t key)
{
  enum { LARGE = 1 << 30 };
  struct statvfs shm;
  expect_equal (statvfs ("/dev/shm", &shm), 0);
  uint64_t all = (uint64_t) shm.f_blocks * shm.f_frsize;
  if (all == 0 || all / LARGE > 1 << 20) /* no limit */
    return;
  expect_errno (LCcreate_as (key, LARGE, (int) (all / LARGE) + 1, 1), ENOSPC);
  expect_errno (LCattach (key), ENOENT);
}

/* A program that died while it made a channel leaves an empty file. */
static void
expect_incomplete (key_t key)
{
  char name[64];
  snprintf (name, sizeof name, "/erbium-lc.%u.%x", (unsigned) geteuid (), (unsigned) key);
  close (shm_open (name, O_RDWR | O_CREAT, 0600));
  expect_errno (LCattach (key), EAGAIN);
  shm_unlink (name);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    return receive_and_answer (atoi (argv[1]));
  key_t key = lc_key ();
  expect_errno (LCattach (key), ENOENT);
  expect_errno (LCcreate_as (key, 0, 1, 1), EINVAL);
  expect_errno (LCcreate_as (key, 8, -1, 1), EINVAL);
  expect_errno (LCcreate_as (key, 8, 1, -1), EINVAL);
  expect_no_room (key);
  expect_incomplete (key);
  made = LCcreate_as (key, sizeof (struct message), 1, 1);
  expect (made != NULL);
  expect_errno (LCcreate_ss (key, 8, 1), EEXIST);
  expect_equal (LCgetChannelTypeSize (made), sizeof (struct message));
  lc_joined (lc_child (attach_and_send, made));
  expect (is_message (LCreceive (made), 5));
  LCdestroy (made);
  expect_errno (LCattach (key), ENOENT);
  between_programs (key);
  struct message m = message (6); /* the memory stays until it is detached */
  Channel other = LCcreate_as (0, sizeof m, 1, 1);
  LCssend (other, (char *) &m);
  expect (is_message (LCreceive (other), 6));
  LCdestroy (other);
  LCdetach (other);
  LCdetach (made);
}
