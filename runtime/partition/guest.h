/* SPDX-License-Identifier: MIT */
/* guest.h - programs that run as partitions beside the program that has spawned them: guests.
 *
 * A guest is a fresh image with a `main' of its own.  It uses the one C library, but what the
 * library keeps for a program as a whole (streams, options, environment, locale, functions of
 * atexit, heap) a guest has for itself: its image calls functions of this folder instead
 * (interpose.c).
 */
#ifndef ERB_GUEST_H
#define ERB_GUEST_H

#include "partition/image.h"
#include "partition/partition.h"

#include <locale.h>
#include <setjmp.h>
#include <signal.h>

#include "erbium/partition.h"

enum { ERB_GUESTS = 1024, ERB_STREAMS = 3, ERB_LOCALE_NAME = 64 };

enum erb_guest_state { ERB_GUEST_NONE, ERB_GUEST_RUNS, ERB_GUEST_ENDED };

struct erb_guest_exit
{
  void (*function) (void *);         /* of atexit, or NULL: */
  void (*with_status) (int, void *); /* of on_exit */
  void *argument;
  struct erb_guest_exit *next;
};
struct erb_guest_file { FILE *file; bool of_process; struct erb_guest_file *next; };

struct erb_guest
{
  int slot;
  int id;                      /* 1 and up, never used again */
  erbium_atomic32 state;       /* enum erb_guest_state; others sleep on it */
  int status;                  /* as of waitpid, once it has ended */
  bool lost;                   /* what its streams have not written is lost */
  char *file;                  /* its name, for messages */
  struct erb_image *image;
  pthread_t thread;
  pid_t process;
  char *stack;                 /* of its first thread */
  size_t stack_bytes;
  struct erb_guest_thread *others; /* threads that it has created */
  erbium_atomic32 ending;      /* 1: its first thread has left its code */
  erbium_atomic32 killed;      /* status of the signal that its threads are to die of, or 0 */
  sigjmp_buf base;             /* where its thread goes on when its code has ended */
  int files[ERB_STREAMS];      /* descriptors of its streams, or -1 */
  bool own_files;
  char **argument, **given;    /* copies of what the caller has passed, with the texts */
  char **environment;          /* its present array: given, or one with room for more variables */
  size_t environment_room;     /* entries of that one, or 0 */
  struct erb_guest_exit *exits;
  struct erb_guest_file *open; /* streams */
  FILE *stream[ERB_STREAMS];
  pthread_mutex_t lock;        /* of the lists */
  locale_t locale;
  char locale_name[13][ERB_LOCALE_NAME];
  struct { int index, next; } options; /* of getopt */
  struct erb_guest_heap *heap;
  struct erb_guest_pages *pages;
  struct erb_partition_hooks hooks;
  int key;                     /* of protection (guest_keys.c), or 0 */
};

/* Returns the guest that the calling thread belongs to, or NULL. */
extern struct erb_guest *erb_guest_here (void);
/* As erb_guest_here, at the beginning of a function that guests call.  Does not return if the guest
 * has been killed: the caller holds no lock there. */
extern struct erb_guest *erb_guest_calls (void);
extern void erb_guest_set_here (struct erb_guest *g);
/* Returns the place of a variable of the C library in the guest's own image, or NULL if the guest
 * does not use it. */
extern void *erb_guest_variable (const struct erb_guest *g, const char *name);

/* guest_start.c: returns the guest with that id, or NULL; ends the program with a fault of call if
 * there was none. */
extern struct erb_guest *erb_guest_named (int id, const char *call, const char *where);

/* Sets the thread-local variables of g in the calling thread, a new one of it. */
extern void erb_guest_set_tls (const struct erb_guest *g);

/* guest_end.c */
extern void erb_guest_exit (struct erb_guest *g, int status) ERB_NORETURN;
/* As exit: of the calling guest, or of the program if the thread belongs to no guest. */
extern void erb_guest_leave (int status) ERB_NORETURN;
/* Ends g at once, and the calling thread, which is one of it; status is as of waitpid. */
extern void erb_guest_die (struct erb_guest *g, int status) ERB_NORETURN;
/* Ends the other threads of g, and waits for them. */
extern void erb_guest_end_others (struct erb_guest *g);
/* Frees what g has left in the C library.  Called by its thread, after its code has ended. */
extern void erb_guest_clean (struct erb_guest *g);
/* Installs the handler for erbium_partition_kill. */
extern void erb_guest_watch_signals (void);
/* Lets the calling thread get the signal of erbium_partition_kill. */
extern void erb_guest_unblock_kill (void);
/* partition_regions.c: forgets what a guest has exported; wakes those that wait for more, once its
 * end can be seen. */
extern void erb_guest_forget_regions (int id);
extern void erb_guest_regions_changed (void);

/* guest_heap.c */
extern bool erb_guest_heap_begin (struct erb_guest *g);
extern void erb_guest_heap_end (struct erb_guest *g);
/* Returns whether an address is in the heap of a guest.  Takes no lock. */
extern bool erb_guest_heap_has (const void *address);
/* Returns a block of the heap of the calling guest, or NULL with errno set. */
extern void *erb_guest_malloc (size_t bytes);

/* Sizes of blocks: the number of the smallest one that holds bytes, and the bytes of one. */
extern int erb_guest_size_number (size_t bytes);
extern size_t erb_guest_size_bytes (int number);

/* Gives the range of the heap a protection key; 0: that of all memory. */
extern bool erb_guest_heap_cover (const struct erb_guest *g, int key);

/* guest_keys.c: takes a protection key for g, or returns false with *why and errno set; gives it
 * back. */
extern bool erb_guest_key_take (struct erb_guest *g, const char **why);
extern void erb_guest_key_give (struct erb_guest *g);
/* Protects the memory of g, if it has a key, and lets the calling thread use it; returns false with
 * errno set on failure.  Lets the calling thread use it, after a handler was left.  Ends the
 * protection, and gives the key back. */
extern bool erb_guest_key_begin (struct erb_guest *g);
extern void erb_guest_key_permit (const struct erb_guest *g);
extern void erb_guest_key_end (struct erb_guest *g);

/* guest_pages.c: what is mapped for g, of which up to `kept' bytes keep their pages after munmap
 * (0: the default; or ERBIUM_PARTITION_KEEP_NONE). */
extern bool erb_guest_pages_begin (struct erb_guest *g, size_t kept);
extern void erb_guest_pages_end (struct erb_guest *g);
extern bool erb_guest_pages_cover (const struct erb_guest *g, int key);
/* Returns whether an address is in what is mapped for a guest.  Takes no lock. */
extern bool erb_guest_pages_have (const void *address);

/* guest_streams.c: returns false with errno set if a descriptor cannot be used. */
extern bool erb_guest_streams_begin (struct erb_guest *g);
/* guest_environment.c */
extern void erb_guest_environment_begin (struct erb_guest *g);
/* Returns the environment of the calling guest, also in a child that it has forked, or that of the
 * program. */
extern char **erb_guest_environ (void);
/* Returns the value of a variable in it, or NULL. */
extern char *erb_guest_getenv (const char *name);

/* A function that guests call instead of the library's. */
struct erb_interposed { const char *name; void (*function) (void); };
extern const struct erb_interposed erb_guest_start_calls[], erb_guest_end_calls[],
  erb_guest_heap_calls[], erb_guest_page_calls[], erb_guest_stream_calls[],
  erb_guest_environment_calls[], erb_guest_option_calls[], erb_guest_exec_calls[],
  erb_guest_symbol_calls[];

#define ERB_INTERPOSE(name, function) { name, (void (*) (void)) (uintptr_t) function }

#endif
