// SPDX-License-Identifier: BSD-3-Clause
// The C pointers of loops that count (loops.h): one for each strided run of shared accesses, where it starts, and how
// it goes on from one iteration to the next.
#include "lower/accesses.h"
#include "lower/bounds.h"
#include "lower/expressions.h"
#include "lower/loops/gathers.h"
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
  // What runs of one window have in common. None for a run that needs none.
  std::optional<std::string> windowOf(const StridedRun &run) const;
  void addInWindow(llvm::ArrayRef<StridedRun> runs, const CountedLoop &loop);
  LoopPointers pointers;

private:
  const c::Expression counter, count;
  const Context &in;
  const std::string n;
  std::map<std::string, std::string> known; // address, stride and type -> what the names of its variables end with

  c::Expression steppingPointer(const StridedRun &run, const std::string &id, bool fresh, const c::Expression &from);
  c::Expression cPointer(const StridedRun &run, const std::string &id, bool fresh, const c::Expression &from);
  void declareStart(const StridedRun &run, const std::string &id, const c::Expression &from,
                    const c::Expression &stride);
  std::optional<c::Expression> startInOwnBlock(const StridedRun &run, const c::Expression &stride) const;
};

void PointerMaker::add(const StridedRun &run) {
  if (in.hasPlace(run.access)) return;
  c::Expression from = address(run.access, in.asAddress());
  std::string type = in.unit.types.spell(run.element);
  std::string key = in.unit.onOneLine(from.code) + in.unit.onOneLine(strideOf(run.stride, in).code) + type;
  auto [at, fresh] = known.try_emplace(key, n + "_" + std::to_string(known.size()));
  bool steps = run.kind == StridedRun::Stepping;
  c::Expression place = steps ? steppingPointer(run, at->second, fresh, from) : cPointer(run, at->second, fresh, from);
  pointers.places.insert_or_assign(run.access, place);
}

// A pointer-to-shared that steps with the loop.
c::Expression PointerMaker::steppingPointer(const StridedRun &run, const std::string &id, bool fresh,
                                            const c::Expression &from) {
  std::string pointer = "upc_q" + id, type = in.unit.types.spell(run.element);
  c::Expression size = c::sizeOfType(type), block = c::number(run.block);
  if (fresh) {
    pointers.setup.add(c::declare("urt_stepping_t " + pointer,
                                  c::call("urt_stepping", {from, strideOf(run.stride, in), size, block})));
    pointers.steps.push_back(c::call("urt_step", {c::addressOf(c::name(pointer)), block}));
  }
  return c::dereference(c::cast("__typeof__(" + type + ") *", c::member(c::name(pointer), "at")));
}

// The C pointer of a run in an array of which a thread has one block at most, most likely in the caller's own block.
// The call cuts the count as well. None for other runs.
std::optional<c::Expression> PointerMaker::startInOwnBlock(const StridedRun &run,
                                                            const c::Expression &stride) const {
  const auto *element = dyn_cast<ArraySubscriptExpr>(run.access);
  if (!in.unit.allNear || run.kind != StridedRun::InBlock || !element) return std::nullopt;
  auto s = subscriptsOf(element, in.facts());
  if (!s || !s->array || !oneBlockEach(s->array->getType(), in.facts())) return std::nullopt;
  return c::call("urt_start_within",
                 {startOf(*s, in), elementNumber(*s, in), c::sizeOfType(in.unit.types.spell(run.element)), stride,
                  c::number(run.block), c::addressOf(count)});
}

// Declares the C pointer of a run, and cuts the count to the rest of the block.
void PointerMaker::declareStart(const StridedRun &run, const std::string &id, const c::Expression &from,
                                const c::Expression &stride) {
  std::string declared = "__typeof__(" + in.unit.types.spell(run.element) + ") *upc_p" + id;
  if (auto own = startInOwnBlock(run, stride)) {
    pointers.setup.add(c::declare(declared, *own));
    return;
  }
  c::Expression start = c::name("upc_q" + id);
  pointers.setup.add(c::declare("urt_ptr_t upc_q" + id, from));
  if (run.kind == StridedRun::InBlock)
    pointers.setup.add(c::assign(count, "=", c::call("urt_run", {count, start, stride, c::number(run.block)})));
  pointers.setup.add(c::declare(declared, c::call("urt_near", {start})));
  if (in.unit.allNear) return;
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

// Loops inside of others mostly go on in the block in which they were before, as in the rows of a sparse matrix. Arrays
// with blocks of as many elements have their blocks in the same places: one window is enough.
std::optional<std::string> PointerMaker::windowOf(const StridedRun &run) const {
  const long least = 256; // elements of a block: a window must last for several loops
  long constant;
  const auto *element = dyn_cast<ArraySubscriptExpr>(run.access);
  if (!in.unit.allNear || in.unit.checkBounds || !in.tables || run.kind != StridedRun::InBlock || !element ||
      run.block < least || !isConstant(run.stride, constant) || in.hasPlace(run.access))
    return std::nullopt;
  auto s = subscriptsOf(element, in.facts());
  if (!s) return std::nullopt;
  std::string start = s->array ? "" : in.unit.onOneLine(startOf(*s, in).code);
  return start + "[" + in.unit.onOneLine(elementNumber(*s, in).code) + "]" + std::to_string(constant) + ":" +
      std::to_string(run.block);
}

// const long x = number; if (!urt_in_window(w, x, ..)) { w = ..; a = ..; count = ..; }
// and T *p = (T *)a + x for p[counter], or, where the loop's index moves alike, the difference o for a[o + index].
void PointerMaker::addInWindow(llvm::ArrayRef<StridedRun> runs, const CountedLoop &loop) {
  Subscripted first = *subscriptsOf(cast<ArraySubscriptExpr>(runs[0].access), in.facts());
  std::string id = in.unit.fresh();
  if (!in.tables->declareWindow(id, runs.size(), first)) {
    for (const StridedRun &run : runs) add(run);
    return;
  }
  c::Expression window = c::name("upc_w" + id), x = c::name("upc_x" + id), q = c::name("upc_q" + id);
  c::Expression index = asLong(c::name(loop.index->getName().str())), offset = c::name("upc_o" + id);
  c::Expression stride = strideOf(runs[0].stride, in), block = c::number(runs[0].block);
  long by, step;
  isConstant(runs[0].stride, by);
  bool withIndex = isConstant({loop.step}, step) && step == by;
  c::Block moved = {c::declare("urt_ptr_t upc_q" + id, address(runs[0].access, in.asAddress()))}, starts;
  if (withIndex) starts.add(c::declare("const long upc_o" + id, c::binary(x, "-", index)));
  std::map<std::string, std::string> bases;
  for (const StridedRun &run : runs) {
    c::Expression from = address(run.access, in.asAddress());
    std::string type = in.unit.types.spell(run.element);
    auto [at, fresh] = bases.try_emplace(in.unit.onOneLine(from.code) + type, id + "_" + std::to_string(bases.size()));
    c::Expression base = c::name("upc_a" + at->second), pointer = c::name("upc_p" + at->second);
    if (fresh) moved.add(c::assign(base, "=", c::call("urt_window_base", {bases.size() == 1 ? q : from, x,
                                                                           c::sizeOfType(type)})));
    c::Expression elements = c::cast("__typeof__(" + type + ") *", c::cast("void *", base));
    if (fresh && !withIndex)
      starts.add(c::declare("__typeof__(" + type + ") *upc_p" + at->second, c::binary(elements, "+", x)));
    pointers.places.insert_or_assign(
        run.access, withIndex ? c::element(elements, c::binary(offset, "+", index))
                    : by      ? c::element(pointer, c::binary(counter, "*", c::number(by)))
                              : c::dereference(pointer));
  }
  moved.add(c::assign(window, "=", c::binary(x, "-", c::cast("long", c::member(q, "phase")))));
  moved.add(c::assign(count, "=", c::call("urt_window_run", {count, q, stride, block})));
  c::Expression inside = c::call("urt_in_window", {window, x, count, stride, block});
  pointers.setup.add(c::declare("const long upc_x" + id, elementNumber(first, in)));
  pointers.setup.add(c::ifThen(c::call("__builtin_expect", {c::prefix("!", inside), c::number(0)}), moved.braced()));
  pointers.setup.add(starts);
}

} // namespace

LoopPointers declarePointers(const std::vector<StridedRun> &runs, const std::string &counter, const std::string &count,
                             const Context &in, const CountedLoop *loop) {
  PointerMaker maker(counter, count, in);
  std::map<std::string, std::vector<StridedRun>> windows;
  for (const StridedRun &run : runs)
    if (auto window = loop && loop->index ? maker.windowOf(run) : std::nullopt) windows[*window].push_back(run);
    else maker.add(run);
  for (auto &[key, inWindow] : windows) maker.addInWindow(inWindow, *loop);
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
