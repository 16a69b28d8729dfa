// SPDX-License-Identifier: BSD-3-Clause
// `T[r[i] & 63] ^= r[i];` becomes URT_UPDATE(unsigned int, address of T[..], ^=, URT_XOR, r[i]), and the loop around it
// stands in a block with URT_UPDATES(name), at whose end the updates are complete. An assignment is collected if it is
// relaxed, its value is not used, and no other access of the loop may be to the same far object.
#include "lower/loops/far_updates.h"
#include "lower/accesses.h"
#include "lower/loops/conflicts.h"
#include "lower/expressions.h"

using namespace clang;

namespace {

// lvalue OPERATOR value
struct Assignment {
  const Expr *lvalue = nullptr, *value = nullptr; // value null: 1
  BinaryOperatorKind kind = BO_Assign;
  const Expr *read = nullptr; // the lvalue, as `lvalue = lvalue OPERATOR value` reads it
};

} // namespace

// Are two expressions written alike, with names of the same objects, and without effects?
static bool alike(const Expr *a, const Expr *b, const ASTContext &context) {
  llvm::FoldingSetNodeID x, y;
  a->Profile(x, context, /*Canonical=*/true);
  b->Profile(y, context, /*Canonical=*/true);
  return x == y && !a->HasSideEffects(context);
}

static std::optional<BinaryOperatorKind> assigning(BinaryOperatorKind kind) {
  for (auto assignment : {BO_AddAssign, BO_SubAssign, BO_MulAssign, BO_AndAssign, BO_OrAssign, BO_XorAssign})
    if (BinaryOperator::getOpForCompoundAssignment(assignment) == kind) return assignment;
  return std::nullopt;
}

// `x = x + v` and `x = v + x` as `x += v`.
static Assignment shortened(const Assignment &a, const ASTContext &context) {
  const auto *x = a.kind == BO_Assign ? dyn_cast<BinaryOperator>(a.value->IgnoreParenImpCasts()) : nullptr;
  auto kind = x ? assigning(x->getOpcode()) : std::nullopt;
  if (!kind) return a;
  const Expr *l = x->getLHS()->IgnoreParenImpCasts(), *r = x->getRHS()->IgnoreParenImpCasts();
  if (alike(a.lvalue, l, context)) return {a.lvalue, x->getRHS(), *kind, l};
  if (x->getOpcode() != BO_Sub && alike(a.lvalue, r, context))
    return {a.lvalue, x->getLHS(), *kind, r};
  return a;
}

static std::optional<Assignment> assignmentOf(const Expr *e, const ASTContext &context) {
  if (const auto *x = dyn_cast<BinaryOperator>(e); x && x->isAssignmentOp())
    return shortened({x->getLHS()->IgnoreParens(), x->getRHS(), x->getOpcode()}, context);
  if (const auto *x = dyn_cast<UnaryOperator>(e); x && x->isIncrementDecrementOp())
    return Assignment{x->getSubExpr()->IgnoreParens(), nullptr, x->isIncrementOp() ? BO_AddAssign : BO_SubAssign,
                      nullptr};
  return std::nullopt;
}

// The operation's name in urt_aggregate.h.
static const char *operationOf(BinaryOperatorKind kind) {
  switch (kind) {
  case BO_Assign: return "URT_SET";
  case BO_AddAssign: return "URT_ADD";
  case BO_SubAssign: return "URT_SUB";
  case BO_MulAssign: return "URT_MULT";
  case BO_AndAssign: return "URT_AND";
  case BO_OrAssign: return "URT_OR";
  case BO_XorAssign: return "URT_XOR";
  default: return nullptr;
  }
}

// The value is converted to the object's type before the operation, and C does that after it. Is it the same?
static bool convertsFirst(QualType object, const Assignment &a, const ASTContext &context) {
  if (a.kind == BO_Assign || !a.value) return true;
  QualType value = a.value->IgnoreImpCasts()->getType();
  if (object->isIntegerType()) return value->isIntegerType();
  return value->isIntegerType() || (value->isRealFloatingType() &&
      context.getTypeSize(value) <= context.getTypeSize(object));
}

static bool isCandidate(const Assignment &a, const Context &in) {
  Types &types = in.unit.types;
  QualType type = types.of(a.lvalue);
  if (!types.isShared(type) || isOrdered(a.lvalue, in.facts()) || !operationOf(a.kind)) return false;
  if (!type->isArithmeticType() || type->isBooleanType() || type->isAnyComplexType()) return false;
  if (in.unit.context.getTypeSize(type) > 64 || sharedBitField(a.lvalue) || mayBeUnaligned(a.lvalue)) return false;
  if (a.value && !a.value->getType()->isArithmeticType()) return false;
  return convertsFirst(type, a, in.unit.context);
}

// Expressions whose values are not used.
static void unused(const Stmt *s, std::vector<const Expr *> &out) {
  if (!s) return;
  if (const auto *e = dyn_cast<Expr>(s)) {
    e = e->IgnoreParens();
    if (const auto *comma = dyn_cast<BinaryOperator>(e); comma && comma->getOpcode() == BO_Comma)
      unused(comma->getLHS(), out), unused(comma->getRHS(), out);
    else out.push_back(e);
  } else if (const auto *x = dyn_cast<CompoundStmt>(s)) {
    for (const Stmt *child : x->body()) unused(child, out);
  } else if (const auto *x = dyn_cast<IfStmt>(s)) {
    unused(x->getThen(), out), unused(x->getElse(), out);
  } else if (const auto *x = dyn_cast<ForStmt>(s)) {
    unused(x->getInit(), out), unused(x->getInc(), out), unused(x->getBody(), out);
  } else if (const auto *x = dyn_cast<WhileStmt>(s)) {
    unused(x->getBody(), out);
  } else if (const auto *x = dyn_cast<DoStmt>(s)) {
    unused(x->getBody(), out);
  } else if (const auto *x = dyn_cast<SwitchStmt>(s)) {
    unused(x->getBody(), out);
  } else if (const auto *x = dyn_cast<SwitchCase>(s)) {
    unused(x->getSubStmt(), out);
  }
}

FarUpdates farUpdates(const Stmt *loop, const Context &in,
                      llvm::function_ref<bool(const Expr *write, const Expr *other)> apart) {
  FarUpdates found;
  std::vector<const Expr *> all;
  const auto *whole = dyn_cast<ForStmt>(loop);
  unused(whole ? whole->getBody() : loop, all);
  std::vector<std::pair<const Expr *, MemoryAccess>> candidates;
  llvm::SmallPtrSet<const Expr *, 16> replaced; // reads that are a part of the owner's update
  Accesses accesses(in.facts());
  for (const Expr *e : all)
    if (auto a = assignmentOf(e, in.unit.context); a && isCandidate(*a, in)) {
      candidates.push_back({e, accesses.accessOf(a->lvalue, true)});
      if (a->read) replaced.insert(a->read);
    }
  if (candidates.empty()) return found;
  accesses.add(loop);
  if (accesses.unknown || LoopBody(loop, in.facts()).awkward) return found;
  // An access that is not collected must not meet one that is.
  for (bool again = true; again;) {
    again = false;
    llvm::SmallPtrSet<const Expr *, 16> collected;
    for (auto &[e, access] : candidates) collected.insert(access.lvalue);
    llvm::erase_if(candidates, [&](const auto &candidate) {
      bool meets = llvm::any_of(accesses.all, [&](const MemoryAccess &other) {
        bool alsoCollected = other.writes && collected.count(other.lvalue->IgnoreParens());
        if (!other.writes && replaced.count(other.lvalue)) return false;
        // No private address leads to far memory, and a near object is updated in its turn.
        if (!in.unit.types.isShared(in.unit.types.of(other.lvalue))) return false;
        return !alsoCollected && accesses.overlap(candidate.second, other) &&
               !apart(candidate.second.lvalue, other.lvalue);
      });
      return again |= meets, meets;
    });
  }
  for (auto &[e, access] : candidates) found.insert(e);
  return found;
}

std::optional<c::Expression> lowerFarUpdate(const Expr *assignment, const Context &in) {
  Assignment a = *assignmentOf(assignment, in.unit.context);
  if (hasPlaceInLoop(a.lvalue, in)) return std::nullopt;
  QualType type = in.unit.types.of(a.lvalue);
  std::string op = a.kind == BO_Assign ? "=" : (BinaryOperator::getOpcodeStr(a.kind)).str();
  c::Expression value = !a.value ? c::number(1) : a.kind == BO_Assign ? lowerAs(type, a.value, in)
                                                                      : lowerExpression(a.value, in);
  return c::call("URT_UPDATE", {c::name(in.unit.types.spell(type)), c::parenthesised(address(a.lvalue, in.asAccess())),
                                c::name(op), c::name(operationOf(a.kind)), c::parenthesised(value)});
}
