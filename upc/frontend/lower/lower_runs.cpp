// SPDX-License-Identifier: BSD-3-Clause
// Loops that count (counted.h), with a C pointer for each run. Where all runs and walks last for the whole loop, or the
// condition may change, and where the number of iterations is known:
//
//   for (j = 0; c[j]; j++) s += c[j];             if (near(..)[0]) { T *p = near(&c[j]); long k = 0;
//                                                   do { s += p[k]; } while (j++, k++, p[k]); }
//
//   for (j = 0; j < n; j++) s += A[i][j] * x[j];  if (j < n) do {
//                                                   long m = n - j; T *p = near(&A[i][j]), *q = near(&x[j]);
//                                                   m = as many as both stay in their blocks for;
//                                                   for (k = 0; k < m; k++, j++) s += p[k] * q[k]; } while (j < n);
//
// The third form, for blocks and a condition that may change, asks both for the end of the block and for the condition.
// Where the conduit does not reach all threads by address, what is far has the plain body.
#include "lower/lower.h"

using namespace clang;

LoopFacts Lower::facts() { return {types, stream, context, addressTaken, harmless, strictAliasing}; }

// A body in which no loop is taken apart: what stands a second time.
std::string Lower::unchanged(const Stmt *body, const std::string &label) {
  bool was = unlooped;
  std::map<const Expr *, std::string> outer;
  std::swap(outer, places);
  unlooped = true;
  std::string out = looped(body, label);
  unlooped = was;
  std::swap(outer, places);
  return out;
}

// C: a long.
std::string Lower::stride(const Stride &stride) {
  std::string sum;
  for (const Term &t : stride) {
    sum += (sum.empty() ? "" : " + ") + std::to_string(t.c) + "L";
    for (int k = 0; k < t.threads; k++) sum += " * urt_threads";
    for (const Expr *factor : t.factors) sum += " * (long)(" + expr(factor) + ")";
  }
  return sum.empty() ? "0L" : sum;
}

// Declares the pointers of these runs and walks, for where the loop stands now, and registers their places. `counter` counts
// the iterations from there on, `count` those there are, which bounded runs cut.
void Lower::start(const std::vector<SharedRun> &runs, const std::string &counter, const std::string &count, Started &s) {
  std::string n = std::to_string(serial++);
  std::map<std::string, std::string> known; // the same address once
  std::vector<std::pair<const Expr *, std::string>> found;
  for (const SharedRun &r : runs) {
    if (places.count(r.access)) continue;
    std::string from = address(r.access), by = stride(r.stride), type = types.spell(r.element), block = std::to_string(r.block);
    auto [at, fresh] = known.try_emplace(from + by + type, n + "_" + std::to_string(known.size()));
    std::string p = "upc_p" + at->second, q = "upc_q" + at->second, step = "upc_s" + at->second;
    long constant;
    bool fixed = isConstant(r.stride, constant);
    if (r.kind == SharedRun::Walk) {
      if (fresh) {
        s.setup += "urt_walk_t " + q + " = urt_walk(" + from + ", " + by + ", sizeof(" + type + "), " + block + "); ";
        s.step += ", urt_walk_on(&" + q + ", sizeof(" + type + "), " + block + ")";
      }
      found.push_back({r.access, "(*(__typeof__(" + type + ") *)urt_near(" + q + ".at))"});
      continue;
    }
    if (fresh) {
      s.setup += "urt_ptr_t " + q + " = " + from + "; ";
      if (!fixed) s.setup += "long " + step + " = " + by + "; ";
      if (r.kind == SharedRun::Bounded) s.setup += count + " = urt_run(" + count + ", " + q + ", " + (fixed ? by : step) + ", " + block + "); ";
      s.setup += "__typeof__(" + type + ") *" + p + " = urt_near(" + q + "); ";
      if (!allNear) s.near += (s.near.empty() ? "" : " && ") + ("urt_is_near(" + q + ")");
    }
    found.push_back({r.access, !fixed ? p + "[" + counter + " * " + step + "]" : constant == 0 ? "(*" + p + ")" : constant == 1 ? p + "[" + counter + "]"
                                      : p + "[" + counter + " * " + std::to_string(constant) + "]"});
  }
  for (auto &[access, place] : found) places[access] = place, s.accesses.push_back(access);
}

void Lower::finish(const Started &s) {
  for (const Expr *e : s.accesses) places.erase(e);
}

// The body of a loop of our own, which a `break` leaves by a jump where there is another around it.
std::string Lower::looped(const Stmt *body, const std::string &label) {
  std::string outer = breakTo;
  breakTo = label;
  std::string out = text.mark(index(body->getBeginLoc())) + stmt(body);
  return breakTo = outer, out;
}

// The loop with its pointers; where they need not all be near, the plain loop beside it, which is rendered only then. In gnu89
// only braces are scopes.
static std::string nearOrFar(const std::string &near, const std::string &fast, llvm::function_ref<std::string()> far) {
  return near.empty() ? fast : "if (" + near + ") { " + fast + "} else { " + far() + "} ";
}

// One strip of an upc_forall's chunk: pointers to the runs where it stands now, the number of iterations in `count` cut to
// what they cover, and a loop over these. at(k) is printed where iteration k begins.
std::string Lower::strip(const std::vector<SharedRun> &runs, const std::string &count, const Stmt *body,
                         llvm::function_ref<std::string(const std::string &)> at) {
  std::string k = "upc_j" + std::to_string(serial++);
  Started s;
  start(runs, k, count, s);
  std::string head = "for (long " + k + " = 0; " + k + " < " + count + "; " + k + "++" + s.step + ") { " + at(k);
  std::string fast = head + looped(body, "") + " } ";
  finish(s);
  return s.setup + nearOrFar(s.near, fast, [&] { return head + unchanged(body) + " } "; });
}

// As a while loop's where there is nothing to do but wait: with an empty body, or without a condition.
std::string Lower::forCondition(const ForStmt *s) {
  const auto *block = dyn_cast<CompoundStmt>(s->getBody());
  if (!s->getCond()) return readsShared(s->getBody()) ? "(urt_look_again(), 1)" : "";
  return isa<NullStmt>(s->getBody()) || (block && block->body_empty()) ? loopCondition(s->getCond(), s->getBody()) : truth(s->getCond());
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
  std::string out = "for (" + head + " " + forCondition(s) + "; " + (increment ? expr(increment) : "") + ") " +
                    text.mark(index(s->getBody()->getBeginLoc())) + stmt(s->getBody());
  return before.empty() ? out : "{ " + before + " " + out + " }";
}

static bool continues(const Stmt *s) {
  if (!s || isa<ForStmt, WhileStmt, DoStmt>(s)) return false;
  return isa<ContinueStmt>(s) || llvm::any_of(s->children(), continues);
}

// A `while` that ends in its steps, as a for loop of its own; "" where it is none, or there is nothing to gain. One that waits
// for what others write, or that continues past the steps, stays what it is.
std::string Lower::countedWhile(const WhileStmt *s) {
  const auto *block = dyn_cast<CompoundStmt>(s->getBody());
  bool always = false;
  if (unlooped || !block || readsShared(s->getCond()) || s->getCond()->EvaluateAsBooleanCondition(always, context) || continues(block)) return "";
  std::vector<Stmt *> rest(block->body_begin(), block->body_end());
  Expr *steps = nullptr;
  int first = -1, last = -1;
  while (!rest.empty()) {
    auto *step = dyn_cast<Expr>(rest.back());
    if (!step || !isStep(step, index(block->getBeginLoc())) || stream.pragmas.count(index(step->getBeginLoc()))) break;
    first = index(step->getBeginLoc()), last = std::max(last, lastToken(step));
    steps = steps ? BinaryOperator::Create(context, step, steps, BO_Comma, steps->getType(), VK_PRValue, OK_Ordinary, step->getExprLoc(), {}) : step;
    rest.pop_back();
  }
  if (!steps || first < 0) return "";
  auto *body = CompoundStmt::Create(context, rest, {}, block->getLBracLoc(), block->getRBracLoc());
  stepsLeftOut[body] = {first, last, ""};
  ForStmt loop(context, nullptr, const_cast<Expr *>(s->getCond()), nullptr, steps, body, s->getWhileLoc(), s->getLParenLoc(), s->getRParenLoc());
  std::string taken = counted(&loop, steps);
  return taken.empty() ? "" : "{ " + taken + " }";
}

// v++, v += e and their like, that read nothing shared, nor what is declared behind token `block`.
bool Lower::isStep(const Expr *e, int block) {
  if (const auto *x = dyn_cast<BinaryOperator>(e); x && x->getOpcode() == BO_Comma) return isStep(x->getLHS(), block) && isStep(x->getRHS(), block);
  const auto *unary = dyn_cast<UnaryOperator>(e);
  const auto *binary = dyn_cast<BinaryOperator>(e);
  if (!(unary && unary->isIncrementDecrementOp()) && !(binary && binary->isAssignmentOp())) return false;
  const VarDecl *v = variableOf(unary ? unary->getSubExpr() : binary->getLHS());
  return v && !types.isShared(v->getType()) && (v->getType()->isIntegerType() || v->getType()->isPointerType()) && !readsShared(e) && declaredBefore(e, block);
}

bool Lower::declaredBefore(const Stmt *s, int token) {
  if (const auto *ref = dyn_cast<DeclRefExpr>(s); ref && index(ref->getDecl()->getLocation()) >= token) return false;
  return !isa<StmtExpr>(s) && llvm::all_of(s->children(), [&](const Stmt *child) { return !child || declaredBefore(child, token); });
}

// The loop after its first field; "" where there is nothing to gain.
std::string Lower::counted(const ForStmt *s, const Expr *increment) {
  if (unlooped || !increment || stream.pragmas.count(index(s->getBeginLoc()))) return ""; // a pragma wants its loop
  LoopBody body(s->getBody(), facts());
  CountedLoop loop;
  if (!recogniseCounted(s->getCond(), increment, body, facts(), loop) || body.awkward) return "";
  std::vector<SharedRun> runs = sharedRuns({s->getCond(), s->getBody()}, loop, /*least=*/4, body, facts());
  llvm::erase_if(runs, [&](const SharedRun &r) { return places.count(r.access) || (r.kind == SharedRun::Walk && !allNear); });
  if (runs.empty()) return "";
  bool bounded = llvm::any_of(runs, [](const SharedRun &r) { return r.kind == SharedRun::Bounded; });
  return "if (" + asked(s) + ") " + (loop.end || bounded ? strips(s, increment, loop, runs, body.breaks) : whole(s, increment, runs));
}

// Its condition, to stand in brackets.
std::string Lower::asked(const ForStmt *s) {
  std::string condition = forCondition(s);
  return condition.empty() ? "1" : condition;
}

// All runs last for the whole loop, whose condition may change.
std::string Lower::whole(const ForStmt *s, const Expr *increment, const std::vector<SharedRun> &runs) {
  std::string k = "upc_k" + std::to_string(serial++);
  Started r;
  start(runs, k, "", r);
  auto rounds = [&](const std::string &body) { return "do { " + body + " } while (" + expr(increment) + r.step + ", " + k + "++, (" + asked(s) + ")); "; };
  std::string fast = rounds(looped(s->getBody(), ""));
  finish(r);
  return "{ long " + k + " = 0; " + r.setup + nearOrFar(r.near, fast, [&] { return rounds(unchanged(s->getBody(), "")); }) + "}";
}

// Strips, each for as long as all runs stay in their blocks; walks go on from strip to strip.
std::string Lower::strips(const ForStmt *s, const Expr *increment, const CountedLoop &loop, const std::vector<SharedRun> &runs, bool breaks) {
  std::string n = std::to_string(serial++), k = "upc_k" + n, count = "upc_n" + n, label = "upc_b" + n, jump = breaks ? label : "";
  std::string again = asked(s), there = loop.end ? iterations(loop) : "__LONG_MAX__"; // asked before the runs they may be among are there
  Started walking, r;
  std::vector<SharedRun> walks = runs;
  llvm::erase_if(walks, [](const SharedRun &run) { return run.kind != SharedRun::Walk; });
  start(walks, k, count, walking);
  start(runs, k, count, r);
  std::string steps = expr(increment) + walking.step;
  auto rounds = [&](const std::string &body) { // with the condition beside the count where it may change
    if (loop.end) return "for (; " + k + " < " + count + "; " + k + "++, " + steps + ") { " + body + " } ";
    return "do { " + body + " } while (" + steps + ", " + k + "++, " + k + " < " + count + " && (" + asked(s) + ")); ";
  };
  std::string fast = rounds(looped(s->getBody(), jump));
  finish(r);
  std::string out = "{ " + walking.setup + "do { long " + k + " = 0, " + count + " = " + there + "; " + r.setup +
                    nearOrFar(r.near, fast, [&] { return rounds(unchanged(s->getBody(), jump)); });
  finish(walking);
  return out + (loop.end ? "" : "if (" + k + " < " + count + ") break; ") + "} while (" + again + "); " + (breaks ? label + ":; }" : "}");
}

// C: how many there are from here on.
std::string Lower::iterations(const CountedLoop &loop) {
  std::string type = "(" + types.spell(loop.compared) + ")", at = "(long)" + type + loop.index->getName().str(), end = "(long)" + type + "(" + expr(loop.end) + ")";
  bool down = loop.relation == BO_GT || loop.relation == BO_GE, equal = loop.relation == BO_LE || loop.relation == BO_GE;
  return "urt_rounds(" + (down ? at + " - " + end : end + " - " + at) + (equal ? " + 1" : "") + ", " + (down ? "-(" : "(") + stride({loop.step}) + "))";
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
