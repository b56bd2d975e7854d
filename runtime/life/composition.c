/* SPDX-License-Identifier: MIT */
/* composition.c - what this runtime is made of: who observes events, in which order. */
#include "event/event.h"

const struct erb_observer *const erb_observers[] = {
  NULL
};
