/* SPDX-License-Identifier: MIT */
/* packet.c - the protobuf format, as far as traces need it.
 *
 * A message is a sequence of fields, each with a key, (number << 3) + kind.  A nested message is
 * preceded by its length, which is known only at its end.  So two bytes are left for the length,
 * which is stored there in a form that protobuf permits: a number of seven bits a byte, the lowest
 * first, whose first byte says that another one follows, even if that is 0.
 */
#include "trace/packet.h"

enum { VARINT = 0, BYTES = 2 };

/* Numbers of the fields, by message. */
enum { TRACE_PACKET = 1 };
enum { PACKET_TIME = 8, PACKET_SEQUENCE = 10, PACKET_EVENT = 11, PACKET_INTERNED = 12,
       PACKET_FLAGS = 13, PACKET_TRACK = 60 };
enum { FLAG_BEGINS = 1, FLAG_CONTINUES = 2 };
enum { TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PROCESS = 3, TRACK_PARENT = 5, TRACK_COUNTER = 8 };
enum { PROCESS_PID = 1, PROCESS_NAME = 6 };
enum { COUNTER_UNIT_NAME = 6 };
enum { EVENT_CATEGORY = 3, EVENT_ARGUMENT = 4, EVENT_TYPE = 9, EVENT_TRACK = 11, EVENT_NAME = 23,
       EVENT_COUNTER = 30 };
enum { ARGUMENT_WORD = 1, ARGUMENT_NUMBER = 4, ARGUMENT_TEXT = 6 };
enum { INTERNED_CATEGORY = 1, INTERNED_ARGUMENT = 3, INTERNED_NUMBER = 1, INTERNED_TEXT = 2 };

static const char *const words[ERB_WORDS] = {
#define WORD(name) [ERB_WORD_##name] = #name,
  ERB_PACKET_WORDS
#undef WORD
};

static void
put_varint (struct erb_packets *to, uint64_t n)
{
  for (; n >= 128; n >>= 7)
    to->bytes[to->used++] = (unsigned char) (n | 128);
  to->bytes[to->used++] = (unsigned char) n;
}

static void
put_number (struct erb_packets *to, int field, uint64_t n)
{
  put_varint (to, (uint64_t) field << 3 | VARINT);
  put_varint (to, n);
}

static void
put_text (struct erb_packets *to, int field, const char *text)
{
  size_t length = strnlen (text, 256);
  put_varint (to, (uint64_t) field << 3 | BYTES);
  put_varint (to, length);
  memcpy (to->bytes + to->used, text, length);
  to->used += length;
}

/* Begins a nested message; returns the place of its length. */
static size_t
begin (struct erb_packets *to, int field)
{
  put_varint (to, (uint64_t) field << 3 | BYTES);
  to->used += 2;
  return to->used - 2;
}

static void
end (struct erb_packets *to, size_t at)
{
  size_t length = to->used - at - 2;
  to->bytes[at] = (unsigned char) (length & 127) | 128;
  to->bytes[at + 1] = (unsigned char) (length >> 7);
}

static size_t
begin_packet (struct erb_packets *to, int flags)
{
  size_t packet = begin (to, TRACE_PACKET);
  put_number (to, PACKET_SEQUENCE, to->sequence);
  put_number (to, PACKET_FLAGS, (uint64_t) flags);
  return packet;
}

void
erb_packet_words (struct erb_packets *to)
{
  size_t packet = begin_packet (to, FLAG_BEGINS), interned = begin (to, PACKET_INTERNED);
  for (int n = 1; n < ERB_WORDS; n++)
    for (int as = INTERNED_CATEGORY; as <= INTERNED_ARGUMENT;
         as += INTERNED_ARGUMENT - INTERNED_CATEGORY)
      {
        size_t word = begin (to, as);
        put_number (to, INTERNED_NUMBER, (uint64_t) n);
        put_text (to, INTERNED_TEXT, words[n]);
        end (to, word);
      }
  end (to, interned);
  end (to, packet);
}

void
erb_packet_track (struct erb_packets *to, uint64_t track, uint64_t parent, const char *name,
                  pid_t pid, const char *unit)
{
  size_t packet = begin_packet (to, FLAG_CONTINUES), described = begin (to, PACKET_TRACK);
  put_number (to, TRACK_UUID, track);
  if (parent)
    put_number (to, TRACK_PARENT, parent);
  put_text (to, TRACK_NAME, name);
  if (pid)
    {
      size_t process = begin (to, TRACK_PROCESS);
      put_number (to, PROCESS_PID, (uint64_t) pid);
      put_text (to, PROCESS_NAME, name);
      end (to, process);
    }
  if (unit)
    {
      size_t counter = begin (to, TRACK_COUNTER);
      put_text (to, COUNTER_UNIT_NAME, unit);
      end (to, counter);
    }
  end (to, described);
  end (to, packet);
}

static size_t
begin_event (struct erb_packets *to, int64_t at, enum erb_packet_type type, uint64_t track)
{
  size_t packet = begin_packet (to, FLAG_CONTINUES);
  put_number (to, PACKET_TIME, (uint64_t) at);
  to->event = begin (to, PACKET_EVENT);
  put_number (to, EVENT_TYPE, type);
  put_number (to, EVENT_TRACK, track);
  return packet;
}

size_t
erb_packet_event (struct erb_packets *to, int64_t at, enum erb_packet_type type, uint64_t track,
                  enum erb_packet_word category, const char *name)
{
  size_t packet = begin_event (to, at, type, track);
  if (category)
    put_number (to, EVENT_CATEGORY, category);
  if (name)
    put_text (to, EVENT_NAME, name);
  return packet;
}

void
erb_packet_number (struct erb_packets *to, enum erb_packet_word word, int64_t n)
{
  size_t argument = begin (to, EVENT_ARGUMENT);
  put_number (to, ARGUMENT_WORD, word);
  put_number (to, ARGUMENT_NUMBER, (uint64_t) n);
  end (to, argument);
}

void
erb_packet_text (struct erb_packets *to, enum erb_packet_word word, const char *text)
{
  size_t argument = begin (to, EVENT_ARGUMENT);
  put_number (to, ARGUMENT_WORD, word);
  put_text (to, ARGUMENT_TEXT, text);
  end (to, argument);
}

void
erb_packet_end (struct erb_packets *to, size_t began)
{
  end (to, to->event);
  end (to, began);
}

void
erb_packet_counter (struct erb_packets *to, int64_t at, uint64_t track, int64_t value)
{
  size_t packet = begin_event (to, at, ERB_COUNTER, track);
  put_number (to, EVENT_COUNTER, (uint64_t) value);
  erb_packet_end (to, packet);
}
