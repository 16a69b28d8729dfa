// SPDX-License-Identifier: BSD-3-Clause
// Loops that count (counted.h) in strips, in each of which every run is a C pointer:
//
//   for (j = 0; j < n; j++) s += A[i][j] * x[j];          for (; j < n;) {
//                                                           long k = n - j; T *p = near(&A[i][j]), *q = near(&x[j]);
//                                                           k = as many as both stay in their blocks for;
//                                                           for (at = 0; at < k; at++, j++) s += p[at] * q[at]; }
//
// Where the conduit does not reach all threads by address, a strip with a block of a far thread's has its plain body.
#include "lower.h"

using namespace clang;

LoopFacts Lower::facts() { return {types, stream, context, addressTaken}; }

// A body in which no loop is taken apart: what stands a second time.
std::string Lower::unchanged(const Stmt *body) {
  bool was = unlooped;
  std::map<const Expr *, std::string> outer;
  std::swap(outer, places);
  unlooped = true;
  std::string out = text.mark(index(body->getBeginLoc())) + stmt(body);
  unlooped = was;
  std::swap(outer, places);
  return out;
}

// One strip: pointers to the runs where the loop stands now, the number of iterations in `count` cut to what they cover,
// and a loop over these. `step` is printed where an iteration ends, at(k) where iteration k begins.
std::string Lower::strips(const std::vector<SharedRun> &runs, const std::string &count, const std::string &step, const Stmt *body,
                          llvm::function_ref<std::string(const std::string &)> at) {
  std::string n = std::to_string(serial++), k = "upc_j" + n, pointers, near;
  std::map<std::string, std::string> known; // the same address once
  std::vector<const Expr *> ours;
  for (const SharedRun &r : runs) {
    if (r.walk || places.count(r.access)) continue;
    std::string from = address(r.access), stride = std::to_string(r.stride), type = types.spell(r.element);
    auto [found, fresh] = known.try_emplace(from + stride + type, "upc_p" + n + "_" + std::to_string(known.size()));
    std::string p = found->second, q = "upc_q" + p.substr(5);
    if (fresh) {
      pointers += "urt_ptr_t " + q + " = " + from + "; ";
      if (at("").empty() || r.block != 1) pointers += count + " = urt_run(" + count + ", " + q + ", " + stride + ", " + std::to_string(r.block) + "); ";
      pointers += "__typeof__(" + type + ") *" + p + " = urt_near(" + q + "); ";
      if (!allNear) near += (near.empty() ? "" : " && ") + ("urt_is_near(" + q + ")");
    }
    places[r.access] = p + (r.stride == 1 ? "[" + k + "]" : "[" + k + " * " + stride + "]");
    ours.push_back(r.access);
  }
  std::string head = "for (long " + k + " = 0; " + k + " < " + count + "; " + k + "++" + step + ") ", begin = at(k);
  auto whole = [&](const std::string &rendered) { return begin.empty() ? rendered : "{ " + begin + rendered + " }"; };
  std::string out = pointers + (near.empty() ? "" : "if (" + near + ") ") + head + whole(text.mark(index(body->getBeginLoc())) + stmt(body)) + " ";
  for (const Expr *e : ours) places.erase(e);
  if (!near.empty()) out += "else " + head + whole(unchanged(body)) + " ";
  return out;
}

// A for loop, or an upc_forall whose iterations all are the thread's.
std::string Lower::plainFor(const ForStmt *s, const Expr *increment) {
  std::string before, head = ";";
  if (s->getInit()) {
    head = stmt(s->getInit());
    bool rewrite = false;
    if (const auto *declaration = dyn_cast<DeclStmt>(s->getInit())) // one that needs more than one in C moves in front
      for (const Decl *d : declaration->decls()) rewrite |= needsRewriting(d);
    if (rewrite) before = head, head = ";";
  }
  if (std::string taken = counted(s, increment); !taken.empty()) return "{ " + before + " " + (before.empty() ? head : "") + " " + taken + " }";
  std::string out = "for (" + head + (s->getCond() ? " " + truth(s->getCond()) : "") + "; " + (increment ? expr(increment) : "") + ") " +
                    text.mark(index(s->getBody()->getBeginLoc())) + stmt(s->getBody());
  return before.empty() ? out : "{ " + before + " " + out + " }";
}

// The loop after its first field, by strips; "" where there is nothing to gain.
std::string Lower::counted(const ForStmt *s, const Expr *increment) {
  int first = index(s->getBeginLoc());
  if (unlooped || !increment || !s->getCond() || stream.pragmas.count(first)) return ""; // a pragma wants its loop
  LoopBody body(s->getBody());
  CountedLoop loop;
  if (body.awkward || body.breaks || !recogniseCounted(s->getCond(), increment, body, facts(), loop)) return "";
  std::vector<SharedRun> runs = sharedRuns(s->getBody(), loop.index, loop.step, /*least=*/4, body, facts());
  std::string step = ", " + expr(increment), walks;
  std::vector<const Expr *> walkers;
  bool strip = false;
  for (const SharedRun &r : runs) {
    if (places.count(r.access)) continue;
    strip |= !r.walk;
    if (!r.walk || !allNear) continue;
    std::string w = "upc_w" + std::to_string(serial++), type = types.spell(r.element);
    walks += "urt_ptr_t " + w + " = " + address(r.access) + "; ";
    step += ", " + w + " = urt_add(" + w + ", 1, sizeof(" + type + "), " + std::to_string(r.block) + ")";
    places[r.access] = "(*(__typeof__(" + type + ") *)urt_near(" + w + "))";
    walkers.push_back(r.access);
  }
  std::string condition = truth(s->getCond()), out;
  if (strip) {
    std::string count = "upc_n" + std::to_string(serial++), by = std::to_string(std::abs(loop.step)), v = "(long)" + loop.index->getName().str();
    std::string end = "(long)(" + expr(loop.end) + ")", distance = loop.step > 0 ? end + " - " + v : v + " - " + end;
    if (loop.relation == BO_LE || loop.relation == BO_GE) distance += " + 1";
    out = walks + "for (; " + condition + ";) { long " + count + " = (" + distance + " + " + by + " - 1) / " + by + "; if (" + count + " < 1) " + count +
          " = 1; " + strips(runs, count, step, s->getBody(), [](const std::string &) { return std::string(); }) + "}";
  } else if (!walks.empty()) {
    out = walks + "for (; " + condition + "; " + step.substr(2) + ") " + text.mark(index(s->getBody()->getBeginLoc())) + stmt(s->getBody());
  }
  for (const Expr *e : walkers) places.erase(e);
  return out;
}

// The C lvalue of an element in a run or walk of a loop being rendered, or of a member of one; else "".
std::string Lower::localPlace(const Expr *e) {
  if (places.empty()) return "";
  e = e->IgnoreParens();
  if (auto found = places.find(e); found != places.end()) return found->second;
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
