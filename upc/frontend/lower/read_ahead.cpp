// SPDX-License-Identifier: BSD-3-Clause
#include "lower/read_ahead.h"
#include "lower/accesses.h"
#include "lower/conflicts.h"
#include "lower/expressions.h"

using namespace clang;

namespace {

enum { MostBytes = 16, MostReads = 8 }; // of an element; of a loop, each of which has a buffer on the stack

class Finder : public StatementVisitor {
public:
  Finder(const CountedLoop &loop, const LoopBody &body, const Accesses &accesses, const Expressions &sure,
         const LoopFacts &facts)
      : loop(loop), body(body), accesses(accesses), sure(sure), facts(facts) {}
  std::vector<AheadRead> reads;

private:
  const CountedLoop &loop;
  const LoopBody &body;
  const Accesses &accesses;
  const Expressions &sure;
  const LoopFacts facts;

  bool enter(Stmt *s) override {
    if (isa<UnaryExprOrTypeTraitExpr>(s)) return false;
    if (const auto *e = dyn_cast<ImplicitCastExpr>(s); e && e->getCastKind() == CK_LValueToRValue)
      if (auto round = roundOf(e->getSubExpr()->IgnoreParens()))
        reads.push_back({e->getSubExpr()->IgnoreParens(), *round});
    return true;
  }

  // Can this shared element be read ahead, and in which round?
  std::optional<int> roundOf(const Expr *e) {
    if (!isa<ArraySubscriptExpr>(e) || !sure.count(e) || !facts.types.isShared(facts.types.of(e))) return std::nullopt;
    QualType type = facts.types.of(e);
    if (isOrdered(e, facts) || !type->isScalarType() || mayBeUnaligned(e)) return std::nullopt;
    if (!facts.types.isPts(type) && facts.context.getTypeSize(type) > 8 * MostBytes) return std::nullopt;
    auto s = subscriptsOf(e, facts);
    if (!s || !baseStays(*s, body, facts, /*sure=*/true)) return std::nullopt;
    MemoryAccess read = accesses.accessOf(e, false);
    if (llvm::any_of(accesses.all, [&](const MemoryAccess &a) { return a.writes && accesses.overlap(a, read); }))
      return std::nullopt;
    int most = 0;
    for (const Expr *subscript : s->subscripts) {
      auto rounds = roundsBefore(subscript);
      if (!rounds) return std::nullopt;
      most = std::max(most, *rounds);
    }
    return most;
  }

  // How many rounds must be over before this subscript is known for the iterations to come; none if it never is.
  std::optional<int> roundsBefore(const Expr *e) {
    e = e->IgnoreParens();
    if (invariant(e, body, facts, /*sure=*/true)) return 0;
    if (const auto *cast = dyn_cast<ImplicitCastExpr>(e)) {
      if (cast->getCastKind() == CK_LValueToRValue) return roundsBeforeRead(cast->getSubExpr()->IgnoreParens());
      return cast->getType()->isIntegerType() ? roundsBefore(cast->getSubExpr()) : std::nullopt;
    }
    if (!e->getType()->isIntegerType()) return std::nullopt;
    if (const auto *cast = dyn_cast<CStyleCastExpr>(e)) return roundsBefore(cast->getSubExpr());
    if (const auto *x = dyn_cast<UnaryOperator>(e))
      return x->getOpcode() == UO_Minus || x->getOpcode() == UO_Plus || x->getOpcode() == UO_Not
                 ? roundsBefore(x->getSubExpr()) : std::nullopt;
    const auto *x = dyn_cast<BinaryOperator>(e);
    if (!x || !(x->isMultiplicativeOp() || x->isAdditiveOp() || x->isShiftOp() || x->isBitwiseOp()))
      return std::nullopt;
    auto l = roundsBefore(x->getLHS()), r = roundsBefore(x->getRHS());
    if (!l || !r) return std::nullopt;
    return std::max(*l, *r);
  }

  std::optional<int> roundsBeforeRead(const Expr *e) {
    if (const VarDecl *v = variableOf(e))
      return llvm::any_of(loop.indices, [&](const auto &index) { return index.first == v; }) ? std::optional<int>(0)
                                                                                             : std::nullopt;
    if (facts.types.isShared(facts.types.of(e))) {
      auto round = roundOf(e);
      return round ? std::optional<int>(*round + 1) : std::nullopt;
    }
    const auto *element = dyn_cast<ArraySubscriptExpr>(e); // of a private array
    if (!element || isOrdered(e, facts)) return std::nullopt;
    const VarDecl *array = rootOf(e);
    bool stays = array ? !body.writes(array, e->getType())
                       : invariant(element->getBase(), body, facts, true) && !body.writesThrough(e->getType());
    return stays && isa<DeclRefExpr>(element->getBase()->IgnoreParenImpCasts()) ? roundsBefore(element->getIdx())
                                                                                : std::nullopt;
  }
};

} // namespace

static bool leaves(const Stmt *s) {
  if (!s) return false;
  if (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt, SwitchCase>(s)) return true;
  return llvm::any_of(s->children(), leaves);
}

// Do the steps change nothing but the indices, which are set back when the reads have been asked for?
static bool stepIndicesOnly(const Loop &loop, const CountedLoop &counted, const Context &in) {
  Accesses accesses(in.facts());
  for (const Expr *step : loop.steps) accesses.add(step);
  auto isIndex = [&](const Expr *lvalue) {
    const VarDecl *v = variableOf(lvalue);
    return llvm::any_of(counted.indices, [&](const auto &index) { return index.first == v; });
  };
  return !accesses.unknown && llvm::all_of(accesses.all, [&](const MemoryAccess &a) {
    return a.writes ? isIndex(a.lvalue) : a.isPrivate;
  });
}

std::vector<AheadRead> readsAhead(const Loop &loop, const CountedLoop &counted, const LoopBody &body,
                                  const Context &in) {
  if (!in.unit.aggregate || !counted.end || body.opaque || body.orders || body.awkward || leaves(loop.body)) return {};
  if (!stepIndicesOnly(loop, counted, in)) return {};
  Accesses accesses(in.facts());
  accesses.add(loop.body);
  if (accesses.unknown) return {};
  Expressions sure;
  surely(loop.body, in.facts(), sure);
  Finder finder(counted, body, accesses, sure, in.facts());
  finder.walk(loop.body);
  if (finder.reads.size() > MostReads) return {};
  return finder.reads;
}

// ---- The strips

void needsAllNear(std::optional<c::Expression> &near) {
  c::Expression all = c::prefix("!", c::call("urt_any_far", {}));
  near = near ? c::binary(*near, "&&", all) : all;
}

namespace {

// Declares the buffers of the reads, round by round; the same address is read once.
class AheadLoop {
public:
  AheadLoop(const AheadStrips &strips, const Context &in) : strips(strips), in(in), n(in.unit.fresh()) {}
  c::Statement loop();

private:
  const AheadStrips &strips;
  const Context &in;
  const std::string n;
  const c::Expression at = c::name("upc_j" + n), length = c::name("upc_m" + n);
  Places places;
  int buffers = 0;

  c::Block round(int number);
  c::Statement iterations(const c::Block &body, const c::Expressions &steps) const;
};

c::Statement AheadLoop::iterations(const c::Block &body, const c::Expressions &steps) const {
  c::Expression all = c::postfix(at, "++");
  for (const c::Expression &step : steps) all = c::comma(all, step);
  return c::forLoop(c::statement(c::assign(at, "=", c::number(0))), c::binary(at, "<", length), all, body.braced());
}

c::Block AheadLoop::round(int number) {
  c::Block declarations, asks, restore;
  Context now = in.withPlaces(places);
  Places later = places;
  std::map<std::string, std::string> known; // address and type -> buffer
  if (auto first = strips.prepare(c::binary(c::name(strips.counter), "+", at))) asks.add(*first);
  for (const AheadRead &read : strips.reads) {
    if (read.round != number) continue;
    std::string type = in.unit.types.spell(in.unit.types.of(read.access));
    c::Expression from = address(read.access, now.asAddress());
    auto [buffer, fresh] = known.try_emplace(in.unit.onOneLine(from.code) + type,
                                             "upc_h" + n + "_" + std::to_string(buffers));
    c::Expression element = c::element(c::name(buffer->second), at);
    later.insert_or_assign(read.access, element);
    if (!fresh) continue;
    buffers++;
    declarations.add(c::declare("__typeof__(" + type + ") " + buffer->second + "[URT_AHEAD]"));
    asks.add(c::call("urt_read_ahead", {c::addressOf(element), from, c::sizeOfType(type)}));
  }
  c::Block saved, gone;
  c::Expressions steps;
  if (!strips.prepare(at)) { // the indices go on, and back again
    for (auto &[v, step] : strips.counted.indices) {
      std::string name = v->getName().str(), keep = "upc_o" + n + "_" + name;
      saved.add(c::declare("__typeof__(" + name + ") " + keep, c::name(name)));
      restore.add(c::assign(c::name(name), "=", c::name(keep)));
    }
    steps.push_back(strips.steps(now));
  }
  gone.add(saved);
  gone.add(iterations(asks, steps));
  gone.add(restore);
  gone.add(c::call("urt_asked", {}));
  c::Block out = declarations;
  out.add(gone.braced());
  places = later;
  return out;
}

c::Statement AheadLoop::loop() {
  c::Expression counter = c::name(strips.counter), left = c::binary(c::name(strips.count), "-", counter);
  int rounds = 0;
  for (const AheadRead &read : strips.reads) rounds = std::max(rounds, read.round + 1);
  c::Expression most = c::name("URT_AHEAD"), size = c::conditional(c::binary(left, "<", most), left, most);
  c::Block strip = {c::declareAll("long", {{"upc_j" + n, {}}, {"upc_m" + n, size.argument()}})};
  for (int number = 0; number < rounds; number++) strip.add(round(number));
  Context inside = in.withPlaces(places);
  c::Block iteration;
  if (auto first = strips.prepare(counter)) iteration.add(*first);
  iteration.add(strips.body(inside));
  c::Expressions steps = {c::postfix(counter, "++")};
  if (!strips.prepare(at)) steps.push_back(strips.steps(inside));
  strip.add(iterations(iteration, steps));
  return c::forLoop(c::Statement(Code(";")), c::binary(counter, "<", c::name(strips.count)), std::nullopt,
                    strip.braced());
}

} // namespace

c::Statement aheadStrips(const AheadStrips &strips, const Context &in) { return AheadLoop(strips, in).loop(); }
