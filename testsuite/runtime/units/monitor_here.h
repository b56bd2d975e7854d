/* SPDX-License-Identifier: MIT */
/* monitor_here.h - a monitor whose parts a test calls itself, beside that of the library. */
#define erb_monitor_wake monitor_wake_here
#define erb_monitor_new monitor_new_here
#define erb_monitor_start monitor_start_here
#define erb_monitor_go monitor_go_here
#define erb_monitor_join monitor_join_here
#define erb_monitor_free monitor_free_here
#include "fiber/monitor.c"
