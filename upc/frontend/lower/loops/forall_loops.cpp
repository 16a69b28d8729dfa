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

// A thread's own iterations, chunk by chunk. The names are those of variables of the generated C.
class Chunks {
public:
  Chunks(const Loop &loop, const ForallLoop &forall, const Context &in);
  // `distributes`: whether this upc_forall is the one that distributes. `generic`: the loop with a test of each
  // iteration. It runs where the arithmetic does not cover the loop: inside a distributing loop, for negative
  // subscripts, and if iterations are more than a row of THREADS blocks apart.
  c::Block loops(const c::Expression &distributes, const c::Statement &generic);

private:
  const Loop &loop;
  const ForallLoop &forall;
  const Context &in;
  const std::string n;
  const c::Expression low = c::name("upc_lo" + n), high = c::name("upc_hi" + n), first = c::name("upc_e" + n);
  const c::Expression chunk = c::name("upc_k" + n);
  long constant = 0, step;
  bool fixed;  // the stride is a constant
  bool alike;  // an iteration of i += s moves by s elements
  c::Expression skip, block;

  c::Declaration declarations() const;
  c::Expression covers(const c::Expression &distributes) const;
  c::Expression rounds() const;
  c::Expression index(const c::Expression &elements) const;
  c::Statement setIndex(const c::Expression &value) const;
  c::Statement eachChunk(const c::Statement &body) const;
  c::Statement chunkLoop() const;
};

Chunks::Chunks(const Loop &loop, const ForallLoop &forall, const Context &in)
    : loop(loop), forall(forall), in(in), n(in.unit.fresh()), step(forall.counted.step.c) {
  fixed = isConstant(forall.stride, constant);
  alike = fixed && constant == step;
  skip = fixed ? c::number(constant) : c::name("upc_s" + n);
  block = forall.blocks ? c::name("upc_z" + n) : c::number(forall.block);
}

// The bounds of the loop, and the number of the first iteration's element.
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
  c::Expression by = c::number(step), distance = c::binary(c::binary(high, "-", low), "+", by);
  return c::binary(c::parenthesised(c::binary(distance, "-", c::number(1))), "/", by);
}

// The distance of `elements` elements, in indices of iterations.
c::Expression Chunks::index(const c::Expression &elements) const {
  return alike ? elements : c::binary(c::binary(elements, "/", skip), "*", c::number(step));
}

c::Statement Chunks::setIndex(const c::Expression &value) const {
  const VarDecl *v = forall.counted.index;
  return c::statement(c::assign(c::name(v->getName().str()), "=", c::cast(in.unit.types.spell(v->getType()), value)));
}

// Whether the arithmetic covers this loop.
c::Expression Chunks::covers(const c::Expression &distributes) const {
  c::Expression row = forall.block == 1 ? skip : c::name("urt_threads"), zero = c::number(0);
  std::string type = in.unit.types.spell(forall.counted.index->getType());
  c::Expressions conditions = {
      c::binary(first, ">=", zero), c::binary(block, ">", c::number(forall.blocks ? 1 : 0)), c::binary(skip, ">", zero),
      c::binary(skip, "<=", c::binary(asLong(block), "*", row)), c::binary(c::cast(type, high), "==", high)};
  c::Expression apart = c::binary(c::binary(skip, "*", c::number(step)), "*", c::name("urt_threads"));
  c::Expression most = c::binary(high, "+", apart); // the index behind the last one of a chunk
  conditions.push_back(c::binary(c::cast(type, most), "==", most));
  c::Expression all = distributes;
  for (const c::Expression &one : conditions) all = c::binary(all, "&&", one);
  return all;
}

// for (each chunk) ..
c::Statement Chunks::eachChunk(const c::Statement &body) const {
  c::Expression base = forall.base ? startOf(*forall.base, in) : c::name("URT_NULL"), chunkAt = c::addressOf(chunk);
  c::Expression elements = alike ? c::binary(high, "-", low) : c::binary(rounds(), "*", skip);
  return c::forLoop(
      c::declare("urt_chunk_t upc_k" + n, c::call("urt_chunks", {c::number(0), elements, first, block, skip, base})),
      c::call("urt_chunk_next", {chunkAt, block, skip}), std::nullopt, body);
}

// for (i = the first of a chunk; i < its end; i += its step) ..
c::Statement Chunks::chunkLoop() const {
  const VarDecl *v = forall.counted.index;
  std::string type = in.unit.types.spell(v->getType()), step = "upc_m" + n, end = "upc_n" + n;
  auto asIndex = [&](const c::Expression &value) { return c::cast(type, value); };
  Context own = in;
  own.inChunk = true;
  c::Expression i = c::name(v->getName().str()), by = index(c::member(chunk, "step"));
  c::Block one = {setIndex(c::binary(low, "+", index(c::member(chunk, "first")))),
                  c::declare("const " + type + " " + step, asIndex(by)),
                  c::declare("const " + type + " " + end,
                             asIndex(c::binary(asLong(i), "+", c::binary(c::member(chunk, "count"), "*", by))))};
  one.add(c::forLoop(c::Statement(Code(";")), c::binary(i, "<", c::name(end)), c::assign(i, "+=", c::name(step)),
                     bodyOf(loop, own)));
  return eachChunk(one.braced());
}

c::Block Chunks::loops(const c::Expression &distributes, const c::Statement &generic) {
  c::Block block = {declarations()};
  c::Block chunks = {chunkLoop()};
  chunks.add(c::ifThen(c::binary(low, "<", high),
                       setIndex(c::binary(low, "+", c::binary(rounds(), "*", c::number(step))))));
  block.add(c::ifElse(covers(distributes), chunks.braced(), generic));
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
  if (!in.general && recogniseForall(loop.condition, loop.steps, affinity, body, in.facts(), forall))
    block.add(Chunks(loop, forall, in).loops(distributes, tested(in.generalVersion())));
  else
    block.add(tested(in));
  return block.braced();
}
