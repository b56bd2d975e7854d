/* SPDX-License-Identifier: MIT */
/* summary.h - sums over a trace, for processes and records of one name together if there are
 * many. */
#ifndef ERBIUM_SUMMARY_H
#define ERBIUM_SUMMARY_H

#include <array>

#include "report/history.h"

namespace er::report {

enum { BUCKETS = 400 };

using Shares = std::array<double, DOINGS>; /* ns, by enum Doing */

/* A process, or all of one name. */
struct Node
{
  std::string name, place;
  size_t count = 0;
  double life = 0;                   /* ns in detail, of all of them */
  Shares time {};                    /* of that */
  double busiest = 0;                /* the largest share that one of them runs */
  std::map<size_t, double> waits_for;/* ns, by flow */
  std::vector<Shares> buckets;       /* ns, in each part of the time */
  std::vector<double> alive;         /* ns that they lived then */

  double share (Doing d) const { return life > 0 ? time[d] / life : 0; }
};

/* A record, or all of one name between the same nodes. */
struct Flow
{
  std::string name, place;
  size_t count = 0;
  std::vector<size_t> from, to;      /* nodes */
  int64_t bytes = 0, committed = 0, horizon = 0, window = 0, most_live = 0;
  double rate = 0;                   /* elements a second, of all of them */
  double no_data = 0, no_room = 0;   /* ns that their readers, their producers waited */
  int64_t waits = 0, asked = 0;      /* number; elements for which they waited, added up */
  std::vector<double> live;          /* average in each part of the time, or -1 */
};

struct Advice
{
  std::string title, text;
};

struct Summary
{
  std::string program;
  int64_t begin = 0, end = 0, detail = 0; /* ns; detail: that is traced in detail */
  int64_t level = 0, lost = 0, moves = 0, switches = 0;
  int workers = 0;
  double worked = 0;                 /* ns that workers have run processes */
  size_t processes = 0, records = 0;
  bool grouped = false;
  std::vector<Node> nodes;
  std::vector<Flow> flows;
  int bottleneck = -1;               /* a node */
  Advice verdict;
  std::vector<Advice> advice;
};

Summary summary_of (const History &history, const Options &options);
/* Finds the bottleneck and what could be changed. */
void advise (Summary &summary);

/* 12300000 as "12.3 M"; ns as "1.23 ms"; 0.123 as "12 %". */
std::string number_text (double n);
std::string time_text (double ns);
std::string share_text (double share);

} // namespace er::report
#endif
