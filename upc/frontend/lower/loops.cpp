// SPDX-License-Identifier: BSD-3-Clause
//   upc_forall (i = 0; i < n; i++; &A[i]) S       { i = 0; URT_FORALL(f);
//                                                   for (; i < n; i++)
//                                                     if (urt_mine_at(f, (&A[i]).where)) { URT_OWN_ROUND(); S } }
#include "lower/loops.h"
#include "lower/accesses.h"
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "lower/statements.h"

using namespace clang;

// ---- The parts of a loop

static std::optional<c::Expression> conditionOf(const Loop &loop, const Context &in) {
  return loop.condition ? std::optional(lowerCondition(loop.condition, in)) : std::nullopt;
}

static std::optional<c::Expression> stepOf(const Loop &loop, const Context &in) {
  return loop.step ? std::optional(lowerExpression(loop.step, in)) : std::nullopt;
}

static c::Statement bodyOf(const Loop &loop, const Context &in) {
  Code line = Code::lineOf(in.unit.index(loop.body->getBeginLoc()));
  return c::Statement(line + lowerStatement(loop.body, in).code);
}

static c::Statement firstOf(const ForStmt *s, const Context &in) {
  return s->getInit() ? lowerStatement(s->getInit(), in) : c::Statement(Code(";"));
}

// ---- for

// A declaration that is more than one in C must stand in front of the loop.
static bool movesInFront(const Stmt *init, const Unit &unit) {
  const auto *declaration = dyn_cast_or_null<DeclStmt>(init);
  return declaration && llvm::any_of(declaration->decls(), [&](const Decl *d) { return needsRewriting(d, unit); });
}

// The word `for`. As a token it brings the pragmas in front of it, such as OpenMP's. Threads of OpenMP cannot reach far
// threads at the same time, so a whole loop of `omp parallel for` with shared accesses stays with the UPC thread there.
static Code keywordOf(const ForStmt *s, const Unit &unit) {
  int token = unit.index(s->getForLoc());
  const IdentifierInfo *word = unit.stream.source[token].getIdentifierInfo();
  auto [at, end] = unit.stream.pragmas.equal_range(token);
  if (at == end || !word || !word->isStr("for")) return "for";
  bool parallel = std::any_of(at, end, [](auto &pragma) { return StringRef(pragma.second).contains("omp parallel"); });
  return parallel && !unit.options.allNear && unit.types.touchesShared(s) ? Code("for") : Code::tokens(token, token);
}

// A for loop, or an upc_forall whose iterations all are the thread's.
static c::Statement lowerPlainFor(const ForStmt *s, const Loop &loop, const Context &in) {
  c::Statement first = firstOf(s, in);
  bool inFront = movesInFront(s->getInit(), in.unit);
  Turns turns(loop, in.unit.index(s->getBeginLoc()), in);
  c::Statement plain = c::forLoop(inFront ? c::Statement(Code(";")) : first, turns.counted(conditionOf(loop, in)),
                                  stepOf(loop, in), bodyOf(loop, in), keywordOf(s, in.unit));
  c::Statement out = turns.around(plain);
  return inFront ? c::Block{first, out}.braced() : out;
}

// ---- upc_forall

static const Expr *withoutCasts(const Expr *e) {
  e = e->IgnoreImpCasts();
  while (const auto *paren = dyn_cast<ParenExpr>(e)) e = paren->getSubExpr()->IgnoreImpCasts();
  return e;
}

// An upc_forall was annotated as `for (init; condition; step, (void)(affinity))`.
static const Expr *splitAffinity(Loop &loop) {
  const Expr *last = loop.step;
  loop.step = nullptr;
  if (const auto *comma = dyn_cast<BinaryOperator>(last); comma && comma->getOpcode() == BO_Comma)
    loop.step = comma->getLHS(), last = comma->getRHS();
  return withoutCasts(cast<CStyleCastExpr>(last)->getSubExpr());
}

// e % THREADS has the affinity of e, unless C makes another number of e: -1 % 3u is the rest of 2^32 - 1.
static const Expr *withoutRest(const Expr *e, const Context &in) {
  const auto *rest = dyn_cast<BinaryOperator>(e);
  if (!rest || rest->getOpcode() != BO_Rem) return e;
  const Expr *by = rest->getRHS(), *divided = withoutCasts(rest->getLHS());
  if (divided->getType()->isSignedIntegerType() && rest->getType()->isUnsignedIntegerType()) return e;
  auto value = knownValue(by, in.facts());
  bool threads = value ? *value == in.unit.types.staticThreads() : isThreads(by, in.facts());
  return threads ? divided : e;
}

// A whole number. In a / n the passes see how a moves.
static c::Expression isMineByNumber(const Expr *affinity, const c::Expression &deals, const Context &in) {
  auto valueOf = [&](const Expr *e) {
    return isShared(e, in) ? load(e, in) : lowerExpression(e, in);
  };
  uint64_t bits = in.unit.context.getTypeSize(affinity->getType());
  if (bits > 64) {
    c::Expression rest = c::binary(valueOf(affinity), "%", c::name("urt_threads"));
    return c::call("urt_mine", {deals, asLong(c::parenthesised(rest)), c::number(1)});
  }
  affinity = withoutRest(affinity, in);
  QualType type = affinity->getType();
  bool isUnsigned = type->isUnsignedIntegerType() && in.unit.context.getTypeSize(type) == 64;
  const char *isMine = isUnsigned ? "urt_mine_unsigned" : "urt_mine";
  const auto *quotient = dyn_cast<BinaryOperator>(affinity);
  if (!quotient || quotient->getOpcode() != BO_Div)
    return c::call(isMine, {deals, valueOf(affinity), c::number(1)});
  auto part = [&](const Expr *e) { return c::cast(in.unit.types.spell(type), lowerExpression(e, in)); };
  return c::call(isMine, {deals, part(quotient->getLHS()), part(quotient->getRHS())});
}

// Is the iteration the calling thread's?
static c::Expression isMine(const Expr *affinity, const c::Expression &deals, const Context &in) {
  Types &types = in.unit.types;
  QualType type = types.of(affinity);
  bool array = types.isShared(type) && type->isArrayType();
  if (!types.isPts(type) && !array) return isMineByNumber(affinity, deals, in);
  c::Expression pointer = types.isPts(type) ? lowerExpression(affinity, in) : address(affinity, in);
  return c::call("urt_mine_at", {deals, c::member(pointer, "where")});
}

// upc_forall distributes its iterations unless it runs inside one that does (UPC 1.3, 6.6.2): see URT_FORALL.
static c::Statement lowerForall(const ForStmt *s, const Loop &loop, const Expr *affinity, const Context &in) {
  Context inside = in;
  inside.inForall = true;
  c::Expression deals = c::name("upc_f" + in.unit.fresh());
  c::Block block = {firstOf(s, in)};
  block.add(c::call("URT_FORALL", {deals}));
  c::Block own = {c::statement(c::call("URT_OWN_ROUND", {})), bodyOf(loop, inside)};
  block.add(c::forLoop(c::Statement(Code(";")), conditionOf(loop, in), stepOf(loop, in),
                       c::ifThen(isMine(affinity, deals, in), own.braced())));
  return block.braced();
}

c::Statement lowerFor(const ForStmt *s, const Context &in) {
  Loop loop{s->getCond(), s->getInc(), s->getBody()};
  const Expr *affinity = in.unit.stream.hasAffinity(s->getForLoc()) ? splitAffinity(loop) : nullptr;
  return affinity && !in.inForall ? lowerForall(s, loop, affinity, in) : lowerPlainFor(s, loop, in);
}
