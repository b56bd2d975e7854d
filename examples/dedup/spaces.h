/* SPDX-License-Identifier: MIT */
/* spaces.h - what the files of the network of spaces share: spaces.c, spaces_stations.c. */
#ifndef DEDUP_SPACES_H
#define DEDUP_SPACES_H

#include "dedup.h"

enum
{
  AHEAD = 3,                  /* segments for each worker that are under way */
  LONG_MESSAGES = 4 << 20,    /* bytes of a generation where a message may be of a whole segment */
  MAX_CHILDREN = 3 * MAX_RANGES + 1
};

/* Channels by their numbers, each with the space that sends. */
struct network
{
  const struct job *job;
  int workers;
  int bytes;                  /* source: a message is a segment */
  int credits;                /* writer: an empty one for each segment that it is done with */
  int cuts[MAX_RANGES];       /* cutter k: a struct cuts, of segments k, k + workers, ... */
  int places[MAX_RANGES];     /* deduplicator k: of each segment, an int64_t for each chunk of range k */
  int packed[MAX_RANGES];     /* compressor k: of each segment, its entries */
};

/* What a space does.  Each returns when what it receives ends, and thereby ends what it sends. */
typedef void station (const struct network *n, int k);
station source_space, cutter_space, deduplicator_space, compressor_space;

/* A child of the writer: its station, and where it says what has gone wrong. */
struct child { const struct network *network; station *work; int k, id, report; };

/* The function of its space: args is its struct child. */
void *run_station (void *args);

#endif
