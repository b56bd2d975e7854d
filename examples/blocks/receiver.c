/* SPDX-License-Identifier: MIT */
/* receiver.c - an FM receiver of ready-made processes: from rtl_sdr to a player of sound.
 *
 *   rtl_sdr -f 97.9e6 -s 240000 - | receiver | aplay -r 48000 -f FLOAT_LE
 *
 *   stdin --> numbers --> channel --> sound --> slow --> stdout
 *         cu8      240 kHz    240 kHz    240 kHz    48 kHz
 */
#include <signal.h>

#include "erbium.h"
#include "erbium/blocks.h"

enum { CHANNEL_TAPS = 63, SOUND_TAPS = 81, SLOWER = 5 };

int
main (void)
{
  float channel_taps[CHANNEL_TAPS], sound_taps[SOUND_TAPS];
  erbium_block_lowpass (100e3 / 120e3, ERBIUM_WINDOW_HAMMING, 0, CHANNEL_TAPS, channel_taps);
  erbium_block_lowpass (15e3 / 120e3, ERBIUM_WINDOW_HAMMING, 0, SOUND_TAPS, sound_taps);
  signal (SIGPIPE, SIG_IGN); /* the player may end first */

  ERBIUM_RECORD (uint8_t) bytes = erbium_new_record (uint8_t, 1, 1);
  ERBIUM_RECORD (struct erbium_cf32) numbers = erbium_new_record (struct erbium_cf32, 1, 1);
  ERBIUM_RECORD (struct erbium_cf32) channel = erbium_new_record (struct erbium_cf32, 1, 1);
  ERBIUM_RECORD (float) sound = erbium_new_record (float, 1, 1);
  ERBIUM_RECORD (float) slow = erbium_new_record (float, 1, 1);
  ERBIUM_RUN (erbium_block_read_u8, bytes, erbium_block_open ("-", false));
  ERBIUM_RUN (erbium_block_from_cu8, bytes, 1, numbers);
  ERBIUM_RUN (erbium_block_fir_cf32, numbers, 1, channel, channel_taps, CHANNEL_TAPS, 1);
  ERBIUM_RUN (erbium_block_demodulate_fm, channel, 1, sound, 0.5);
  ERBIUM_RUN (erbium_block_fir_f32, sound, 1, slow, sound_taps, SOUND_TAPS, SLOWER);
  erbium_join (ERBIUM_RUN (erbium_block_write_f32, slow, 1, erbium_block_open ("-", true)));
}
