/* SPDX-License-Identifier: MIT */
/* generate_expressions.cc - random programs: expressions and statements of processes
 * (generate_expressions.h). */
#include "fuzz/generate_expressions.h"

namespace er {

uint64_t
Random::next ()
{
  bits ^= bits >> 12;
  bits ^= bits << 25;
  bits ^= bits >> 27;
  return bits * 0x2545f4914f6cdd1d;
}

static const char *const integers[] = { "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64" };

static bool
is_float (const std::string &type)
{
  return type[0] == 'f';
}

static bool
is_scalar (const std::string &type)
{
  return type != "pair" && type[0] != '[';
}

std::string
Words::scalar ()
{
  int k = random.below (11);
  return k < 8 ? integers[k] : k == 8 ? "f32" : k == 9 ? "f64" : "bool";
}

std::string
Words::declarations ()
{
  return "struct pair {\n    x : i32,\n    y : [2]f64,\n    z : bool\n}\n"
         + std::string ("const table : [4]i32 = [4]i32(") + literal ("i32") + ", " + literal ("i32")
         + ", " + literal ("i32") + ", " + literal ("i32") + ");\nconst few : index = "
         + format ("%d", random.below (5)) + ";\n" + "extern pure func fabs(f64) -> f64;\n"
         + function ();
}

/* A function with the names that a process has: s, f, t, c, few.  It may return in a branch or in a
 * loop, or before others that inline moves into a branch. */
std::string
Words::function ()
{
  std::string result = "\nfunc mixed(s : i64, f : f64, t : [4]i32) -> i64 {\n"
                       "    var c : bool = s > 0i64;\n    var x : i64 = s;\n";
  indices = { "few" };
  for (int k = random.below (3); k > 0; k--)
    switch (random.below (3))
      {
      case 0:
        result += format ("    for z%d in 0 .. %d {\n", k, random.below (6))
                  + "        x = x * 5i64 + " + value ("i64", 1) + ";\n"
                  + (random.chance (2) ? "        if x % 3i64 == 1i64 {\n            return x;\n"
                                         "        }\n"
                                       : "        c = !c;\n")
                  + "    }\n";
        break;
      case 1:
        result += "    if " + value ("bool", depth) + " {\n        return "
                  + value ("i64", depth) + ";\n    }\n";
        break;
      default:
        result += "    x = x ^ " + value ("i64", depth) + ";\n";
      }
  result += "    return x + i64(c);\n}\n";
  has_function = true;
  return result;
}

std::string
Words::state ()
{
  return "    var s : i64 = " + literal ("i64") + ";\n    var f : f64 = " + literal ("f64")
         + ";\n    var t : [4]i32 = table;\n    var c : bool;\n";
}

/* ---- Expressions --------------------------------------------------------- */

/* Small values, and those at the ends of the range. */
std::string
Words::literal (const std::string &type)
{
  static const char *const floats[] = { "0.0",  "1.0",  "-1.5",    "0.1",
                                        "3.25", "1e10", "-2.5e-3", "255.5" };
  if (type == "bool")
    return random.chance (2) ? "true" : "false";
  if (is_float (type))
    return floats[random.below (8)] + (type == "f32" ? type : "");
  int width = std::stoi (type.substr (1));
  bool is_signed = type[0] == 'i';
  uint64_t most = (~uint64_t (0) >> (64 - width)) >> is_signed;
  uint64_t n = random.chance (4) ? most - uint64_t (random.below (2)) : random.next () % 100;
  std::string sign = is_signed && random.chance (3) ? "-" : "";
  return sign + format ("%llu", (unsigned long long) n % (most + (most != ~uint64_t (0)))) + type;
}

std::string
Words::leaf (const std::string &type)
{
  std::string i = indices[size_t (random.below (int (indices.size ())))];
  switch (random.below (6))
    {
    case 0:
      return literal (type);
    case 1:
      return type == "i64" ? "s" : type + "(s)";
    case 2:
      return type == "f64" ? "f" : type + "(f)";
    case 3:
      return type == "i32" ? "t[" + i + " % 4]" : type + "(table[" + i + " & 3])";
    case 4:
      return type == "bool" ? "c" : type + "(c)";
    default:
      return type + "(" + i + ")";
    }
}

std::string
Words::condition (int deep)
{
  static const char *const signs[] = { "==", "!=", "<", "<=", ">", ">=" };
  switch (random.below (5))
    {
    case 0:
      return "!(" + value ("bool", deep - 1) + ")";
    case 1:
      return "(" + value ("bool", deep - 1) + (random.chance (2) ? " && " : " || ")
             + value ("bool", deep - 1) + ")";
    case 2:
      return "((" + value ("bool", deep - 1) + ")" + (random.chance (2) ? " ^ " : " & ") + "("
             + value ("bool", deep - 1) + "))";
    default:
      {
        std::string type = scalar ();
        bool ordered = type != "bool";
        return "((" + value (type, deep - 1) + ") " + signs[random.below (ordered ? 6 : 2)] + " ("
               + value (type, deep - 1) + "))";
      }
    }
}

/* A divisor is 1 to 63. */
std::string
Words::arithmetic (const std::string &type, int deep)
{
  static const char *const signs[] = { "+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%" };
  std::string a = "(" + value (type, deep - 1) + ")", b = "(" + value (type, deep - 1) + ")";
  int k = random.below (is_float (type) ? 3 : 10);
  if (k >= 8)
    b = "(((" + value (type, deep - 1) + ") & 62" + type + ") + 1" + type + ")";
  return "(" + a + " " + signs[k] + " " + b + ")";
}

std::string
Words::value (const std::string &type, int deep)
{
  if (deep <= 0 || random.chance (4))
    return leaf (type);
  if (type == "bool")
    return condition (deep);
  switch (random.below (6))
    {
    case 0:
      return "(" + value ("bool", deep - 1) + " ? " + value (type, deep - 1) + " : "
             + value (type, deep - 1) + ")";
    case 1:
      {
        std::string other = scalar ();
        return type + "(" + value (other, deep - 1) + ")";
      }
    case 2:
      return is_float (type) ? "-(" + value (type, deep - 1) + ")"
                             : "~(" + value (type, deep - 1) + ")";
    case 3:
      return type == "f64" ? "fabs(" + value (type, deep - 1) + ")"
             : type == "i64" && has_function && random.chance (3)
               ? "mixed(" + value ("i64", deep - 1) + ", " + value ("f64", deep - 1) + ", t)"
               : arithmetic (type, deep);
    default:
      return arithmetic (type, deep);
    }
}

std::string
Words::whole (const std::string &type, int deep)
{
  if (type == "pair")
    return "pair(" + value ("i32", deep) + ", [2]f64(" + value ("f64", deep) + ", "
           + value ("f64", deep) + "), " + value ("bool", deep) + ")";
  if (type == "[2]u16")
    return "[2]u16(" + value ("u16", deep) + ", " + value ("u16", deep) + ")";
  return value (type, deep);
}

/* ---- Statements ---------------------------------------------------------- */

std::string
Words::statements (int margin, const std::string &index, std::vector<std::string> others)
{
  indices = others;
  indices.push_back (index);
  indices.push_back ("few");
  std::string blanks (size_t (margin) * 4, ' '), result;
  for (int k = random.below (3); k > 0; k--)
    switch (random.below (5))
      {
      case 0:
        result += blanks + "s = " + value ("i64", depth) + ";\n";
        break;
      case 1:
        result += blanks + "f = " + value ("f64", depth) + ";\n";
        break;
      case 2:
        result += blanks + "t[" + index + " % 4] = " + value ("i32", depth) + ";\n";
        break;
      case 3:
        result += blanks + "if " + value ("bool", depth) + " {\n" + blanks + "    s = s + "
                  + value ("i64", depth) + ";\n" + blanks + "} else {\n" + blanks + "    c = !c;\n"
                  + blanks + "}\n";
        break;
      default:
        result +=
          blanks
          + format ("for z in %d .. %d by %d {\n", random.below (9), random.below (9),
                    random.chance (2) ? 1 : -2)
          + blanks + "    s = s * 31i64 + i64(z);\n" + blanks + "    if s % 5i64 == 3i64 {\n"
          + blanks + (random.chance (2) ? "        break;\n" : "        continue;\n") + blanks
          + "    }\n" + blanks + "    c = " + value ("bool", depth) + ";\n" + blanks + "}\n";
        break;
      }
  return result;
}

std::string
Words::write (const std::string &place, const std::string &type, const std::string &index,
              std::vector<std::string> others, int margin)
{
  indices = others;
  indices.push_back (index);
  indices.push_back ("few");
  std::string blanks (size_t (margin) * 4, ' '), more;
  std::string first = blanks + place + " = " + whole (type, depth) + ";\n";
  if (type == "pair" && random.chance (2))
    more = blanks + place + ".y[" + index + " & 1] = " + value ("f64", depth) + ";\n";
  return first + more + blanks + "s = s * 7i64 + 1i64;\n";
}

/* Every value that is read enters the state, and so affects the output. */
std::string
Words::read (const std::string &element, const std::string &type, int margin)
{
  std::string blanks (size_t (margin) * 4, ' ');
  if (type == "pair")
    return blanks + "s = s * 31i64 + i64(" + element + ".x) + i64(" + element + ".z);\n" + blanks
           + "f = " + element + ".y[0] - " + element + ".y[1];\n";
  if (type == "[2]u16")
    return blanks + "s = s * 31i64 + i64(" + element + "[0] ^ " + element + "[1]);\n";
  if (is_float (type))
    return blanks + "f = f64(" + element + ") + f * 0.5;\n";
  return blanks
         + (type == "bool" ? "c = c != " + element : "s = (s << 1i64) + i64(" + element + ")")
         + ";\n";
}

std::string
Words::shown (const std::string &element, const std::string &type)
{
  if (type == "pair")
    return ", \" \", " + element + ".x, \" \", " + element + ".y[0], \" \", " + element
           + ".y[1], \" \", " + element + ".z";
  return is_scalar (type) ? ", \" \", " + element
                          : ", \" \", " + element + "[0], \" \", " + element + "[1]";
}

} // namespace er
