// SPDX-License-Identifier: BSD-3-Clause
// C's arithmetic (6.3.1.8, 6.5): operands get a common type, signed overflow is undefined, unsigned numbers wrap.
#include "types/threads_formula.h"

using namespace clang;

static __int128 wrapped(__int128 value, IntegerType type) {
  if (type.isBool) return value != 0;
  __int128 modulus = (__int128)1 << type.width, rest = value & (modulus - 1);
  return type.isSigned && rest >> (type.width - 1) ? rest - modulus : rest;
}

static Formula::Value result(__int128 value, IntegerType type) {
  __int128 fits = wrapped(value, type);
  return type.isSigned && fits != value ? Formula::Value() : fits;
}

static IntegerType promoted(IntegerType type) { return type.width < 32 ? IntegerType() : type; }

static IntegerType common(IntegerType a, IntegerType b) {
  a = promoted(a), b = promoted(b);
  if (a.width != b.width) return a.width > b.width ? a : b;
  return a.isSigned ? b : a;
}

static std::string spelled(IntegerType type) {
  return std::string(type.isSigned ? "" : "unsigned ") + (type.width > 32 ? "long" : "int");
}

Formula castFormula(const Formula &f, IntegerType type, const std::string &spelled) {
  return {"((" + spelled + ")" + f.text + ")", type, [at = f.at, type](long n) -> Formula::Value {
            auto value = at(n);
            return value ? wrapped(*value, type) : value;
          }};
}

std::optional<Formula> unaryFormula(UnaryOperatorKind op, const std::string &word, const Formula &f) {
  IntegerType type = op == UO_LNot ? IntegerType() : promoted(f.type);
  auto compute = [op, type](__int128 v) -> Formula::Value {
    return op == UO_LNot ? !v : op == UO_Not ? result(~v, type) : op == UO_Minus ? result(-v, type) : v;
  };
  if (op != UO_LNot && op != UO_Not && op != UO_Minus && op != UO_Plus) return {};
  return Formula{"(" + word + f.text + ")", type, [at = f.at, compute](long n) {
                   auto value = at(n);
                   return value ? compute(*value) : value;
                 }};
}

static Formula::Value compare(BinaryOperatorKind op, __int128 a, __int128 b) {
  switch (op) {
  case BO_LT: return a < b;
  case BO_GT: return a > b;
  case BO_LE: return a <= b;
  case BO_GE: return a >= b;
  case BO_EQ: return a == b;
  default: return a != b;
  }
}

static __int128 widest(IntegerType type) { return ((__int128)1 << type.width) - 1; } // of an unsigned type

static Formula::Value compute(BinaryOperatorKind op, __int128 a, __int128 b, IntegerType type) {
  switch (op) {
  case BO_Mul: return type.isSigned ? result(a * b, type) : (__int128)((uint64_t)a * (uint64_t)b) & widest(type);
  case BO_Div: return b ? result(a / b, type) : Formula::Value();
  case BO_Rem: return b ? result(a % b, type) : Formula::Value();
  case BO_Add: return result(a + b, type);
  case BO_Sub: return result(a - b, type);
  case BO_And: return result(a & b, type);
  case BO_Or: return result(a | b, type);
  case BO_Xor: return result(a ^ b, type);
  default: return {};
  }
}

static Formula::Value shift(BinaryOperatorKind op, __int128 a, __int128 by, IntegerType type) {
  if (by < 0 || by >= type.width) return {};
  return op == BO_Shr ? a >> by : result(a << by, type);
}

static Formula::Value logical(BinaryOperatorKind op, const Formula &left, const Formula &right, long n) {
  auto a = left.at(n);
  if (!a || (*a != 0) == (op == BO_LOr)) return a ? *a != 0 : a;
  auto b = right.at(n);
  return b ? *b != 0 : b;
}

// A divisor that may be 0 for some number of threads is looked at while the program runs.
static std::string operand(BinaryOperatorKind op, const Formula &right, IntegerType type, const std::string &what) {
  if (op != BO_Div && op != BO_Rem) return right.text;
  return "((" + spelled(type) + ")urt_divisor((long)(" + spelled(type) + ")" + right.text + ", " + what + "))";
}

std::optional<Formula> binaryFormula(BinaryOperatorKind op, const std::string &word, const Formula &left,
                                     const Formula &right, const std::string &what) {
  bool shifts = op == BO_Shl || op == BO_Shr, compares = op >= BO_LT && op <= BO_NE;
  IntegerType both = shifts ? promoted(left.type) : common(left.type, right.type);
  IntegerType type = compares || op == BO_LAnd || op == BO_LOr ? IntegerType() : both;
  if (op < BO_Mul || op > BO_LOr || op == BO_Cmp) return {};
  std::string text = "(" + left.text + " " + word + " " + operand(op, right, both, what) + ")";
  return Formula{text, type, [=](long n) -> Formula::Value {
                   if (op == BO_LAnd || op == BO_LOr) return logical(op, left, right, n);
                   auto a = left.at(n), b = right.at(n);
                   if (!a || !b) return {};
                   if (shifts) return shift(op, wrapped(*a, both), *b, both);
                   __int128 x = wrapped(*a, both), y = wrapped(*b, both);
                   return compares ? compare(op, x, y) : compute(op, x, y, both);
                 }};
}

Formula conditionalFormula(const Formula &condition, const Formula &yes, const Formula &no) {
  IntegerType type = common(yes.type, no.type);
  return {"(" + condition.text + " ? " + yes.text + " : " + no.text + ")", type,
          [=](long n) -> Formula::Value {
            auto which = condition.at(n);
            auto value = which ? (*which ? yes : no).at(n) : which;
            return value ? wrapped(*value, type) : value;
          }};
}
