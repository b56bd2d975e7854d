/* SPDX-License-Identifier: MIT */
/* generate_ends.cc - random programs (generate.h): processes that do more than their turns.
 *
 * They wait before their loop, leave it from a branch that stalls, updates or reads, call done
 * after it, continue a stream after it, or end one side of a record and use the other.  A pass that
 * considers only the turns would transform them wrongly.
 */
#include "fuzz/generate_network.h"

namespace er {

static const char *const also_over = "s = s * 3i64 + i64(over);\n";

/* A producer that may leave its loop, perhaps after writing elements that other turns do not write,
 * and may write more after the loop. */
void
Maker::early_source ()
{
  int n = random.below (size.elements) + 1, at = random.below (n + 2), more = random.below (3) + 1,
      tail = random.below (3);
  bool commits = !random.chance (3);
  int length = at < n ? at + (commits ? more : 0) : n;
  tail = length + tail ? tail : 1;
  Stream out = stream (length + tail, 1, 1);
  std::string leave =
    format ("        if i == %d {\n            stall(w, i + %d);\n", at, more)
    + format ("            for k in i .. i + %d {\n", more)
    + words.write ("w[[k]]", out.type, "k", { "i" }, 4) + "            }\n"
    + (commits ? format ("            commit(w, i + %d);\n            end = i + %d;\n", more, more)
               : "")
    + "            break;\n        }\n";
  std::string behind =
    format ("    stall(w, end + %d);\n    for k in end .. end + %d {\n", tail, tail)
    + words.write ("w[[k]]", out.type, "k", { "end" }, 2)
    + format ("    }\n    commit(w, end + %d);\n", tail);
  processes += start ("out : record " + out.type + ", n : index")
               + writer ("out", out.type, "w", "1", std::max (more, tail)) + words.state ()
               + "    var end : index;\n    for i in 0 .. n {\n" + leave
               + "        stall(w, i + 1);\n" + words.write ("w[[i]]", out.type, "i", { "n" }, 2)
               + "        commit(w, i + 1);\n        end = i + 1;\n    }\n" + (tail ? behind : "")
               + (random.chance (2) ? "    free_view(w, terminate);\n" : "") + "}\n";
  run (record_name (out) + format (", %d", n));
  open.push_back (out);
}

/* Generates a consumer that may wait before its loop, leave the loop early, and then call update or
 * done, both in the branch that leaves and after the loop. */
void
Maker::leaving ()
{
  Stream in = take ();
  int at = random.below (in.length + 3), more = random.below (4) + 1,
      first = random.chance (3) ? random.below (6) + 1 : 0;
  bool before_test = random.chance (2), leaves = !random.chance (4), tail = random.chance (2);
  bool left = leaves && (before_test ? at <= in.length : at < in.length);
  int length = (left ? at + 1 : in.length) + tail;
  Stream out = stream (length, 1, 1);
  std::string ask =
    format ("            let m : index = update(v, i + %d);\n            for k in i .. m {\n", more)
    + words.read ("v[[k]]", in.type, 4) + "            }\n            s = s + i64(m);\n";
  std::string over =
    std::string ("            let over : bool = done(v);\n            ") + also_over;
  std::string leave =
    format ("        if i == %d {\n", at) + (random.chance (3) ? "" : ask)
    + (random.chance (2) ? over : "") + "            stall(w, i + 1);\n"
    + words.write ("w[[i]]", out.type, "i", {}, 3)
    + "            i = i + 1;\n            commit(w, i);\n            break;\n        }\n";
  std::string test = "        let n : index = update(v, i + 1);\n        if n == 0 {\n            "
                     "break;\n        }\n";
  leave = leaves ? leave : "";
  processes += start ("src : record " + in.type + ", out : record " + out.type)
               + any_order (reader ("src", in.type, "v", "1"), writer ("out", out.type, "w", "1"))
               + words.state () + "    var i : index;\n";
  if (first)
    processes +=
      format ("    let first : index = update(v, %d);\n    for k in 0 .. first {\n", first)
      + words.read ("v[[k]]", in.type, 2) + "    }\n";
  processes += "    while true {\n" + (before_test ? leave + test : test + leave)
               + words.read ("v[[i]]", in.type, 2) + "        stall(w, i + 1);\n"
               + words.write ("w[[i]]", out.type, "i", { "n" }, 2)
               + "        i = n;\n        commit(w, i);\n        release(v, i);\n    }\n";
  if (random.chance (3))
    processes +=
      format ("    let last : index = update(v, i + %d);\n    s = s + i64(last);\n", more);
  if (random.chance (2))
    processes += std::string ("    let over : bool = done(v);\n    ") + also_over;
  if (random.chance (3))
    processes += "    free_view(v, terminate);\n";
  if (tail)
    processes += "    stall(w, i + 1);\n" + words.write ("w[[i]]", out.type, "i", {}, 1)
                 + "    commit(w, i + 1);\n";
  processes += "}\n";
  run (record_name (in) + ", " + record_name (out));
  open.push_back (out);
}

/* One that writes and reads a record itself, in its turns and elsewhere. */
void
Maker::own_record ()
{
  int n = random.below (size.elements) + 1, ahead = random.below (3), more = random.below (4) + 1;
  bool leaves = random.chance (2), ends = leaves && random.chance (2);
  int at = random.below (n + 1), shape = random.below (ends ? 2 : 4);
  bool left = leaves && at < n;
  Stream own = stream (0, 1, 1), out = stream ((left ? at + 1 : n) + 1, 1, 1);
  std::string in_front = format ("i + %d", ahead), beyond = format ("i + %d", ahead + more);
  auto use = [&] (const std::string &blanks, int margin, const std::string &to) {
    return blanks + "let m : index = update(v, " + to + ");\n" + blanks + "for k in i .. m {\n"
           + words.read ("v[[k]]", own.type, margin + 1) + blanks + "}\n" + blanks
           + "s = s + i64(m);\n";
  };
  processes += start ("own : record " + own.type + ", out : record " + out.type)
               + any_order (writer ("own", own.type, "w", "1"), reader ("own", own.type, "v", "1"))
               + writer ("out", out.type, "z", "1") + words.state () + "    var i : index;\n";
  if (ahead)
    processes += format ("    stall(w, %d);\n    for k in 0 .. %d {\n", ahead, ahead)
                 + words.write ("w[[k]]", own.type, "k", {}, 2)
                 + format ("    }\n    commit(w, %d);\n", ahead);
  if (ahead && random.chance (4))
    processes += format ("    update(v, %d);\n", ahead) + words.read ("v[[0]]", own.type, 1);
  processes += format ("    while i < %d {\n", n);
  if (leaves)
    processes +=
      format ("        if i == %d {\n", at)
      + (ends ? "            free_view(w, terminate);\n" + use ("            ", 3, beyond)
              : use ("            ", 3, in_front))
      + "            stall(z, i + 1);\n" + words.write ("z[[i]]", out.type, "i", {}, 3)
      + "            i = i + 1;\n            commit(z, i);\n            break;\n        }\n";
  processes += format ("        stall(w, i + %d);\n", ahead + 1)
               + words.write ("w[[" + in_front + "]]", own.type, "i", {}, 2)
               + format ("        commit(w, i + %d);\n", ahead + 1)
               + "        let n : index = update(v, i + 1);\n" + words.read ("v[[i]]", own.type, 2)
               + "        stall(z, i + 1);\n" + words.write ("z[[i]]", out.type, "i", { "n" }, 2)
               + "        i = i + 1;\n        commit(z, i);\n        release(v, i);\n    }\n";
  if (shape == 1)
    processes += std::string ("    let over : bool = done(v);\n    ") + also_over;
  if (shape == 2)
    processes += "    free_view(w, terminate);\n" + use ("    ", 1, beyond)
                 + "    let over : bool = done(v);\n    " + also_over;
  if (shape == 3)
    processes += "    stall(w, " + beyond
                 + format (");\n    for k in i + %d .. ", left ? ahead - 1 : ahead) + beyond
                 + " {\n" + words.write ("w[[k]]", own.type, "k", {}, 2) + "    }\n    commit(w, "
                 + beyond + ");\n" + use ("    ", 1, beyond);
  processes += "    stall(z, i + 1);\n" + words.write ("z[[i]]", out.type, "i", {}, 1)
               + "    commit(z, i + 1);\n}\n";
  run (record_name (own) + ", " + record_name (out));
  open.push_back (out);
}

} // namespace er
