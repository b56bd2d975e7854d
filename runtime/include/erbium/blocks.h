/* SPDX-License-Identifier: MIT */
/* blocks.h - ready-made processes: files and sockets, maps, filters, transforms, demodulation.
 *
 * A block is a process: it is started with ERBIUM_RUN, with run in the language of the plugin, or
 * with erbium::run, and ends when its input ends or, for a source, at the end of the file.  It
 * chooses its horizons, and takes as many elements at a time as there are, so it adds no latency.
 * What it computes depends neither on that nor on the schedule.
 *
 *   ERBIUM_RUN (erbium_block_read_f32, samples, 0);
 *   ERBIUM_RUN (erbium_block_fir_f32, samples, 1, smooth, taps, 63, 1);
 *   ERBIUM_RUN (erbium_block_write_f32, smooth, 1, 1);
 *
 * Each input has an id behind it: the block is that consumer of the record.  So several blocks can
 * read one record.  Each block is producer 1 of its outputs.  Memory that an argument points to
 * (taps, arrays of records, state) must exist until the block has ended.
 *
 * A name ends in the type of its elements: f32, float; cf32, struct erbium_cf32; u8, bytes.
 *
 * Link with -lerbium-blocks -lerbium.  Misuse, and a file or socket that fails, end the program
 * with a message and ERBIUM_EXIT_MISUSE or ERBIUM_EXIT_RESOURCE.
 *
 * Where a filter has n taps, elements before the first one count as 0, so there are as many results
 * as elements, with decimation d one for each d elements, the first included.
 */
#ifndef ERBIUM_BLOCKS_H
#define ERBIUM_BLOCKS_H

#include "../erbium.h"

#ifdef __cplusplus
extern "C" {
#endif

struct erbium_cf32 { float re, im; };

/* ---- Files, pipes and sockets -------------------------------------------------------------- */

/* Each returns a file descriptor, or -1 with errno set.  name "-" is stdin, or stdout for writing.
 * connect and listen are for TCP; listen waits for one connection at that port, from anywhere if
 * host is NULL.  A host that is not known sets errno to EHOSTUNREACH. */
ERBIUM_API int erbium_block_open (const char *name, bool to_write);
ERBIUM_API int erbium_block_connect (const char *host, const char *port);
ERBIUM_API int erbium_block_listen (const char *host, const char *port);

/* Reads elements as they lie in memory, until the end of the file, and closes it.  The rest of a
 * file that ends within an element is dropped. */
ERBIUM_PROCESS (erbium_block_read_u8, ERBIUM_RECORD (uint8_t), int);
void erbium_block_read_u8 (ERBIUM_RECORD (uint8_t) out, int file);
ERBIUM_PROCESS (erbium_block_read_f32, ERBIUM_RECORD (float), int);
void erbium_block_read_f32 (ERBIUM_RECORD (float) out, int file);
ERBIUM_PROCESS (erbium_block_read_cf32, ERBIUM_RECORD (struct erbium_cf32), int);
void erbium_block_read_cf32 (ERBIUM_RECORD (struct erbium_cf32) out, int file);

/* Writes all elements, and closes the file.  Ends early, without an error, if nobody reads the pipe
 * or socket any more (EPIPE); the program must ignore SIGPIPE for that. */
ERBIUM_PROCESS (erbium_block_write_u8, ERBIUM_RECORD (uint8_t), int, int);
void erbium_block_write_u8 (ERBIUM_RECORD (uint8_t) in, int id, int file);
ERBIUM_PROCESS (erbium_block_write_f32, ERBIUM_RECORD (float), int, int);
void erbium_block_write_f32 (ERBIUM_RECORD (float) in, int id, int file);
ERBIUM_PROCESS (erbium_block_write_cf32, ERBIUM_RECORD (struct erbium_cf32), int, int);
void erbium_block_write_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id, int file);

/* Pairs of bytes, as rtl_sdr writes them, become complex numbers: (b - 127.5) / 127.5. */
ERBIUM_PROCESS (erbium_block_from_cu8, ERBIUM_RECORD (uint8_t), int,
                ERBIUM_RECORD (struct erbium_cf32));
void erbium_block_from_cu8 (ERBIUM_RECORD (uint8_t) in, int id,
                            ERBIUM_RECORD (struct erbium_cf32) out);

/* ---- Elements -------------------------------------------------------------------------------- */

/* Calls function (x, y, n, state), which writes y[0 .. n-1] from x[0 .. n-1].  n depends on the
 * schedule, so the results must not depend on how elements are divided into calls. */
ERBIUM_PROCESS (erbium_block_map_f32, ERBIUM_RECORD (float), int, ERBIUM_RECORD (float),
                void (*) (const float *, float *, size_t, void *), void *);
void erbium_block_map_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out,
                           void (*function) (const float *x, float *y, size_t n, void *state),
                           void *state);

/* The same of two inputs; ends with the shorter one. */
ERBIUM_PROCESS (erbium_block_zip_f32, ERBIUM_RECORD (float), int, ERBIUM_RECORD (float), int,
                ERBIUM_RECORD (float),
                void (*) (const float *, const float *, float *, size_t, void *), void *);
void erbium_block_zip_f32 (ERBIUM_RECORD (float) a, int id_a, ERBIUM_RECORD (float) b, int id_b,
                           ERBIUM_RECORD (float) out,
                           void (*function) (const float *a, const float *b, float *y, size_t n,
                                             void *state),
                           void *state);

/* Deals the elements out to n records, `each' at a time, in turns; join puts them together again,
 * and ends with the first input from which it gets less than its part. */
ERBIUM_PROCESS (erbium_block_split_f32, ERBIUM_RECORD (float), int, ERBIUM_RECORD (float) *, int,
                int);
void erbium_block_split_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) *outs, int n,
                             int each);
ERBIUM_PROCESS (erbium_block_join_f32, ERBIUM_RECORD (float) *, int, int, int,
                ERBIUM_RECORD (float));
void erbium_block_join_f32 (ERBIUM_RECORD (float) *ins, int id, int n, int each,
                            ERBIUM_RECORD (float) out);

/* Passes on element 0, n, 2n and so on. */
ERBIUM_PROCESS (erbium_block_decimate_f32, ERBIUM_RECORD (float), int, ERBIUM_RECORD (float), int);
void erbium_block_decimate_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out, int n);

/* ---- Filters --------------------------------------------------------------------------------- */

enum erbium_window
{
  ERBIUM_WINDOW_RECTANGULAR, ERBIUM_WINDOW_HANN, ERBIUM_WINDOW_HAMMING, ERBIUM_WINDOW_BLACKMAN,
  ERBIUM_WINDOW_KAISER /* with a parameter beta */
};

/* Sets w to a window of n values: periodic, for transforms, or symmetric, for filters.  Does not
 * block. */
ERBIUM_API void erbium_block_window (enum erbium_window kind, double beta, bool periodic, int n,
                                     float *w);

/* Sets taps to a low-pass filter of n taps by the window method, with gain 1 at frequency 0.
 * 0 < cutoff < 1, in units of half the sample rate. */
ERBIUM_API void erbium_block_lowpass (double cutoff, enum erbium_window kind, double beta, int n,
                                      float *taps);

/* Finite impulse response: y[k] = sum of taps[j] * x[k * decimation - j]. */
ERBIUM_PROCESS (erbium_block_fir_f32, ERBIUM_RECORD (float), int, ERBIUM_RECORD (float),
                const float *, int, int);
void erbium_block_fir_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out,
                           const float *taps, int n, int decimation);
ERBIUM_PROCESS (erbium_block_fir_cf32, ERBIUM_RECORD (struct erbium_cf32), int,
                ERBIUM_RECORD (struct erbium_cf32), const float *, int, int);
void erbium_block_fir_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                            ERBIUM_RECORD (struct erbium_cf32) out, const float *taps, int n,
                            int decimation);

/* Infinite impulse response, in n sections of second order: each has six coefficients, b0 b1 b2 a0
 * a1 a2, as SciPy's output='sos'.  Computes in double precision. */
ERBIUM_PROCESS (erbium_block_iir_f32, ERBIUM_RECORD (float), int, ERBIUM_RECORD (float),
                const double *, int);
void erbium_block_iir_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out,
                           const double *sections, int n);

/* Changes the rate by up / down: inserts up - 1 zeros behind each element, filters with the taps,
 * and keeps each down-th result, without computing the others.  The taps should be a low-pass
 * filter with cutoff 1 / max (up, down), times up. */
ERBIUM_PROCESS (erbium_block_resample_f32, ERBIUM_RECORD (float), int, ERBIUM_RECORD (float), int,
                int, const float *, int);
void erbium_block_resample_f32 (ERBIUM_RECORD (float) in, int id, ERBIUM_RECORD (float) out, int up,
                                int down, const float *taps, int n);

/* ---- Transforms and signals ------------------------------------------------------------------ */

/* Fourier transforms of frames of n elements that begin `hop' elements apart, 1 <= hop, multiplied
 * by a window of n values unless that is NULL; without a factor 1/n.  An incomplete frame at the
 * end is dropped.  Needs FFTW: libfftw3f.so.3 is loaded when the first one starts. */
ERBIUM_PROCESS (erbium_block_fft_cf32, ERBIUM_RECORD (struct erbium_cf32), int,
                ERBIUM_RECORD (struct erbium_cf32), int, int, const float *, int);
void erbium_block_fft_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                            ERBIUM_RECORD (struct erbium_cf32) out, int n, int hop,
                            const float *window, int inverse);

/* Frequency demodulation: gain times the angle, in radians, from each element to the next.  The
 * first result is 0. */
ERBIUM_PROCESS (erbium_block_demodulate_fm, ERBIUM_RECORD (struct erbium_cf32), int,
                ERBIUM_RECORD (float), double);
void erbium_block_demodulate_fm (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                                 ERBIUM_RECORD (float) out, double gain);

/* Automatic gain control: multiplies by a gain, at first 1, to which rate * (level - |result|) is
 * added after each element; it stays between 0 and most. */
ERBIUM_PROCESS (erbium_block_agc_cf32, ERBIUM_RECORD (struct erbium_cf32), int,
                ERBIUM_RECORD (struct erbium_cf32), double, double, double);
void erbium_block_agc_cf32 (ERBIUM_RECORD (struct erbium_cf32) in, int id,
                            ERBIUM_RECORD (struct erbium_cf32) out, double level, double rate,
                            double most);

/* A level for each n elements: the root of the mean square, and the largest magnitude.  The last
 * elements, if fewer than n, have a level too. */
struct erbium_level { float rms, peak; };
ERBIUM_PROCESS (erbium_block_meter_f32, ERBIUM_RECORD (float), int,
                ERBIUM_RECORD (struct erbium_level), int);
void erbium_block_meter_f32 (ERBIUM_RECORD (float) in, int id,
                             ERBIUM_RECORD (struct erbium_level) out, int n);

#ifdef __cplusplus
}
#endif
#endif
