// SPDX-License-Identifier: BSD-3-Clause
#include "lower/waits.h"
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "tokens/clang_versions.h"
#include "clang/AST/Attr.h"

using namespace clang;

// What a statement reads, if it reads an object; else null.
static const Expr *objectRead(const Stmt *s) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(s);
  return cast && cast->getCastKind() == CK_LValueToRValue ? cast->getSubExpr() : nullptr;
}

bool readsShared(const Stmt *s, const Context &in) {
  if (!s) return false;
  if (const Expr *object = objectRead(s); object && isShared(object, in)) return true;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return readsShared(child, in); });
}

static bool isEndless(const Expr *condition, const Context &in) {
  bool always = false;
  return !condition || (condition->EvaluateAsBooleanCondition(always, in.unit.context) && always);
}

// ---- Functions that may wait, or find out what other threads have done

// Functions of the C library that wait for nobody, beside those that Clang knows to be pure.
static bool waitsForNobody(StringRef name) {
  static const StringRef names[] = {
      "rand", "drand48", "lrand48", "mrand48", "clock", "getpid", "getenv", "atoi", "atol", "atoll", "atof", "strlen",
      "strcmp", "strncmp", "strcasecmp", "strncasecmp", "memcmp", "memchr", "strchr", "strrchr", "strstr", "strspn",
      "strcspn", "strpbrk", "abs", "labs", "llabs", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph",
      "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "printf", "puts",
      "putchar", "fprintf", "fputs", "fputc", "putc", "fwrite", "fflush", "perror"};
  return llvm::is_contained(names, name);
}

using Functions = llvm::SmallPtrSet<const FunctionDecl *, 8>;

// Reads what other threads may write, or calls a function that may. The functions that are looked at already are in
// `seen`.
static bool mayAwait(const Stmt *s, Functions &seen, const Context &in);

static bool callMayAwait(const CallExpr *call, Functions &seen, const Context &in) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition;
  if (!callee || !callee->getIdentifier()) return true;
  if (callee->hasAttr<ConstAttr>() || callee->hasAttr<PureAttr>()) return false;
  if (callee->hasBody(definition)) return seen.insert(definition).second && mayAwait(definition->getBody(), seen, in);
  unsigned builtin = callee->getBuiltinID();
  if (builtin && isPureBuiltin(in.unit.context, builtin)) return false;
  bool known = builtin || in.unit.stream.fromSystem(in.unit.context.getSourceManager(), callee->getLocation());
  return !known || !waitsForNobody(callee->getName());
}

static bool mayAwait(const Stmt *s, Functions &seen, const Context &in) {
  if (!s) return false;
  if (const Expr *object = objectRead(s))
    if (isShared(object, in) || object->getType().isVolatileQualified()) return true;
  if (const auto *call = dyn_cast<CallExpr>(s); call && callMayAwait(call, seen, in)) return true;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return mayAwait(child, seen, in); });
}

static bool callsWhatMayAwait(const Stmt *s, Functions &seen, const Context &in) {
  if (!s) return false;
  if (const auto *call = dyn_cast<CallExpr>(s); call && callMayAwait(call, seen, in)) return true;
  return llvm::any_of(s->children(), [&](const Stmt *child) { return callsWhatMayAwait(child, seen, in); });
}

// ---- What a loop changes

static void variablesOf(const Stmt *s, Variables &found) {
  if (!s) return;
  if (const auto *e = dyn_cast<Expr>(s))
    if (const VarDecl *v = variableOf(e)) found.insert(v);
  for (const Stmt *child : s->children()) variablesOf(child, found);
}

static const VarDecl *changedBy(const Stmt *s) {
  const auto *unary = dyn_cast<UnaryOperator>(s);
  if (unary && unary->isIncrementDecrementOp()) return variableOf(unary->getSubExpr());
  const auto *binary = dyn_cast<BinaryOperator>(s);
  return binary && binary->isAssignmentOp() ? variableOf(binary->getLHS()) : nullptr;
}

static bool isConditional(const Stmt *s) {
  if (const auto *binary = dyn_cast<BinaryOperator>(s)) return binary->isLogicalOp();
  return isa<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt, ConditionalOperator>(s);
}

// Is one of these variables changed? `conditional`: if not, only what not every iteration comes to counts.
static bool changes(const Stmt *s, const Variables &variables, bool conditional) {
  if (!s) return false;
  if (conditional && variables.count(changedBy(s))) return true;
  conditional |= isConditional(s);
  return llvm::any_of(s->children(), [&](const Stmt *child) { return changes(child, variables, conditional); });
}

// `for (i = 0; i < n; i++) if (!sent(i)) i--;`: whether the loop comes nearer to its end may depend on another thread.
static bool triesAgain(const Loop &loop, const Context &in) {
  Variables variables;
  Functions seen;
  variablesOf(loop.condition, variables);
  return changes(loop.body, variables, false) && callsWhatMayAwait(loop.body, seen, in);
}

// ---- Loops that come to an end by themselves

static void changedVariables(const Stmt *s, Variables &found) {
  if (!s) return;
  if (const VarDecl *v = changedBy(s); v && !v->getType().isVolatileQualified()) found.insert(v);
  for (const Stmt *child : s->children()) changedVariables(child, found);
}

static bool names(const Stmt *s, const Variables &variables) {
  Variables found;
  variablesOf(s, found);
  return llvm::any_of(found, [&](const VarDecl *v) { return variables.count(v); });
}

// Are all reads relaxed, and with `moving` those of shared objects elements whose subscripts move?
static bool readsRelaxed(const Stmt *s, const Variables *moving, const Context &in) {
  if (!s) return true;
  if (const Expr *object = objectRead(s)) {
    bool shared = isShared(object, in);
    if (object->getType().isVolatileQualified() || (shared && isStrict(object, in))) return false;
    const auto *element = dyn_cast<ArraySubscriptExpr>(object->IgnoreParens());
    if (shared && moving) return element && names(element->getIdx(), *moving);
  }
  return llvm::all_of(s->children(), [&](const Stmt *child) { return readsRelaxed(child, moving, in); });
}

static bool comesToAnEnd(const Loop &loop, const Context &in) {
  Functions seen;
  Variables moving;
  changedVariables(loop.step, moving);
  if (!loop.condition || callsWhatMayAwait(loop.condition, seen, in)) return false;
  for (const VarDecl *v : Variables(moving)) // what the body changes may go back again
    if (changes(loop.body, Variables(&v, &v + 1), true)) moving.erase(v);
  if (!names(loop.condition, moving)) return false;
  const auto *compare = dyn_cast<BinaryOperator>(loop.condition->IgnoreParenImpCasts());
  bool counts = compare && compare->isRelationalOp() &&
                (moving.count(variableOf(compare->getLHS())) || moving.count(variableOf(compare->getRHS())));
  return readsRelaxed(loop.condition, counts ? nullptr : &moving, in);
}

// ---- In generated C

c::Expression lowerLoopCondition(const Loop &loop, const Context &in) {
  bool endless = isEndless(loop.condition, in);
  c::Expression condition = lowerCondition(loop.condition, in);
  if (comesToAnEnd(loop, in) || (!readsShared(loop.condition, in) && !(endless && readsShared(loop.body, in))))
    return condition;
  return c::comma(c::call("urt_look_again", {}), condition);
}

Turns::Turns(const Loop &loop, int keyword, const Context &in) {
  Functions seen;
  if (in.unit.followsPragma(keyword) || comesToAnEnd(loop, in)) return; // a pragma wants its loop
  if (mayAwait(isEndless(loop.condition, in) ? loop.body : loop.condition, seen, in) || triesAgain(loop, in))
    name = "upc_t" + in.unit.fresh();
}

std::optional<c::Expression> Turns::counted(const std::optional<c::Expression> &condition) const {
  if (name.empty()) return condition;
  return c::comma(c::call("urt_turn", {c::addressOf(c::name(name))}), condition ? *condition : c::number(1));
}

c::Statement Turns::around(const c::Statement &loop) const {
  return name.empty() ? loop : c::Block{c::declare("unsigned int " + name, c::number(0)), loop}.braced();
}
