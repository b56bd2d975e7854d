/* SPDX-License-Identifier: MIT */
/* buffer.h - events, and the buffer in which a thread keeps them until the writer takes them. */
#ifndef ERB_TRACE_BUFFER_H
#define ERB_TRACE_BUFFER_H

#include "trace/trace.h"

enum erb_trace_kind
{
  ERB_TRACE_PROCESS,  /* A process begins.  text: "name\nplace"; from: its parent. */
  ERB_TRACE_NAME,     /* A process gets another name.  text: the name. */
  ERB_TRACE_ENDS,     /* A process ends. */
  ERB_TRACE_RECORD,   /* A record is made or named.  text: "name\nplace"; x: bytes of an element;
                       * from, to: the numbers of read ids and of write ids. */
  ERB_TRACE_TAKES,    /* A process takes id x of a side.  from: its index; to: its horizon. */
  ERB_TRACE_GIVES,    /* A process gives id x up. */
  ERB_TRACE_WAITS,    /* A process begins to wait in `primitive'.  record, side, x: for whose index;
                       * from: the index of its own view; to: the index that it needs.  In join,
                       * record is 0, and `to' is the process that it waits for, or 0: all. */
  ERB_TRACE_READY,    /* A process is woken.  The rest is as for WAITS. */
  ERB_TRACE_GOES_ON,  /* A process continues.  The rest is as for WAITS, or primitive is 0. */
  ERB_TRACE_RUNS,     /* Worker x runs the process, or none (0). */
  ERB_TRACE_MOVES,    /* A process moves from worker `from' to worker `to'. */
  ERB_TRACE_WINDOW,   /* A record gets a window of `to' bytes. */
  ERB_TRACE_RETIRES,  /* A record ends.  from, to: its release and commit index; who: the horizon of
                       * its producers, or -1. */
  ERB_TRACE_PUBLISHES,/* A process commits or releases up to index `to'. */
  ERB_TRACE_BLOCKS,   /* A process waits for a space, a page or a message.  text: the call. */
  ERB_TRACE_EXTENDS,  /* A process extends pages.  from: the generation; to: their number. */
  ERB_TRACE_PAUSES    /* Details are not stored from here until the next round. */
};

/* `who' is the process.  erb_trace_kind says what the other members mean.  `who' and `record' are
 * keys (erb_trace_key). */
struct erb_trace_event
{
  int64_t at;              /* ns of the clock */
  uint8_t kind, primitive, side, flag;
  uint32_t x;
  int64_t who, record;
  int64_t from, to;
};

/* A text follows its event, in as many places of the buffer as it needs. */
enum { ERB_TRACE_EVENTS = 8192, ERB_TRACE_TEXT = 5 * sizeof (struct erb_trace_event) };

struct erb_trace_buffer
{
  /* Written by its thread. */
  erbium_atomic head __attribute__ ((aligned (ERBIUM_LINE))); /* events that were stored */
  erbium_atomic lost;          /* events that were not */
  int64_t room_until;          /* head may reach this without another look at tail */
  /* Written by the writer. */
  erbium_atomic tail __attribute__ ((aligned (ERBIUM_LINE))); /* events that were taken */
  int64_t told;                /* lost events that the trace tells of */
  int64_t end;                 /* head when the writer began its round */
  /* head may reach this until the next round (erb_trace_put_detail); 0: not set yet */
  erbium_atomic allowed __attribute__ ((aligned (ERBIUM_LINE)));
  erbium_atomic32 used;        /* 1: a thread has it */
  struct erb_trace_buffer *next;
  struct erb_trace_event events[ERB_TRACE_EVENTS];
};

/* All buffers, the latest first. */
extern struct erb_trace_buffer *erb_trace_buffers (void);
/* Events of threads that got no buffer. */
extern erbium_atomic erb_trace_lost;
/* 1: a buffer fills up, so the writer should not sleep. */
extern erbium_atomic32 erb_trace_asked;

/* What a thread may store in a round, besides what exists; 0: any number. */
extern int64_t erb_trace_budget;
/* 1: details are stored; 0: a thread has stored as many as it may in this round. */
extern erbium_atomic32 erb_trace_details;

/* Stores e with a text, or without one (NULL); its time is now.  The caller's thread gets a buffer
 * if it has none.  Never blocks; safe in a signal handler that interrupts no other call of it. */
extern void erb_trace_put (struct erb_trace_event e, const char *text);
/* As erb_trace_put without a text, for events that are left out while details are not stored. */
extern void erb_trace_put_detail (struct erb_trace_event e);
/* Empties all buffers without writing, in a new space. */
extern void erb_trace_forget (void);

/* The number of a process or record that no other of the same program has, nor of another. */
ERBIUM_INLINE int64_t
erb_trace_key (const erbium_program *program, int64_t id)
{
  return (program->id << ERB_NUMBER_BITS) + id;
}

#endif
