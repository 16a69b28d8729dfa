// SPDX-License-Identifier: BSD-3-Clause
// What a for loop becomes is decided here in this order: an upc_forall whose iterations are distributed, a loop that
// counts up to an end in shared memory, one that counts its turns because it may wait (Turns), and else the user's
// tokens.
#include "lower/loops/loops.h"
#include "lower/declarations.h"
#include "lower/expressions.h"

using namespace clang;

// ---- The parts of a loop

static bool isEmpty(const Stmt *body) {
  const auto *block = dyn_cast<CompoundStmt>(body);
  return isa<NullStmt>(body) || (block && block->body_empty());
}

// Like a while loop's where there is nothing to do but wait: with an empty body, or without a condition.
std::optional<c::Expression> conditionOf(const Loop &loop, const Context &in) {
  if (loop.condition)
    return isEmpty(loop.body) ? lowerLoopCondition(loop.condition, loop.body, in) : lowerCondition(loop.condition, in);
  if (!readsShared(loop.body, in)) return std::nullopt;
  return c::comma(c::call("urt_look_again", {}), c::number(1));
}

std::optional<c::Expression> stepsOf(const Loop &loop, const Context &in) {
  std::optional<c::Expression> all;
  for (const Expr *step : loop.steps) {
    c::Expression one = lowerExpression(step, in);
    all = all ? c::comma(*all, one) : one;
  }
  return all;
}

c::Statement bodyOf(const Loop &loop, const Context &in) {
  Code line = Code::lineOf(in.unit.index(loop.body->getBeginLoc()));
  return c::Statement(line + lowerStatement(loop.body, in).code);
}

// ---- for

// A declaration that is more than one in C must stand in front of the loop.
static bool movesInFront(const Stmt *init, const Unit &unit) {
  const auto *declaration = dyn_cast_or_null<DeclStmt>(init);
  return declaration && llvm::any_of(declaration->decls(), [&](const Decl *d) { return needsRewriting(d, unit); });
}

// The pragmas in front of a loop, "omp parallel for".
static std::vector<StringRef> pragmasOf(const ForStmt *s, const Unit &unit) {
  std::vector<StringRef> lines;
  auto [at, end] = unit.stream.pragmas.equal_range(unit.index(s->getForLoc()));
  for (; at != end; ++at) lines.push_back(at->second);
  return lines;
}

// The word `for`. As a token it brings the pragmas in front of it, such as OpenMP's. Threads of OpenMP cannot reach far
// threads at the same time, so a whole loop of `omp parallel for` with shared accesses stays with the UPC thread there.
static Code keywordOf(const ForStmt *s, const Unit &unit) {
  int token = unit.index(s->getForLoc());
  const IdentifierInfo *word = unit.stream.source[token].getIdentifierInfo();
  std::vector<StringRef> pragmas = pragmasOf(s, unit);
  bool parallel = llvm::any_of(pragmas, [](StringRef line) { return line.contains("omp parallel"); });
  if (pragmas.empty() || !word || !word->isStr("for")) return "for";
  return parallel && !unit.allNear && unit.types.touchesShared(s) ? Code("for") : Code::tokens(token, token);
}

// Does a pragma of OpenMP take the loops in the body too, `collapse(2)`? Then they stay loops.
static bool takesNest(const ForStmt *s, const Unit &unit) {
  return llvm::any_of(pragmasOf(s, unit), [](StringRef line) {
    return line.contains("omp") && (line.contains("collapse") || line.contains("ordered"));
  });
}

// Is every shared object that is read an element that moves with the loop?
static bool readsMoving(const Stmt *s, const CountedLoop &loop, const LoopBody &body, const Context &in) {
  if (!s) return true;
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(s); element && isShared(element, in)) {
    auto subscripted = subscriptsOf(element, in.facts());
    auto stride = subscripted ? movement(*subscripted, loop, body, in.facts(), /*sure=*/true) : std::nullopt;
    return stride && !stride->empty();
  }
  if (const auto *e = dyn_cast<Expr>(s); e && isShared(e, in)) return false;
  return llvm::all_of(s->children(), [&](const Stmt *child) { return readsMoving(child, loop, body, in); });
}

// A loop that counts waits for nothing, though its condition reads shared memory: its end stays the same, and is read
// once; or the condition reads another element in each round. None for other loops.
static std::optional<c::Statement> countsOverShared(const Loop &loop, int keyword, const Context &in) {
  LoopBody body(loop.body, in.facts());
  CountedLoop counted;
  if (loop.steps.empty() || in.unit.followsPragma(keyword) || !loop.condition || !readsShared(loop.condition, in) ||
      !recogniseCounted(loop.condition, loop.steps, body, in.facts(), counted) || body.awkward)
    return std::nullopt;
  auto with = [&](const c::Expression &condition) {
    return c::forLoop(c::Statement(Code(";")), condition, stepsOf(loop, in), bodyOf(loop, in));
  };
  if (!counted.end) {
    if (!readsMoving(loop.condition, counted, body, in)) return std::nullopt;
    return with(lowerCondition(loop.condition, in));
  }
  std::string type = in.unit.types.spell(counted.compared), end = "upc_e" + in.unit.fresh();
  c::Expression index = c::cast(type, c::name(counted.index->getName().str()));
  c::Expression condition = c::binary(index, BinaryOperator::getOpcodeStr(counted.relation).str(), c::name(end));
  return c::Block{c::declare("const " + type + " " + end, c::cast(type, lowerExpression(counted.end, in))),
                  with(condition)}.braced();
}

// A for loop, or an upc_forall whose iterations all are the thread's.
static c::Statement lowerPlainFor(const ForStmt *s, const Loop &loop, const Context &in) {
  c::Statement first = s->getInit() ? lowerStatement(s->getInit(), in) : c::Statement(Code(";"));
  if (auto counting = countsOverShared(loop, in.unit.index(s->getBeginLoc()), in))
    return c::Block{first, *counting}.braced();
  bool inFront = movesInFront(s->getInit(), in.unit);
  Turns turns(loop.condition, loop.body, in.unit.index(s->getBeginLoc()), in);
  c::Statement body = bodyOf(loop, takesNest(s, in.unit) ? in.generalVersion() : in);
  c::Statement plain = c::forLoop(inFront ? c::Statement(Code(";")) : first, turns.counted(conditionOf(loop, in)),
                                  stepsOf(loop, in), body, keywordOf(s, in.unit));
  c::Statement out = turns.around(plain);
  return inFront ? c::Block{first, out}.braced() : out;
}

// An upc_forall was annotated as `for (init; condition; increment, (void)(affinity))`.
static const Expr *splitAffinity(Loop &loop) {
  if (loop.steps.empty()) return nullptr;
  const Expr *last = loop.steps[0];
  loop.steps.clear();
  if (const auto *comma = dyn_cast<BinaryOperator>(last); comma && comma->getOpcode() == BO_Comma)
    loop.steps.push_back(comma->getLHS()), last = comma->getRHS();
  const Expr *affinity = cast<CStyleCastExpr>(last)->getSubExpr()->IgnoreImpCasts();
  while (const auto *paren = dyn_cast<ParenExpr>(affinity)) affinity = paren->getSubExpr()->IgnoreImpCasts();
  return affinity;
}

c::Statement lowerFor(const ForStmt *s, const Context &in) {
  Loop loop;
  loop.condition = s->getCond(), loop.body = s->getBody();
  if (s->getInc()) loop.steps.push_back(s->getInc());
  auto forall = in.unit.stream.forallAffinity.find(s->getForLoc().getRawEncoding());
  const Expr *affinity = nullptr;
  if (forall != in.unit.stream.forallAffinity.end() && forall->second) affinity = splitAffinity(loop);
  return affinity && !in.inChunk ? lowerForall(s, loop, affinity, in) : lowerPlainFor(s, loop, in);
}
