// SPDX-License-Identifier: BSD-3-Clause
// The C pointers of loops that count (loops.h): one for each strided run of shared accesses, where it starts, and how
// it goes on from one iteration to the next.
#include "lower/accesses.h"
#include "lower/bounds.h"
#include "lower/expressions.h"
#include "lower/loops/loops.h"
#include "lower/pointers.h"

using namespace clang;

c::Expression strideOf(const Stride &stride, const Context &in) {
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

// Declares the pointers of a loop one by one. The same address is declared once.
class PointerMaker {
public:
  PointerMaker(const std::string &counter, const std::string &count, const Context &in)
      : counter(c::name(counter)), count(c::name(count)), in(in), n(in.unit.fresh()) {
    if (in.places) pointers.places = *in.places;
  }
  void add(const StridedRun &run);
  LoopPointers pointers;

private:
  const c::Expression counter, count;
  const Context &in;
  const std::string n;
  std::map<std::string, std::string> known; // address, stride and type -> what the names of its variables end with

  c::Expression cPointer(const StridedRun &run, const std::string &id, bool fresh, const c::Expression &from);
  void declareStart(const StridedRun &run, const std::string &id, const c::Expression &from,
                    const c::Expression &stride);
};

void PointerMaker::add(const StridedRun &run) {
  if (in.hasPlace(run.access)) return;
  c::Expression from = address(run.access, in.asAddress());
  std::string type = in.unit.types.spell(run.element);
  std::string key = in.unit.onOneLine(from.code) + in.unit.onOneLine(strideOf(run.stride, in).code) + type;
  auto [at, fresh] = known.try_emplace(key, n + "_" + std::to_string(known.size()));
  c::Expression place = cPointer(run, at->second, fresh, from);
  pointers.places.insert_or_assign(run.access, place);
}

// Declares the C pointer of a run, and cuts the count to the rest of the block.
void PointerMaker::declareStart(const StridedRun &run, const std::string &id, const c::Expression &from,
                                const c::Expression &stride) {
  std::string declared = "__typeof__(" + in.unit.types.spell(run.element) + ") *upc_p" + id;
  c::Expression start = c::name("upc_q" + id);
  pointers.setup.add(c::declare("urt_ptr_t upc_q" + id, from));
  if (run.kind == StridedRun::InBlock)
    pointers.setup.add(c::assign(count, "=", c::call("urt_run", {count, start, stride, c::number(run.block)})));
  pointers.setup.add(c::declare(declared, c::call("urt_near", {start})));
  c::Expression near = c::call("urt_is_near", {start});
  pointers.near = pointers.near ? c::binary(*pointers.near, "&&", near) : near;
}

// A C pointer, and the index of the iteration.
c::Expression PointerMaker::cPointer(const StridedRun &run, const std::string &id, bool fresh,
                                     const c::Expression &from) {
  std::string step = "upc_s" + id;
  c::Expression pointer = c::name("upc_p" + id);
  long constant;
  bool fixed = isConstant(run.stride, constant);
  c::Expression by = fixed ? c::number(constant) : c::name(step), stride = strideOf(run.stride, in);
  if (fresh && !fixed) pointers.setup.add(c::declare("long " + step, stride));
  if (fresh) declareStart(run, id, from, fixed ? stride : by);
  if (fixed && constant == 0) return c::dereference(pointer);
  return c::element(pointer, fixed && constant == 1 ? counter : c::binary(counter, "*", by));
}

} // namespace

LoopPointers declarePointers(const std::vector<StridedRun> &runs, const std::string &counter, const std::string &count,
                             const Context &in) {
  PointerMaker maker(counter, count, in);
  for (const StridedRun &run : runs) maker.add(run);
  if (auto inside = in.unit.checkBounds ? staysInside(runs, count, in) : std::nullopt) {
    std::optional<c::Expression> &near = maker.pointers.near;
    near = near ? c::binary(*near, "&&", *inside) : *inside;
  }
  return std::move(maker.pointers);
}

c::Statement nearOrFar(const LoopPointers &pointers, const c::Statement &fast,
                       llvm::function_ref<c::Statement()> general) {
  if (!pointers.near) return fast; // in gnu89 only braces are scopes
  return c::ifElse(*pointers.near, c::Block{fast}.braced(), c::Block{general()}.braced());
}
