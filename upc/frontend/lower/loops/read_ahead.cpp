// SPDX-License-Identifier: BSD-3-Clause
// `for (int j = 0; j < n; j++) s += x[col[j]];`, with x far and col private, becomes for each strip of m iterations
//
//   URT_BUFFER double *h = urt_buffer();
//   for (k = 0; k < m; k++, j++) urt_read_ahead(&h[k], &x[col[j]], sizeof(double));   then j is set back
//   urt_asked();                                                                     the answers are in h
//   for (k = 0; k < m; k++, j++) s += h[k];
//
// A part, from iteration k0 to k1 of the strip, numbers the iterations of each inner loop by a variable w:
//
//   w = 0; for (k = k0; k < m; k++, j++) { for (each inner iteration) w++; if (w > URT_AHEAD) break; } k1 = k;
//   w = 0; for (k = k0; k < k1; k++, j++) for (each inner iteration) urt_read_ahead(&h[w++], ..);
//   urt_asked();
//   w = 0; for (k = k0; k < k1; k++, j++) the body, in which the inner loop has w++ too and reads h[w]
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
  AheadLoop(const AheadStrips &strips, const Context &in);
  c::Statement loop();

private:
  const AheadStrips &strips;
  const Context &in;
  const std::string n;
  const c::Expression at = c::name("upc_j" + n), length = c::name("upc_m" + n);
  Places places;
  int buffers = 0;
  std::map<std::string, std::string> known; // address and type, in their steps -> buffer
  NumberedLoops inner;                      // the variables that number their iterations

  // Iterations from .. to of the strip. `done`: how many of them are before iteration `at`.
  struct Span {
    c::Expression from, to, done;
  };
  const Span whole = {c::number(0), length, at};
  const c::Expression partFrom = c::name("upc_a" + n), partTo = c::name("upc_b" + n);
  const c::Expression partDone = c::parenthesised(c::binary(at, "-", partFrom));

  c::Block rounds(bool isInner, const Span &span);
  c::Block round(int number, bool isInner, const Span &span);
  c::Expression numberOf(const AheadRead &read) const;
  c::Expression inItsTurn(const AheadRead &read, const c::Expression &from, const c::Expression &element) const;
  llvm::ArrayRef<StepBefore> toLoop(const AheadRead &read) const;
  bool isTested(const Expr *write, const Expr *read) const;
  c::Expression apart(c::Block &out) const;
  std::pair<c::Block, c::Block> keptIndices() const;
  c::Statement iterations(const Span &span, const Context &now) const;
  c::Statement iterations(const Span &span, const c::Block &body, const c::Expressions &steps) const;
  c::Statement onTheWay(llvm::ArrayRef<StepBefore> steps, const c::Statement &done, const Context &now) const;
  const std::string *bufferOf(const AheadRead &read, const c::Expression &from, const Context &now) const;
  std::string keyOf(const AheadRead &read, size_t steps, const c::Expression &from, const Context &now) const;
  c::Statement ask(const AheadRead &read, const c::Expression &from, const Context &now, c::Block &declarations);
  c::Block goThrough(const Span &span, const c::Block &done, const Context &now) const;
  c::Block restartInner() const;
  c::Block endOfPart(const Context &now) const;
  c::Statement parts();
};

AheadLoop::AheadLoop(const AheadStrips &strips, const Context &in) : strips(strips), in(in), n(in.unit.fresh()) {
  if (in.places) places = *in.places;
  for (const AheadRead &read : strips.reads)
    if (read.loop) inner.insert({read.loop, "upc_w" + n + "_" + std::to_string(inner.size())});
}

c::Statement AheadLoop::iterations(const Span &span, const c::Block &body, const c::Expressions &steps) const {
  c::Expression all = c::postfix(at, "++");
  for (const c::Expression &step : steps) all = c::comma(all, step);
  return c::forLoop(c::statement(c::assign(at, "=", span.from)), c::binary(at, "<", span.to), all, body.braced());
}

// What is done after these steps of an iteration.
c::Statement AheadLoop::onTheWay(llvm::ArrayRef<StepBefore> steps, const c::Statement &done, const Context &now) const {
  c::Statement out = done;
  for (const StepBefore &step : llvm::reverse(steps)) {
    if (step.loop) {
      c::Expression next = c::comma(lowerExpression(step.loop->getInc(), now),
                                    c::postfix(c::name(inner.lookup(step.loop)), "++"));
      out = c::forLoop(c::Statement(Code(";")), lowerCondition(step.loop->getCond(), now), next,
                       c::Block{out}.braced());
    }
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
  return in.unit.onOneLine(onTheWay(llvm::ArrayRef(read.before).take_front(steps), c::statement(typed), now).code);
}

// The buffer that has this address already. An iteration that comes to the read has come to the one it was read for, if
// that one had fewer conditions.
const std::string *AheadLoop::bufferOf(const AheadRead &read, const c::Expression &from, const Context &now) const {
  for (size_t steps = read.before.size();; steps--) {
    if (auto found = known.find(keyOf(read, steps, from, now)); found != known.end()) return &found->second;
    if (steps == 0 || read.before[steps - 1].variable) return nullptr;
  }
}

// The steps up to the inner loop in which a read is.
llvm::ArrayRef<StepBefore> AheadLoop::toLoop(const AheadRead &read) const {
  llvm::ArrayRef<StepBefore> steps = read.before;
  while (!steps.empty() && !steps.back().loop) steps = steps.drop_back();
  return steps;
}

// A new buffer, and the statement that asks for its element, in an iteration of its innermost loop.
c::Statement AheadLoop::ask(const AheadRead &read, const c::Expression &from, const Context &now,
                            c::Block &declarations) {
  std::string buffer = "upc_h" + n + "_" + std::to_string(buffers++);
  std::string type = in.unit.types.spell(in.unit.types.of(read.access));
  known[keyOf(read, read.before.size(), from, now)] = buffer;
  declarations.add(c::declare("URT_BUFFER __typeof__(" + type + ") *" + buffer, c::call("urt_buffer", {})));
  c::Expression to = c::addressOf(c::element(c::name(buffer), numberOf(read)));
  c::Expression call = c::call("urt_read_ahead", {to, from, c::sizeOfType(type)});
  return onTheWay(llvm::ArrayRef(read.before).drop_front(toLoop(read).size()), c::statement(call), now);
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

// The number of the read's iteration, of the strip or of an inner loop.
c::Expression AheadLoop::numberOf(const AheadRead &read) const {
  return read.loop ? c::name(inner.lookup(read.loop)) : at;
}

// A near element where it is, a far one in the buffer.
c::Expression AheadLoop::inItsTurn(const AheadRead &read, const c::Expression &from,
                                   const c::Expression &element) const {
  std::string type = in.unit.types.spell(in.unit.types.of(read.access));
  return c::dereference(c::cast("__typeof__(" + type + ") *", c::call("urt_near_or", {from, c::addressOf(element)})));
}

// Goes through iterations in which only this is done, and sets the indices back.
c::Block AheadLoop::goThrough(const Span &span, const c::Block &done, const Context &now) const {
  c::Block out, each, restore;
  c::Expressions steps;
  if (auto first = strips.prepare(c::binary(c::name(strips.counter), "+", span.done))) {
    each.add(*first);
  } else { // the indices go on, and back again
    auto [keep, back] = keptIndices();
    out.add(keep), restore = back;
    steps.push_back(strips.steps(now));
  }
  each.add(done);
  out.add(iterations(span, each, steps));
  out.add(restore);
  return out;
}

c::Block AheadLoop::restartInner() const {
  c::Block out;
  for (auto &[loop, number] : inner) out.add(c::assign(c::name(number), "=", c::number(0)));
  return out;
}

// The reads of one round: of the strip itself, or of inner loops in a part of it. Those of one inner loop stand
// together, since it is gone through once.
c::Block AheadLoop::round(int number, bool isInner, const Span &span) {
  c::Block declarations, all;
  std::vector<std::pair<const AheadRead *, c::Block>> asks; // one of the reads of each loop, and all that is asked for
  const Places before = places;
  Context now = in.withPlaces(before);
  Places later = before;
  for (const AheadRead &read : strips.reads) {
    if (read.round != number || (read.loop != nullptr) != isInner) continue;
    c::Expression from = address(read.access, now.asAddress());
    if (!bufferOf(read, from, now)) {
      if (asks.empty() || asks.back().first->loop != read.loop) asks.push_back({&read, {}});
      asks.back().second.add(ask(read, from, now, declarations));
    }
    const std::string &buffer = *bufferOf(read, from, now);
    c::Expression element = c::element(c::name(buffer), numberOf(read));
    later.insert_or_assign(read.access, read.late ? inItsTurn(read, from, element) : element);
  }
  places = later;
  if (asks.empty()) return declarations;
  for (auto &[read, block] : asks) all.add(onTheWay(toLoop(*read), c::Statement(block.code), now));
  c::Block asked = isInner ? restartInner() : c::Block();
  asked.add(goThrough(span, all, now));
  asked.add(c::call("urt_asked", {}));
  declarations.add(asked.braced());
  return declarations;
}

c::Block AheadLoop::rounds(bool isInner, const Span &span) {
  int count = 0;
  for (const AheadRead &read : strips.reads) count = std::max(count, read.round + 1);
  c::Block out;
  for (int number = 0; number < count; number++) out.add(round(number, isInner, span));
  return out;
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

// The iterations, as the program has them.
c::Statement AheadLoop::iterations(const Span &span, const Context &now) const {
  c::Expression counter = c::name(strips.counter);
  c::Block iteration;
  if (auto first = strips.prepare(counter)) iteration.add(*first);
  iteration.add(strips.body(now));
  c::Expressions steps = {c::postfix(counter, "++")};
  if (!strips.prepare(at)) steps.push_back(strips.steps(now));
  return iterations(span, iteration, steps);
}

// Counts the iterations of inner loops until there are too many for a part.
c::Block AheadLoop::endOfPart(const Context &now) const {
  c::Block count;
  std::optional<c::Expression> tooMany;
  for (auto &[loop, number] : inner) {
    auto read = llvm::find_if(strips.reads, [here = loop](const AheadRead &r) { return r.loop == here; });
    count.add(onTheWay(toLoop(*read), c::Statement(Code(";")), now));
    c::Expression more = c::binary(c::name(number), ">", c::name("URT_AHEAD"));
    tooMany = tooMany ? c::binary(*tooMany, "||", more) : more;
  }
  count.add(c::ifThen(*tooMany, c::Statement(Code("break;"))));
  c::Block out = restartInner();
  out.add(goThrough({partFrom, length, partDone}, count, now));
  out.add(c::assign(partTo, "=", at));
  return out;
}

// The strip, part by part.
c::Statement AheadLoop::parts() {
  const Places outer = places;
  Context alone = in.withPlaces(outer);
  const Span part = {partFrom, partTo, partDone};
  c::Block body, together;
  std::vector<c::Declarator> numbers;
  for (auto &[loop, number] : inner) numbers.push_back({number, {}});
  body.add(c::declareAll("long", numbers));
  body.add(endOfPart(alone));
  together.add(rounds(true, part));
  Context now = in.withPlaces(places);
  now.numberedLoops = &inner;
  together.add(restartInner());
  together.add(iterations(part, now));
  c::Block single = {c::statement(c::postfix(partTo, "++")), iterations(part, alone)};
  body.add(c::ifElse(c::binary(partFrom, "<", partTo), together.braced(), single.braced()));
  return c::forLoop(c::declareAll("long", {{"upc_a" + n, Code("0")}, {"upc_b" + n, {}}}),
                    c::binary(partFrom, "<", length), c::assign(partFrom, "=", partTo), body.braced());
}

c::Statement AheadLoop::loop() {
  c::Expression counter = c::name(strips.counter), left = c::binary(c::name(strips.count), "-", counter);
  c::Expression most = c::name("URT_AHEAD"), size = c::conditional(c::binary(left, "<", most), left, most);
  c::Block strip = {c::declareAll("long", {{"upc_j" + n, {}}, {"upc_m" + n, size.argument()}})};
  c::Block ahead = rounds(false, whole);
  Context inside = in.withPlaces(places);
  if (llvm::all_of(strips.reads, [](const AheadRead &read) { return read.writes.empty(); })) {
    strip.add(ahead);
    strip.add(inner.empty() ? iterations(whole, inside) : parts());
  } else {
    FarUpdates updates = farUpdates(strips.written, in,
                                    [&](const Expr *write, const Expr *read) { return isTested(write, read); });
    if (in.farUpdates) updates.insert(in.farUpdates->begin(), in.farUpdates->end());
    inside.farUpdates = &updates;
    ahead.add(iterations(whole, inside));
    ahead.add(c::call("urt_updated", {}));
    c::Expression test = apart(strip);
    strip.add(c::ifElse(test, ahead.braced(), iterations(whole, in)));
  }
  return c::forLoop(c::Statement(Code(";")), c::binary(counter, "<", c::name(strips.count)), std::nullopt,
                    strip.braced());
}

} // namespace

c::Statement aheadStrips(const AheadStrips &strips, const Context &in) { return AheadLoop(strips, in).loop(); }
