// SPDX-License-Identifier: BSD-3-Clause
// upc_forall: each iteration tested for its affinity, or, where the loop has the form of forall.h, a thread's own
// chunks of iterations with plain C pointers for what is local in them.
#include "lower.h"

using namespace clang;

// upc_forall distributes its iterations unless it runs inside one that does (UPC 1.3, 6.6.2): see URT_FORALL.
std::string Lower::forall(const ForStmt *s, bool affinity) {
  std::string init = s->getInit() ? stmt(s->getInit()) : ";", name = "upc_f" + std::to_string(serial++);
  const Expr *increment = s->getInc(), *target = nullptr;
  if (affinity && increment) { // increment, (void)(affinity)
    const Expr *last = increment;
    increment = nullptr;
    if (const auto *comma = dyn_cast<BinaryOperator>(last); comma && comma->getOpcode() == BO_Comma)
      increment = comma->getLHS(), last = comma->getRHS();
    target = cast<CStyleCastExpr>(last)->getSubExpr()->IgnoreImpCasts();
    while (const auto *paren = dyn_cast<ParenExpr>(target)) target = paren->getSubExpr()->IgnoreImpCasts();
  }
  std::string out = "for (; " + std::string(s->getCond() ? truth(s->getCond()) : "") + "; " + (increment ? expr(increment) : "") + ") ";
  if (target) {
    QualType type = types.of(target);
    std::string mine = types.isPts(type)       ? "(int)(" + expr(target) + ").thread == urt_mythread"
                       : types.isShared(type) && type->isArrayType() ? "(int)(" + address(target) + ").thread == urt_mythread"
                                               : "urt_mine((long)(" + (types.isShared(type) ? load(target) : expr(target)) + "))";
    out += "if (!" + name + " || " + mine + ") ";
  }
  out += text.mark(index(s->getBody()->getBeginLoc())) + stmt(s->getBody());
  if (!target) return "{ " + init + " " + out + " }";
  ForallLoop loop;
  if (recogniseForall(s, increment, target, types, stream, context, loop)) out = chunked(s, loop, name, out);
  return "{ " + init + " URT_FORALL(" + name + "); " + out + " }";
}

// `generic` is the loop with its test, for what the arithmetic does not cover: a loop inside a distributing one,
// negative subscripts, pointers-to-shared that do not start where the affinity's does.
std::string Lower::chunked(const ForStmt *s, const ForallLoop &loop, const std::string &name, const std::string &generic) {
  std::string n = std::to_string(serial++), lo = "upc_lo" + n, hi = "upc_hi" + n, chunk = "upc_k" + n, at = "upc_j" + n;
  std::string i = loop.index->getName().str(), block = std::to_string(loop.block), shift = std::to_string(loop.shift);
  auto start = [&](const VarDecl *v) { return types.isShared(v->getType()) ? "urt_static_at(" + offsetOf(v) + ")" : v->getName().str(); };
  std::string first = loop.base ? start(loop.base) : "URT_NULL"; // element 0 of the affinity's array, or an integer's
  std::string guard = lo + " + " + shift + " >= 0 && (" + types.spell(loop.index->getType()) + ")" + hi + " == " + hi;
  for (const VarDecl *v : loop.local)
    if (v != loop.base && (types.isPts(v->getType()) || (loop.base && types.isPts(loop.base->getType()))))
      guard += " && urt_same_start(" + start(v) + ", " + first + ")";
  std::string pointers;
  Local outer = std::move(local);
  local = Local();
  local.loop = &loop;
  for (const VarDecl *v : loop.local) {
    std::string p = "upc_p" + n + "_" + std::to_string(local.pointers.size());
    QualType element = types.isShared(v->getType()) ? types.element(v->getType()) : types.pointee(v->getType());
    pointers += "__typeof__(" + types.spell(element) + ") *" + p + " = urt_near(urt_add(" + start(v) + ", " + chunk + ".from - " + chunk +
                ".phase, sizeof(" + types.spell(element) + "), " + block + ")); ";
    local.pointers[v] = p + "[" + at + "]";
  }
  std::string body = stmt(s->getBody());
  local = std::move(outer);
  return "long " + lo + " = (long)" + i + ", " + hi + " = (long)(" + expr(loop.end) + ")" + (loop.inclusive ? " + 1" : "") + "; if (" + name +
         " && " + guard + ") { for (urt_chunk_t " + chunk + " = urt_chunks(" + lo + " + " + shift + ", " + hi + " + " + shift + ", " + block + ", " +
         first + "); urt_chunk_next(&" + chunk + ", " + block + ");) { " + pointers + "for (long " + at + " = 0; " + at + " < " + chunk + ".count; " +
         at + "++) { " + i + " = (" + types.spell(loop.index->getType()) + ")(" + chunk + ".from - " + chunk + ".phase - " + shift + " + " + at +
         " * " + (loop.block == 1 ? "(long)urt_threads" : "1") + "); " + text.mark(index(s->getBody()->getBeginLoc())) + body + " } } if (" + lo +
         " < " + hi + ") " + i + " = (" + types.spell(loop.index->getType()) + ")" + hi + "; } else " + generic;
}

// The C lvalue of an element, or of a member of one, that is local in the loop being rendered; else "".
std::string Lower::localPlace(const Expr *e) {
  if (!local.loop) return "";
  e = e->IgnoreParens();
  if (const VarDecl *v = localElement(e, *local.loop, types, context)) {
    auto found = local.pointers.find(v);
    return found == local.pointers.end() ? "" : found->second;
  }
  if (const auto *member = dyn_cast<MemberExpr>(e); member && !member->isArrow() && member->getMemberDecl()->getIdentifier()) {
    std::string base = localPlace(member->getBase());
    return base.empty() ? "" : base + "." + member->getMemberDecl()->getName().str();
  }
  if (const auto *x = dyn_cast<ArraySubscriptExpr>(e))
    if (const auto *decay = dyn_cast<ImplicitCastExpr>(x->getBase()->IgnoreParens()); decay && decay->getCastKind() == CK_ArrayToPointerDecay)
      if (isa<MemberExpr>(decay->getSubExpr()->IgnoreParens())) {
        std::string base = localPlace(decay->getSubExpr());
        return base.empty() ? "" : base + "[" + expr(x->getIdx()) + "]";
      }
  return "";
}
