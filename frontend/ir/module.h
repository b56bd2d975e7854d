/* SPDX-License-Identifier: MIT */
/* module.h - a program in memory.
 *
 * There is one node for each construct of the grammar in ir-spec/1-text.md; there is no second,
 * lower form.  The parser builds the module, and the verifier binds names and computes types.
 * Passes change the module in place and are followed by the verifier.  The printer, the interpreter
 * and the back ends only read it.
 *
 * A Module owns all its nodes and frees them only when it is destroyed, so pointers to them are
 * valid as long as the Module exists.  A node has one parent; to use it twice, copy it (walk.h).
 * Types are unique: two types are the same if and only if their pointers are equal.  Fields that
 * the verifier fills in are marked (verifier).  The parser leaves them empty, and so may a pass
 * that is followed by the verifier.
 */
#ifndef ERBIUM_MODULE_H
#define ERBIUM_MODULE_H

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "files/files.h"

namespace er {

/* ---- Types (chapter 2) --------------------------------------------------- */

struct Structure;

struct Type
{
  enum Kind {
    Bool, Index, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, /* scalars, in this order */
    Handle, Array, Struct, Record, ReadView, WriteView,
    None,   /* the type of a call without a result */
    Named,  /* a structure by its name, until the verifier has bound it */
    Wrong   /* the type of an erroneous expression; it suppresses further errors */
  };
  Kind kind;
  const Type *element = nullptr; /* Array, Record, views */
  uint64_t count = 0;            /* Array */
  std::string name;              /* Struct, Named */
  Structure *structure = nullptr; /* Struct */

  bool scalar () const { return kind <= F64; }
  bool integer () const { return kind >= Index && kind <= U64; }
  bool floating () const { return kind == F32 || kind == F64; }
  bool aggregate () const { return kind == Array || kind == Struct; }
  bool number () const { return kind >= Index && kind <= F64; }
  bool view () const { return kind == ReadView || kind == WriteView; }
  bool is_signed () const { return kind >= Index && kind <= I64; }
  int bits () const; /* of a scalar */
  std::string text () const;
};

struct Field
{
  std::string name;
  Place at;
  const Type *type;
};

/* Size and alignment in bytes, as in C on the machines for which programs are compiled (2.10). */
struct Layout
{
  uint64_t size, align;
};
Layout layout_of (const Type *type);

/* The verifier computes these values once for each structure.  Computing them on demand would visit
 * a nested structure as often as it occurs, which can double with each field. */
struct Structure
{
  std::string name;
  Place at;
  std::vector<Field> fields;
  /* nesting depth of arrays and structures, counting this structure; 0 if not known yet
   * (verifier) */
  int height = 0;
  uint64_t scalars = 1;     /* in it (verifier) */
  uint64_t parts = 1;       /* scalars, arrays and structures, itself among them (verifier) */
  Layout layout = { 0, 1 }; /* (verifier) */
};

/* ---- Operators and primitives -------------------------------------------- */

enum class Op {
  Or, And, Equal, Unequal, Less, LessEqual, Greater, GreaterEqual,
  BitAnd, BitOr, BitXor, Left, Right, Add, Subtract, Multiply, Divide, Remainder,
  Negate, Not, Complement
};
const char *sign_of (Op op);

enum class Primitive {
#define PRIMITIVE(name, signature, side, wait, effect, prose) p_##name,
#define OPERATION PRIMITIVE
#include "primitives.def"
};

struct PrimitiveRow
{
  const char *name, *signature, *side, *wait, *effect;
};
const PrimitiveRow &row_of (Primitive p);
bool primitive_named (const std::string &name, Primitive *p);

/* ---- Names --------------------------------------------------------------- */

struct Expr;

struct Variable
{
  enum Kind { Constant, Parameter, Let, Var, Counter };
  Kind kind;
  std::string name;
  Place at;
  const Type *type;
  Expr *value = nullptr; /* Constant */
  int slot = -1;         /* in the memory of its process (verifier) */
};

/* ---- Expressions --------------------------------------------------------- */

struct Process;
struct Function;

struct Expr
{
  enum Kind {
    Integer,   /* integer, of type */
    Float,     /* number, of type */
    Boolean,   /* integer 0 or 1 */
    How,       /* integer 0 terminate, 1 handover */
    String,    /* name; in print only */
    Name,      /* name */
    Unary,     /* op, args[0] */
    Binary,    /* op, args[0], args[1] */
    Select,    /* args[0] ? args[1] : args[2] */
    Construct, /* type (args): a conversion, a structure, an array */
    Subscript, /* args[0] [args[1]] */
    Member,    /* args[0] . name */
    Element,   /* args[0] [[args[1]]] */
    /* name (args): a function; the verifier makes it a Construct where it is a structure */
    Call,
    Operation, /* primitive (args) */
    Run        /* run name (args) */
  };
  Kind kind;
  Place at;
  const Type *type = nullptr; /* (verifier), but for literals and Construct */
  std::vector<Expr *> args;
  std::string name;
  uint64_t integer = 0; /* the low bits of the value; sign-extended */
  double number = 0;
  Op op = Op::Or;
  Primitive primitive = Primitive::p_commit;
  /* nesting depth of operators, not counting those without operands; at most most_depth (parser) */
  int depth = 0;

  Variable *variable = nullptr; /* Name (verifier) */
  Function *function = nullptr; /* Call (verifier) */
  Process *process = nullptr;   /* Run (verifier) */
  int field = -1;               /* Member (verifier) */
};

/* ---- Statements ---------------------------------------------------------- */

struct Stmt;
typedef std::vector<Stmt *> Block;

struct Stmt
{
  enum Kind { Declare, Assign, Do, If, For, While, Break, Continue, Return, Print };
  Kind kind;
  Place at;
  Variable *variable = nullptr; /* Declare, For */
  Expr *place = nullptr;        /* Assign */
  /* Declare (or none), Assign, Do, Return (of a function); the condition of If, While */
  Expr *value = nullptr;
  Expr *from = nullptr, *to = nullptr, *step = nullptr; /* For; step or none */
  Block body, other;            /* If, For, While; other: else */
  std::vector<Expr *> pieces;   /* Print */
};

/* ---- Modules ------------------------------------------------------------- */

struct Process
{
  std::string name;
  Place at;
  bool external = false;
  std::vector<Variable *> parameters;
  Block body;
  int slots = 0; /* how many variables it has (verifier) */
};

/* A function of C, or one that the module defines (3.17), which is pure. */
struct Function
{
  std::string name;
  Place at;
  bool pure = false;
  std::vector<const Type *> parameters; /* (verifier) of a function that the module defines */
  const Type *result;
  std::string touches; /* "" if none was named */
  Process *code = nullptr; /* parameters and statements; nullptr: it is a function of C */
};

/* One of the four, in the order of the text. */
struct Item
{
  Structure *structure = nullptr;
  Variable *constant = nullptr;
  Function *function = nullptr;
  Process *process = nullptr;
};

class Module
{
public:
  static const int most_depth = 1000; /* so that recursion over trees is safe */

  std::vector<Item> items;

  Module ();
  Module (const Module &) = delete;

  const Type *scalar (Type::Kind kind); /* any without parts: also Handle, None, Wrong */
  const Type *array (const Type *element, uint64_t count);
  const Type *record (const Type *element);
  const Type *view (const Type *element, bool write);
  const Type *named (const std::string &name);
  const Type *of (Structure *structure);

  /* Makes a node, and computes its depth from its parts. too_deep () returns the first node that
   * exceeded most_depth, or nullptr. */
  Expr *make (Expr::Kind kind, Place at, std::vector<Expr *> args = {});
  Expr *integer (Place at, uint64_t value, const Type *type);
  Expr *floating (Place at, double value, const Type *type);
  Expr *boolean (Place at, bool value);
  Stmt *make (Stmt::Kind kind, Place at);
  Variable *variable (Variable::Kind kind, const std::string &name, Place at, const Type *type);
  Structure *structure ();
  Function *function ();
  Process *process ();
  const Expr *too_deep () const { return deep; }

  Process *find_process (const std::string &name) const;
  Process *main () const { return find_process ("main"); }

private:
  const Expr *deep = nullptr;
  std::deque<Expr> exprs;
  std::deque<Stmt> stmts;
  std::deque<Variable> variables;
  std::deque<Structure> structures;
  std::deque<Function> functions;
  std::deque<Process> processes;
  std::deque<Type> types;
  std::map<std::string, const Type *> known; /* by what is in it */
  const Type *intern (const Type &type);
};

/* Truncates a value to the bits of an integer type, and extends it with the sign if the type is
 * signed. */
uint64_t fit (uint64_t value, const Type *type);

} // namespace er
#endif
