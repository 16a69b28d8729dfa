// SPDX-License-Identifier: BSD-3-Clause
// A read is in round 0 if its address is known before the loop, in round k + 1 if the address is computed from a read
// of round k. For x[col[j]] with both arrays far, col[j] is in round 0 and x[col[j]] in round 1.
#include "lower/loops/ahead_reads.h"
#include "lower/accesses.h"
#include "lower/loops/ahead_loops.h"
#include "lower/loops/conflicts.h"
#include "lower/loops/strip_tests.h"

using namespace clang;

static void variablesIn(const Stmt *s, Variables &out) {
  if (!s) return;
  if (const auto *e = dyn_cast<Expr>(s))
    if (const VarDecl *v = variableOf(e)) out.insert(v);
  for (const Stmt *child : s->children()) variablesIn(child, out);
}

namespace {

enum { MostBytes = 16, MostReads = 8 }; // of an element; of a loop, each of which has a buffer

// Which reads are looked for. With too many of all kinds a loop reads fewer kinds ahead.
struct Kinds {
  bool members; // of structs
  bool inner;   // reads in inner loops
};

// How many reads this loop makes ahead if no loop around it does so.
size_t readsAlone(const ForStmt *s, const Context &in) {
  Loop loop{s->getCond(), {s->getInc()}, s->getBody(), {}};
  LoopBody body(s->getBody(), in.facts());
  CountedLoop counted;
  if (!recogniseCounted(loop.condition, loop.steps, body, in.facts(), counted)) return 0;
  return readsAhead(loop, counted, body, in).size();
}

// Goes through a body in the program's order, as far as every iteration goes, and under conditions further.
class Finder {
public:
  Finder(Kinds kinds, const CountedLoop &loop, const LoopBody &body, const Accesses &accesses, const Context &in)
      : kinds(kinds), loop(loop), body(body), accesses(accesses), in(in), facts(in.facts()) {}
  std::vector<AheadRead> reads;
  bool statement(const Stmt *s, bool outermost); // false: what follows may not be reached

private:
  const Kinds kinds;
  const CountedLoop &loop;
  const LoopBody &body;
  const Accesses &accesses;
  const Context &in;
  const LoopFacts facts;
  std::vector<StepBefore> before; // what has been on the way here
  const ForStmt *around = nullptr; // the inner loop on the way
  int repeats = 0;                 // do loops on the way, which are gone through once

  template <class Visit> void under(const Expr *condition, bool isTrue, Visit visit);
  void inside(const ForStmt *s);
  void expression(const Expr *e);
  void read(const Expr *lvalue);
  void set(const VarDecl *v, const Expr *value, int assignments);
  struct Writes {
    std::vector<const Expr *> tested; // see AheadRead
    bool byPointer = false;           // a private one
  };
  std::optional<Writes> writesOf(const Expr *read) const;
  std::optional<int> roundOf(const Expr *e);
  std::optional<int> roundsBefore(const Expr *e);
  std::optional<int> roundsBeforeRead(const Expr *e);
  std::optional<int> roundsBeforeElement(const Expr *e);
  std::optional<int> roundsBeforeCall(const CallExpr *e);
};

} // namespace

// ---- The way through an iteration

// Visits what an iteration comes to only if a condition is true, or false. If this is not known ahead, nothing is.
template <class Visit> void Finder::under(const Expr *condition, bool isTrue, Visit visit) {
  auto round = roundsBefore(condition);
  if (!round) return;
  size_t length = before.size();
  before.push_back({nullptr, condition, isTrue, *round});
  visit();
  before.resize(length); // what was set in there may not be set behind it
}

static bool onlyContinues(const Stmt *s) {
  if (const auto *block = dyn_cast<CompoundStmt>(s)) return block->size() == 1 && onlyContinues(block->body_front());
  return isa<ContinueStmt>(s);
}

// `outermost`: no condition or loop is around it but the one that reads ahead.
bool Finder::statement(const Stmt *s, bool outermost) {
  if (!s) return true;
  if (const auto *block = dyn_cast<CompoundStmt>(s)) {
    const size_t length = before.size();
    bool goesOn = llvm::all_of(block->body(), [&](const Stmt *child) { return statement(child, outermost); });
    // Behind the block the names of its variables may mean others; a condition in it still needs its own.
    if (llvm::all_of(llvm::drop_begin(before, length), [](const StepBefore &step) { return step.variable; }))
      before.resize(length);
    return goesOn;
  }
  if (const auto *x = dyn_cast<IfStmt>(s)) {
    expression(x->getCond());
    under(x->getCond(), true, [&] { statement(x->getThen(), false); });
    under(x->getCond(), false, [&] { statement(x->getElse(), false); });
    if (outermost && !x->getElse() && onlyContinues(x->getThen()))
      if (auto round = roundsBefore(x->getCond())) {
        before.push_back({nullptr, x->getCond(), false, *round});
        return true;
      }
  } else if (const auto *x = dyn_cast<ForStmt>(s)) {
    if (statement(x->getInit(), false)) expression(x->getCond()), inside(x);
  } else if (const auto *x = dyn_cast<WhileStmt>(s)) {
    expression(x->getCond());
  } else if (const auto *x = dyn_cast<DoStmt>(s)) {
    repeats++;
    statement(x->getBody(), false);
    repeats--;
  } else if (const auto *x = dyn_cast<DeclStmt>(s)) {
    for (const Decl *d : x->decls())
      if (const auto *v = dyn_cast<VarDecl>(d); v && v->getInit()) expression(v->getInit()), set(v, v->getInit(), 0);
  } else if (const auto *e = dyn_cast<Expr>(s)) {
    expression(e);
    if (const auto *x = dyn_cast<BinaryOperator>(e->IgnoreParens()); x && x->getOpcode() == BO_Assign)
      if (const VarDecl *v = variableOf(x->getLHS())) set(v, x->getRHS(), 1);
  }
  return !mayLeave(s, facts);
}

// Visits what each iteration of an inner loop comes to. A loop that reads more ahead by itself is left to do so, and so
// is one that runs again in the same iteration, since its iterations would have the numbers of others.
void Finder::inside(const ForStmt *s) {
  if (around || repeats || !kinds.inner) return;
  auto inner = innerLoop(s, in);
  if (!inner) return;
  auto first = roundsBefore(inner->first), end = roundsBefore(inner->counted.end);
  const auto &factors = inner->counted.step.factors;
  if (!first || !end || !llvm::all_of(factors, [&](const Expr *by) { return invariant(by, body, facts, true); }))
    return;
  const size_t length = before.size(), found = reads.size();
  before.push_back({inner->counted.index, inner->first, true, std::max(*first, *end), s});
  around = s;
  statement(s->getBody(), true);
  around = nullptr;
  before.resize(length);
  if (reads.size() - found < readsAlone(s, in)) reads.resize(found);
}

void Finder::expression(const Expr *e) {
  if (!e || isa<StmtExpr, UnaryExprOrTypeTraitExpr>(e)) return;
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(e); cast && cast->getCastKind() == CK_LValueToRValue)
    read(cast->getSubExpr()->IgnoreParens());
  if (const auto *x = dyn_cast<BinaryOperator>(e); x && x->isLogicalOp()) {
    expression(x->getLHS());
    return under(x->getLHS(), x->getOpcode() == BO_LAnd, [&] { expression(x->getRHS()); });
  }
  if (const auto *x = dyn_cast<AbstractConditionalOperator>(e)) {
    expression(x->getCond());
    if (!isa<ConditionalOperator>(x)) return;
    under(x->getCond(), true, [&] { expression(x->getTrueExpr()); });
    return under(x->getCond(), false, [&] { expression(x->getFalseExpr()); });
  }
  for (const Stmt *child : e->children()) expression(dyn_cast_or_null<Expr>(child));
}

// Have two of them the same name?
static bool shareName(const Variables &all) {
  std::set<StringRef> names;
  return llvm::any_of(all, [&](const VarDecl *v) { return !names.insert(v->getName()).second; });
}

// Of the steps before a read, those that decide whether it is made, and where; before an inner loop, all. They stand in
// one scope, so a name must mean one variable in them.
void Finder::read(const Expr *lvalue) {
  auto round = roundOf(lvalue);
  if (!round) return;
  Writes writes = *writesOf(lvalue);
  AheadRead read{lvalue, *round, {}, writes.tested, writes.byPointer, around};
  Variables needed;
  variablesIn(lvalue, needed);
  bool all = false;
  for (const StepBefore &step : llvm::reverse(before)) {
    all |= step.loop != nullptr;
    if (step.variable && !all && !needed.count(step.variable)) continue;
    if (step.variable) needed.insert(step.variable);
    variablesIn(step.value, needed);
    if (step.loop) variablesIn(step.loop->getCond(), needed), variablesIn(step.loop->getInc(), needed);
    read.round = std::max(read.round, step.round);
    read.before.insert(read.before.begin(), step);
  }
  if (!shareName(needed)) reads.push_back(read);
}

// A variable of the function's own, which an iteration sets once: where it is declared, or by its only assignment.
void Finder::set(const VarDecl *v, const Expr *value, int assignments) {
  QualType type = v->getType();
  if (!v->hasLocalStorage() || facts.addressTaken.count(v) || facts.types.isShared(type)) return;
  if (!type->isArithmeticType() || type->isAnyComplexType()) return;
  if (type.isVolatileQualified() || type->isAtomicType()) return;
  auto sets = [&](const MemoryAccess &a) { return a.writes && variableOf(a.lvalue) == v; };
  if (llvm::count_if(accesses.all, sets) != assignments) return;
  if (auto round = roundsBefore(value)) before.push_back({v, value, true, *round});
}

// ---- What is known ahead

// The writes that may be of the same object as this read; none if a test cannot tell. The iterations of inner loops are
// not tested.
std::optional<Finder::Writes> Finder::writesOf(const Expr *read) const {
  Writes writes;
  MemoryAccess access = accesses.accessOf(read, false);
  for (const MemoryAccess &a : accesses.all) {
    if (!a.writes || !accesses.overlap(a, access)) continue;
    if (!facts.types.isShared(facts.types.of(a.lvalue))) {
      writes.byPointer = true;
      continue;
    }
    if (around || a.called || !testTells(a.lvalue, read, loop, body, facts)) return std::nullopt;
    writes.tested.push_back(a.lvalue->IgnoreParens());
  }
  return writes;
}

// S[i] for S[i].m and S[i].a[k], where k is one of `inside`; null for anything else.
static const Expr *elementAround(const Expr *e, std::vector<const Expr *> &inside) {
  while (!isa<ArraySubscriptExpr>(e) || decayedMember(e)) {
    if (const auto *element = dyn_cast<ArraySubscriptExpr>(e)) {
      inside.push_back(element->getIdx());
      e = decayedMember(e);
    }
    const auto *member = dyn_cast<MemberExpr>(e);
    if (!member || member->isArrow() || member->refersToBitField() || !member->getMemberDecl()->getIdentifier())
      return nullptr;
    e = member->getBase()->IgnoreParens();
  }
  return e;
}

// Can this shared element, or this member of one, be read ahead, and in which round?
std::optional<int> Finder::roundOf(const Expr *e) {
  std::vector<const Expr *> subscripts;
  const Expr *element = elementAround(e, subscripts);
  if (!element || !facts.types.isShared(facts.types.of(e)) || (element != e && !kinds.members))
    return std::nullopt;
  QualType type = facts.types.of(e);
  if (isOrdered(e, facts) || !type->isScalarType() || mayBeUnaligned(e)) return std::nullopt;
  if (!facts.types.isPts(type) && facts.context.getTypeSize(type) > 8 * MostBytes) return std::nullopt;
  auto s = subscriptsOf(element, facts);
  if (!s || !baseStays(*s, body, facts, /*sure=*/true)) return std::nullopt;
  if (!writesOf(e)) return std::nullopt;
  int most = 0;
  subscripts.insert(subscripts.end(), s->subscripts.begin(), s->subscripts.end());
  for (const Expr *subscript : subscripts) {
    auto rounds = roundsBefore(subscript);
    if (!rounds) return std::nullopt;
    most = std::max(most, *rounds);
  }
  return most;
}

// How many rounds must be over before this value is known for the iterations to come; none if it never is. Sums and
// products of real numbers are left out: they may be rounded otherwise in another place of the program.
std::optional<int> Finder::roundsBefore(const Expr *e) {
  e = e->IgnoreParens();
  if (invariant(e, body, facts, /*sure=*/true)) return 0;
  if (!e->getType()->isIntegerType() && !e->getType()->isRealFloatingType()) return std::nullopt;
  if (const auto *cast = dyn_cast<CastExpr>(e)) {
    if (isa<ExplicitCastExpr>(cast) && namesDeclared(cast, body, cast->getSubExpr())) return std::nullopt;
    return cast->getCastKind() == CK_LValueToRValue ? roundsBeforeRead(cast->getSubExpr()->IgnoreParens())
                                                    : roundsBefore(cast->getSubExpr());
  }
  if (!e->getType()->isIntegerType()) return std::nullopt;
  if (const auto *call = dyn_cast<CallExpr>(e)) return roundsBeforeCall(call);
  if (const auto *x = dyn_cast<UnaryOperator>(e)) {
    bool pure = x->getOpcode() == UO_Minus || x->getOpcode() == UO_Plus || x->getOpcode() == UO_Not ||
                x->getOpcode() == UO_LNot;
    return pure ? roundsBefore(x->getSubExpr()) : std::nullopt;
  }
  const auto *x = dyn_cast<BinaryOperator>(e);
  if (!x || x->isAssignmentOp() || x->isCommaOp() || x->isPtrMemOp()) return std::nullopt;
  auto l = roundsBefore(x->getLHS()), r = roundsBefore(x->getRHS());
  if (!l || !r) return std::nullopt;
  return std::max(*l, *r);
}

std::optional<int> Finder::roundsBeforeRead(const Expr *e) {
  if (const VarDecl *v = variableOf(e)) {
    if (llvm::any_of(loop.indices, [&](const auto &index) { return index.first == v; })) return 0;
    auto step = llvm::find_if(before, [&](const StepBefore &s) { return s.variable == v; });
    return step == before.end() ? std::nullopt : std::optional<int>(step->round);
  }
  if (facts.types.isShared(facts.types.of(e))) {
    auto round = roundOf(e);
    return round && !writesOf(e)->byPointer ? std::optional<int>(*round + 1) : std::nullopt;
  }
  return roundsBeforeElement(e);
}

// An element of a private array, or a member of one.
std::optional<int> Finder::roundsBeforeElement(const Expr *e) {
  if (isOrdered(e, facts)) return std::nullopt;
  const Expr *place = e;
  while (const auto *member = dyn_cast<MemberExpr>(place)) {
    if (member->isArrow()) return std::nullopt;
    place = member->getBase()->IgnoreParens();
  }
  const auto *element = dyn_cast<ArraySubscriptExpr>(place);
  if (!element || !isa<DeclRefExpr>(element->getBase()->IgnoreParenImpCasts())) return std::nullopt;
  const VarDecl *array = rootOf(e);
  bool stays = array ? !body.writes(array, e->getType())
                     : invariant(element->getBase(), body, facts, true) && !body.writesThrough(e->getType());
  return stays && !readAsAnything(e) ? roundsBefore(element->getIdx()) : std::nullopt;
}

// Does the body of a function compute with its own variables alone, without loops, calls and pointers?
static bool computesAlone(const Stmt *s) {
  if (!s) return true;
  if (isa<CallExpr, StmtExpr, ForStmt, WhileStmt, DoStmt, GotoStmt, IndirectGotoStmt, AsmStmt, AtomicExpr,
          ArraySubscriptExpr>(s))
    return false;
  if (const auto *member = dyn_cast<MemberExpr>(s); member && member->isArrow()) return false;
  if (const auto *x = dyn_cast<UnaryOperator>(s); x && (x->getOpcode() == UO_Deref || x->getOpcode() == UO_AddrOf))
    return false;
  if (const auto *ref = dyn_cast<DeclRefExpr>(s))
    if (const auto *v = dyn_cast<VarDecl>(ref->getDecl()); v && !v->hasLocalStorage() && v->getName() != "MYTHREAD")
      return false;
  return llvm::all_of(s->children(), computesAlone);
}

// A call of a function of this file, such as index(i, j). The linker may put another one in place of a weak one.
std::optional<int> Finder::roundsBeforeCall(const CallExpr *e) {
  const FunctionDecl *f = e->getDirectCallee(), *definition;
  if (!f || f->isWeak() || !f->hasBody(definition) || !computesAlone(definition->getBody())) return std::nullopt;
  int most = 0;
  for (const Expr *argument : e->arguments()) {
    auto rounds = roundsBefore(argument);
    if (!rounds) return std::nullopt;
    most = std::max(most, *rounds);
  }
  return most;
}

// ---- The loop

std::vector<AheadRead> readsAhead(const Loop &loop, const CountedLoop &counted, const LoopBody &body,
                                  const Context &in) {
  if (!in.unit.aggregate || !canGoAhead(loop, counted, body, in.facts())) return {};
  Accesses accesses(in.facts());
  accesses.add(loop.body);
  if (accesses.unknown) return {};
  for (Kinds kinds : {Kinds{true, true}, Kinds{false, true}, Kinds{true, false}, Kinds{false, false}}) {
    Finder finder(kinds, counted, body, accesses, in);
    finder.statement(loop.body, true);
    bool tested = llvm::any_of(finder.reads, [](const AheadRead &read) { return !read.writes.empty(); });
    bool inner = llvm::any_of(finder.reads, [](const AheadRead &read) { return read.loop; });
    if (finder.reads.size() <= MostReads && !(tested && inner)) return finder.reads;
  }
  return {};
}
