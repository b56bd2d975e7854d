/* SPDX-License-Identifier: MIT */
/* rates.h - how many elements a process writes and reads in each turn of its loop.
 *
 *   process double(src : record i32, out : record i32) {     steady loop: the while
 *       ... v, w, i, j ...                                    v: rate 1, at most 1 live
 *       while true {                                          w: rate 2, at most 2 live
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
 * A process has static rates in the sense of synchronous data flow (Lee and Messerschmitt, Proc.
 * IEEE 75(9), 1987) if it meets two conditions.  First, it must consist of an initial part, one
 * loop that synchronises (the steady loop), and a final part.  Second, in iteration t (also called
 * turn t), each index that the loop passes to a primitive must equal start + step * t, regardless
 * of the values read, and step must be the same for all primitives of a view.  The analysis ignores
 * the end of a stream: its results hold for iterations in which each update returns the index that
 * it was asked for.
 *
 * Method: the statements of an iteration are interpreted in order.  Each value is represented as a
 * linear combination (linear.h) of the values that the variables had before the iteration.  An
 * inner loop that synchronises is interpreted iteration by iteration.
 */
#ifndef ERBIUM_RATES_H
#define ERBIUM_RATES_H

#include "analysis/linear.h"

namespace er {

/* The value of an index in turn t, from 0: start + step * t.  The names in `start` are parameters
 * and lets that precede the loop. */
struct Progress
{
  Linear start;
  int64_t step = 0;
};

/* A call of a primitive in an iteration; sites are in the order of execution.  A call in an inner
 * loop occurs several times. */
struct Site
{
  Stmt *stmt; /* the statement of which `call` is a root expression */
  Expr *call;
  Progress index; /* its second argument */
  size_t order;   /* among all sites of the turn */
  /* its second argument, as a sum of values at the beginning of the iteration and of the results of
   * updates that may return less than they were asked for */
  Sum partial;
};

struct View_rates
{
  const Variable *view = nullptr;   /* a let at the top of the process, or a parameter */
  /* the record to which the view belongs, a parameter or a let; none if it is not known */
  const Variable *record = nullptr;
  Stmt *made = nullptr;             /* the declaration; none for a parameter */
  bool write = false;
  /* the id with which it is registered before the loop; none if it is registered more than once */
  Sum id;
  bool registered = false;
  Sum horizon; /* the last alloc before the loop */
  Sum before;  /* the commit (release) index as the loop begins */
  Sum ahead;   /* the stall (update) index then */

  std::vector<Site> sites; /* in the loop */
  int64_t rate = 0;        /* elements committed (released) in each turn */
  Sum after;               /* the commit (release) index after turn 0; then it grows by rate */
  /* the largest number of elements between commit and stall (release and update) in a turn, which
   * is the smallest possible horizon; 0 if it is not known because the view is never stalled
   * (released), or because the initial index is not a constant */
  int64_t live = 0;
  /* the index that it commits (releases) in an iteration does not depend on whether an update has
   * returned less than it was asked for */
  bool whole = false;
  /* the largest difference between the index of a stall (update) and that of the previous one, or,
   * for the first one of the loop, `ahead`; 0 if not known, as for live */
  int64_t burst = 0;
  /* the least progress of the view in an iteration in which an update returns less than it was
   * asked for, but not 0.  For a write view with a single commit, this is the number of elements
   * that are committed; for a read view with a single update, it is the difference between the
   * indices requested in the next iteration and in this one. 0 if not known */
  int64_t least = 0;
};

struct Process_rates
{
  Process *process = nullptr;
  /* the steady loop: For or While, in the body of the process; none: not static */
  Stmt *loop = nullptr;
  size_t position = 0;  /* of loop in the body */
  bool is_static = false;
  std::string why; /* why the process is not static; `where` is the location */
  Place where;

  std::vector<View_rates> views;
  /* vars of the process, and the counter of a For, at the beginning of each turn */
  std::map<const Variable *, Progress> counters;
  Sum from, to;                                  /* of a For */
  int64_t by = 1;
  /* operations that the rates do not include: those in branches that leave the loop, and those
   * after the loop */
  std::vector<const Expr *> asides;

  const View_rates *of (const Variable *view) const;
  /* Returns an operation among the asides that waits for the other side of this view, tests for the
   * end of its stream, or gives up its id; or none. */
  const Expr *aside (const Variable *view) const;
  const Expr *aside_that_waits () const; /* an update, stall or join; or none */
};

/* The values of parameters where a process is run.  Parameters that are missing stand for
 * themselves. */
typedef std::map<const Variable *, Linear> Arguments_known;

/* The module must be well-formed. */
Process_rates rates_of (Process &p, const Arguments_known &known = {});

/* The analysis assumes that each update returns the index that it was asked for.  This function
 * returns whether the loop bounds and the initial values of counters are independent of the results
 * of updates.  If turns is true, the steps of counters and each index that the loop passes to a
 * primitive must be independent of them too. */
bool counts_whatever_comes (const Process_rates &rates, bool turns);

/* Returns whether the statement does something that other processes can observe, or waits: it is a
 * run, or a primitive other than done, missed, receive and receive_range. */
bool synchronises (Stmt *s);

/* Returns whether an update requests at least one element in each iteration.  A request for 0
 * elements returns 0 at once, which looks like the end of the stream. */
bool asks_for_some (const Site &update);

/* Returns the view to which a primitive is applied, or none. */
const Variable *view_of (const Expr *operation);

} // namespace er
#endif
