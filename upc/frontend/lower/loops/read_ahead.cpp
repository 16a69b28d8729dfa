// SPDX-License-Identifier: BSD-3-Clause
// `for (int j = 0; j < n; j++) s += x[col[j]];`, with x far and col private, becomes for each strip of m iterations
//
//   double h[URT_AHEAD];
//   for (k = 0; k < m; k++, j++) urt_read_ahead(&h[k], &x[col[j]], sizeof(double));   then j is set back
//   urt_asked();                                                                     the answers are in h
//   for (k = 0; k < m; k++, j++) s += h[k];
#include "lower/loops/read_ahead.h"
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "lower/loops/far_updates.h"
#include "lower/pointers.h"
#include "lower/loops/strip_tests.h"

using namespace clang;

void needsAllNear(std::optional<c::Expression> &near) {
  c::Expression all = c::prefix("!", c::call("urt_any_far", {}));
  near = near ? c::binary(*near, "&&", all) : all;
}

namespace {

// Declares the buffers of the reads, round by round; the same address on the same way is read once.
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
  std::map<std::string, std::string> known; // address and type, in their steps -> buffer

  c::Block round(int number);
  bool isTested(const Expr *write, const Expr *read) const;
  c::Expression apart(c::Block &out) const;
  std::pair<c::Block, c::Block> keptIndices() const;
  c::Statement iterations(const Context &now) const;
  c::Statement iterations(const c::Block &body, const c::Expressions &steps) const;
  c::Statement onTheWay(const AheadRead &read, size_t steps, const c::Statement &ask, const Context &now) const;
  const std::string *bufferOf(const AheadRead &read, const c::Expression &from, const Context &now) const;
  std::string keyOf(const AheadRead &read, size_t steps, const c::Expression &from, const Context &now) const;
  c::Statement ask(const AheadRead &read, const c::Expression &from, const Context &now, c::Block &declarations);
  c::Statement inItsTurn(const c::Block &asks, const Context &now) const;
};

c::Statement AheadLoop::iterations(const c::Block &body, const c::Expressions &steps) const {
  c::Expression all = c::postfix(at, "++");
  for (const c::Expression &step : steps) all = c::comma(all, step);
  return c::forLoop(c::statement(c::assign(at, "=", c::number(0))), c::binary(at, "<", length), all, body.braced());
}

// What is asked for after the first `steps` of what an iteration does before the read.
c::Statement AheadLoop::onTheWay(const AheadRead &read, size_t steps, const c::Statement &ask,
                                 const Context &now) const {
  c::Statement out = ask;
  for (size_t i = steps; i-- > 0;) {
    const StepBefore &step = read.before[i];
    if (step.variable) {
      std::string type = in.unit.types.spell(step.variable->getType().getUnqualifiedType());
      out = c::Block{c::declare(type + " " + step.variable->getName().str(), lowerExpression(step.value, now)), out}
                .braced();
    } else {
      c::Expression condition = lowerCondition(step.value, now);
      out = c::ifThen(step.isTrue ? condition : c::prefix("!", c::parenthesised(condition)), c::Block{out}.braced());
    }
  }
  return out;
}

std::string AheadLoop::keyOf(const AheadRead &read, size_t steps, const c::Expression &from, const Context &now) const {
  c::Expression typed = c::cast(in.unit.types.spell(in.unit.types.of(read.access)), from);
  return in.unit.onOneLine(onTheWay(read, steps, c::statement(typed), now).code);
}

// The buffer that has this address already. An iteration that comes to the read has come to the one it was read for, if
// that one had fewer conditions.
const std::string *AheadLoop::bufferOf(const AheadRead &read, const c::Expression &from, const Context &now) const {
  for (size_t steps = read.before.size();; steps--) {
    if (auto found = known.find(keyOf(read, steps, from, now)); found != known.end()) return &found->second;
    if (steps == 0 || read.before[steps - 1].variable) return nullptr;
  }
}

// A new buffer, and the statement that asks for its element.
c::Statement AheadLoop::ask(const AheadRead &read, const c::Expression &from, const Context &now,
                            c::Block &declarations) {
  std::string buffer = "upc_h" + n + "_" + std::to_string(buffers++);
  std::string type = in.unit.types.spell(in.unit.types.of(read.access));
  known[keyOf(read, read.before.size(), from, now)] = buffer;
  declarations.add(c::declare("__typeof__(" + type + ") " + buffer + "[URT_AHEAD]"));
  c::Expression to = c::addressOf(c::element(c::name(buffer), at));
  c::Expression call = c::call("urt_read_ahead", {to, from, c::sizeOfType(type)});
  return onTheWay(read, read.before.size(), c::statement(call), now);
}

// Statements that keep the indices, and that set them back.
std::pair<c::Block, c::Block> AheadLoop::keptIndices() const {
  c::Block keep, restore;
  for (auto &[v, step] : strips.counted.indices) {
    std::string name = v->getName().str(), kept = "upc_o" + n + "_" + name;
    keep.add(c::declare("__typeof__(" + name + ") " + kept, c::name(name)));
    restore.add(c::assign(c::name(name), "=", c::name(kept)));
  }
  return {keep, restore};
}

// The iterations of the strip, in which only this is done.
c::Statement AheadLoop::inItsTurn(const c::Block &asks, const Context &now) const {
  c::Block out, each, restore;
  c::Expressions steps;
  if (auto first = strips.prepare(c::binary(c::name(strips.counter), "+", at))) {
    each.add(*first);
  } else { // the indices go on, and back again
    auto [keep, back] = keptIndices();
    out.add(keep), restore = back;
    steps.push_back(strips.steps(now));
  }
  each.add(asks);
  out.add(iterations(each, steps));
  out.add(restore);
  out.add(c::call("urt_asked", {}));
  return out.braced();
}

c::Block AheadLoop::round(int number) {
  c::Block declarations, asks;
  const Places before = places;
  Context now = in.withPlaces(before);
  Places later = before;
  for (const AheadRead &read : strips.reads) {
    if (read.round != number) continue;
    c::Expression from = address(read.access, now.asAddress());
    if (!bufferOf(read, from, now)) asks.add(ask(read, from, now, declarations));
    const std::string &buffer = *bufferOf(read, from, now);
    later.insert_or_assign(read.access, c::element(c::name(buffer), at));
  }
  places = later;
  if (!asks.empty()) declarations.add(inItsTurn(asks, now));
  return declarations;
}

bool AheadLoop::isTested(const Expr *write, const Expr *read) const {
  return llvm::any_of(strips.reads, [&](const AheadRead &other) {
    return other.access == read && llvm::is_contained(other.writes, write->IgnoreParens());
  });
}

// Whether what the strip reads lies below or above what it writes: by the subscripts in its first and last iteration.
c::Expression AheadLoop::apart(c::Block &out) const {
  std::map<const Expr *, std::string> numbers;
  c::Block firsts, lasts;
  auto both = [&](const Expr *access) -> c::Expressions {
    std::string number = n + "_" + std::to_string(numbers.size());
    if (auto [found, fresh] = numbers.insert({access, number}); fresh) {
      c::Expression subscript = asLong(lowerExpression(testedSubscript(access), in));
      firsts.add(c::declare("const long upc_f" + number, subscript));
      lasts.add(c::declare("const long upc_l" + number, subscript));
    } else {
      number = found->second;
    }
    return {c::name("upc_f" + number), c::name("upc_l" + number)};
  };
  std::optional<c::Expression> all;
  for (const AheadRead &read : strips.reads)
    for (const Expr *write : read.writes) {
      c::Expressions arguments = both(write), others = both(read.access);
      arguments.insert(arguments.end(), others.begin(), others.end());
      c::Expression one = c::call("urt_apart", arguments);
      all = all ? c::binary(*all, "&&", one) : one;
    }
  c::Expression counter = c::name(strips.counter), further = c::binary(length, "-", c::number(1));
  if (auto first = strips.prepare(counter)) {
    out.add(*first), out.add(firsts);
    out.add(*strips.prepare(c::binary(counter, "+", c::parenthesised(further)))), out.add(lasts);
    return *all;
  }
  auto [keep, restore] = keptIndices();
  out.add(firsts), out.add(keep);
  for (auto &[v, step] : strips.counted.indices)
    if (v->getType()->isIntegerType())
      out.add(c::assign(c::name(v->getName().str()), "+=",
                        c::binary(c::parenthesised(further), "*", strideOf({step}, in))));
  out.add(lasts), out.add(restore);
  return *all;
}

// The iterations of the strip, as the program has them.
c::Statement AheadLoop::iterations(const Context &now) const {
  c::Expression counter = c::name(strips.counter);
  c::Block iteration;
  if (auto first = strips.prepare(counter)) iteration.add(*first);
  iteration.add(strips.body(now));
  c::Expressions steps = {c::postfix(counter, "++")};
  if (!strips.prepare(at)) steps.push_back(strips.steps(now));
  return iterations(iteration, steps);
}

c::Statement AheadLoop::loop() {
  c::Expression counter = c::name(strips.counter), left = c::binary(c::name(strips.count), "-", counter);
  int rounds = 0;
  for (const AheadRead &read : strips.reads) rounds = std::max(rounds, read.round + 1);
  c::Expression most = c::name("URT_AHEAD"), size = c::conditional(c::binary(left, "<", most), left, most);
  c::Block strip = {c::declareAll("long", {{"upc_j" + n, {}}, {"upc_m" + n, size.argument()}})}, ahead;
  for (int number = 0; number < rounds; number++) ahead.add(round(number));
  Context inside = in.withPlaces(places);
  if (llvm::all_of(strips.reads, [](const AheadRead &read) { return read.writes.empty(); })) {
    strip.add(ahead);
    strip.add(iterations(inside));
  } else {
    FarUpdates updates = farUpdates(strips.written, in,
                                    [&](const Expr *write, const Expr *read) { return isTested(write, read); });
    if (in.farUpdates) updates.insert(in.farUpdates->begin(), in.farUpdates->end());
    inside.farUpdates = &updates;
    ahead.add(iterations(inside));
    ahead.add(c::call("urt_updated", {}));
    c::Expression test = apart(strip);
    strip.add(c::ifElse(test, ahead.braced(), iterations(in)));
  }
  return c::forLoop(c::Statement(Code(";")), c::binary(counter, "<", c::name(strips.count)), std::nullopt,
                    strip.braced());
}

} // namespace

c::Statement aheadStrips(const AheadStrips &strips, const Context &in) { return AheadLoop(strips, in).loop(); }
