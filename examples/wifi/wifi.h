/* SPDX-License-Identifier: MIT */
/* wifi.h - the parts of an IEEE 802.11a transmitter and receiver.
 *
 * In the order in which a packet meets them:
 *
 *   rates.c      the eight rates; how coded bits lie on carriers
 *   bits.c       scrambler, convolutional code, frame check sequence
 *   training.c   the two training sequences at the head of each packet
 *   fft.c        transforms of 64 points, of 16 symbols at a time
 *   modulate.c   coded bits to samples: mapper, pilots, OFDM, windows
 *   sync.c       where a packet begins, how far it is off in frequency
 *   header.c     its channel, and what its SIGNAL symbol says
 *   demodulate.c samples to soft bits: equaliser, phase tracking, demapper
 *   viterbi.c    soft bits to bits
 *   deframe.c    bits to octets: descrambler, frame check
 *   air.c        what lies between: noise, offset, echoes
 *   pcap.c, samples.c   files
 *
 * and, all with these kernels, the ways to run them, each a struct engine:
 *
 *   sequential.c          one loop
 *   engine.c              what they have in common
 *   receive.c, transmit.c networks of processes: the files to read
 *   openmp.c, tbb.cc      the same job with OpenMP and oneTBB
 *   finder.c, slots.c     what those need that have no records
 *
 * Sections and tables that are named are those of IEEE Std 802.11a-1999.
 */
#ifndef WIFI_H
#define WIFI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum
{
  SAMPLE_RATE = 20000000,   /* samples a second */
  CARRIERS = 64,            /* points of the transform */
  GUARD = 16,               /* samples of cyclic prefix */
  SYMBOL = CARRIERS + GUARD,
  DATA_CARRIERS = 48,
  TRAINING = 320,           /* samples: short and long training sequence */
  HEAD = TRAINING + SYMBOL, /* and the SIGNAL symbol */
  SERVICE_BITS = 16, TAIL_BITS = 6,
  MOST_OCTETS = 4095,       /* of a PSDU: LENGTH has 12 bits */
  FCS_OCTETS = 4,
  MOST_SYMBOLS = 1366,      /* 4095 octets at 6 Mbit/s */
  MOST_STEPS = 33024,       /* data bits of a packet, pad included */
  BATCH = 16                /* symbols that the kernels take at a time */
};

struct sample { float re, im; };

/* ---- rates.c ------------------------------------------------------------- */

enum { RATES = 8 };

struct rate
{
  int mbit;                 /* a second */
  int code;                 /* R1-R4 of the SIGNAL field, R1 lowest (table 80) */
  int bits;                 /* coded bits of a carrier, N_BPSC */
  int coded, data;          /* bits of a symbol, N_CBPS and N_DBPS (table 78) */
  int numerator, denominator;
};

extern const struct rate rates[RATES];
extern int rate_of_mbit (int mbit);       /* an index, or -1 */
extern int rate_of_code (int code);
extern int symbols_of (int rate, int octets);

/* Where the coded bits of a symbol come from and go to.  The encoder's outputs of
 * a symbol are numbered 2 t (output A of data bit t) and 2 t + 1 (output B).  On
 * carrier c (0 to 47, from the lowest frequency), bit b (0 is the first of the
 * constellation's tables) is the output source[c * bits + b]. */
struct order { uint16_t source[288]; };
extern struct order orders[RATES];

/* ---- bits.c ---------------------------------------------------------------- */

/* Each file has a function that fills its tables; training.c calls all of them before main. */
extern void rates_init (void), bits_init (void), training_init (void), modulate_init (void), fft_init (void),
  viterbi_init (void);

/* The bits, one in each byte, that the scrambler adds: scrambling[seed] has one
 * period, 127, three times over. */
extern uint8_t scrambling[128][3 * 127];
extern uint8_t scrambling_octets[127][127]; /* by phase; of the all-ones sequence */
extern const uint8_t *scrambling_after (int first_seven);

extern uint32_t fcs_of (const uint8_t *octets, int n);
extern bool fcs_good (const uint8_t *octets, int n);

/* SERVICE, PSDU, tail and pad as bits, scrambled: symbols * data bits.  Behind them
 * 64 bytes may be overwritten. */
extern void frame_bits (uint8_t *to, const uint8_t *psdu, int octets, int rate, int seed);
/* Outputs A and B for n bits, as bytes 2 t and 2 t + 1.  The six bytes before
 * `bits` are the encoder's state: 0 at the beginning of a packet. */
extern void encode (uint8_t *to, const uint8_t *bits, int n);
/* A packet as bits on carriers: 48 bytes a symbol.  work: FRAME_WORK bytes. */
enum { FRAME_WORK = 3 * (MOST_STEPS + 512) };
extern void code_frame (uint8_t *carriers, const uint8_t *psdu, int octets, int rate, int seed,
                        uint8_t *work);
/* The SIGNAL symbol likewise. */
extern void code_signal (uint8_t *carriers, int rate, int octets);

/* ---- training.c ------------------------------------------------------------ */

extern struct sample short_training[16], long_training[64]; /* one period each */
extern float long_carriers[CARRIERS];                       /* 1, -1 or 0, by bin */
extern int8_t pilot_polarity[127];                          /* of symbol n, SIGNAL being 0 */
extern const uint8_t data_bin[DATA_CARRIERS];               /* bin of a data carrier */
enum { PILOTS = 4 };
extern const uint8_t pilot_bin[PILOTS];
extern const int8_t pilot_place[PILOTS];                    /* -21, -7, 7, 21 */
extern const float pilot_sign[PILOTS];

/* ---- modulate.c ------------------------------------------------------------ */

/* Samples of a packet: one more than its symbols have, for the last window. */
extern int64_t samples_of (int rate, int octets);
/* Training sequences and SIGNAL, HEAD + 1 samples. */
extern void modulate_head (struct sample *to, int rate, int octets);
/* Symbols first .. first + n - 1 of the data, n <= BATCH: n * SYMBOL + 1 samples.
 * The first of them is added to, the last begins a sum (section 17.3.2.4). */
extern void modulate (struct sample *to, const uint8_t *carriers, int rate, int first, int n);

/* ---- sync.c, header.c -------------------------------------------------------- */

/* A packet that the receiver has found, and all that the stages behind need to
 * know to set themselves to it. */
struct packet
{
  int64_t end;              /* nothing before this sample is of interest behind this packet */
  int64_t begin;            /* first sample of its first data symbol, less a few */
  int32_t rate;             /* or NO_PACKET: nothing was found up to `end` */
  int32_t octets, symbols;
  int64_t steps_at;         /* where its soft bits and octets stand in their records */
  int64_t octets_at;
  float turn;               /* radians a sample */
  float snr;                /* dB, as seen by the training sequence */
  float noise;              /* power of it on a carrier */
  int64_t start;            /* first sample of the packet */
  struct sample channel[CARRIERS];
};
enum { NO_PACKET = -1 };

/* Soft bits of one step of the decoder, outputs A and B: -7 (surely 0) to 7 (surely
 * 1); 0 where the code is punctured. */
struct step { int8_t a, b; };

struct sync
{
  int64_t at;               /* all before is done with */
  int64_t steps, octets;    /* given out */
};

/* Looks for the next packet in the samples x[0] .. x[n - 1], of which x[0] is the
 * sample sync.at of the stream.  n >= SYNC_LOOK.  Gives a packet, or NO_PACKET, and
 * moves sync.at on.  Where the samples are cut up makes no difference to what is found. */
enum { SYNC_LOOK = 1024, SYNC_CHUNK = 16384 };
extern void sync_next (struct sync *s, const struct sample *x, int64_t n, struct packet *p);

/* x: where the first of the two long training symbols begins.  False if what
 * follows is no SIGNAL. */
extern bool read_head (struct packet *p, const struct sample *x, float turn);

/* Steps of a packet for the decoder, pad included. */
extern int64_t steps_of (const struct packet *p);
extern int packet_data_bits (int octets);

/* ---- demodulate.c ------------------------------------------------------------ */

/* What goes on from symbol to symbol of a packet. */
struct track { double phase, turn; float slope, drift; };

struct demodulator
{
  const struct packet *packet;
  struct track track;
  struct sample spin[CARRIERS];     /* takes the frequency offset off a symbol */
  float gain;                       /* of soft bits */
};

extern void demodulator_start (struct demodulator *d, const struct packet *p);
/* Symbols first .. first + n - 1, n <= BATCH, whose samples begin at x. */
extern void demodulate (struct demodulator *d, struct step *to, const struct sample *x, int first,
                        int n);
/* All of a packet, or as much of it as there is: samples from p->begin on. */
extern void demodulate_packet (struct step *to, const struct packet *p, const struct sample *x,
                               int64_t samples);
/* The symbols from first to the end of the packet that never came. */
extern void demodulate_nothing (struct step *to, const struct packet *p, int first);

/* ---- viterbi.c --------------------------------------------------------------- */

/* n bits, the last six of which are 0, into octets, lowest bit first.  work:
 * VITERBI_WORK bytes, aligned to 64. */
enum { VITERBI_WORK = 12 * (MOST_STEPS + 512) };
extern void viterbi (uint8_t *to, const struct step *steps, int n, void *work);

/* ---- deframe.c --------------------------------------------------------------- */

/* From what viterbi gives (SERVICE first) to the PSDU. */
extern void descramble (uint8_t *psdu, const uint8_t *bits, int octets);
/* The decoder and that. */
extern void decode (uint8_t *psdu, const struct packet *p, const struct step *steps, void *work);
enum { DECODE_WORK = VITERBI_WORK + 4096 + 64 };

/* ---- air.c ------------------------------------------------------------------- */

struct air
{
  double snr;               /* dB over the band of 20 MHz; NAN: no noise */
  double offset;            /* of the carrier, Hz */
  double skew;              /* of the sampling clock, parts per million */
  double spread;            /* of the echoes, root mean square, ns; 0: none */
  uint64_t seed;
};

/* One packet (or any samples) through the air; drawn anew for each `draw`. */
extern void through_air (struct sample *x, int64_t n, const struct air *a, uint64_t draw);
extern uint64_t random_bits (uint64_t *state);

/* ---- files ------------------------------------------------------------------- */

extern void fail (const char *format, ...) __attribute__ ((noreturn, format (printf, 1, 2)));

enum format { INT16, FLOAT32 };
/* Up to n samples; fewer at the end. */
extern int64_t read_samples (FILE *f, const char *name, enum format format, struct sample *to, int64_t n);
extern void write_samples (FILE *f, const char *name, enum format format, const struct sample *from,
                           int64_t n);

/* A frame to send. */
struct frame { uint8_t psdu[MOST_OCTETS + 1]; int octets; int rate; /* or -1: any */ };

/* A file of frames: pcap (IEEE 802.11 with or without radiotap) or octets in
 * hexadecimal, a frame a paragraph, FCS included. */
struct frame_file;
extern struct frame_file *open_frames (const char *name);
extern bool read_frame (struct frame_file *f, struct frame *to);
extern void close_frames (struct frame_file *f);

extern void pcap_head (FILE *f, const char *name);
extern void pcap_packet (FILE *f, const char *name, const struct packet *p, const uint8_t *psdu,
                         bool good, int megahertz);
/* "-" is stdout.  The input, which is not written to, may be "-", too. */
extern FILE *open_output (const char *name, const char *input);
extern void close_output (FILE *f, const char *name);

/* ---- engines ----------------------------------------------------------------- */

/* What comes in and goes out of a job.  Each function is called by one process
 * only, in order; state is what it is given. */
struct source { int64_t (*read) (void *state, struct sample *to, int64_t n); void *state; };

/* A source with silence behind its end, so that the last packet is seen whole. */
struct feed { struct source from; int64_t samples, silence; bool ended; };
extern struct feed feed_of (struct source from);
extern int64_t feed_read (struct feed *f, struct sample *to, int64_t n); /* fewer at the end */

struct sink
{
  void (*packet) (void *state, const struct packet *p, const uint8_t *psdu, bool good);
  void (*end) (void *state);
  void *state;
};
struct frames { bool (*next) (void *state, struct frame *to); void *state; };
struct antenna
{
  void (*write) (void *state, const struct sample *from, int64_t n);
  void (*flush) (void *state); /* another process may write next */
  void (*end) (void *state);
  void *state;
};

struct received { int64_t samples, packets, good, octets; uint32_t sum; };
struct sent { int64_t samples, packets, octets; };

/* What an update gave, where the network is such that it cannot be less. */
static inline void
expect (int64_t got, int64_t wanted)
{
  if (got != wanted)
    fail ("a stream ended at element %lld, short of %lld", (long long) got, (long long) wanted);
}

/* Memory that is there; fail otherwise. */
extern void *memory (size_t bytes);

struct sending
{
  int rate;                 /* of frames that do not say; -1: each as it says, or all in turn */
  int seed;                 /* of the scrambler: 1 to 127; 0: another for each packet */
  int gap;                  /* samples of silence behind each packet */
};

/* What is decided of a packet before it is sent. */
struct plan { int32_t rate, octets, symbols, seed; int64_t octets_at, carriers_at, samples_at, samples; };
/* p: that of the frame before, all 0 for the first; becomes that of f. */
extern void plan_frame (struct plan *p, const struct sending *how, const struct frame *f, int64_t number);

/* For engines without records: finder.c, slots.c. */
struct finder;
extern struct finder *open_finder (struct source from);
extern bool next_packet (struct finder *f, struct packet *p, const struct sample **x, int64_t *samples);
extern int64_t close_finder (struct finder *f);   /* how many samples there were */

/* A packet on its way through a peer, with memory of its own. */
struct slot
{
  struct packet packet;
  struct frame frame;
  struct plan plan;
  struct sample *x;
  int64_t samples, room;
  uint8_t psdu[MOST_OCTETS + 1];
};
struct scratch
{
  struct step steps[MOST_STEPS];
  uint8_t carriers[MOST_SYMBOLS * DATA_CARRIERS];
  uint8_t code[FRAME_WORK];
  uint8_t work[DECODE_WORK] __attribute__ ((aligned (64)));
};
extern bool slot_find (struct slot *s, struct finder *f);
extern void slot_receive (struct slot *s, struct scratch *w);
extern bool slot_plan (struct slot *s, struct plan *last, struct frames from, const struct sending *how,
                       int64_t number);
extern void slot_send (struct slot *s, struct scratch *w);
extern struct slot *make_slots (int n);
extern void free_slots (struct slot *s, int n);

struct engine
{
  const char *name;
  struct received (*receive) (struct source from, struct sink to, int workers);
  struct sent (*send) (struct frames from, struct antenna to, struct sending how, int workers);
};
extern const struct engine engines[];     /* of this program; the last has no name */
extern const struct engine *find_engine (const char *name);

typedef struct received receiver (struct source from, struct sink to, int workers);
typedef struct sent transmitter (struct frames from, struct antenna to, struct sending how, int workers);
extern receiver receive_sequential, receive_pipeline, receive_shared, receive_combined;
extern receiver receive_openmp, receive_tbb;
extern transmitter send_sequential, send_pipeline, send_shared, send_combined;
extern transmitter send_openmp, send_tbb;
/* What every engine does with a packet in the end. */
extern void deliver (struct received *r, struct sink to, const struct packet *p, const uint8_t *psdu);

/* ---- commands ---------------------------------------------------------------- */

/* What a command line says; each command takes some of it. */
struct options
{
  const char *input, *output;
  const struct engine *engine;
  int workers;
  enum format format;
  struct sending sending;
  struct air air;
  int megahertz;
  bool all, hex, verbose;
  int packets, octets;          /* of a curve */
  double from, to, step;
  uint32_t rates;               /* a bit for each */
};

/* letters: the short names of what the command takes. */
extern struct options read_options (int count, char **argument, const char *letters);
extern void command_rx (int count, char **argument);
extern void command_tx (int count, char **argument);
extern void command_air (int count, char **argument);
extern void command_curve (int count, char **argument);

#ifdef __cplusplus
}
#endif
#endif
