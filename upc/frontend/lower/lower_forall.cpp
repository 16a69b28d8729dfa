// SPDX-License-Identifier: BSD-3-Clause
// upc_forall: each iteration tested for its affinity, or, where the loop has a form of forall.h, a thread's own chunks.
#include "lower/lower.h"

using namespace clang;

// upc_forall distributes its iterations unless it runs inside one that does (UPC 1.3, 6.6.2): see URT_FORALL.
std::string Lower::forall(const ForStmt *s, bool affinity) {
  const Expr *increment = s->getInc(), *target = nullptr;
  if (affinity && increment) { // increment, (void)(affinity)
    const Expr *last = increment;
    increment = nullptr;
    if (const auto *comma = dyn_cast<BinaryOperator>(last); comma && comma->getOpcode() == BO_Comma)
      increment = comma->getLHS(), last = comma->getRHS();
    target = cast<CStyleCastExpr>(last)->getSubExpr()->IgnoreImpCasts();
    while (const auto *paren = dyn_cast<ParenExpr>(target)) target = paren->getSubExpr()->IgnoreImpCasts();
  }
  if (!target || own) return plainFor(s, increment);
  std::string init = s->getInit() ? stmt(s->getInit()) : ";", name = "upc_f" + std::to_string(serial++);
  std::string out = "for (; " + std::string(s->getCond() ? truth(s->getCond()) : "") + "; " + (increment ? expr(increment) : "") + ") ";
  QualType type = types.of(target);
  auto number = [&] { // as urt_mine() and its kin take it
    uint64_t bits = context.getTypeSize(type);
    std::string value = types.isShared(type) ? load(target) : expr(target);
    if (bits > 64) return "urt_mine((long)((" + value + ") % urt_threads))";
    return std::string(bits == 64 && type->isUnsignedIntegerType() ? "urt_mine_unsigned(" : "urt_mine(") + value + ")";
  };
  std::string mine = types.isPts(type)       ? "(int)(" + expr(target) + ").thread == urt_mythread"
                     : types.isShared(type) && type->isArrayType() ? "(int)(" + address(target) + ").thread == urt_mythread"
                                             : number();
  out += "if (!" + name + " || " + mine + ") ";
  LoopBody body(s->getBody(), facts());
  ForallLoop loop;
  bool byChunks = !unlooped && recogniseForall(s, increment, target, body, facts(), loop);
  out += byChunks ? unchanged(s->getBody()) : text.mark(index(s->getBody()->getBeginLoc())) + stmt(s->getBody());
  if (byChunks) out = chunked(s, loop, body, name, out);
  return "{ " + init + " URT_FORALL(" + name + "); " + out + " }";
}

// `generic` is the loop with its test, for what the arithmetic does not cover: a loop inside a distributing one, negative
// subscripts, and more than a row of THREADS blocks between iterations.
std::string Lower::chunked(const ForStmt *s, ForallLoop loop, const LoopBody &body, const std::string &name, const std::string &generic) {
  std::string n = std::to_string(serial++), lo = "upc_lo" + n, hi = "upc_hi" + n, e = "upc_e" + n, chunk = "upc_k" + n, left = "upc_n" + n, v = "upc_v" + n;
  std::string i = loop.counted.index->getName().str(), type = types.spell(loop.counted.index->getType()), by = std::to_string(loop.counted.step.c);
  std::string first = loop.base ? elementNumber(*loop.base) : "(long)(" + expr(loop.number) + ")", base = loop.base ? start(*loop.base) : "URT_NULL";
  long constant = 0, step = loop.counted.step.c;
  bool fixed = isConstant(loop.stride, constant), alike = fixed && constant == step; // an iteration of i += s moves by s elements
  std::string skip = fixed ? std::to_string(constant) : "upc_s" + n, block = loop.blocks ? "upc_z" + n : std::to_string(loop.block), rounds = "(" + hi + " - " + lo + " + " + by + " - 1) / " + by;
  bool wasOwn = own;
  own = true;
  std::vector<SharedRun> runs;
  if (loop.block == 1) loop.counted.indices[0].second = types.dynamicThreads() ? Term{1, 1} : Term{types.staticThreads()}; // a chunk's step
  if (loop.block != 1 || (alike && step == 1)) runs = sharedRuns({s->getBody()}, loop.counted, /*least=*/2, body, facts()); // a chunk has a start anyway
  llvm::erase_if(runs, [&](const SharedRun &r) { return r.kind == SharedRun::Walk && (!allNear || (loop.block != 1 && loop.block < 8)); });
  std::string at = "upc_i" + n, pace = "upc_m" + n; // where a strip begins, and what its iterations add
  auto value = [&](const std::string &number) { return i + " = (" + type + ")(" + number + "); "; };
  std::string each = strip(runs, left, s->getBody(), [&](const std::string &k) { return value(at + " + " + k + " * " + pace); });
  auto index = [&](const std::string &elements) { return alike ? elements : elements + " / " + skip + " * " + by; };
  own = wasOwn;
  return "long " + lo + " = (long)" + i + ", " + hi + " = (long)(" + expr(loop.counted.end) + ")" + (loop.counted.relation == BO_LE ? " + 1" : "") + ", " + e +
         " = " + first + (fixed ? "" : ", " + skip + " = " + stride(loop.stride)) +
         (loop.blocks ? ", " + block + " = (long)(" + expr(loop.blocks) + ")" : "") + "; if (" + name + " && " + e + " >= 0 && " + block + " > " + (loop.blocks ? "1" : "0") +
         " && " + skip + " > 0 && " + skip + " <= (long)" + block + " * " + (loop.block == 1 ? skip : "urt_threads") + " && (" + type + ")" + hi + " == " + hi + ") { for (urt_chunk_t " + chunk + " = urt_chunks(0, " +
         (alike ? hi + " - " + lo : rounds + " * " + skip) + ", " + e + ", " + block + ", " + skip + ", " + base + "); urt_chunk_next(&" + chunk + ", " + block + ", " +
         skip + ");) for (long " + v + " = " + chunk + ".first, " + left + "; (" + left + " = " + chunk + ".count) > 0;) { const long " + at + " = " + lo + " + " + index(v) + ", " + pace + " = " + index(chunk + ".step") + "; " + value(at) + each + chunk + ".count -= " +
         left + ", " + v + " += " + left + " * " + chunk + ".step; } if (" + lo + " < " + hi + ") " + value(lo + " + " + rounds + " * " + by) + "} else " + generic;
}
