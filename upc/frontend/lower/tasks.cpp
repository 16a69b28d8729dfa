// SPDX-License-Identifier: BSD-3-Clause
#include "lower/tasks.h"
#include "lower/expressions.h"
#include "lower/statements.h"
#include "types/task_statements.h"

using namespace clang;

bool isTask(const Stmt *s) { return taskStatement(s) != nullptr; }

// The thread that upc_on names: a number, or that of a pointer.
static c::Expression threadOf(const Expr *where, const Context &in) {
  c::Expression value = lowerExpression(where, in);
  if (!in.unit.types.isPts(in.unit.types.of(where))) return value;
  return c::call("urt_thread_of", {value});
}

c::Statement lowerTask(const Stmt *s, const Context &in) {
  static const char *const functions[] = {"urt_task_begin", "urt_task_on", "urt_task_begin_on"};
  const CallExpr *call = taskStatement(s);
  const Expr *last = call->getArg(call->getNumArgs() - 1);
  Expr::EvalResult kind;
  call->getArg(0)->EvaluateAsInt(kind, in.unit.context);
  Context inside = in.generalVersion("");
  inside.general = inside.inChunk = false;
  inside.returns = in.unit.context.VoidTy;
  c::Expressions arguments;
  if (call->getNumArgs() > 2) arguments.push_back(threadOf(call->getArg(1)->IgnoreImpCasts(), in));
  const Stmt *body = cast<BlockExpr>(last->IgnoreParenImpCasts())->getBody();
  arguments.push_back(c::primary("^" + lowerStatement(body, inside).code));
  return c::statement(c::call(functions[kind.Val.getInt().getExtValue()], arguments));
}

c::Statement withGroup(const Stmt *s, const c::Statement &inside, const Context &in) {
  Code line = Code::lineOf(in.unit.index(s->getBeginLoc()));
  return c::Statement(line + "{ URT_TASK_GROUP(upc_group_" + in.unit.fresh() + "); " + inside.code + " }");
}

c::Statement lowerSerial(const IfStmt *s, const Context &in) {
  Code line = Code::lineOf(in.unit.index(s->getBeginLoc()));
  Code condition = lowerCondition(s->getCond(), in).argument();
  return c::Statement(line + "{ URT_TASK_SERIAL(upc_serial_" + in.unit.fresh() + ", " + condition + "); " +
                      lowerStatement(s->getThen(), in).code + " }");
}
