/* SPDX-License-Identifier: MIT */
/* generate.cc - random programs (generate.h): the network.
 *
 * A program is a network that grows from its sources: streams without a reader are on a list, and
 * each new process reads some of them and writes new ones; main reads the streams that are left and
 * prints their elements.  Errors are excluded by construction:
 *
 *   - of each stream the number of elements is known, and who writes which: a producer stalls
 *     before it writes and commits behind it; a consumer reads between update and release;
 *   - a horizon is at least a burst; where that is too small, it grows (4.12);
 *   - cycles begin with elements that nobody needs to wait for.
 *
 * So every schedule has the same outcome: the program finishes. generate_ends.cc makes
 * processes that do more than their turns, and generate_expressions.cc the expressions.
 */
#include "fuzz/generate.h"

#include "fuzz/generate_network.h"

namespace er {

/* ---- Parts of processes -------------------------------------------------- */

std::string
Maker::element_type ()
{
  return random.chance (5) ? "pair" : random.chance (6) ? "[2]u16" : words.scalar ();
}

Stream
Maker::stream (int length, int writers, int readers)
{
  Stream s { record_count++, element_type (), length, readers, writers };
  records += "    let " + record_name (s) + " : record " + s.type
             + format (" = new_record(%d, %d);\n", writers, readers);
  return s;
}

std::string
Maker::start (const std::string &parameters)
{
  return format ("\nprocess p%d(", process_count) + parameters + ") {\n";
}

/* In any order with other runs: processes are started before or after their partners. */
void
Maker::run (const std::string &arguments)
{
  std::string line = format ("    run p%d(", process_count++) + arguments + ");\n";
  runs = random.chance (2) ? line + runs : runs + line;
}

static std::string
connected (const char *record, const std::string &type, const char *view, const std::string &id,
           const char *side, int horizon)
{
  return std::string ("    let ") + view + " : " + side + " view " + type + " = new_" + side
         + "_view(" + record + ");\n" + "    register(" + view + ", " + id + ");\n    alloc(" + view
         + format (", %d);\n", horizon);
}

std::string
Maker::writer (const char *record, const std::string &type, const char *view, const std::string &id,
               int least)
{
  return connected (record, type, view, id, "write", std::max (random.below (6) + 1, least));
}

std::string
Maker::reader (const char *record, const std::string &type, const char *view, const std::string &id)
{
  return connected (record, type, view, id, "read", random.below (6) + 1);
}

/* ---- Kinds of processes -------------------------------------------------- */

/* A source, which writes in bursts. */
void
Maker::source ()
{
  int burst = random.below (4) + 1, length = (random.below (size.elements / burst) + 1) * burst;
  Stream out = stream (length, 1, 1);
  processes += start ("out : record " + out.type + ", n : index")
               + writer ("out", out.type, "w", "1", burst) + words.state ()
               + format ("    for i in 0 .. n by %d {\n        stall(w, i + %d);\n", burst, burst)
               + format ("        for k in i .. i + %d {\n", burst) + words.statements (3, "k", {})
               + words.write ("w[[k]]", out.type, "k", {}, 3) + "        }\n"
               + format ("        commit(w, i + %d);\n    }\n}\n", burst);
  run (record_name (out) + format (", %d", length));
  open.push_back (out);
}

/* Several producers, each every m-th element (6.1 of the semantics). */
void
Maker::shared_source ()
{
  int many = random.below (3) + 2, length = random.below (size.elements) + 1;
  Stream out = stream (length, many, 1);
  processes += start ("out : record " + out.type + ", id : index, n : index")
               + writer ("out", out.type, "w", "id") + words.state ()
               + format ("    for i in id - 1 .. n by %d {\n", many)
               + "        commit(w, i);\n        stall(w, i + 1);\n"
               + words.write ("w[[i]]", out.type, "i", { "id" }, 2)
               + "        commit(w, i + 1);\n    }\n    commit(w, n);\n}\n";
  int number = process_count;
  for (int id = 1; id <= many; id++)
    {
      process_count = number;
      run (record_name (out) + format (", %d, %d", id, length));
    }
  open.push_back (out);
}

/* One process continues where another has stopped (4.5 of the semantics). */
void
Maker::handed_over_source ()
{
  int part = random.below (5) + 1, parts = random.below (3) + 2;
  Stream out = stream (part * parts, 1, 1);
  std::string own = format ("p%d", process_count);
  processes +=
    start ("out : record " + out.type + ", i0 : index, n : index")
    + writer ("out", out.type, "w", "1") + words.state ()
    + format ("    for i in i0 .. i0 + %d {\n        stall(w, i + 1);\n", part)
    + words.write ("w[[i]]", out.type, "i", { "i0" }, 2) + "        commit(w, i + 1);\n    }\n"
    + format ("    if i0 + %d < n {\n        free_view(w, handover);\n        run ", part) + own
    + format ("(out, i0 + %d, n);\n    }\n}\n", part);
  run (record_name (out) + format (", 0, %d", part * parts));
  open.push_back (out);
}

/* Reads bursts of a, up to the end, and writes b elements for each burst. */
void
Maker::map ()
{
  Stream in = take ();
  int a = random.below (3) + 1, b = random.below (3) + 1, turns = (in.length + a - 1) / a;
  Stream out = stream (turns * b, 1, 1);
  processes +=
    start ("src : record " + in.type + ", out : record " + out.type)
    + any_order (reader ("src", in.type, "v", "1"), writer ("out", out.type, "w", "1", b))
    + words.state () + "    var i : index;\n    var j : index;\n"
    + (random.chance (2) ? format ("    receive(v, %d);\n", a) : "") + "    while true {\n"
    + format ("        let n : index = update(v, i + %d);\n", a)
    + "        if n == 0 {\n            break;\n        }\n"
    + format ("        stall(w, j + %d);\n", b) + words.read ("v[[i]]", in.type, 2)
    + (a > 1 ? "        for k in i + 1 .. n {\n" + words.read ("v[[k]]", in.type, 3) + "        }\n"
             : "")
    + words.statements (2, "i", { "j" }) + format ("        for k in j .. j + %d {\n", b)
    + words.write ("w[[k]]", out.type, "k", { "n" }, 3) + "        }\n        i = n;\n"
    + format ("        j = j + %d;\n", b)
    + (random.chance (2) ? "        release(v, i);\n        commit(w, j);\n"
                         : "        commit(w, j);\n        release(v, n);\n")
    + "    }\n}\n";
  run (record_name (in) + ", " + record_name (out));
  open.push_back (out);
}

/* Reads two streams element by element, as long as both last. */
void
Maker::join_two ()
{
  Stream a = take (), b = take ();
  int length = std::min (a.length, b.length);
  Stream out = stream (length, 1, 1);
  processes +=
    start ("a : record " + a.type + ", b : record " + b.type + ", out : record " + out.type)
    + reader ("a", a.type, "u", "1")
    + any_order (reader ("b", b.type, "v", "1"), writer ("out", out.type, "w", "1"))
    + words.state ()
    + "    var i : index;\n    while true {\n        let m : index = update(u, i + 1);\n"
    + "        if m == 0 {\n            break;\n        }\n        let n : index = update(v, i + "
      "1);\n"
    + "        let over : bool = done(v);\n        if over {\n            return;\n        }\n"
    + words.read ("u[[i]]", a.type, 2) + words.read ("v[[i]]", b.type, 2)
    + "        stall(w, i + 1);\n" + words.write ("w[[i]]", out.type, "i", { "m", "n" }, 2)
    + "        i = i + 1;\n        commit(w, i);\n        release(v, i);\n        release(u, m);\n "
      "   }\n}\n";
  run (record_name (a) + ", " + record_name (b) + ", " + record_name (out));
  open.push_back (out);
}

/* Two consumers of one stream: one reads all, one skips (2.3 of the semantics). */
void
Maker::broadcast ()
{
  int length = random.below (size.elements) + 1, stride = random.below (3) + 1;
  Stream in = stream (length, 1, 2);
  processes += start ("out : record " + in.type + ", n : index") + writer ("out", in.type, "w", "1")
               + words.state () + "    for i in 0 .. n {\n        stall(w, i + 1);\n"
               + words.write ("w[[i]]", in.type, "i", { "n" }, 2)
               + "        commit(w, i + 1);\n    }\n}\n";
  run (record_name (in) + format (", %d", length));
  for (int id = 1; id <= 2; id++)
    {
      int step = id == 1 ? 1 : stride;
      Stream out = stream ((length + step - 1) / step, 1, 1);
      processes +=
        start ("src : record " + in.type + ", out : record " + out.type + ", n : index")
        + any_order (reader ("src", in.type, "v", format ("%d", id)),
                     writer ("out", out.type, "w", "1"))
        + words.state () + "    var j : index;\n" + format ("    for i in 0 .. n by %d {\n", step)
        + "        let m : index = update(v, i + 1);\n        stall(w, j + 1);\n"
        + words.read ("v[[i]]", in.type, 2) + words.write ("w[[j]]", out.type, "i", { "j", "m" }, 2)
        + format ("        release(v, i + %d);\n", step)
        + "        j = j + 1;\n        commit(w, j);\n    }\n}\n";
      run (record_name (in) + ", " + record_name (out) + format (", %d", length));
      open.push_back (out);
    }
}

/* A cycle of two processes: the first few elements are written before anything comes back. */
void
Maker::feedback ()
{
  Stream in = take ();
  int delay = random.below (3) + 1;
  Stream out = stream (in.length, 1, 1), back = stream (in.length + delay, 1, 1);
  processes +=
    start ("src : record " + in.type + ", back : record " + back.type + ", out : record "
           + out.type)
    + reader ("src", in.type, "u", "1")
    + any_order (reader ("back", back.type, "v", "1"), writer ("out", out.type, "w", "1"))
    + "    let x : write view " + back.type + " = new_write_view(back);\n    register(x, 1);\n"
    + format ("    alloc(x, %d);\n    stall(x, %d);\n", delay, delay) + words.state ()
    + format ("    for k in 0 .. %d {\n", delay) + words.write ("x[[k]]", back.type, "k", {}, 2)
    + format ("    }\n    commit(x, %d);\n", delay) + "    var i : index;\n    while true {\n"
    + "        let m : index = update(u, i + 1);\n        if m == 0 {\n            break;\n        "
      "}\n"
    + "        let n : index = update(v, i + 1);\n" + words.read ("u[[i]]", in.type, 2)
    + words.read ("v[[i]]", back.type, 2) + "        release(v, i + 1);\n        stall(w, i + 1);\n"
    + words.write ("w[[i]]", out.type, "i", { "m", "n" }, 2)
    + format ("        stall(x, i + %d);\n", delay + 1)
    + words.write (format ("x[[i + %d]]", delay), back.type, "i", {}, 2)
    + format ("        commit(x, i + %d);\n", delay + 1)
    + "        i = i + 1;\n        commit(w, i);\n        release(u, i);\n    }\n}\n";
  run (record_name (in) + ", " + record_name (back) + ", " + record_name (out));
  open.push_back (out);
}

/* Passes elements one by one through several processes with constant rates, which passes may
 * fuse. */
void
Maker::chain ()
{
  for (int more = random.below (3) + 1; more > 0; more--)
    {
      Stream in = take ();
      Stream out = stream (in.length, 1, 1);
      processes +=
        start ("src : record " + in.type + ", out : record " + out.type)
        + any_order (reader ("src", in.type, "v", "1"), writer ("out", out.type, "w", "1"))
        + words.state () + "    var i : index;\n    while true {\n"
        + "        let n : index = update(v, i + 1);\n        if n == 0 {\n            break;\n    "
          "    }\n"
        + words.read ("v[[i]]", in.type, 2) + "        stall(w, i + 1);\n"
        + words.write ("w[[i]]", out.type, "i", { "n" }, 2)
        + "        release(v, n);\n        commit(w, n);\n        i = n;\n    }\n}\n";
      run (record_name (in) + ", " + record_name (out));
      open.push_back (out);
    }
}

/* What a turn writes depends only on what it has read, so turns can be shared by fission. */
void
Maker::stateless ()
{
  Stream in = take ();
  int a = random.below (2) + 1, b = random.below (3) + 1;
  Stream out = stream ((in.length + a - 1) / a * b, 1, 1);
  processes +=
    start ("src : record " + in.type + ", out : record " + out.type)
    + any_order (reader ("src", in.type, "v", "1"), writer ("out", out.type, "w", "1", b))
    + "    var i : index;\n    var j : index;\n    while true {\n"
    + format ("        let n : index = update(v, i + %d);\n", a)
    + "        if n == 0 {\n            break;\n        }\n" + words.state ()
    + "        for k in i .. n {\n" + words.read ("v[[k]]", in.type, 3) + "        }\n"
    + format ("        stall(w, j + %d);\n        for k in j .. j + %d {\n", b, b)
    + words.write ("w[[k]]", out.type, "k", { "i" }, 3)
    + format ("        }\n        j = j + %d;\n", b)
    + "        i = n;\n        release(v, i);\n        commit(w, j);\n    }\n}\n";
  run (record_name (in) + ", " + record_name (out));
  open.push_back (out);
}

/* ---- The whole ----------------------------------------------------------- */

Stream
Maker::take ()
{
  if (open.empty ())
    source ();
  size_t k = size_t (random.below (int (open.size ())));
  Stream s = open[k];
  open.erase (open.begin () + long (k));
  return s;
}

/* main reads the remaining streams, one after the other. */
void
Maker::finish ()
{
  for (size_t k = 0; k < open.size (); k++)
    {
      std::string v = format ("v%zu", k), r = record_name (open[k]);
      runs += connected (r.c_str (), open[k].type, v.c_str (), "1", "read", random.below (6) + 1);
    }
  for (size_t k = 0; k < open.size (); k++)
    {
      std::string v = format ("v%zu", k), i = format ("at%zu", k), n = format ("end%zu", k);
      runs += "    var " + i + " : index;\n    while true {\n        let " + n
              + " : index = update(" + v + ", " + i + format (" + %d);\n", random.below (5) + 1)
              + "        if " + n + " == 0 {\n            break;\n        }\n" + "        for k in "
              + i + " .. " + n + " {\n" + words.read (v + "[[k]]", open[k].type, 3)
              + "            print k" + words.shown (v + "[[k]]", open[k].type) + ";\n        }\n"
              + "        " + i + " = " + n + ";\n        release(" + v + ", " + n + ");\n    }\n"
              + "    print \"end of r" + format ("%d", open[k].number) + " at \", " + i
              + ", \": \", s;\n";
    }
}

std::string
Maker::all ()
{
  const std::string declarations = words.declarations ();
  int more = random.below (size.processes) + 1;
  while (process_count < more)
    switch (random.below (13))
      {
      case 0: source (); break;
      case 1: shared_source (); break;
      case 2: handed_over_source (); break;
      case 3: join_two (); break;
      case 4: broadcast (); break;
      case 5: feedback (); break;
      case 6: stateless (); break;
      case 7:
      case 8: chain (); break;
      case 9: early_source (); break;
      case 10: leaving (); break;
      case 11: own_record (); break;
      default: map (); break;
      }
  finish ();
  return declarations + processes + "\nprocess main() {\n" + records + words.state ()
         + runs + "}\n";
}

std::string
generate (uint64_t seed, const Size &size)
{
  return Maker (seed, size).all ();
}

} // namespace er
