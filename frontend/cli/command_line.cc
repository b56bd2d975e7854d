/* SPDX-License-Identifier: MIT */
/* command_line.cc - command lines and files (command_line.h). */
#include "cli/command_line.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "verify/verify.h"
#include "syntax/syntax.h"

namespace er {

/* If a standard stream is closed when the program starts, the next file that is opened would take
 * its place and receive the output.  A descriptor that cannot be used is opened there instead.  To
 * be called before anything else opens a file. */
__attribute__ ((constructor)) static void
fill_streams ()
{
  for (int stream = 0; stream < 3; stream++)
    if (fcntl (stream, F_GETFD) < 0 && open ("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) < 0)
      _exit (2);
}

/* Flushes the output, so that a full disk is reported.  Runs after all functions of atexit, one of
 * which waits for the processes of a program. */
__attribute__ ((destructor)) static void
printed_all ()
{
  bool lost = ferror (stdout);
  errno = 0;
  lost |= fflush (stdout) != 0;
  if (lost)
    fprintf (stderr, "%s: error: standard output cannot be written%s%s\n",
             program_invocation_short_name, errno ? ": " : "", errno ? strerror (errno) : "");
  if (lost || ferror (stderr))
    _exit (1);
}

void
print_version ()
{
  printf ("%s (Erbium) " ERBIUM_VERSION "\n", program_invocation_short_name);
  exit (0);
}

std::string
take_output (int &argc, char **argv)
{
  std::string file;
  int kept = 1;
  for (int k = 1; k < argc; k++)
    if (strcmp (argv[k], "-o") != 0)
      argv[kept++] = argv[k];
    else if (k + 1 == argc)
      give_up ("-o: the name of a file follows it");
    else if (file = argv[++k]; file.empty ())
      give_up ("-o '': the name of a file is expected");
  argc = kept;
  return file;
}

bool
Compiler_word::begins (const char *start) const
{
  return text.compare (0, strlen (start), start) == 0;
}

bool
Compiler_word::ends (const char *end) const
{
  size_t n = strlen (end);
  return text.size () > n && text.compare (text.size () - n, n, end) == 0;
}

bool
Compiler_word::for_linker () const
{
  return begins ("-l") || begins ("-L") || begins ("-Wl,");
}

bool
Compiler_word::for_compiler () const
{
  return text.size () > 2 && (begins ("-m") || begins ("-f"));
}

std::vector<Compiler_word>
compiler_words (int argc, char **argv, const char *help,
                const std::vector<std::string> &with_value)
{
  std::vector<Compiler_word> words;
  for (int k = 1; k < argc; k++)
    {
      Compiler_word word;
      word.text = argv[k];
      word.option = word.text.size () > 1 && word.text[0] == '-';
      if (word.text == "--help")
        {
          fputs (help, stdout);
          exit (0);
        }
      if (word.text == "--version")
        print_version ();
      if (std::find (with_value.begin (), with_value.end (), word.text) != with_value.end ())
        {
          const char *what = word.text == "-o" ? "the name of a file" : "a number";
          if (k + 1 == argc)
            give_up (word.text + ": " + what + " follows it");
          word.value = argv[++k];
          if (word.value.empty ())
            give_up (word.text + " '': " + what + " is expected");
        }
      words.push_back (word);
    }
  return words;
}

Arguments::Arguments (int argc, char **argv, const char *help)
{
  for (int k = 1; k < argc; k++)
    {
      std::string word = argv[k];
      if (word == "--help")
        {
          fputs (help, stdout);
          exit (0);
        }
      if (word == "--version")
        print_version ();
      bool option = word.size () > 1 && word[0] == '-';
      (option ? options : rest).push_back (word);
    }
  used.resize (options.size ());
}

bool
Arguments::flag (const char *name)
{
  bool found = false;
  for (size_t k = 0; k < options.size (); k++)
    if (options[k] == std::string ("--") + name)
      found = used[k] = true;
  return found;
}

std::vector<std::string>
Arguments::texts (const char *name)
{
  std::vector<std::string> found;
  std::string start = std::string ("--") + name + "=";
  for (size_t k = 0; k < options.size (); k++)
    if (options[k].compare (0, start.size (), start) == 0)
      {
        used[k] = true;
        found.push_back (options[k].substr (start.size ()));
        if (found.back ().empty ())
          give_up (options[k] + ": nothing follows the sign; --help says what is expected");
      }
  return found;
}

bool
Arguments::given (const char *name)
{
  return flag (name) || !texts (name).empty ();
}

void
Arguments::one_of (const std::vector<const char *> &names)
{
  const char *before = nullptr;
  for (const char *name : names)
    if (given (name))
      {
        if (before)
          give_up (std::string ("--") + before + " and --" + name
                   + " do not go together: choose one");
        before = name;
      }
}

void
Arguments::only_with (const char *name, const char *other)
{
  if (given (name) && !given (other))
    give_up (std::string ("--") + name + " does nothing without --" + other);
}

std::string
Arguments::text (const char *name, const std::string &otherwise)
{
  std::vector<std::string> found = texts (name);
  return found.empty () ? otherwise : found.back ();
}

uint64_t
Arguments::number (const char *name, uint64_t otherwise)
{
  std::string digits = text (name, "");
  if (digits.empty ())
    return otherwise;
  char *end;
  errno = 0;
  uint64_t n = strtoull (digits.c_str (), &end, 10);
  if (*end || errno || digits[0] < '0' || digits[0] > '9')
    give_up (std::string ("--") + name + "=" + digits + ": expected a number from 0 to 2^64 - 1");
  return n;
}

std::vector<std::string>
Arguments::operands (size_t least, size_t most)
{
  for (size_t k = 0; k < options.size (); k++)
    if (!used[k])
      give_up ("unknown option " + options[k] + "; --help lists those that are known");
  if (rest.size () < least || rest.size () > most)
    give_up (format ("%zu file%s given; --help says how many", rest.size (),
                     rest.size () == 1 ? " is" : "s are"));
  return rest;
}

static void
verify (Program &program, bool silent)
{
  Diagnostics diagnostics (program.source, silent);
  parse (program.source, program.module, diagnostics);
  if (!diagnostics.errors ())
    check (program.module, diagnostics);
  program.good = !diagnostics.errors ();
}

std::unique_ptr<Program>
load (const std::string &path)
{
  auto program = std::make_unique<Program> ();
  std::string wrong = program->source.read (path);
  if (!wrong.empty ())
    give_up (wrong);
  verify (*program, false);
  return program;
}

bool
can_begin (const Program &program)
{
  if (program.good && !program.module.main ())
    Diagnostics (program.source).error ({}, "3.3", "there is no process 'main' to begin with");
  return program.good && program.module.main ();
}

std::unique_ptr<Program>
load_text (const std::string &name, const std::string &text, bool silent)
{
  auto program = std::make_unique<Program> ();
  program->source.name = name;
  program->source.text = text;
  verify (*program, silent);
  return program;
}

} // namespace er
