// SPDX-License-Identifier: BSD-3-Clause
//   upc_begin { n = 1; }             urt_task_begin(^{ URT_PUT(int, urt_static_at(upc_v_n), 1); });
//   upc_sync { .. }                  { URT_TASK_GROUP(upc_group_4); { .. } }
//   upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { .. }
//                                    urt_task_on_all(^{ const int t = urt_mythread; { .. } });
#include "tasks/tasks.h"
#include "lower/expressions.h"
#include "lower/statements.h"

using namespace clang;

// The thread that upc_on names: a number, or that of a pointer.
static c::Expression threadOf(const Expr *where, const Context &in) {
  c::Expression value = lowerExpression(where, in);
  if (!in.unit.types.isPts(in.unit.types.of(where))) return value;
  return c::call("urt_thread_of", {value});
}

// The block literal of a task. `first` stands at the beginning of its body.
static c::Expression literal(const CallExpr *call, const Code &first, const Context &in) {
  Context inside = in;
  inside.inForall = false;
  inside.returns = in.unit.context.VoidTy;
  const Expr *last = call->getArg(call->getNumArgs() - 1);
  Code body = lowerStatement(cast<BlockExpr>(last->IgnoreParenImpCasts())->getBody(), inside).code;
  return c::primary(first.empty() ? "^" + body : "^{ " + first + " " + body + " }");
}

static long kindOf(const CallExpr *call, const Context &in) {
  Expr::EvalResult kind;
  call->getArg(0)->EvaluateAsInt(kind, in.unit.context);
  return kind.Val.getInt().getExtValue();
}

static c::Statement lowerTask(const CallExpr *call, const Context &in) {
  static const char *const functions[] = {"urt_task_begin", "urt_task_on", "urt_task_begin_on"};
  c::Expressions arguments;
  if (call->getNumArgs() > 2) arguments.push_back(threadOf(call->getArg(1)->IgnoreImpCasts(), in));
  arguments.push_back(literal(call, {}, in));
  return c::statement(c::call(functions[kindOf(call, in)], arguments));
}

// ---- A task on each thread

static bool isThreadCount(const Expr *e, const Context &in) {
  if (in.unit.types.dynamicThreads()) return isThreads(e, in.facts());
  auto value = knownValue(e, in.facts());
  return value && *value == in.unit.types.staticThreads();
}

static bool addsOne(const Expr *e, const VarDecl *v, const Context &in) {
  if (const auto *x = dyn_cast<UnaryOperator>(e)) return x->isIncrementOp() && variableOf(x->getSubExpr()) == v;
  const auto *x = dyn_cast<CompoundAssignOperator>(e);
  if (!x || x->getOpcode() != BO_AddAssign || variableOf(x->getLHS()) != v) return false;
  auto value = knownValue(x->getRHS(), in.facts());
  return value && *value == 1;
}

// `upc_coforall (int t = 0; t < THREADS; t++) upc_on (t) { .. }`: the runtime starts these tasks by a tree. None where
// the loop is another one.
static std::optional<c::Statement> lowerOnEachThread(const ForStmt *s, const Context &in) {
  const auto *declaration = dyn_cast_or_null<DeclStmt>(s->getInit());
  if (!declaration || !declaration->isSingleDecl()) return std::nullopt;
  const auto *v = dyn_cast<VarDecl>(declaration->getSingleDecl());
  const auto *below = dyn_cast_or_null<BinaryOperator>(s->getCond());
  const CallExpr *task = taskStatement(s->getBody());
  if (!v || !v->getType()->isIntegerType() || !v->getInit() || !below || !s->getInc() || !task) return std::nullopt;
  auto start = knownValue(v->getInit(), in.facts());
  bool every = start && *start == 0 && (below->getOpcode() == BO_LT || below->getOpcode() == BO_NE) &&
               variableOf(below->getLHS()) == v && isThreadCount(below->getRHS(), in) && addsOne(s->getInc(), v, in);
  if (!every || kindOf(task, in) != 2 || variableOf(task->getArg(1)) != v) return std::nullopt;
  std::string number = in.unit.types.declare(v->getType().getUnqualifiedType(), v->getName().str());
  Code line = Code::lineOf(in.unit.index(s->getBeginLoc()));
  Code first = c::declare("const " + number, c::name("urt_mythread")).code;
  return c::Statement(line + c::statement(c::call("urt_task_on_all", {literal(task, first, in)})).code);
}

// ---- Statements with tasks in them

// Is it the block, loop or condition that upc_sync, upc_cobegin, upc_coforall or upc_serial became?
static bool isOfTasks(const Stmt *s, const TokenStream &stream) {
  if (!isa<CompoundStmt, ForStmt, IfStmt>(s)) return false;
  int first = stream.index(s->getBeginLoc());
  if (first < 0 || stream.source[first].isNot(tok::identifier)) return false;
  StringRef word = stream.source[first].getIdentifierInfo()->getName();
  return word == "upc_sync" || word == "upc_cobegin" || word == "upc_coforall" || word == "upc_serial";
}

// With the group that is waited for.
static c::Statement withGroup(const Stmt *s, const c::Statement &inside, const Context &in) {
  Code line = Code::lineOf(in.unit.index(s->getBeginLoc()));
  return c::Statement(line + "{ URT_TASK_GROUP(upc_group_" + in.unit.fresh() + "); " + inside.code + " }");
}

static c::Statement lowerSerial(const IfStmt *s, const Context &in) {
  Code line = Code::lineOf(in.unit.index(s->getBeginLoc()));
  Code condition = lowerCondition(s->getCond(), in).argument();
  return c::Statement(line + "{ URT_TASK_SERIAL(upc_serial_" + in.unit.fresh() + ", " + condition + "); " +
                      lowerStatement(s->getThen(), in).code + " }");
}

std::optional<c::Statement> lowerTasks(const Stmt *s, const Context &in) {
  if (const CallExpr *call = taskStatement(s)) return lowerTask(call, in);
  if (!isOfTasks(s, in.unit.stream)) return std::nullopt;
  if (const auto *x = dyn_cast<IfStmt>(s)) return lowerSerial(x, in);
  if (const auto *x = dyn_cast<ForStmt>(s))
    if (auto tree = lowerOnEachThread(x, in)) return tree;
  return withGroup(s, lowerStatementOfC(s, in), in);
}
