// SPDX-License-Identifier: BSD-3-Clause
#include "lower/exits.h"
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "tokens/clang_versions.h"
#include "tokens/extension.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

// What a statement reads, if it reads an object; else null.
static const Expr *objectRead(const Stmt *s) {
  const auto *cast = dyn_cast<ImplicitCastExpr>(s);
  return cast && cast->getCastKind() == CK_LValueToRValue ? cast->getSubExpr() : nullptr;
}

template <class Test> static bool anyChild(const Stmt *s, Test test) {
  return llvm::any_of(s->children(), [&](const Stmt *child) { return child && test(child); });
}

// ---- What others may write

struct Target {
  const VarDecl *variable = nullptr; // that it is a part of, or whose value points there
  bool behindPointer = false;
};

static Target targetOf(const Expr *e) {
  Target at;
  for (;;) {
    e = e->IgnoreParenCasts();
    if (const auto *member = dyn_cast<MemberExpr>(e)) {
      at.behindPointer |= member->isArrow();
      e = member->getBase();
    } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
      at.behindPointer |= !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
      e = element->getBase();
    } else if (const auto *unary = dyn_cast<UnaryOperator>(e); unary && unary->getOpcode() == UO_Deref) {
      at.behindPointer = true;
      e = unary->getSubExpr();
    } else if (const auto *unary = dyn_cast<UnaryOperator>(e); unary && unary->getOpcode() == UO_AddrOf) {
      e = unary->getSubExpr();
    } else if (const auto *sum = dyn_cast<BinaryOperator>(e); sum && sum->isAdditiveOp()) {
      e = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
    } else {
      at.variable = variableOf(e);
      return at;
    }
  }
}

static bool isLocal(const VarDecl *v) { return v && !v->hasGlobalStorage(); }

static bool takesAddress(const Stmt *s, const VarDecl *v) {
  const auto *unary = dyn_cast<UnaryOperator>(s);
  if (unary && unary->getOpcode() == UO_AddrOf && targetOf(unary->getSubExpr()).variable == v) return true;
  return anyChild(s, [&](const Stmt *child) { return takesAddress(child, v); });
}

// A local variable of which nobody has the address: it is volatile for its own function's sake.
static bool isNobodyElses(const VarDecl *v) {
  const auto *function = v ? dyn_cast<FunctionDecl>(v->getDeclContext()) : nullptr;
  const Stmt *body = function ? function->getBody() : nullptr;
  return isLocal(v) && body && !v->getType()->isArrayType() && !takesAddress(body, v);
}

static bool othersMayWrite(const Expr *object, const Context &in) {
  return isShared(object, in) || (object->getType().isVolatileQualified() && !isNobodyElses(variableOf(object)));
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

static const FunctionDecl *definitionOf(const CallExpr *call) {
  const FunctionDecl *callee = call->getDirectCallee(), *definition = nullptr;
  return callee && callee->hasBody(definition) ? definition : nullptr;
}

static bool isOfSystem(const FunctionDecl *f, const Context &in) {
  return f->getBuiltinID() || in.unit.stream.fromSystem(in.unit.context.getSourceManager(), f->getLocation());
}

// A function without a body here.
static bool unknownMayAwait(const FunctionDecl *f, const Context &in) {
  if (!f || !f->getIdentifier()) return true;
  if (f->hasAttr<ConstAttr>() || f->hasAttr<PureAttr>()) return false;
  unsigned builtin = f->getBuiltinID();
  if (builtin && isPureBuiltin(in.unit.context, builtin)) return false;
  return !isOfSystem(f, in) || !waitsForNobody(f->getName());
}

using Functions = llvm::SmallPtrSet<const FunctionDecl *, 8>;

// The functions that are looked at already are in `seen`.
static bool mayAwait(const Stmt *s, Functions &seen, const Context &in) {
  if (const Expr *object = objectRead(s))
    if (othersMayWrite(object, in)) return true;
  if (const auto *call = dyn_cast<CallExpr>(s)) {
    const FunctionDecl *definition = definitionOf(call);
    if (!definition && unknownMayAwait(call->getDirectCallee(), in)) return true;
    if (definition && seen.insert(definition).second && mayAwait(definition->getBody(), seen, in)) return true;
  }
  return anyChild(s, [&](const Stmt *child) { return mayAwait(child, seen, in); });
}

bool mayAwait(const Stmt *s, const Context &in) {
  Functions seen;
  return s && mayAwait(s, seen, in);
}

bool functionMayAwait(const FunctionDecl *definition, const Context &in) {
  auto [at, isNew] = in.unit.awaiting.try_emplace(definition, false);
  if (isNew) at->second = mayAwait(definition->getBody(), in);
  return at->second;
}

static bool callMayAwait(const CallExpr *call, const Context &in) {
  const FunctionDecl *definition = definitionOf(call);
  return definition ? functionMayAwait(definition, in) : unknownMayAwait(call->getDirectCallee(), in);
}

// ---- What is changed

// Does it, or a function that it calls, write to more than variables of its own?
static bool writesElsewhere(const Stmt *s, Functions &seen, const Context &in) {
  const Expr *target = nullptr;
  if (const auto *unary = dyn_cast<UnaryOperator>(s); unary && unary->isIncrementDecrementOp())
    target = unary->getSubExpr();
  if (const auto *binary = dyn_cast<BinaryOperator>(s); binary && binary->isAssignmentOp()) target = binary->getLHS();
  if (target && !isShared(target, in)) {
    Target at = targetOf(target);
    if (at.behindPointer || !isLocal(at.variable)) return true;
  }
  if (const auto *call = dyn_cast<CallExpr>(s)) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = definitionOf(call);
    if (!definition && (!callee || !isOfSystem(callee, in))) return true;
    if (definition && seen.insert(definition).second && writesElsewhere(definition->getBody(), seen, in)) return true;
  }
  return anyChild(s, [&](const Stmt *child) { return writesElsewhere(child, seen, in); });
}

static bool isConditional(const Stmt *s) {
  if (const auto *binary = dyn_cast<BinaryOperator>(s)) return binary->isLogicalOp();
  return isa<IfStmt, SwitchStmt, ForStmt, WhileStmt, DoStmt, ConditionalOperator>(s);
}

static bool readsOthers(const Stmt *s, const Context &in) {
  const Expr *object = objectRead(s);
  return (object && othersMayWrite(object, in)) ||
         anyChild(s, [&](const Stmt *child) { return readsOthers(child, in); });
}

// ---- Variables that move on in each iteration, always the same way

namespace {
class Moves {
public:
  Moves(const Loop &loop, const Context &in) : in(in) {
    noteCondition(loop.condition);
    note(loop.body, true);
    note(loop.step, true);
  }
  bool count(const VarDecl *v) const { return goesUp(v) || goesDown(v); }
  bool goesUp(const VarDecl *v) const { return always.count(v) && ways.lookup(v) == Up; }
  bool goesDown(const VarDecl *v) const { return always.count(v) && ways.lookup(v) == Down; }
  bool changes(const VarDecl *v) const { return ways.count(v); }

private:
  enum Way : unsigned { Up = 1, Down = 2, Other = 4 };
  const Context &in;
  llvm::DenseMap<const VarDecl *, unsigned> ways;
  Variables always; // changed in each iteration

  static Way wayOf(BinaryOperatorKind op) {
    switch (op) {
      case BO_Add: case BO_Mul: case BO_Shl: case BO_AddAssign: case BO_MulAssign: case BO_ShlAssign: return Up;
      case BO_Sub: case BO_Div: case BO_Shr: case BO_SubAssign: case BO_DivAssign: case BO_ShrAssign: return Down;
      default: return Other;
    }
  }
  // How v changes in v = e, v += e. What a function gives, as in i += length(i), is taken for more than 0.
  Way wayOf(const BinaryOperator *assignment, const VarDecl *v) const {
    const Expr *value = assignment->getRHS()->IgnoreParenImpCasts();
    if (readsOthers(assignment->getRHS(), in)) return Other;
    if (assignment->isCompoundAssignmentOp()) return wayOf(assignment->getOpcode());
    const auto *binary = dyn_cast<BinaryOperator>(value);
    return binary && variableOf(binary->getLHS()) == v ? wayOf(binary->getOpcode()) : Other;
  }
  void change(const VarDecl *v, Way way, bool isAlways) {
    if (!v || (v->getType().isVolatileQualified() && !isNobodyElses(v))) return;
    ways[v] |= way;
    if (isAlways) always.insert(v);
  }
  void noteCondition(const Expr *e) { // both sides of && are evaluated before each iteration
    const auto *binary = e ? dyn_cast<BinaryOperator>(e->IgnoreParens()) : nullptr;
    if (!binary || binary->getOpcode() != BO_LAnd) return note(e, true);
    noteCondition(binary->getLHS());
    noteCondition(binary->getRHS());
  }
  void note(const Stmt *s, bool isAlways) {
    if (!s) return;
    if (const auto *unary = dyn_cast<UnaryOperator>(s)) {
      if (unary->isIncrementDecrementOp())
        change(variableOf(unary->getSubExpr()), unary->isIncrementOp() ? Up : Down, isAlways);
      if (unary->getOpcode() == UO_AddrOf) change(targetOf(unary->getSubExpr()).variable, Other, false);
    }
    if (const auto *binary = dyn_cast<BinaryOperator>(s); binary && binary->isAssignmentOp())
      if (const VarDecl *v = variableOf(binary->getLHS())) change(v, wayOf(binary, v), isAlways);
    if (const auto *declaration = dyn_cast<DeclStmt>(s))
      for (const Decl *d : declaration->decls()) change(dyn_cast<VarDecl>(d), Other, false);
    const auto *choice = dyn_cast<IfStmt>(s);
    for (const Stmt *child : s->children())
      note(child, isAlways && (!isConditional(s) || (choice && child == choice->getCond())));
  }
};

// ---- What is awaited, and what that decides

class Exits {
public:
  Exits(const Loop &loop, const Context &in);
  bool mayWait() const { return left; }

private:
  const Context &in;
  const Moves moves;
  Variables awaited;           // their values are awaited, or follow from such values
  bool memory = false;         // so are values in private memory that pointers or functions reach
  bool left = false;           // so is an exit
  bool grew = false;
  struct { bool broken, continued, away; } skipped = {}; // so is whether what follows here runs at all
  unsigned inner = 0;          // loops and switches that a break leaves, and not this loop

  bool goesAlong(const BinaryOperator *assignment) const;
  bool movesOn(const VarDecl *v) const { return v && moves.count(v) && !awaited.count(v); }
  bool movesOn(const Stmt *object) const;
  bool escapes(const VarDecl *v) const;
  bool awaits(const Stmt *s) const;
  bool decides(const Expr *condition) const;
  void set(bool &flag) { grew |= !flag, flag = true; }
  void change(const Expr *target, bool isAwaited);
  void followChildren(const Stmt *s, bool decided) {
    for (const Stmt *child : s->children()) follow(child, decided);
  }
  void followJump(const Stmt *s, bool decided);
  void followInner(const Stmt *s, const Expr *condition, const Stmt *body, const Stmt *step, bool decided);
  void followCall(const CallExpr *call, bool decided);
  void followBinary(const BinaryOperator *s, bool decided);
  void follow(const Stmt *s, bool decided);
};
} // namespace

static bool goesRound(const Stmt *s) { // i % n, i & mask: the place comes again
  const auto *binary = dyn_cast<BinaryOperator>(s);
  return (binary && (binary->getOpcode() == BO_Rem || binary->getOpcode() == BO_And)) || anyChild(s, goesRound);
}

static bool anyVariable(const Stmt *s, llvm::function_ref<bool(const VarDecl *)> test) {
  if (const auto *ref = dyn_cast<DeclRefExpr>(s))
    if (const auto *v = dyn_cast<VarDecl>(ref->getDecl()); v && test(v)) return true;
  return anyChild(s, [&](const Stmt *child) { return anyVariable(child, test); });
}

bool Exits::movesOn(const Stmt *s) const {
  return !goesRound(s) && anyVariable(s, [&](const VarDecl *v) { return movesOn(v); });
}

// May others than the statements that name the variable change it?
bool Exits::escapes(const VarDecl *v) const {
  if (in.unit.types.isShared(v->getType()) || v->getType().isConstQualified()) return false;
  return !isLocal(v) || v->getType()->isArrayType() || (in.function && takesAddress(in.function->getBody(), v));
}

// Does its value depend on what is awaited?
bool Exits::awaits(const Stmt *s) const {
  if (!s) return false;
  if (const Expr *object = objectRead(s)) {
    bool shared = isShared(object, in);
    if (object->getType().isVolatileQualified() && othersMayWrite(object, in)) return true;
    if (shared && (isStrict(object, in) || !movesOn(object))) return true;
    if (memory && !shared && targetOf(object).behindPointer) return true;
  }
  if (const auto *ref = dyn_cast<DeclRefExpr>(s))
    if (const auto *v = dyn_cast<VarDecl>(ref->getDecl())) return awaited.count(v) || (memory && escapes(v));
  if (const auto *call = dyn_cast<CallExpr>(s); call && callMayAwait(call, in)) return true;
  return anyChild(s, [&](const Stmt *child) { return awaits(child); });
}

// Does the loop wait for the condition to be false?
bool Exits::decides(const Expr *condition) const {
  if (!condition) return false;
  const auto *binary = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!binary) return awaits(condition);
  if (binary->getOpcode() == BO_LAnd) return decides(binary->getLHS()) || decides(binary->getRHS());
  auto passes = [&](const Expr *side) { return movesOn(side) && !awaits(side); };
  return !(binary->isRelationalOp() && (passes(binary->getLHS()) || passes(binary->getRHS()))) && awaits(condition);
}

void Exits::change(const Expr *target, bool isAwaited) {
  if (!isAwaited || isShared(target, in)) return;
  Target at = targetOf(target);
  if (at.behindPointer || !at.variable) set(memory);
  else grew |= awaited.insert(at.variable).second;
}

void Exits::followJump(const Stmt *s, bool decided) {
  if (!decided) return;
  if (isa<ContinueStmt>(s)) skipped.continued = true;
  else if (isa<BreakStmt>(s)) skipped.broken = true;
  else skipped.away = true;
  if (skipped.away || (skipped.broken && !inner)) left = true;
}

// A loop or switch inside. How often it runs may be awaited as well, and then all that it changes is.
void Exits::followInner(const Stmt *s, const Expr *condition, const Stmt *body, const Stmt *step, bool decided) {
  auto before = skipped;
  bool isLoop = !isa<SwitchStmt>(s);
  decided |= awaits(condition);
  inner++;
  follow(condition, decided);
  follow(body, decided);
  bool ends = skipped.broken && !before.broken;
  if (isLoop) skipped.continued = before.continued;
  skipped.broken = before.broken;
  follow(step, decided);
  inner--;
  if (isLoop && ends && !decided) followInner(s, nullptr, body, step, true);
}

// What a function is told to write to, and what else it may write.
void Exits::followCall(const CallExpr *call, bool decided) {
  if (!decided && !callMayAwait(call, in)) return;
  for (const Expr *argument : call->arguments()) {
    QualType type = argument->IgnoreParenImpCasts()->getType();
    if (!type->isPointerType() && !type->isArrayType()) continue;
    if (in.unit.types.isPts(in.unit.types.of(argument))) continue;
    Target at = targetOf(argument);
    if (at.variable && !type->isPointerType()) grew |= awaited.insert(at.variable).second;
    else if (at.variable && isa<UnaryOperator>(argument->IgnoreParenCasts()) && !at.behindPointer)
      grew |= awaited.insert(at.variable).second;
    else set(memory);
  }
  Functions seen;
  if (writesElsewhere(call, seen, in)) set(memory);
}

// p = p->next, which goes along a list to its end; i += length(i)
bool Exits::goesAlong(const BinaryOperator *s) const {
  const VarDecl *v = variableOf(s->getLHS());
  if (!v || s->isCompoundAssignmentOp()) return v && moves.count(v);
  const Expr *value = s->getRHS()->IgnoreParenImpCasts();
  return isa<MemberExpr>(value) && isShared(value, in) && !isStrict(value, in) && targetOf(value).variable == v;
}

void Exits::followBinary(const BinaryOperator *s, bool decided) {
  if (s->isAssignmentOp()) change(s->getLHS(), decided || (awaits(s->getRHS()) && !goesAlong(s)));
  follow(s->getLHS(), decided);
  follow(s->getRHS(), decided || (s->isLogicalOp() && awaits(s->getLHS())));
}

// Notes what the statement changes. `decided`: what is awaited decides whether it runs.
void Exits::follow(const Stmt *s, bool decided) {
  if (!s) return;
  decided |= skipped.broken || skipped.continued || skipped.away;
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt>(s)) followJump(s, decided);
  if (const auto *x = dyn_cast<WhileStmt>(s)) return followInner(s, x->getCond(), x->getBody(), nullptr, decided);
  if (const auto *x = dyn_cast<DoStmt>(s)) return followInner(s, x->getCond(), x->getBody(), nullptr, decided);
  if (const auto *x = dyn_cast<SwitchStmt>(s)) return followInner(s, x->getCond(), x->getBody(), nullptr, decided);
  if (const auto *x = dyn_cast<ForStmt>(s)) {
    follow(x->getInit(), decided);
    return followInner(s, x->getCond(), x->getBody(), x->getInc(), decided);
  }
  if (const auto *x = dyn_cast<BinaryOperator>(s)) return followBinary(x, decided);
  if (const auto *x = dyn_cast<IfStmt>(s)) decided |= awaits(x->getCond());
  if (const auto *x = dyn_cast<ConditionalOperator>(s)) decided |= awaits(x->getCond());
  if (const auto *x = dyn_cast<UnaryOperator>(s); x && x->isIncrementDecrementOp()) change(x->getSubExpr(), decided);
  if (const auto *x = dyn_cast<CallExpr>(s)) followCall(x, decided);
  if (const auto *x = dyn_cast<DeclStmt>(s))
    for (const Decl *d : x->decls())
      if (const auto *v = dyn_cast<VarDecl>(d); v && (decided || awaits(v->getInit())))
        grew |= awaited.insert(v).second;
  followChildren(s, decided);
}

Exits::Exits(const Loop &loop, const Context &in) : in(in), moves(loop, in) {
  do {
    grew = false;
    follow(loop.condition, false);
    follow(loop.body, false);
    skipped = {};
    follow(loop.step, false);
    left |= decides(loop.condition);
  } while (grew && !left);
}

static bool isEndless(const Expr *condition, const Context &in) {
  bool always = false;
  return !condition || (condition->EvaluateAsBooleanCondition(always, in.unit.context) && always);
}

bool mayWait(const Loop &loop, const Context &in) {
  if (isEndless(loop.condition, in)) return mayAwait(loop.body, in);
  return (mayAwait(loop.condition, in) || mayAwait(loop.body, in) || mayAwait(loop.step, in)) &&
         Exits(loop, in).mayWait();
}

// ---- What ends it

static bool isZero(const Expr *e, const Context &in) {
  Expr::EvalResult result;
  return e->IgnoreParenCasts()->EvaluateAsInt(result, in.unit.context) && result.Val.getInt().isZero();
}

// Functions of the C library and of UPC that pass time, and change nothing that the caller can see. Those that wait for
// descriptors do so if they have none: their first arguments are zero.
static bool passesTime(const CallExpr *call, const Context &in) {
  static const struct { StringRef name; unsigned zeros; } calls[] = {
      {"usleep", 0}, {"sleep", 0}, {"nanosleep", 0}, {"clock_nanosleep", 0}, {"thrd_sleep", 0}, {"sched_yield", 0},
      {"thrd_yield", 0}, {"upc_fence", 0}, {"poll", 2}, {"ppoll", 2}, {"select", 4}, {"pselect", 4}};
  const FunctionDecl *f = call->getDirectCallee();
  if (!f || !f->getIdentifier()) return false;
  if (const AddedFunctions *added = functionsOf(f->getName()); added && f->getName() == added->pause) return true;
  const auto *known = llvm::find_if(calls, [&](const auto &c) { return c.name == f->getName(); });
  if (known == std::end(calls) || call->getNumArgs() < known->zeros) return false;
  for (unsigned i = 0; i < known->zeros; i++)
    if (!isZero(call->getArg(i), in)) return false;
  return true;
}

namespace {
// What an iteration leaves to the next ones, beside what it has read of shared objects.
class Traces {
public:
  Traces(const Loop &loop, const Context &in);
  bool any() const { return !left.empty() || elsewhere; }
  bool decide() const {
    return elsewhere || signals || llvm::any_of(conditions, [&](const Expr *e) { return mentionsLeft(e); });
  }
  bool looks() const { return orders || plain; }
  bool looksPlainly() const { return plain; }

private:
  struct Change { const VarDecl *variable; const Expr *value; bool adds; }; // adds: to what it was
  const Context &in;
  llvm::SmallVector<Change, 8> changes;
  llvm::SmallVector<const Expr *, 8> conditions;
  Variables declared;     // in the loop
  Variables afresh;       // set by each iteration before it is used
  Variables left;
  Functions seen;
  bool elsewhere = false; // it changes other memory, or calls what may
  bool orders = false;    // it reads a strict or volatile shared object of at most a word
  bool plain = false;     // it reads another one
  bool signals = false;   // it reads a private volatile one, which a signal may change

  bool mentionsLeft(const Stmt *s) const {
    return anyVariable(s, [&](const VarDecl *v) { return left.count(v) != 0; });
  }
  bool changesIt(const VarDecl *v) const {
    return llvm::any_of(changes, [&](const Change &c) { return c.variable == v; });
  }
  void change(const Expr *target, const Expr *value, bool adds) {
    if (isa<CompoundLiteralExpr>(target->IgnoreParens())) return; // each iteration has a new one
    for (const auto *m = dyn_cast<MemberExpr>(target->IgnoreParens()); m && !m->isArrow() && !isShared(m, in);
         m = dyn_cast<MemberExpr>(target->IgnoreParens()))
      target = m->getBase(), adds = true;
    const VarDecl *v = variableOf(target);
    if (v && isLocal(v) && !v->getType().isVolatileQualified()) changes.push_back({v, value, adds});
    else if (v && isNobodyElses(v)) changes.push_back({v, value, true});
    else elsewhere = true;
  }
  void read(const Expr *object) {
    bool isVolatile = object->getType().isVolatileQualified();
    const bool isPointer = in.unit.types.isPts(in.unit.types.of(object));
    const bool isWord = !isPointer && in.unit.context.getTypeSize(object->getType()) <= 64;
    if (isShared(object, in)) (isWord && (isVolatile || isStrict(object, in)) ? orders : plain) = true;
    else signals |= isVolatile && !isNobodyElses(variableOf(object));
  }
  void call(const CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee(), *definition = definitionOf(call);
    if (definition && seen.insert(definition).second) note(definition->getBody());
    if (definition || passesTime(call, in)) return;
    unsigned builtin = callee ? callee->getBuiltinID() : 0;
    bool pure = callee && (callee->hasAttr<ConstAttr>() || callee->hasAttr<PureAttr>() ||
                           (builtin && isPureBuiltin(in.unit.context, builtin)));
    elsewhere |= !pure;
  }
  void note(const Stmt *s);
  void noteAfresh(const Stmt *body);
};
} // namespace

static const Expr *conditionOf(const Stmt *s) {
  if (const auto *x = dyn_cast<IfStmt>(s)) return x->getCond();
  if (const auto *x = dyn_cast<SwitchStmt>(s)) return x->getCond();
  if (const auto *x = dyn_cast<WhileStmt>(s)) return x->getCond();
  if (const auto *x = dyn_cast<DoStmt>(s)) return x->getCond();
  if (const auto *x = dyn_cast<ForStmt>(s)) return x->getCond();
  if (const auto *x = dyn_cast<AbstractConditionalOperator>(s)) return x->getCond();
  const auto *x = dyn_cast<BinaryOperator>(s);
  return x && x->isLogicalOp() ? x->getLHS() : nullptr;
}

void Traces::note(const Stmt *s) {
  if (!s) return;
  if (isa<AsmStmt, GotoStmt, IndirectGotoStmt>(s)) elsewhere = true;
  if (const Expr *object = objectRead(s)) read(object);
  if (const Expr *condition = conditionOf(s)) conditions.push_back(condition);
  if (const auto *x = dyn_cast<CallExpr>(s)) call(x);
  if (const auto *x = dyn_cast<UnaryOperator>(s)) {
    if (x->isIncrementDecrementOp()) change(x->getSubExpr(), x->getSubExpr(), true);
    if (x->getOpcode() == UO_AddrOf && !isShared(x->getSubExpr(), in)) change(x->getSubExpr(), x->getSubExpr(), true);
  }
  if (const auto *x = dyn_cast<BinaryOperator>(s); x && x->isAssignmentOp())
    change(x->getLHS(), x->getRHS(), x->isCompoundAssignmentOp());
  if (const auto *x = dyn_cast<DeclStmt>(s))
    for (const Decl *d : x->decls())
      if (const auto *v = dyn_cast<VarDecl>(d)) {
        declared.insert(v);
        elsewhere |= !isLocal(v);
        if (v->getInit()) changes.push_back({v, v->getInit(), false});
      }
  for (const Stmt *child : s->children()) note(child);
}

// v = e; and for (v = e; ..), if v does not stand before it.
void Traces::noteAfresh(const Stmt *body) {
  Variables before;
  auto mentions = [](const Stmt *s, const VarDecl *v) {
    return s && anyVariable(s, [v](const VarDecl *w) { return v == w; });
  };
  for (const Stmt *s : isa<CompoundStmt>(body) ? llvm::SmallVector<const Stmt *, 16>(body->children()) :
                                                llvm::SmallVector<const Stmt *, 16>{body}) {
    const auto *loop = dyn_cast<ForStmt>(s);
    const auto *set = dyn_cast_or_null<BinaryOperator>(loop ? loop->getInit() : s);
    const VarDecl *v = set && set->getOpcode() == BO_Assign ? variableOf(set->getLHS()) : nullptr;
    if (v && !before.count(v) && !mentions(set->getRHS(), v)) afresh.insert(v);
    if (s) anyVariable(s, [&](const VarDecl *w) { return before.insert(w), false; });
  }
}

Traces::Traces(const Loop &loop, const Context &in) : in(in) {
  if (loop.condition) conditions.push_back(loop.condition);
  note(loop.condition);
  note(loop.body);
  note(loop.step);
  if (loop.body) noteAfresh(loop.body);
  auto isLeft = [&](const Change &c) {
    bool again = c.adds || anyVariable(c.value, [&](const VarDecl *v) { return changesIt(v) && !afresh.count(v); });
    return again && !declared.count(c.variable) && !afresh.count(c.variable);
  };
  for (const Change &c : changes)
    if (isLeft(c)) left.insert(c.variable);
  for (size_t before = ~(size_t)0; before != left.size();) {
    before = left.size();
    for (const Change &c : changes)
      if (mentionsLeft(c.value)) left.insert(c.variable);
  }
}

namespace {
// The ends of a loop by a variable that each iteration moves on.
class OwnEnds {
public:
  OwnEnds(const Loop &loop, const Context &in) : in(in), moves(loop, in) {}
  bool when(const Expr *e, bool value) const; // it ends when this has the value: does it come to that?

private:
  const Context &in;
  const Moves moves;
  const VarDecl *moving(const Expr *e) const { // v, v++ and the like
    const auto *unary = dyn_cast<UnaryOperator>(e = e->IgnoreParenImpCasts());
    const VarDecl *v = variableOf(unary && unary->isIncrementDecrementOp() ? unary->getSubExpr() : e);
    return v && moves.count(v) ? v : nullptr;
  }
  bool stays(const Expr *e) const {
    auto changes = [&](const VarDecl *v) { return moves.changes(v); };
    return !readsOthers(e, in) && !mayAwait(e, in) && !anyVariable(e, changes);
  }
};
} // namespace

bool OwnEnds::when(const Expr *e, bool value) const {
  e = e->IgnoreParenImpCasts();
  if (const auto *unary = dyn_cast<UnaryOperator>(e); unary && unary->getOpcode() == UO_LNot)
    return when(unary->getSubExpr(), !value);
  const auto *binary = dyn_cast<BinaryOperator>(e);
  if (!binary) return !value && moving(e);
  const Expr *a = binary->getLHS(), *b = binary->getRHS();
  BinaryOperatorKind op = binary->getOpcode();
  if (binary->isLogicalOp())
    return (op == BO_LAnd) == value ? when(a, value) && when(b, value) : when(a, value) || when(b, value);
  if (!moving(a)) std::swap(a, b), op = binary->isRelationalOp() ? BinaryOperator::reverseComparisonOp(op) : op;
  const VarDecl *v = moving(a);
  if (!v || !stays(b)) return false;
  if (binary->isEqualityOp()) return (op == BO_EQ) == value;
  bool up = (op == BO_GT || op == BO_GE) == value;
  return binary->isRelationalOp() && (up ? moves.goesUp(v) : moves.goesDown(v));
}

static bool hasContinue(const Stmt *s) {
  if (isa<ContinueStmt>(s)) return true;
  return !isa<ForStmt, WhileStmt, DoStmt>(s) && anyChild(s, hasContinue);
}

// A statement that leaves the loop, at once or as its last act.
static bool leaves(const Stmt *s) {
  if (const auto *block = dyn_cast<CompoundStmt>(s)) return !block->body_empty() && leaves(block->body_back());
  return isa<BreakStmt, ReturnStmt>(s);
}

static bool hasOwnEnd(const Loop &loop, const Context &in) {
  OwnEnds ends(loop, in);
  if (loop.condition && ends.when(loop.condition, false)) return true;
  if (!loop.body || hasContinue(loop.body)) return false;
  auto isEnd = [&](const Stmt *s) {
    const auto *choice = dyn_cast<IfStmt>(s);
    return choice && leaves(choice->getThen()) && ends.when(choice->getCond(), true);
  };
  return isa<CompoundStmt>(loop.body) ? anyChild(loop.body, isEnd) : isEnd(loop.body);
}

Ending endingOf(const Loop &loop, const Context &in) {
  Traces traces(loop, in);
  return {hasOwnEnd(loop, in), traces.looks() && !traces.decide(), traces.looksPlainly(), traces.any()};
}
