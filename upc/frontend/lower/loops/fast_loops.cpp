// SPDX-License-Identifier: BSD-3-Clause
// Loops that count (counted.h), with a C pointer for each strided run of shared accesses. Where all runs last for the
// whole loop and the number of iterations is not known:
//
//   for (j = 0; c[j]; j++) s += c[j];             if (near(..)[0]) { T *p = near(&c[j]); long k = 0;
//                                                   do { s += p[k]; } while (j++, k++, p[k]); }
//
// Where it is known, or runs end with their blocks, the loop is strip-mined: a strip lasts as long as all runs stay in
// their blocks.
//
//   for (j = 0; j < n; j++) s += A[i][j] * x[j];  if (j < n) do {
//                                                   long m = n - j; T *p = near(&A[i][j]), *q = near(&x[j]);
//                                                   m = as many as both stay in their blocks for;
//                                                   for (k = 0; k < m; k++, j++) s += p[k] * q[k]; } while (j < n);
//
// For runs in blocks and a condition that may change, a strip's loop asks for the end of the strip and for the
// condition. There is a general version for what is far. In it loops inside read ahead too (read_ahead.h), and are
// otherwise as the program has them.
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "lower/loops/loops.h"
#include "lower/pointers.h"
#include "lower/loops/read_ahead.h"

using namespace clang;

namespace {

struct FastLoop {
  const Loop &loop;
  CountedLoop counted;
  std::vector<StridedRun> runs;
  std::vector<AheadRead> ahead; // what the general version reads ahead
  const LoopBody &changes;
  bool breaks;     // out of it, by `break`
  std::string end; // the variable that holds counted.end; empty: none
  const Context &in; // around it

  c::Statement whole() const;
  c::Statement stripMined() const;
  c::Expression condition(const Context &at) const;
  c::Expression index() const;
  c::Expression comparedEnd() const;
  c::Expression reachedEnd(bool down, bool equal) const;
  c::Expression iterations() const;
  c::Statement readingAhead(const std::string &counter, const std::string &count, const Context &around) const;
  c::Statement strip(const std::string &counter, const std::string &count, const c::Expressions &steps,
                     llvm::function_ref<c::Statement(const Context &)> body, const Context &around) const;
};

} // namespace

// The index and counted.end, as the type in which the condition compares them.
c::Expression FastLoop::index() const {
  return c::cast(in.unit.types.spell(counted.compared), c::name(counted.index->getName().str()));
}
c::Expression FastLoop::comparedEnd() const {
  return end.empty() ? c::cast(in.unit.types.spell(counted.compared), lowerExpression(counted.end, in)) : c::name(end);
}

// The condition, true where there is none.
c::Expression FastLoop::condition(const Context &at) const {
  if (!end.empty()) return c::binary(index(), BinaryOperator::getOpcodeStr(counted.relation).str(), comparedEnd());
  auto written = conditionOf(loop, at);
  return written ? *written : c::number(1);
}

static c::Expression sequence(const c::Expressions &parts) {
  c::Expression all = parts[0];
  for (size_t i = 1; i < parts.size(); i++) all = c::comma(all, parts[i]);
  return all;
}

c::Statement FastLoop::whole() const {
  std::string k = "upc_k" + in.unit.fresh();
  LoopPointers pointers = declarePointers(runs, k, "", in);
  auto rounds = [&](const Context &body, const Context &around) {
    c::Expressions last = {*stepsOf(loop, around)};
    last.push_back(c::postfix(c::name(k), "++"));
    last.push_back(condition(around));
    return c::doWhile(c::Block{bodyOf(loop, body)}.braced(), sequence(last));
  };
  Context inside = in.withPlaces(pointers.places);
  c::Statement fast = rounds(inside.withBreakTo(""), inside);
  c::Block block = {c::declare("long " + k, c::number(0))};
  block.add(pointers.setup);
  block.add(nearOrFar(pointers, fast, [&] { return rounds(in.farVersion(""), in); }));
  return block.braced();
}

// Does the index of a narrow type perhaps wrap round before it reaches the end: `unsigned u; u < n` with a long n?
static bool wrapsBeforeEnd(const CountedLoop &counted, const LoopFacts &facts) {
  if (!counted.index || !wrapsRound(counted.index, facts)) return false;
  QualType type = counted.index->getType(), end = counted.end->IgnoreParenImpCasts()->getType();
  uint64_t bits = facts.context.getTypeSize(type);
  bool fits = facts.context.getTypeSize(end) <= bits && end->isUnsignedIntegerType() == type->isUnsignedIntegerType();
  return !fits && facts.context.getTypeSize(counted.compared) != bits;
}

// The end as a long, but no further than the index gets before it wraps round.
c::Expression FastLoop::reachedEnd(bool down, bool equal) const {
  c::Expression to = asLong(comparedEnd());
  if (!wrapsBeforeEnd(counted, in.facts())) return to;
  QualType type = counted.index->getType();
  bool isUnsigned = type->isUnsignedIntegerType();
  uint64_t bits = in.unit.context.getTypeSize(type);
  long least = isUnsigned ? 0 : -(1L << (bits - 1)), most = (1L << (isUnsigned ? bits : bits - 1)) - 1;
  return c::call(down ? "urt_at_least" : "urt_at_most", {to, c::number(down ? least - !equal : most + !equal, "L")});
}

// C: how many iterations there are from here on.
c::Expression FastLoop::iterations() const {
  bool down = counted.relation == BO_GT || counted.relation == BO_GE;
  bool equal = counted.relation == BO_LE || counted.relation == BO_GE;
  c::Expression at = asLong(index()), to = reachedEnd(down, equal);
  c::Expression distance = down ? c::binary(at, "-", to) : c::binary(to, "-", at);
  if (equal) distance = c::binary(distance, "+", c::number(1));
  long constant;
  bool byOne = isConstant({counted.step}, constant) && std::abs(constant) == 1;
  if (byOne && in.unit.context.getTypeSize(counted.compared) < 64) return distance; // the condition holds
  c::Expression by = strideOf({counted.step}, in);
  return c::call("urt_rounds", {distance, down ? c::prefix("-", by) : by});
}

// The loop over one strip, which asks for the condition beside the count where it may change.
c::Statement FastLoop::strip(const std::string &counter, const std::string &count, const c::Expressions &steps,
                             llvm::function_ref<c::Statement(const Context &)> body,
                             const Context &around) const {
  c::Expression more = c::binary(c::name(counter), "<", c::name(count)), next = c::postfix(c::name(counter), "++");
  c::Expression all = sequence(steps);
  if (counted.end)
    return c::forLoop(c::Statement(Code(";")), more, c::comma(next, all), c::Block{body(around)}.braced());
  c::Expression again = c::binary(more, "&&", c::parenthesised(condition(around)));
  return c::doWhile(c::Block{body(around)}.braced(), sequence({all, next, again}));
}

// The general version of such a strip.
c::Statement FastLoop::readingAhead(const std::string &counter, const std::string &count, const Context &around) const {
  return aheadStrips({ahead, counter, count, counted, loop.body, [](const c::Expression &) { return std::nullopt; },
                      [&](const Context &at) { return *stepsOf(loop, at); },
                      [&](const Context &at) { return bodyOf(loop, at); }}, around.farVersion(""));
}

c::Statement FastLoop::stripMined() const {
  std::string n = in.unit.fresh(), k = "upc_k" + n, count = "upc_n" + n, label = "upc_b" + n,
      jump = breaks ? label : "";
  c::Expression again = condition(in), left = counted.end ? iterations() : c::name("__LONG_MAX__");
  LoopPointers pointers = declarePointers(runs, k, count, in);
  Context inside = in.withPlaces(pointers.places);
  if (llvm::any_of(ahead, [&](const AheadRead &read) { return !hasPlaceInLoop(read.access, inside); }))
    needsAllNear(pointers.near);
  c::Expressions steps = {*stepsOf(loop, inside)};

  auto body = [&](const Context &at) { return bodyOf(loop, at.withBreakTo(jump)); };
  auto generalBody = [&](const Context &at) { return bodyOf(loop, at.farVersion(jump)); };
  c::Block rounds = {c::declareAll("long", {{k, Code("0")}, {count, left.argument()}})};
  rounds.add(pointers.setup);
  auto general = [&] {
    if (!ahead.empty()) return readingAhead(k, count, in);
    return strip(k, count, steps, generalBody, in);
  };
  rounds.add(in.far ? general() : nearOrFar(pointers, strip(k, count, steps, body, inside), general));
  if (!counted.end) rounds.add(c::ifThen(c::binary(c::name(k), "<", c::name(count)), c::Statement(Code("break;"))));
  c::Block block;
  block.add(c::doWhile(rounds.braced(), again));
  if (breaks) block.add(c::label(label));
  return block.braced();
}

static bool holds(const Stmt *s, const Expr *part) {
  return s && (s == part || llvm::any_of(s->children(), [&](const Stmt *child) { return holds(child, part); }));
}

std::optional<c::Statement> fastLoop(const Loop &loop, int keyword, const Context &in) {
  // A pragma wants its loop.
  if ((in.general && !in.far) || loop.steps.empty() || in.unit.followsPragma(keyword))
    return std::nullopt;
  LoopBody body(loop.body, in.facts());
  CountedLoop counted;
  if (!recogniseCounted(loop.condition, loop.steps, body, in.facts(), counted) || body.awkward) return std::nullopt;
  // An end in shared memory stays the same in a counted loop, so it is read once.
  bool readsEnd = counted.end && readsShared(counted.end, in);
  auto runs = stridedRuns({readsEnd ? nullptr : loop.condition, loop.body}, counted, /*least=*/4, body, in.facts());
  llvm::erase_if(runs, [&](const StridedRun &run) { return in.hasPlace(run.access); });
  if (in.far) runs.clear(); // they may not be near
  auto ahead = readsAhead(loop, counted, body, in);
  if (runs.empty() && ahead.empty()) return std::nullopt;
  if (!counted.end && llvm::any_of(runs, [&](const StridedRun &run) { // it waits for this object
        return run.stride.empty() && holds(loop.condition, run.access);
      }))
    return std::nullopt;
  bool blocks = llvm::any_of(runs, [](const StridedRun &run) { return run.kind == StridedRun::InBlock; });
  if (in.unit.checkBounds && !counted.end && !blocks) return std::nullopt; // where it ends is not known
  FastLoop fast{loop, counted, std::move(runs), std::move(ahead), body, body.breaks, "", in};
  if (!readsEnd) return c::ifThen(fast.condition(in), counted.end || blocks ? fast.stripMined() : fast.whole());
  c::Expression end = fast.comparedEnd();
  fast.end = "upc_e" + in.unit.fresh();
  c::Block block = {c::declare("const " + in.unit.types.spell(counted.compared) + " " + fast.end, end)};
  block.add(c::ifThen(fast.condition(in), fast.stripMined()));
  return block.braced();
}
