/* SPDX-License-Identifier: MIT */
/* keeper_here.h - a keeper whose parts a test calls itself, beside that of the library. */
#define erb_keeper_wake keeper_wake_here
#define erb_keeper_new keeper_new_here
#define erb_keeper_start keeper_start_here
#define erb_keeper_go keeper_go_here
#define erb_keeper_join keeper_join_here
#define erb_keeper_free keeper_free_here
#include "fiber/monitor.c"
