/* SPDX-License-Identifier: MIT */
/* command_rx.c - wifi rx CAPTURE [-o FILE.pcap]. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "wifi.h"

/* What source and sink know.  Each belongs to one process. */
struct capture { FILE *f; const char *name; enum format format; };
struct report { FILE *f; const struct options *o; };

static int64_t
next_samples (void *state, struct sample *to, int64_t n)
{
  struct capture *c = state;
  return read_samples (c->f, c->name, c->format, to, n);
}

static void
print_line (const char *comment, const struct packet *p, bool good)
{
  printf ("%s%10.1f us  %2d Mbit/s  %4d octets  %+8.1f kHz  SNR %4.1f dB  %s\n", comment, (double) p->start * 1e6 / SAMPLE_RATE, rates[p->rate].mbit, p->octets,
          p->turn * SAMPLE_RATE / (2e3 * M_PI), p->snr, good ? "good" : "bad FCS");
}

static void
print_hex (const uint8_t *psdu, int octets)
{
  for (int k = 0; k < octets; k++)
    printf ("%02x%s", psdu[k], k % 16 == 15 || k == octets - 1 ? "\n" : " ");
  puts ("");
}

static void
take_packet (void *state, const struct packet *p, const uint8_t *psdu, bool good)
{
  struct report *r = state;
  if (r->o->verbose)
    print_line (r->o->hex ? "# " : "", p, good);
  if (!good && !r->o->all)
    return;
  if (r->o->hex)
    print_hex (psdu, p->octets);
  if (r->f)
    pcap_packet (r->f, r->o->output, p, psdu, good, r->o->megahertz);
}

/* In the process that has written: nothing of it may stay behind in its buffers. */
static void
end_report (void *state)
{
  struct report *r = state;
  if (r->f)
    close_output (r->f, r->o->output);
  close_output (stdout, "stdout");
}

void
command_rx (int count, char **argument)
{
  struct options o = read_options (count, argument, "ofewamxv");
  struct report report = { NULL, &o };
  if (!o.input)
    fail ("rx: which capture? wifi rx CAPTURE -o FILE.pcap");
  bool from_stdin = !strcmp (o.input, "-");
  struct capture capture = { from_stdin ? stdin : fopen (o.input, "rb"), o.input, o.format };
  if (!capture.f)
    fail ("cannot open %s: %s", o.input, strerror (errno));
  if (o.output)
    {
      report.f = open_output (o.output, o.input);
      if (report.f == stdout && (o.verbose || o.hex))
        fail ("-o - and --verbose or --hex both print: name a file");
      pcap_head (report.f, o.output);
      if (fflush (report.f))
        fail ("cannot write %s: %s", o.output, strerror (errno));
    }
  struct received r = o.engine->receive ((struct source) { next_samples, &capture },
                                         (struct sink) { take_packet, end_report, &report }, o.workers);
  if (report.f != stdout)
    printf ("%s%lld packets in %lld samples, %lld with a good frame check sequence\n", o.hex ? "# " : "",
            (long long) r.packets, (long long) r.samples, (long long) r.good);
}
