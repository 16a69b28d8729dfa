// SPDX-License-Identifier: BSD-3-Clause
// upc_forall: each iteration tested for its affinity, or, where the loop has a form of forall.h, a thread's own chunks.
#include "lower.h"

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
  std::string mine = types.isPts(type)       ? "(int)(" + expr(target) + ").thread == urt_mythread"
                     : types.isShared(type) && type->isArrayType() ? "(int)(" + address(target) + ").thread == urt_mythread"
                                             : "urt_mine((long)(" + (types.isShared(type) ? load(target) : expr(target)) + "))";
  out += "if (!" + name + " || " + mine + ") ";
  LoopBody body(s->getBody());
  ForallLoop loop;
  bool byChunks = !unlooped && recogniseForall(s, increment, target, body, facts(), loop);
  out += byChunks ? unchanged(s->getBody()) : text.mark(index(s->getBody()->getBeginLoc())) + stmt(s->getBody());
  if (byChunks) out = chunked(s, loop, body, name, out);
  return "{ " + init + " URT_FORALL(" + name + "); " + out + " }";
}

// `generic` is the loop with its test, for what the arithmetic does not cover: a loop inside a distributing one, and
// negative subscripts.
std::string Lower::chunked(const ForStmt *s, const ForallLoop &loop, const LoopBody &body, const std::string &name, const std::string &generic) {
  std::string n = std::to_string(serial++), lo = "upc_lo" + n, hi = "upc_hi" + n, chunk = "upc_k" + n, left = "upc_n" + n, v = "upc_v" + n;
  const VarDecl *base = loop.base;
  std::string block = std::to_string(loop.block), shift = std::to_string(loop.shift), by = std::to_string(loop.counted.step);
  std::string i = loop.counted.index->getName().str(), type = types.spell(loop.counted.index->getType());
  std::string start = !base ? "URT_NULL" : types.isShared(base->getType()) ? "urt_static_at(" + offsetOf(base) + ")" : base->getName().str();
  bool wasOwn = own;
  own = true;
  long step = loop.block == 1 ? 0 : loop.counted.step;
  std::vector<SharedRun> runs;
  if (loop.block != 1 || loop.counted.step == 1) runs = sharedRuns(s->getBody(), loop.counted.index, step, /*least=*/2, body, facts()); // a chunk has a start anyway
  llvm::erase_if(runs, [](const SharedRun &r) { return r.walk; });
  auto at = [&](const std::string &k) { return i + " = (" + type + ")(" + v + " + " + k + " * " + chunk + ".step); "; };
  std::string strip = strips(runs, left, "", s->getBody(), at);
  own = wasOwn;
  return "long " + lo + " = (long)" + i + ", " + hi + " = (long)(" + expr(loop.counted.end) + ")" + (loop.counted.relation == BO_LE ? " + 1" : "") +
         "; if (" + name + " && " + lo + " + " + shift + " >= 0 && (" + type + ")" + hi + " == " + hi + ") { for (urt_chunk_t " + chunk + " = urt_chunks(" +
         lo + ", " + hi + ", " + shift + ", " + block + ", " + by + ", " + start + "); urt_chunk_next(&" + chunk + ", " + block + ", " + by + ");) for (long " +
         v + " = " + chunk + ".first, " + left + "; (" + left + " = " + chunk + ".count) > 0;) { " + i + " = (" + type + ")" + v + "; " + strip + chunk +
         ".count -= " + left + ", " + v + " += " + left + " * " + chunk + ".step; } if (" + lo + " < " + hi + ") " + i + " = (" + type + ")(" + lo + " + (" +
         hi + " - " + lo + " + " + by + " - 1) / " + by + " * " + by + "); } else " + generic;
}
