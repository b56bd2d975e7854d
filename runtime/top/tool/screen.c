/* SPDX-License-Identifier: MIT */
/* screen.c - pictures on the terminal, one after the other, and the keys.
 *
 * A picture is a text of which the part that fits is written anew each time, so the four sequences
 * below are all that is needed of the terminal, and every terminal since the VT100 knows them.  A
 * library such as ncurses would have to be installed where programs run.
 */
#define _GNU_SOURCE
#include "top/tool/snapshot.h"

#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define OTHER_SCREEN "\033[?1049h\033[?25l"  /* and no cursor */
#define FIRST_SCREEN "\033[?25h\033[?1049l"
#define HOME "\033[H"
#define REST_OF_LINE "\033[K"
#define REST_OF_SCREEN "\033[J"

static struct termios before;
static volatile sig_atomic_t stopped;

static void
stop (int number)
{
  (void) number;
  stopped = 1;
}

static bool
is_terminal (void)
{
  return isatty (STDOUT_FILENO) && isatty (STDIN_FILENO) && tcgetattr (STDIN_FILENO, &before) == 0;
}

static void
begin (void)
{
  struct sigaction on_signal = { .sa_handler = stop };
  struct termios raw = before;
  sigaction (SIGINT, &on_signal, NULL);
  sigaction (SIGTERM, &on_signal, NULL);
  sigaction (SIGHUP, &on_signal, NULL);
  raw.c_lflag &= ~(tcflag_t) (ICANON | ECHO);
  tcsetattr (STDIN_FILENO, TCSANOW, &raw);
  fputs (OTHER_SCREEN, stdout);
}

static void
end (void)
{
  fputs (FIRST_SCREEN, stdout);
  fflush (stdout);
  tcsetattr (STDIN_FILENO, TCSANOW, &before);
}

/* ---- A picture -------------------------------------------------------------- */

/* Writes the lines of text from line `top' on, as many and as much of each as fits.  Continuation
 * bytes of UTF-8 take no room. */
static void
write_text (const char *text, int top)
{
  struct winsize size = { .ws_row = 0 };
  ioctl (STDOUT_FILENO, TIOCGWINSZ, &size);
  if (!size.ws_row || !size.ws_col) /* a terminal that does not know its size */
    size = (struct winsize) { .ws_row = 24, .ws_col = 80 };
  int row = -top, column = 0;
  fputs (HOME, stdout);
  for (const char *c = text; *c && row < size.ws_row - 1; c++)
    if (*c == '\n')
      {
        if (row >= 0)
          fputs (REST_OF_LINE "\r\n", stdout);
        row++;
        column = 0;
      }
    else
      {
        column += (*c & 0xc0) != 0x80;
        if (row >= 0 && column <= size.ws_col)
          fputc (*c, stdout);
      }
  fputs (REST_OF_SCREEN "q: end, j and k: down and up", stdout);
  fflush (stdout);
}

static void
draw (const struct history *h, const struct target *t, int top)
{
  char *text = NULL;
  size_t size;
  FILE *to = open_memstream (&text, &size);
  if (!to)
    return;
  print_picture (h, t, to);
  fclose (to);
  if (text)
    write_text (text, top);
  free (text);
}

/* ---- Time ------------------------------------------------------------------- */

static int64_t
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C (1000000000) + time.tv_nsec;
}

/* Waits for a key, for at most `ns'; returns it, or 0.  Returns at once if the program ends. */
static int
wait_for_key (const struct target *t, int64_t ns, bool reads)
{
  char key = 0;
  struct pollfd files[] = { { reads ? STDIN_FILENO : -1, POLLIN, 0 }, { t->life, POLLIN, 0 } };
  int ms = (int) ((ns + 999999) / 1000000);
  if (poll (files, 2, ms) <= 0 || !(files[0].revents & (POLLIN | POLLHUP)))
    return 0;
  return read (STDIN_FILENO, &key, 1) == 1 ? key : 'q';
}

/* Looks again and again for `ns': so often that it takes a twentieth of the time of a processor at
 * most, also if there are very many processes.  Returns a key, or 0. */
static int
watch (struct history *h, const struct target *t, int64_t ns, bool reads)
{
  const int64_t often = 20000000;
  const int rarely = 20;
  int64_t until = now () + ns;
  int key = 0;
  history_begin (h, t);
  do
    {
      int64_t began = now ();
      history_look (h, t);
      int64_t pause = rarely * (now () - began);
      pause = pause < often ? often : pause;
      if (pause > until - now ())
        pause = until - now ();
      key = pause > 0 ? wait_for_key (t, pause, reads) : 0;
    }
  while (!key && !stopped && now () < until && target_lives (t));
  return key;
}

/* ---- Pictures ---------------------------------------------------------------- */

static int
scroll (int top, int key)
{
  if (key == 'j')
    return top + 1;
  return key == 'k' && top > 0 ? top - 1 : top;
}

long
show_on_screen (const struct target *t, int64_t ns, long count)
{
  struct history h = { .samples = 0 };
  bool draws = count != 1 && is_terminal ();
  int key = 0, top = 0;
  long shown = 0;
  if (draws)
    begin ();
  while (key != 'q' && !stopped && target_lives (t) && (!count || shown < count))
    {
      key = watch (&h, t, ns, draws);
      top = scroll (top, key);
      if (!target_lives (t))
        break;
      if (draws)
        draw (&h, t, top);
      else
        {
          if (shown)
            putchar ('\n');
          print_picture (&h, t, stdout);
          fflush (stdout);
        }
      shown++;
    }
  if (draws)
    end ();
  history_free (&h);
  return shown;
}
