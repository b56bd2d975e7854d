/* SPDX-License-Identifier: MIT */
/* evaluate.h - the compile-time interpreter: runs init code, static blocks, and the bodies of
 * streams that create others.
 *
 * What depends on a tape, on messages or on native functions has no value at compile time; it ends
 * the stage with an error that names the place.
 */
#ifndef ERBIUM_STREAMIT_EVALUATE_H
#define ERBIUM_STREAMIT_EVALUATE_H

#include <map>
#include <unordered_map>

#include "streamit/builtins/builtins.h"
#include "streamit/evaluate/value.h"
#include "streamit/source/source.h"

namespace er::streamit {

/* The values of variables.  A name that is not found is looked up in the environment around. */
struct Env
{
  std::unordered_map<const Variable *, Value> own;
  /* parameters that stand for whole arrays of the caller */
  std::unordered_map<const Variable *, Value *> shared;
  Env *around = nullptr;

  Value *find (const Variable *v)
  {
    auto found = own.find (v);
    if (found != own.end ())
      return &found->second;
    auto array = shared.find (v);
    if (array != shared.end ())
      return array->second;
    return around ? around->find (v) : nullptr;
  }
};

class Evaluator
{
public:
  explicit Evaluator (Report &report) : report (report) {}
  virtual ~Evaluator () {}

  /* The value of an expression; reports an error and throws Stop if it has none. */
  Value value (const Expr *e, Env &env);
  int64_t integer (const Expr *e, Env &env); /* of an int, or of a float that is one */
  /* The zero of a type, with the lengths of its arrays. */
  Value zero (const Type *t, Env &env);
  int64_t length (const Type *array, Env &env); /* from 1 to 2^20 */
  /* What a variable of the type holds after the assignment of v. */
  Value fit (const Value &v, const Type *t, Env &env, Place at);
  Value initial (const Type *t, const Expr *e, Env &env); /* e may be none, or a List */
  void run (const Function *f, Env &env);
  void declare (const Variable *v, Env &env);

  Random random;
  static int64_t most_steps; /* of one evaluator; tests lower it */

protected:
  enum Way { Next, Broken, Continued, Returned };
  Way execute (const Stmt *s, Env &env);
  /* add, split, join, ...: what creates streams. */
  virtual void create (const Stmt *s, Env &env);

  Report &report;

private:
  static const int64_t most_scalars = 1 << 22;
  static const int most_calls = 200;
  int64_t steps = 0;
  int64_t made = 0; /* scalars of zeros */
  int calls = 0;
  int portals = 0;
  Value returned;

  void step (Place at);
  Way loop (const Stmt *s, Env &env);
  Value *place (const Expr *e, Env &env);
  std::vector<int64_t> path (const Expr *e, Env &env);
  Value *follow (const Expr *e, const std::vector<int64_t> &path, Env &env);
  void assign (const Stmt *s, Env &env);
  Value call (const Expr *e, Env &env);
  Value called (const Expr *e, const Function *f, Env &env);
  Value increment (const Expr *e, Env &env);
  Value name (const Expr *e, Env &env);
  Value list (const Type *t, const Expr *e, Env &env);
  Value part (const Expr *e, Env &env);
  bool truth (const Expr *e, Env &env);
};

} // namespace er::streamit
#endif
