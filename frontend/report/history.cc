/* SPDX-License-Identifier: MIT */
/* history.cc - the events of a trace, put together. */
#include "report/history.h"

#include <algorithm>
#include <set>

namespace er::report {

namespace {

class Reader
{
public:
  History history;

  void
  read (const Event &e)
  {
    if (e.category == "network" && e.type == Type::INSTANT)
      read_fact (e);
    else if (e.category == "network")
      begin_pause (e);
    else if (e.type == Type::COUNTER)
      read_counter (e);
    else if (e.type == Type::BEGIN)
      read_begin (e);
    else if (e.type == Type::END)
      read_end (e);
    else if (e.name == "moves to another worker")
      history.moves++;
  }

  void
  finish (int64_t end)
  {
    history.end = end;
    for (auto &track : open)
      while (!track.second.empty ())
        close (track.first, end);
    for (auto &life : history.lives)
      life.second.end = life.second.end ? life.second.end : end;
    if (pause)
      history.pauses.push_back ({ pause, end });
    for (uint64_t worker : workers)
      stop_running (worker, end);
    history.workers = static_cast<int> (workers.size ());
  }

private:
  void
  read_fact (const Event &e)
  {
    if (e.name == "trace begins" && history.program.empty ())
      {
        history.program = e.text ("name");
        history.begin = e.at;
        history.level = e.number ("level");
      }
    else if (e.name == "process")
      {
        Life &life = history.lives[e.number ("process")];
        life.name = e.text ("name");
        life.place = e.text ("place");
        life.begin = e.at;
      }
    else if (e.name == "process name")
      history.lives[e.number ("process")].name = e.text ("name");
    else if (e.name == "events lost")
      history.lost += e.number ("events");
    else
      read_record_fact (e);
  }

  void
  read_record_fact (const Event &e)
  {
    if (!e.number ("record"))
      return;
    Stream &stream = history.streams[e.number ("record")];
    if (e.name == "record")
      {
        stream.name = e.text ("name");
        stream.place = e.numbers.count ("bytes") ? e.text ("place") : stream.place;
        stream.bytes = e.numbers.count ("bytes") ? e.number ("bytes") : stream.bytes;
      }
    else if (e.name == "takes id")
      add_end (stream, e.number ("process"), e.number ("side") == 1);
    else if (e.name == "window")
      stream.window = std::max (stream.window, e.number ("window"));
    else if (e.name == "horizon" || e.name == "record ends")
      {
        stream.horizon = std::max (stream.horizon, e.number ("horizon"));
        stream.committed = std::max (stream.committed, e.number ("committed"));
        if (e.name == "record ends" && stream.committed)
          note_flow (stream, e.at);
      }
    else if (e.name == "counters")
      {
        live[static_cast<uint64_t> (e.number ("from"))] = e.number ("record");
        total[static_cast<uint64_t> (e.number ("to"))] = e.number ("record");
      }
  }

  static void
  add_end (Stream &stream, int64_t process, bool writes)
  {
    for (const End &end : stream.ends)
      if (end.process == process && end.writes == writes)
        return;
    stream.ends.push_back ({ process, writes });
  }

  static void
  note_flow (Stream &stream, int64_t at)
  {
    stream.first = stream.first ? stream.first : at;
    stream.last = at;
  }

  void
  read_counter (const Event &e)
  {
    if (live.count (e.track))
      {
        Stream &stream = history.streams[live[e.track]];
        stream.samples.push_back ({ e.at, e.value });
        stream.most_live = std::max (stream.most_live, e.value);
      }
    else if (total.count (e.track))
      {
        Stream &stream = history.streams[total[e.track]];
        if (e.value > stream.committed)
          note_flow (stream, e.at);
        stream.committed = std::max (stream.committed, e.value);
      }
  }

  void
  begin_pause (const Event &e)
  {
    pause = e.type == Type::BEGIN ? e.at : pause;
    network.insert (e.track);
  }

  void
  read_begin (const Event &e)
  {
    Stretch s = { e.at, 0, OTHER, e.number ("record"), 0 };
    if (e.category == "worker")
      {
        workers.insert (e.track);
        history.switches++;
        running[e.track] = { e.at, 0, RUN, e.number ("process"), 0 };
        return;
      }
    if (e.category == "process")
      process_of[e.track] = e.number ("process");
    else if (e.category == "state")
      s.doing = READY;
    else if (e.category == "wait" && s.record)
      {
        s.doing = e.number ("side") == 1 ? NO_ROOM : NO_DATA;
        s.elements = e.number ("need") - e.number ("index");
        if (s.doing == NO_ROOM)
          s.elements += history.streams[s.record].horizon;
        note_full (s);
      }
    open[e.track].push_back (s);
  }

  /* A producer that waits for room has filled the record up to its horizon. */
  void
  note_full (const Stretch &s)
  {
    Stream &stream = history.streams[s.record];
    if (s.doing == NO_ROOM && stream.horizon)
      stream.most_live
        = std::max (stream.most_live, stream.horizon - std::max<int64_t> (0, s.elements));
  }

  void
  read_end (const Event &e)
  {
    if (network.count (e.track))
      {
        if (pause)
          history.pauses.push_back ({ pause, e.at });
        pause = 0;
      }
    else if (workers.count (e.track))
      stop_running (e.track, e.at);
    else if (!open[e.track].empty ())
      close (e.track, e.at);
  }

  void
  stop_running (uint64_t worker, int64_t at)
  {
    Stretch &s = running[worker];
    s.to = at;
    if (s.from && s.to > s.from)
      history.lives[s.record].runs.push_back (s);
    s.from = 0;
  }

  void
  close (uint64_t track, int64_t at)
  {
    Stretch s = open[track].back ();
    open[track].pop_back ();
    Life &life = history.lives[process_of[track]];
    if (open[track].empty ())
      {
        life.begin = life.begin ? life.begin : s.from;
        life.end = at;
        return;
      }
    s.to = at;
    if (s.to > s.from)
      life.stretches.push_back (s);
  }

  std::map<uint64_t, std::vector<Stretch>> open;
  std::map<uint64_t, int64_t> process_of, live, total;
  std::map<uint64_t, Stretch> running; /* by worker; record: the process */
  std::set<uint64_t> workers, network;
  int64_t pause = 0;
};

} // namespace

History
history_of (const std::vector<Event> &events)
{
  Reader reader;
  for (const Event &e : events)
    reader.read (e);
  reader.finish (events.back ().at);
  reader.history.lives.erase (0);
  return std::move (reader.history);
}

} // namespace er::report
