/* SPDX-License-Identifier: MIT */
/* generate_network.h - the class that generates the networks of random programs (generate.cc,
 * generate_ends.cc). */
#ifndef ERBIUM_GENERATE_NETWORK_H
#define ERBIUM_GENERATE_NETWORK_H

#include <vector>

#include "fuzz/generate.h"
#include "fuzz/generate_expressions.h"

namespace er {

/* A record and the length of its stream. */
struct Stream
{
  int number;
  std::string type;
  int length;
  int readers = 1, writers = 1;
};

class Maker
{
public:
  Maker (uint64_t seed, const Size &size) : random (seed), size (size), words (random, size.depth)
  {
  }
  std::string all ();

private:
  Random random;
  Size size;
  Words words;
  std::string processes, records, runs;
  int record_count = 0, process_count = 0;
  std::vector<Stream> open; /* streams whose consumer has not been generated yet */

  Stream stream (int length, int writers, int readers);
  std::string element_type ();
  void source ();
  void shared_source ();
  void handed_over_source ();
  void map ();
  void join_two ();
  void broadcast ();
  void feedback ();
  void chain ();
  void stateless ();
  void early_source (); /* generate_ends.cc */
  void leaving ();
  void own_record ();
  Stream take ();
  std::string start (const std::string &parameters);
  void run (const std::string &arguments);
  /* Declares a write view with a horizon that may be too small for its readers, so that the runtime
   * enlarges it.  The horizon is at least the number of elements for which one stall asks, because
   * it would not be enlarged after all consumers have ended. */
  std::string writer (const char *record, const std::string &type, const char *view,
                      const std::string &id, int least = 1);
  std::string reader (const char *record, const std::string &type, const char *view,
                      const std::string &id);
  std::string any_order (const std::string &a, const std::string &b)
  {
    return random.chance (2) ? a + b : b + a;
  }
  void finish ();
};

inline std::string
record_name (const Stream &s)
{
  return format ("r%d", s.number);
}

} // namespace er
#endif
