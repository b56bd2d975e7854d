/* SPDX-License-Identifier: MIT */
/* trace_file.cc - packets of Perfetto's protobuf format, as far as the runtime writes them
 * (runtime/trace/packet.c has the numbers of the fields). */
#include "report/trace_file.h"

#include <algorithm>
#include <cstddef>

namespace er::report {

int64_t
Event::number (const char *word) const
{
  auto found = numbers.find (word);
  return found == numbers.end () ? 0 : found->second;
}

std::string
Event::text (const char *word) const
{
  auto found = texts.find (word);
  return found == texts.end () ? "" : found->second;
}

namespace {

/* A field of a message: a number, or the bytes of a text or of a message. */
struct Field
{
  uint64_t number = 0, value = 0;
  const char *begin = nullptr, *end = nullptr;
};

/* The fields of a message, one after the other. */
class Message
{
public:
  Message (const char *from, const char *to) : at (from), end (to) {}
  explicit Message (const Field &f) : at (f.begin), end (f.end) {}

  /* Returns whether there is one more whole field. */
  bool
  next (Field &f)
  {
    uint64_t key;
    if (!varint (key))
      return false;
    f = Field ();
    f.number = key >> 3;
    switch (key & 7)
      {
      case 0:
        return varint (f.value);
      case 1:
        return skip (8);
      case 2:
        if (!varint (f.value) || f.value > static_cast<uint64_t> (end - at))
          return false;
        f.begin = at;
        f.end = at += f.value;
        return true;
      case 5:
        return skip (4);
      }
    return false;
  }

private:
  bool
  varint (uint64_t &n)
  {
    n = 0;
    for (int shift = 0; at < end && shift < 64; shift += 7)
      {
        unsigned char byte = static_cast<unsigned char> (*at++);
        n |= static_cast<uint64_t> (byte & 127) << shift;
        if (byte < 128)
          return true;
      }
    return false;
  }

  bool
  skip (ptrdiff_t bytes)
  {
    if (end - at < bytes)
      return false;
    at += bytes;
    return true;
  }

  const char *at, *end;
};

std::string
text_of (const Field &f)
{
  return std::string (f.begin, f.end);
}

using Words = std::map<uint64_t, std::string>;

void
read_interned (const Field &packet_field, Words &words)
{
  Message interned (packet_field);
  for (Field entry; interned.next (entry);)
    {
      uint64_t number = 0;
      std::string text;
      Message parts (entry);
      for (Field f; parts.next (f);)
        f.number == 1 ? void (number = f.value) : void (text = text_of (f));
      words[number] = text;
    }
}

void
read_argument (const Field &argument, const Words &words, Event &event)
{
  Message parts (argument);
  std::string word;
  for (Field f; parts.next (f);)
    if (f.number == 1 && words.count (f.value))
      word = words.at (f.value);
    else if (f.number == 4)
      event.numbers[word] = static_cast<int64_t> (f.value);
    else if (f.number == 6)
      event.texts[word] = text_of (f);
}

void
read_event (const Field &track_event, const Words &words, Event &event)
{
  Message parts (track_event);
  for (Field f; parts.next (f);)
    switch (f.number)
      {
      case 3: event.category = words.count (f.value) ? words.at (f.value) : ""; break;
      case 4: read_argument (f, words, event); break;
      case 9: event.type = static_cast<Type> (f.value); break;
      case 11: event.track = f.value; break;
      case 23: event.name = text_of (f); break;
      case 30: event.value = static_cast<int64_t> (f.value); break;
      }
}

/* Each process of the system begins its packets with the same words. */
void
read_packet (const Field &packet, Words &words, std::vector<Event> &events)
{
  Message parts (packet);
  Event event;
  bool has_event = false;
  for (Field f; parts.next (f);)
    if (f.number == 8)
      event.at = static_cast<int64_t> (f.value);
    else if (f.number == 12)
      read_interned (f, words);
    else if (f.number == 11)
      {
        has_event = true;
        read_event (f, words, event);
      }
  if (has_event)
    events.push_back (std::move (event));
}

} // namespace

std::vector<Event>
read_events (const std::string &bytes)
{
  std::vector<Event> events;
  Words words;
  Message file (bytes.data (), bytes.data () + bytes.size ());
  for (Field packet; file.next (packet);)
    {
      if (packet.number != 1 || !packet.begin)
        break;
      read_packet (packet, words, events);
    }
  std::stable_sort (events.begin (), events.end (),
                    [] (const Event &a, const Event &b) { return a.at < b.at; });
  bool is_ours = !events.empty ();
  for (const Event &e : events)
    if (e.name == "trace begins")
      return events;
  throw Wrong { is_ours ? "it has no events of Erbium" : "it is not a trace",
                "run the program with ERBIUM_TRACE=FILE, which writes one" };
}

} // namespace er::report
