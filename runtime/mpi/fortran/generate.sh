#!/bin/sh
# SPDX-License-Identifier: MIT
# generate.sh WHAT MPI.H [FILE [WRAPPED]] - makes files of DetMPI from the declarations and constants of mpi.h.
#
#   calls      the names of the calls, one a line
#   header     mpi.h with the names PMPI_... declared
#   large      calls with large counts, in C
#   wrappers   calls for Fortran, in C; FILE is mpi_fortran.c, which has the others
#   mpif       mpif.h
#   lacks      calls that end the program; FILE lists the names of MPI
#   symbols    a linker script: PMPI_X, and the names that Fortran compilers give to a call;
#              FILE lists the names of MPI, WRAPPED the wrappers that there are
#   exports    a version script

what=$1 header=$2 file=$3 wrapped=$4
mpi=$(dirname "$0")/..

# Each declaration of a call on one line: TYPE NAME (PARAMETERS)
declarations ()
{
  sed -n '/^\/\* ---- Beginning/,/^#ifdef __cplusplus/p' "$header" | sed 's|/\*.*\*/||' \
  | awk '/^(int|double|MPI_[A-Za-z]+) MPI_/ { text = "" }
         { text = text " " $0 }
         /;$/ { sub(/^ +/, "", text); gsub(/ +/, " ", text)
                if (text ~ /^(int|double|MPI_[A-Za-z]+) MPI_/) print text; text = "" }'
}

# The calls with large counts that can be made (large.awk): declared, or defined.
made_large ()
{
  declarations | awk -v names="$(grep '^MPI_' "$mpi/base/mpi-names.in" | tr '\n' ' ')" \
                     -v mode="$1" -f "$mpi/large/large.awk"
}

all_declarations ()
{
  declarations
  made_large declare
}

large ()
{
  printf '/* Made by large.awk from mpi.h. */\n#include "mpi/large/mpi_large.h"\n\n'
  made_large define
}

calls ()
{
  all_declarations | sed 's/^[A-Za-z_]* \(MPI_[A-Za-z0-9_]*\).*/\1/'
}

header ()
{
  awk '/^\/\* ---- Handles in C and Fortran/ { exit } { print }' "$header"
  echo '/* ---- Calls with large counts ---- */'
  echo
  made_large declare
  echo
  echo '/* ---- The same calls, for tools that define their own ---- */'
  echo
  all_declarations | sed 's/ MPI_\([A-Za-z0-9_]*\) (/ PMPI_\1 (/'
  echo
  awk '/^\/\* ---- Handles in C and Fortran/ { on = 1 } on { print }' "$header"
}

# Prints a wrapper for each call that mpi_fortran.c does not have and whose parameters are known.
wrappers ()
{
  printf '/* Made by generate.sh from mpi.h. */\n#include "mpi/fortran/mpi_fortran.h"\n\n'
  declarations | awk -v have="$(sed -n 's/.*\(mpi_[a-z_]*_\)[ ,)].*/\1/p' "$file" | tr '\n' ' ')" '
    BEGIN { n = split(have, names, " "); for (i = 1; i <= n; i++) known[names[i]] = 1 }
    {
      name = $2
      wrapper = tolower(name) "_"
      if (wrapper in known || /_function \*|char \*|\.\.\.|\*\*\*/ || !/^int /) next
      if (name ~ /_f2c$|_c2f$|_c$/) next
      inner = $0
      sub(/^[^(]*\(/, "", inner); sub(/\);$/, "", inner)
      count = inner == "void" ? 0 : split(inner, parameters, /, */)
      formal = actual = ""
      for (i = 1; i <= count; i++) {
        p = parameters[i]
        x = "a" i
        if (p ~ /MPI_Status/) { formal = formal "void *" x ", "; value = "detmpi_status_from_fortran (" x ")" }
        else if (p ~ /\[\]\[3\]/) { formal = formal "int (*" x ")[3], "; value = x }
        else if (p ~ /void \*/) { formal = formal "void *" x ", "; value = "detmpi_from_fortran (" x ")" }
        else if (p ~ /MPI_File /) { formal = formal "int *" x ", "; value = "MPI_File_f2c (*" x ")" }
        else {
          type = p ~ /MPI_Aint/ ? "MPI_Aint" : p ~ /MPI_Offset/ ? "MPI_Offset" : p ~ /MPI_Count/ ? "MPI_Count" : "int"
          formal = formal type " *" x ", "
          value = p ~ /\*|\[\]/ ? x : "*" x
        }
        actual = actual (i > 1 ? ", " : "") value
      }
      printf "DETMPI_FORTRAN\n%s (%sint *error)\n{\n", wrapper, formal
      printf "  detmpi_fortran_begins (__builtin_return_address (0));\n"
      printf "  *error = %s (%s);\n  detmpi_fortran_ends ();\n}\n\n", name, actual
    }'
}

# Prints constants as parameters of Fortran.
mpif ()
{
  echo '! Made by generate.sh from mpi.h.'
  awk '
    function number(text,   i, n, digits) {
      if (text !~ /^0x/) return text
      digits = "0123456789abcdef"
      for (i = 3; i <= length(text); i++) n = n * 16 + index(digits, substr(text, i, 1)) - 1
      return n >= 2147483648 ? n - 4294967296 : n
    }
    $1 == "#define" && $2 !~ /\(/ && NF >= 3 {
      text = $0
      sub(/^#define +[A-Z_a-z0-9]+ +/, "", text)
      gsub(/\((MPI_[A-Za-z]+|void \*)\)/, "", text); gsub(/[() ]/, "", text)
      if (text in value) text = value[text]
      if (text !~ /^-?(0x[0-9a-f]+|[0-9]+)$/) next
      name = $2
      if (name ~ /BOTTOM|IN_PLACE|IGNORE|_FN$|^DETMPI|^ERBIUM/) next
      value[name] = text
      n = number(text)
      if (name == "MPI_DISPLACEMENT_CURRENT") { print "       INTEGER*8 " name; print "       PARAMETER (" name "=" n "_8)"; next }
      # A string of Fortran holds no zero.
      if (name ~ /^MPI_MAX_/) n--
      print "       INTEGER " name
      if (n == -2147483648) print "       PARAMETER (" name "=-2147483647-1)"
      else print "       PARAMETER (" name "=" n ")"
    }' "$header"
  cat <<'END'
       INTEGER MPI_STATUS_SIZE, MPI_SOURCE, MPI_TAG, MPI_ERROR
       PARAMETER (MPI_STATUS_SIZE=5)
       PARAMETER (MPI_SOURCE=3, MPI_TAG=4, MPI_ERROR=5)
       INTEGER MPI_ADDRESS_KIND, MPI_OFFSET_KIND, MPI_COUNT_KIND
       PARAMETER (MPI_ADDRESS_KIND=8, MPI_OFFSET_KIND=8)
       PARAMETER (MPI_COUNT_KIND=8)
       INTEGER MPI_INTEGER_KIND
       PARAMETER (MPI_INTEGER_KIND=4)
       LOGICAL MPI_SUBARRAYS_SUPPORTED
       LOGICAL MPI_ASYNC_PROTECTS_NONBLOCKING
       PARAMETER (MPI_SUBARRAYS_SUPPORTED=.FALSE.)
       PARAMETER (MPI_ASYNC_PROTECTS_NONBLOCKING=.FALSE.)
       INTEGER MPI_BOTTOM, MPI_IN_PLACE
       INTEGER MPI_STATUS_IGNORE(MPI_STATUS_SIZE)
       INTEGER MPI_STATUSES_IGNORE(MPI_STATUS_SIZE,1)
       INTEGER MPI_ERRCODES_IGNORE(1)
       COMMON /MPIPRIV1/ MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE
       COMMON /MPIPRIV2/ MPI_STATUSES_IGNORE, MPI_ERRCODES_IGNORE
       SAVE /MPIPRIV1/, /MPIPRIV2/
       EXTERNAL MPI_WTIME, MPI_WTICK, PMPI_WTIME, PMPI_WTICK
       DOUBLE PRECISION MPI_WTIME, MPI_WTICK, PMPI_WTIME, PMPI_WTICK
       EXTERNAL MPI_AINT_ADD, MPI_AINT_DIFF
       INTEGER(KIND=MPI_ADDRESS_KIND) MPI_AINT_ADD, MPI_AINT_DIFF
END
}

# The names of MPI that mpi.h does not declare.
missing ()
{
  declared=$(calls)
  grep -v '^#' "$file" | grep -v -x -F -e "$declared"
}

lacks ()
{
  printf '/* Made by generate.sh. */\n'
  printf 'extern __attribute__ ((visibility ("hidden"))) void detmpi_lacks (const char *, const void *);\n'
  printf '#pragma GCC visibility push(default)\n'
  missing | while read -r name; do
    printf 'void %s (void);\nvoid %s (void) { detmpi_lacks ("%s", __builtin_return_address (0)); }\n' \
      "$name" "$name" "$name"
  done
}

# PMPI_X is MPI_X.  A Fortran call has four names, with and without the P; one that DetMPI lacks is
# the call for C, which looks at no argument.
symbols ()
{
  { calls; missing; } | awk -v missing="$(missing | tr '\n' ' ')" -v wrapped="$wrapped" '
    BEGIN { n = split(missing, names, " "); for (i = 1; i <= n; i++) lacks[names[i]] = 1
            n = split(wrapped, names, " "); for (i = 1; i <= n; i++) has[names[i]] = 1 }
    { name = $1; low = tolower(name); print "P" name " = " name ";"
      from = name in lacks ? name : low "_"
      if (!(name in lacks) && !(from in has)) next
      if (name in lacks) print low "_ = " from ";"
      print low " = " from "; " low "__ = " from "; " toupper(name) " = " from ";"
      print "p" low "_ = " from "; p" low " = " from "; p" low "__ = " from "; P" toupper(name) " = " from ";" }'
}

exports ()
{
  cat <<'END'
{ global: MPI_*; PMPI_*; MPIR_*; mpi_*; pmpi_*; mpipriv*; mpifcmb*; __libc_start_main; local: *; };
END
}

"$what"
