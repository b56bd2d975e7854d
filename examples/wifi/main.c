/* SPDX-License-Identifier: MIT */
/* main.c - wifi COMMAND: IEEE 802.11a in software. */
#include <string.h>

#include "wifi.h"

static const char usage[] =
  "wifi rx CAPTURE [-o FILE.pcap]   finds and decodes the packets of a capture\n"
  "  -f, --format int16|float32     I and Q in turns, 20 Msample/s (default int16)\n"
  "  -a, --all                      packets with a bad frame check sequence too\n"
  "  -x, --hex                      prints their octets\n"
  "  -v, --verbose                  prints a line about each\n"
  "  -m, --frequency MHZ            written into the file (default 5180)\n"
  "wifi tx FRAMES -o CAPTURE        sends frames: a pcap file, or octets in hexadecimal\n"
  "  -r, --rate MBIT                6 9 12 18 24 36 48 54 (default: as the frame says, or all in turn)\n"
  "  -s, --seed N                   of the scrambler, 1 to 127 (default: each packet another)\n"
  "  -g, --gap N                    samples of silence behind each packet (default 320)\n"
  "  -f, --format int16|float32\n"
  "wifi air CAPTURE -o CAPTURE      adds what lies between the two\n"
  "  -n, --snr DB                   noise\n"
  "  -c, --offset HZ                of the carrier\n"
  "  -k, --skew PPM                 of the sampling clock\n"
  "  -p, --spread NS                of echoes, root mean square\n"
  "  -s, --seed N, -f, --format int16|float32\n"
  "wifi curve                       packets lost at each ratio of signal to noise\n"
  "  -R, --range FROM:TO:STEP       dB (default 0:30:1)\n"
  "  -r, --rate MBIT,...            (default all)\n"
  "  -N, --packets N                at each point (default 100)\n"
  "  -l, --length N                 octets of a packet (default 1000)\n"
  "  -c, -k, -p, -s                 as of air\n"
  "rx, tx and curve:\n"
  "  -e, --engine NAME              how the work is done:";

static const struct { const char *name; void (*run) (int count, char **argument); } commands[] = {
  { "rx", command_rx }, { "tx", command_tx }, { "air", command_air }, { "curve", command_curve },
};

static void
print_usage (void)
{
  fputs (usage, stdout);
  for (const struct engine *e = engines; e->name; e++)
    printf (" %s", e->name);
  puts ("\n  -w, --workers N                that share a stage (default: one for each processor)");
}

int
main (int count, char **argument)
{
  if (count > 1 && (!strcmp (argument[1], "--help") || !strcmp (argument[1], "-h")))
    {
      print_usage ();
      close_output (stdout, "stdout");
      return 0;
    }
  if (count < 2)
    fail ("which command? rx, tx, air or curve; see wifi --help");
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
    if (!strcmp (argument[1], commands[k].name))
      {
        commands[k].run (count - 1, argument + 1);
        close_output (stdout, "stdout");
        return 0;
      }
  fail ("there is no command %s: expected rx, tx, air or curve; see wifi --help", argument[1]);
}
