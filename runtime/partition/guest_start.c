/* SPDX-License-Identifier: MIT */
/* guest_start.c - the table of guests, and how a guest starts.
 *
 * The thread of a guest puts arguments and environment on its stack as the system does for a
 * process, and jumps to the first instruction of the program.  That calls __libc_start_main, for
 * which a guest has the function here: it calls constructors, main, and exit.
 */
#define _GNU_SOURCE
#include "partition/guest.h"
#include "partition/partition.h"
#include "partition/thread_end.h"

#include <limits.h>
#include <sched.h>
#include <unistd.h>

enum { GENERATIONS = INT_MAX / ERB_GUESTS }; /* of the ids of a slot, which are used once */

static struct erb_guest guest[ERB_GUESTS];
static int generation[ERB_GUESTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the table */
static __thread struct erb_guest *here __attribute__ ((tls_model ("initial-exec")));

/* Texts of threads whose last spawn has failed.  They are no thread-local memory: the library has
 * little, since it can be loaded by dlopen. */
static pthread_key_t refusal;
static pthread_once_t refusal_once = PTHREAD_ONCE_INIT;

/* Must not be inlined: a compiler may keep the address of a thread's variable. */
__attribute__ ((noinline)) struct erb_guest *
erb_guest_here (void)
{
  return here;
}

__attribute__ ((noinline)) void
erb_guest_set_here (struct erb_guest *g)
{
  here = g;
}

void *
erb_guest_variable (const struct erb_guest *g, const char *name)
{
  const struct erb_elf *e = g->image->elf;
  for (size_t n = 0; n < e->copies; n++)
    if (strcmp (e->copy[n].name, name) == 0)
      return g->image->base + e->copy[n].at;
  return NULL;
}

/* ---- The table ------------------------------------------------------------------- */

static struct erb_guest *
take_slot (void)
{
  struct erb_guest *g = NULL;
  pthread_mutex_lock (&lock);
  for (int n = 0; n < ERB_GUESTS && !g; n++)
    if (erbium_load_relaxed (&guest[n].state) == ERB_GUEST_NONE && generation[n] < GENERATIONS)
      g = &guest[n];
  if (g)
    {
      int slot = (int) (g - guest);
      memset (g, 0, sizeof *g);
      g->slot = slot;
      g->id = 1 + slot + ERB_GUESTS * generation[slot]++;
      erbium_store_relaxed (&g->state, ERB_GUEST_RUNS);
    }
  pthread_mutex_unlock (&lock);
  return g;
}

static void
free_slot (struct erb_guest *g)
{
  free (g->file);
  free (g->argument);
  free (g->given);
  pthread_mutex_lock (&lock);
  erbium_store_relaxed (&g->state, ERB_GUEST_NONE);
  pthread_mutex_unlock (&lock);
}

struct erb_guest *
erb_guest_named (int id, const char *call, const char *where)
{
  struct erb_guest *g = id > 0 ? &guest[(id - 1) % ERB_GUESTS] : NULL;
  pthread_mutex_lock (&lock);
  if (g && (g->id != id || erbium_load_relaxed (&g->state) == ERB_GUEST_NONE))
    g = NULL;
  bool was = id > 0 && (id - 1) / ERB_GUESTS < generation[(id - 1) % ERB_GUESTS];
  pthread_mutex_unlock (&lock);
  if (!g)
    erb_fault_in (ERBIUM_EXIT_MISUSE, call, where, "pass what erbium_partition_spawn has returned",
                  was ? "partition %d has been joined" : "there is no partition %d", id);
  return g;
}

/* ---- The thread ------------------------------------------------------------------- */

static void
set_text (const struct erb_guest *g, const char *variable, const char *text)
{
  const char **own = erb_guest_variable (g, variable);
  if (own)
    *own = text;
}

static void
set_number (const struct erb_guest *g, const char *variable, int number)
{
  int *own = erb_guest_variable (g, variable);
  if (own)
    *own = number;
}

/* Gives the guest its own values of variables of the library. */
static void
set_variables (struct erb_guest *g)
{
  const char *name = g->argument[0], *slash = strrchr (name, '/');
  const char *short_name = slash ? slash + 1 : name;
  static const char *const streams[] = { "stdin", "stdout", "stderr" };
  set_text (g, "program_invocation_name", name);
  set_text (g, "__progname_full", name);
  set_text (g, "program_invocation_short_name", short_name);
  set_text (g, "__progname", short_name);
  set_text (g, "optarg", NULL);
  set_number (g, "optind", 1);
  set_number (g, "opterr", 1);
  g->options.index = 1;
  for (int n = 0; n < ERB_STREAMS; n++)
    {
      FILE **own = erb_guest_variable (g, streams[n]);
      if (own)
        *own = g->stream[n];
    }
}

/* Thread-local variables end at the thread's own block. */
void
erb_guest_set_tls (const struct erb_guest *g)
{
  const struct erb_elf *e = g->image->elf;
  if (!e->tls)
    return;
  char *at = (char *) __builtin_thread_pointer () - erb_elf_tls_size (e->tls);
  memcpy (at, e->view + e->tls->p_offset, e->tls->p_filesz);
  memset (at + e->tls->p_filesz, 0, e->tls->p_memsz - e->tls->p_filesz);
}

/* Jumps to `to' with the stack at `stack'. */
ERB_NORETURN static void
jump (void *stack, void *to)
{
#if defined __x86_64__
  __asm__ volatile ("movq %0, %%rsp; xorl %%edx, %%edx; xorl %%ebp, %%ebp; jmpq *%1"
                    : : "r" (stack), "r" (to) : "rdx", "memory");
#elif defined __aarch64__
  __asm__ volatile ("mov sp, %0; mov x0, #0; mov x29, #0; mov x30, #0; br %1"
                    : : "r" (stack), "r" (to) : "x0", "memory");
#endif
  __builtin_unreachable ();
}

static size_t
count (char *const *texts)
{
  size_t n = 0;
  while (texts[n])
    n++;
  return n;
}

/* The stack has the number of arguments, the arguments, the environment, and an empty table. */
ERB_NORETURN static void
enter (struct erb_guest *g)
{
  size_t arguments = count (g->argument), variables = count (g->environment), at = 0;
  size_t words = (arguments + variables + 6) & ~(size_t) 1;
  void **stack = __builtin_alloca_with_align (words * sizeof *stack, 8 * 16);
  stack[at++] = (void *) arguments;
  memcpy (stack + at, g->argument, (arguments + 1) * sizeof *stack);
  at += arguments + 1;
  memcpy (stack + at, g->environment, (variables + 1) * sizeof *stack);
  at += variables + 1;
  stack[at] = stack[at + 1] = NULL;
  jump (stack, g->image->base + g->image->elf->entry);
}

/* The thread has ended, with its destructors.  The guest's memory is given back. */
static void
thread_ended (void *argument)
{
  struct erb_guest *g = argument;
  const struct erb_partition_hooks hooks = g->hooks; /* another guest may be in its place soon */
  erb_guest_key_end (g);
  erb_guest_heap_end (g);
  erb_guest_pages_end (g);
  erb_image_drop (g->image);
  erb_guest_forget_regions (g->id);
  erbium_store_release (&g->state, ERB_GUEST_ENDED); /* acquired by join */
  erb_os->wake (&g->state);
  erb_guest_regions_changed ();
  if (hooks.ended)
    hooks.ended (hooks.argument);
}

/* The thread has a table of descriptors of its own if the guest is to have one: without it, the
 * streams of the guest would take the places of the program's. */
static bool
begin (struct erb_guest *g)
{
  return (!g->own_files || unshare (CLONE_FILES | CLONE_FS) == 0) && erb_guest_streams_begin (g)
         && erb_guest_key_begin (g);
}

static void
find_stack (struct erb_guest *g)
{
  pthread_attr_t about;
  void *stack;
  if (pthread_getattr_np (pthread_self (), &about) != 0)
    return;
  if (pthread_attr_getstack (&about, &stack, &g->stack_bytes) == 0)
    g->stack = stack;
  pthread_attr_destroy (&about);
}

static void *
guest_thread (void *argument)
{
  enum { CANNOT_START = 126 << 8 };
  struct erb_guest *g = argument;
  void *signal_stack = erb_signal_stack ();
  const char *slash = strrchr (g->file, '/');
  erb_at_thread_end (thread_ended, g);
  erb_kernel_name_thread ("%s", slash ? slash + 1 : g->file);
  find_stack (g);
  erb_guest_unblock_kill ();
  here = g;
  if (sigsetjmp (g->base, 1) == 0)
    {
      if (!begin (g))
        {
          erb_warn (1, 1, NULL, "partition %d (%s) cannot start: %s", g->id, g->file,
                    strerror (errno));
          erb_guest_die (g, CANNOT_START);
        }
      erb_guest_environment_begin (g);
      set_variables (g);
      erb_guest_set_tls (g);
      enter (g);
    }
  erb_guest_key_permit (g);
  erbium_store_relaxed (&g->ending, 1);
  erb_guest_end_others (g);
  erb_guest_clean (g);
  here = NULL;
  erb_signal_stack_free (signal_stack);
  return NULL;
}

/* ---- The first function -------------------------------------------------------------- */

typedef void (*constructor) (int, char **, char **);

static void
call_constructors (const struct erb_image *image, int arguments, char **argument, char **variable)
{
  const struct erb_elf *e = image->elf;
  char *base = image->base;
  const constructor *one = (const constructor *) (base + e->preinit_array);
  for (size_t n = 0; n < e->preinit_count; n++)
    one[n] (arguments, argument, variable);
  if (e->init)
    ((constructor) (uintptr_t) (base + e->init)) (arguments, argument, variable);
  one = (const constructor *) (base + e->init_array);
  for (size_t n = 0; n < e->init_count; n++)
    one[n] (arguments, argument, variable);
}

/* Calls the copy of a function of a library. */
static void
call_copy (const struct erb_guest *g, void (*function) (void *), void *argument)
{
  const struct erb_elf *e = g->image->elf;
  for (int n = 0; n < e->libraries; n++)
    {
      const struct erb_elf *library = e->library[n];
      size_t at = (uintptr_t) function - library->original;
      if (at - library->low < library->span)
        ((void (*) (void *)) (uintptr_t) (g->image->library[n]->base + at)) (argument);
    }
}

/* Programs from before glibc 2.34 pass a function that calls their constructors.  Those of copied
 * libraries come first. */
ERB_NORETURN static void
start_main (int (*main) (int, char **, char **), int arguments, char **argument, constructor init,
            void (*fini) (void), void (*linker) (void), void *stack_end)
{
  struct erb_guest *g = here;
  char **variable = argument + arguments + 1;
  (void) fini, (void) linker, (void) stack_end;
  for (int n = 1; n <= g->image->elf->libraries; n++)
    call_constructors (erb_image_part (g->image, n), arguments, argument, variable);
  if (init)
    init (arguments, argument, variable);
  else
    call_constructors (g->image, arguments, argument, variable);
  if (g->hooks.begin)
    call_copy (g, g->hooks.begin, g->hooks.argument);
  erb_guest_exit (g, main (arguments, argument, variable));
}

const struct erb_interposed erb_guest_start_calls[] = {
  ERB_INTERPOSE ("__libc_start_main", start_main), { NULL, NULL }
};

/* ---- Calls --------------------------------------------------------------------- */

static void
make_refusal (void)
{
  pthread_key_create (&refusal, free);
}

static int
refuse (const char *file, int error, const char *why)
{
  char *text;
  pthread_once (&refusal_once, make_refusal);
  if (asprintf (&text, "%s: %s", file, why) < 0)
    text = NULL;
  free (pthread_getspecific (refusal));
  pthread_setspecific (refusal, text);
  errno = error;
  return -1;
}

const char *
erbium_partition_refusal (void)
{
  pthread_once (&refusal_once, make_refusal);
  const char *text = pthread_getspecific (refusal);
  return text ? text : "";
}

/* Copies a list of texts, with the texts, into one block. */
static char **
copy_texts (char *const *texts)
{
  size_t entries = count (texts), bytes = (entries + 1) * sizeof *texts;
  for (size_t n = 0; n < entries; n++)
    bytes += strlen (texts[n]) + 1;
  char **copy = malloc (bytes), *to = copy ? (char *) (copy + entries + 1) : NULL;
  for (size_t n = 0; copy && n < entries; n++)
    {
      copy[n] = to;
      to = stpcpy (to, texts[n]) + 1;
    }
  if (copy)
    copy[entries] = NULL;
  return copy;
}

static bool
set_up (struct erb_guest *g, const char *file, char *const *argument, char *const *environment,
        size_t kept)
{
  g->file = strdup (file);
  g->argument = copy_texts (argument);
  g->given = g->environment = copy_texts (environment);
  g->process = getpid ();
  pthread_mutex_init (&g->lock, NULL);
  return g->file && g->argument && g->given && erb_guest_heap_begin (g)
         && erb_guest_pages_begin (g, kept);
}

extern char **environ;

int
erb_partition_spawn (const char *file, char *const argument[], char *const environment[],
                     const struct erbium_partition_options *options,
                     const struct erb_partition_hooks *hooks)
{
  static char *const unnamed[] = { "", NULL }; /* as the system does */
  const char *why = NULL;
  char reason[256];
  erb_elf_names copied = options ? options->libraries : NULL;
  struct erb_elf *e = erb_elf_of_file (file, copied, &why, reason, sizeof reason);
  if (!e)
    return refuse (file, ENOEXEC, why);
  struct erb_guest *g = take_slot ();
  if (!g)
    return refuse (file, EAGAIN, "there are as many partitions as there can be");
  erb_watch_signals ();
  erb_guest_watch_signals ();
  for (int n = 0; n < ERB_STREAMS; n++)
    g->files[n] = options ? options->files[n] : -1;
  g->own_files = options && options->own_files;
  g->hooks = hooks ? *hooks : (struct erb_partition_hooks){ NULL, NULL, NULL };
  int error = ENOMEM;
  if (options && options->isolated && !erb_guest_key_take (g, &why))
    error = errno;
  else if (!set_up (g, file, argument[0] ? argument : unnamed, environment ? environment : environ,
               options ? options->kept : 0))
    why = strerror (error);
  else if ((g->image = erb_image_fresh (e, &why))
           && (error = pthread_create (&g->thread, NULL, guest_thread, g)))
    {
      why = strerror (error);
      erb_image_drop (g->image);
    }
  if (!why)
    return g->id;
  erb_guest_key_give (g);
  free_slot (g);
  return refuse (file, error, why);
}

int
erbium_partition_spawn (const char *file, char *const argument[], char *const environment[],
                        const struct erbium_partition_options *options)
{
  return erb_partition_spawn (file, argument, environment, options, NULL);
}

bool
erb_partition_has_ended (int id)
{
  struct erb_guest *g = erb_guest_named (id, NULL, NULL);
  return erbium_load_acquire (&g->state) != ERB_GUEST_RUNS;
}

int
(erbium_partition_join) (int id, const char *where)
{
  struct erb_guest *g = erb_guest_named (id, "erbium_partition_join", where);
  if (g == here)
    erb_fault_in (ERBIUM_EXIT_MISUSE, "erbium_partition_join", where, NULL,
                  "partition %d waits for its own end", id);
  while (erbium_load_acquire (&g->state) == ERB_GUEST_RUNS)
    erb_os->sleep (&g->state, ERB_GUEST_RUNS, -1);
  pthread_join (g->thread, NULL);
  int status = g->status;
  free_slot (g);
  return status;
}

int
erbium_partition_self (void)
{
  return here ? here->id : 0;
}

void *
(erbium_partition_translate) (int id, const void *address, const char *where)
{
  struct erb_guest *g = erb_guest_named (id, "erbium_partition_translate", where);
  const struct erb_image *from = erb_image_at (address);
  if (!from || from->program->elf != g->image->elf)
    return NULL;
  const struct erb_image *to = erb_image_part (g->image, from->elf->place);
  return to->base + ((const char *) address - from->base);
}
