# SPDX-License-Identifier: MIT
# large.awk - the calls of MPI 4 with large counts, made from the calls that they call.
#
#   awk -v names="NAMES..." -v mode=declare|define -f large.awk
#
# Reads declarations, each on one line, and prints those of the calls NAME_c and NAME_x in NAMES
# that are not declared themselves, or their definitions: counts are narrowed, and results widened.
# Names of parameters decide which of them are counts; mpi.h uses the same names in all calls.

BEGIN {
  n = split (names, list, " ")
  for (i = 1; i <= n; i++)
    wanted[list[i]] = 1
}

{
  text[NR] = $0
  declared[$2] = 1
}

END {
  for (line = 1; line <= NR; line++)
    {
      split (text[line], word, " ")
      for (k = 1; k <= 2; k++)
        {
          name = word[2] (k == 1 ? "_c" : "_x")
          if (name in wanted && !(name in declared))
            one_call(word[2], name, text[line])
        }
    }
}

function one_call(base, name, declaration,   inner, count, p, i)
{
  inner = declaration
  sub (/^[^(]*\(/, "", inner)
  sub (/\);$/, "", inner)
  count = split (inner, p, /, */)
  formal = before = actual = after = frees = ""
  for (i = 1; i <= count; i++)
    parameter(base, p[i])
  if (mode == "declare")
    {
      print "int " name " (" formal ");"
      return
    }
  print "LARGE int\n" name " (" formal ")\n{"
  print "  detmpi_large_begins (__func__, __builtin_return_address (0));"
  printf "%s", before
  print "  int error = detmpi_large_error ();"
  print "  if (!error)\n    error = " base " (" actual ");"
  printf "%s%s", after, frees
  print "  detmpi_large_ends ();\n  return error;\n}\n"
}

# The array of counts, or NULL where the call does not read it.
function array(base, id)
{
  if (base ~ /^MPI_Gatherv$|^MPI_Scatterv$/)
    return "detmpi_is_root (root, comm) ? " id " : NULL"
  if (base ~ /^MPI_Alltoall/ && id ~ /^s/)
    return "sendbuf != MPI_IN_PLACE ? " id " : NULL"
  return id
}

# The length of the array.
function length_of(base)
{
  return base ~ /subarray/ ? "dims" : base ~ /^MPI_Type/ ? "count_" : "detmpi_size_of (comm)"
}

function add(type, id, value)
{
  formal = formal (formal == "" ? "" : ", ") type
  actual = actual (actual == "" ? "" : ", ") value
}

function parameter(base, p,   id)
{
  id = p
  sub (/\[.*/, "", id)
  sub (/.*[ *]/, "", id)
  if (p ~ /^int (count|sendcount|recvcount|length|stride|size)$/)
    {
      before = before "  int " id "_ = detmpi_narrow (" id ");\n"
      add("MPI_Count " id, id, id "_")
    }
  else if (p ~ /^const int (sendcounts|recvcounts|lengths|sizes|subsizes|starts|displs|sdispls|rdispls)\[\]$/)
    {
      before = before "  int *" id "_ = detmpi_narrow_all (" array(base, id) ", " \
               length_of(base) ");\n"
      frees = frees "  free (" id "_);\n"
      add((id ~ /displs/ && base !~ /^MPI_Type/ ? "const MPI_Aint " : "const MPI_Count ") id "[]",
           id, id "_")
    }
  else if (p ~ /^int \*(count|size|position)$/)
    {
      before = before "  int " id "_ = " (id == "position" ? "detmpi_narrow (*" id ")" : "0") ";\n"
      after = after "  if (!error)\n    *" id " = " id "_;\n"
      add("MPI_Count *" id, id, "&" id "_")
    }
  else if (p ~ /MPI_Aint/) # as wide as MPI_Count
    {
      sub (/MPI_Aint/, "MPI_Count", p)
      add(p, id, id)
    }
  else
    add(p, id, id)
}
