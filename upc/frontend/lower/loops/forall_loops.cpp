// SPDX-License-Identifier: BSD-3-Clause
// upc_forall: each iteration is tested for its affinity, or, where the loop has a form of forall.h, a thread runs
// through its own chunks.
#include "lower/accesses.h"
#include "lower/expressions.h"
#include "lower/loops/loops.h"
#include "lower/pointers.h"

using namespace clang;

// Has the iteration affinity to the calling thread?
static c::Expression isMine(const Expr *affinity, const Context &in) {
  Types &types = in.unit.types;
  QualType type = types.of(affinity);
  bool shared = types.isShared(type);
  if (types.isPts(type) || (shared && type->isArrayType())) {
    c::Expression pointer = types.isPts(type) ? lowerExpression(affinity, in) : address(affinity, in);
    return c::binary(c::cast("int", c::member(pointer, "thread")), "==", c::name("urt_mythread"));
  }
  uint64_t bits = in.unit.context.getTypeSize(type);
  c::Expression value = shared ? load(affinity, in) : lowerExpression(affinity, in);
  if (bits > 64) return c::call("urt_mine", {asLong(c::parenthesised(c::binary(value, "%", c::name("urt_threads"))))});
  return c::call(bits == 64 && type->isUnsignedIntegerType() ? "urt_mine_unsigned" : "urt_mine", {value});
}

// A long.
static c::Expression strideOf(const Stride &stride, const Context &in) {
  std::optional<c::Expression> sum;
  for (const Term &t : stride) {
    c::Expression product = c::number(t.c, "L");
    for (int k = 0; k < t.threads; k++) product = c::binary(product, "*", c::name("urt_threads"));
    for (const Expr *factor : t.factors) product = c::binary(product, "*", asLong(lowerExpression(factor, in)));
    sum = sum ? c::binary(*sum, "+", product) : product;
  }
  return sum ? *sum : c::number(0, "L");
}

namespace {

// A thread's own rounds, chunk by chunk. The names are those of variables of the generated C.
class Chunks {
public:
  Chunks(const Loop &loop, const ForallLoop &forall, const Context &in)
      : loop(loop), forall(forall), in(in), n(in.unit.fresh()) {
    fixed = isConstant(forall.stride, constant);
    skip = fixed ? c::number(constant) : c::name("upc_s" + n);
    block = forall.blocks ? c::name("upc_z" + n) : c::number(forall.block);
  }
  // `distributes`: whether this upc_forall is the one that distributes. `generic`: the loop with a test of each round.
  // It runs where the arithmetic does not cover the loop: for negative subscripts, and at the end of the index's type.
  c::Block loops(const c::Expression &distributes, const c::Statement &generic);

private:
  const Loop &loop;
  const ForallLoop &forall;
  const Context &in;
  const std::string n;
  const c::Expression low = c::name("upc_lo" + n), high = c::name("upc_hi" + n), first = c::name("upc_e" + n);
  const c::Expression chunk = c::name("upc_k" + n), step = c::number(forall.counted.step.c);
  long constant = 0;
  bool fixed; // the stride is a constant
  c::Expression skip, block;

  c::Declaration declarations() const;
  c::Expression covers() const;
  c::Expression rounds() const;
  c::Statement setIndex(const c::Expression &round) const;
  c::Statement eachChunk(const c::Expression &distributes) const;
  c::Statement chunkLoop() const;
};

// The bounds of the loop, and the number of the first round's element.
c::Declaration Chunks::declarations() const {
  c::Expression end = asLong(lowerExpression(forall.counted.end, in));
  if (forall.counted.relation == BO_LE) end = c::binary(end, "+", c::number(1));
  c::Expression element = forall.base ? elementNumber(*forall.base, in) : asLong(lowerExpression(forall.number, in));
  std::vector<c::Declarator> all = {
      {"upc_lo" + n, asLong(c::name(forall.counted.index->getName().str())).code}, {"upc_hi" + n, end.code},
      {"upc_e" + n, element.code}};
  if (!fixed) all.push_back({"upc_s" + n, strideOf(forall.stride, in).code});
  if (forall.blocks) all.push_back({"upc_z" + n, asLong(lowerExpression(forall.blocks, in)).code});
  return c::declareAll("long", all);
}

c::Expression Chunks::rounds() const {
  c::Expression distance = c::binary(c::binary(high, "-", low), "+", step);
  return c::binary(c::parenthesised(c::binary(distance, "-", c::number(1))), "/", step);
}

// i = its value in this round
c::Statement Chunks::setIndex(const c::Expression &round) const {
  const VarDecl *v = forall.counted.index;
  c::Expression value = c::binary(low, "+", c::binary(round, "*", step));
  return c::statement(c::assign(c::name(v->getName().str()), "=", c::cast(in.unit.types.spell(v->getType()), value)));
}

// Whether the arithmetic covers this loop.
c::Expression Chunks::covers() const {
  c::Expression zero = c::number(0);
  std::string type = in.unit.types.spell(forall.counted.index->getType());
  auto fits = [&](const c::Expression &value) { return c::binary(c::cast(type, value), "==", value); };
  // A chunk's index goes on to the one behind its last.
  c::Expression behind = c::binary(high, "+", c::binary(c::binary(skip, "*", step), "*", c::name("urt_threads")));
  c::Expressions conditions = {c::binary(block, ">", c::number(forall.blocks ? 1 : 0)), c::binary(skip, ">", zero),
                               fits(high), fits(behind)};
  c::Expression all = c::binary(first, ">=", zero);
  for (const c::Expression &one : conditions) all = c::binary(all, "&&", one);
  return all;
}

// for (each chunk) ..
c::Statement Chunks::eachChunk(const c::Expression &distributes) const {
  c::Expression base = forall.base ? startOf(*forall.base, in) : c::name("URT_NULL"), chunkAt = c::addressOf(chunk);
  c::Expression all = c::prefix("!", distributes);
  return c::forLoop(
      c::declare("urt_chunk_t upc_k" + n, c::call("urt_chunks", {rounds(), first, block, skip, base, all})),
      c::call("urt_chunk_next", {chunkAt, block, skip}), std::nullopt, chunkLoop());
}

// for (i = the first of a chunk; i < its end; i += its step) ..
c::Statement Chunks::chunkLoop() const {
  const VarDecl *v = forall.counted.index;
  std::string type = in.unit.types.spell(v->getType()), by = "upc_m" + n, end = "upc_n" + n;
  auto asIndex = [&](const c::Expression &value) { return c::cast(type, value); };
  Context own = in;
  own.inChunk = true;
  c::Expression i = c::name(v->getName().str()), apart = c::binary(c::member(chunk, "step"), "*", step);
  c::Block one = {setIndex(c::member(chunk, "first")), c::declare("const " + type + " " + by, asIndex(apart)),
                  c::declare("const " + type + " " + end,
                             asIndex(c::binary(asLong(i), "+", c::binary(c::member(chunk, "count"), "*", apart))))};
  one.add(c::forLoop(c::Statement(Code(";")), c::binary(i, "<", c::name(end)), c::assign(i, "+=", c::name(by)),
                     bodyOf(loop, own)));
  return one.braced();
}

c::Block Chunks::loops(const c::Expression &distributes, const c::Statement &generic) {
  c::Block block = {declarations()};
  c::Block chunks = {eachChunk(distributes)};
  chunks.add(c::ifThen(c::binary(low, "<", high), setIndex(rounds())));
  block.add(c::ifElse(covers(), chunks.braced(), generic));
  return block;
}

} // namespace

// upc_forall distributes its iterations unless it runs inside one that does (UPC 1.3, 6.6.2): see URT_FORALL.
c::Statement lowerForall(const ForStmt *s, const Loop &loop, const Expr *affinity, const Context &in) {
  c::Block block;
  block.add(s->getInit() ? lowerStatement(s->getInit(), in) : c::Statement(Code(";")));
  c::Expression distributes = c::name("upc_f" + in.unit.fresh());
  block.add(c::call("URT_FORALL", {distributes}));
  std::optional<c::Expression> condition;
  if (loop.condition) condition = lowerCondition(loop.condition, in);
  c::Expression mine = c::binary(c::prefix("!", distributes), "||", isMine(affinity, in));
  auto tested = [&](const Context &at) {
    return c::forLoop(c::Statement(Code(";")), condition, stepsOf(loop, in), c::ifThen(mine, bodyOf(loop, at)));
  };
  LoopBody body(loop.body, in.facts());
  ForallLoop forall;
  if (!in.general && recogniseForall(loop.condition, loop.steps, affinity, body, in.facts(), forall)) {
    // See isLeftAlone in optimise/.
    c::Statement leaveAlone(Code("_Pragma(\"clang loop unroll(disable) pipeline(disable)\")"));
    c::Block generic = {leaveAlone, tested(in.generalVersion())};
    block.add(Chunks(loop, forall, in).loops(distributes, generic.braced()));
  } else
    block.add(tested(in));
  return block.braced();
}
