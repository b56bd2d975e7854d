/* SPDX-License-Identifier: MIT */
/* rates.h - how many elements a process writes and reads in each turn of its loop.
 *
 *   process double(src : record i32, out : record i32) {     steady loop: the while
 *       ... v, w, i, j ...                                    v: rate 1, most 1 live, 0 before
 *       while true {                                          w: rate 2, most 2 live, 0 before
 *           let n : index = update(v, i + 1);                 i: step 1     j: step 2
 *           if n == 0 { break; }
 *           stall(w, j + 2);
 *           w[[j]] = v[[i]];  w[[j + 1]] = v[[i]];
 *           i = n;
 *           j = j + 2;
 *           release(v, i);
 *           commit(w, j);
 *       }
 *   }
 *
 * A process has static rates in the sense of synchronous data flow (Lee and Messerschmitt, Proc. IEEE 75(9), 1987) if it
 * is: statements (the initial part), one loop that synchronises (the steady loop), statements (the final part); and each
 * index that the loop passes to a primitive is start + step * t in turn t, whatever was read, with one step for
 * all primitives of a view.  The end of a stream is left out: what is said holds for the turns in which each
 * update returns what it asked for.
 *
 * How: each turn is followed in its order, with sums (linear.h) of what the names were before it; a loop within
 * that synchronises is followed turn by turn.
 */
#ifndef ERBIUM_RATES_H
#define ERBIUM_RATES_H

#include "facts/linear.h"

namespace er {

/* The value of an index in turn t, from 0: start + step * t.  Names in start are parameters, and lets before
   the loop. */
struct Progress
{
  Linear start;
  int64_t step = 0;
};

/* A primitive that was met in a turn, in order.  One in a loop is met more than once. */
struct Site
{
  Stmt *stmt; /* whose root it is */
  Expr *call;
  Progress index; /* its second argument */
  size_t order;   /* among all sites of the turn */
  Sum partial;    /* its second argument, in what names are as the turn begins and what updates give that may give less than
                     they are asked for */
};

struct View_rates
{
  const Variable *view = nullptr;   /* a let at the top of the process, or a parameter */
  const Variable *record = nullptr; /* of which: a parameter, or a let; none if that is not known */
  Stmt *made = nullptr;             /* the declaration; none for a parameter */
  bool write = false;
  Sum id;      /* with which it is registered, before the loop; none if it is more than once */
  bool registered = false;
  Sum horizon; /* the last alloc before the loop */
  Sum before;  /* the commit (release) index as the loop begins */
  Sum ahead;   /* the stall (update) index then */

  std::vector<Site> sites; /* in the loop */
  int64_t rate = 0;        /* elements committed (released) in each turn */
  Sum after;               /* the commit (release) index after turn 0; then it grows by rate */
  int64_t live = 0;        /* the most elements between commit and stall (release and update) in a turn: the least
                              horizon.  0 if not known: the view is not stalled (released), or from where on depends
                              on names */
  bool whole = false;      /* what it commits (releases) in a turn does not depend on whether an update was given all */
  int64_t burst = 0;       /* the most that one stall (update) asks beyond the one before, the first of the loop beyond ahead; as live */
  int64_t least = 0;      /* in a turn in which updates give less than they are asked for, but something: the least number of
                              elements that its one commit goes on by, or the one update of the next turn beyond what this one
                              asked for; 0 if not known */
};

struct Process_rates
{
  Process *process = nullptr;
  Stmt *loop = nullptr; /* the steady loop: For or While, in the body of the process; none: not static */
  size_t position = 0;  /* of loop in the body */
  bool is_static = false;
  std::string why; /* it is not, and where */
  Place where;

  std::vector<View_rates> views;
  std::map<const Variable *, Progress> counters; /* vars of the process, and the counter of a For, at the beginning of
                                                    each turn */
  Sum from, to;                                  /* of a For */
  int64_t by = 1;
  std::vector<const Expr *> asides; /* operations that all this leaves out: in branches that leave the loop, and behind it */

  const View_rates *of (const Variable *view) const;
  /* One of the asides that waits for who is on the other side of this view, asks for its end, or gives its id up; or none. */
  const Expr *aside (const Variable *view) const;
  const Expr *aside_that_waits () const; /* an update, stall or join; or none */
};

/* What parameters stand for where a process is run: names that are missing stand for themselves. */
typedef std::map<const Variable *, Linear> Arguments_known;

/* The module must be well-formed. */
Process_rates rates_of (Process &p, const Arguments_known &known = {});

/* rates.h supposes that updates give what they were asked for.  Whether the bounds and what counters begin with are the same whatever
   updates give; with turns, also how counters go on, and each index that the loop passes to a primitive. */
bool counts_whatever_comes (const Process_rates &rates, bool turns);

/* Whether the statement does something that other processes can see, or waits: a primitive but done, missed, receive,
   receive_range; or run. */
bool synchronises (Stmt *s);

/* Whether an update asks for an element or more in each turn: to 0 elements it returns 0 at once, as at an end. */
bool asks_for_some (const Site &update);

/* The view that a primitive is about, or none. */
const Variable *view_of (const Expr *operation);

} // namespace er
#endif
