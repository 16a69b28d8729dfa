// SPDX-License-Identifier: BSD-3-Clause
#include "lower/read_ahead.h"
#include "lower/accesses.h"
#include "lower/expressions.h"

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

// The iterations of the strip, in which only this is done.
c::Statement AheadLoop::inItsTurn(const c::Block &asks, const Context &now) const {
  c::Block out, each, restore;
  c::Expressions steps;
  if (auto first = strips.prepare(c::binary(c::name(strips.counter), "+", at))) {
    each.add(*first);
  } else { // the indices go on, and back again
    for (auto &[v, step] : strips.counted.indices) {
      std::string name = v->getName().str(), keep = "upc_o" + n + "_" + name;
      out.add(c::declare("__typeof__(" + name + ") " + keep, c::name(name)));
      restore.add(c::assign(c::name(name), "=", c::name(keep)));
    }
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
