// SPDX-License-Identifier: BSD-3-Clause
// binary(binary(a, "+", b), "*", c) prints (a + b) * c, and with the operators exchanged a * b + c.
#include "lower/pieces.h"

namespace c {

using P = Precedence;

Code Expression::within(Precedence least) const { return precedence < least ? parenthesised(*this).code : code; }

// The next tighter precedence: what may stand to the right of an operator that groups to the left.
static Precedence above(Precedence p) { return (Precedence)((int)p + 1); }

static Code separated(const Expressions &items) {
  Code code;
  for (size_t i = 0; i < items.size(); i++) {
    if (i) code += ", ";
    code += items[i].argument();
  }
  return code;
}

// ---- Primary expressions

Expression primary(Code code) { return {std::move(code), P::Primary}; }
Expression withPrecedence(Precedence precedence, Code code) { return {std::move(code), precedence}; }
Expression name(const std::string &identifier) { return primary(identifier); }
Expression number(long value) { return number(value, ""); }
Expression number(long value, const char *suffix) {
  return {std::to_string(value) + suffix, value < 0 ? P::Unary : P::Primary};
}
Expression string(const std::string &text) { return primary(stringLiteral(text)); }
Expression parenthesised(const Expression &e) { return primary("(" + e.code + ")"); }

// ---- Operators

Expression call(const std::string &function, const Expressions &arguments) {
  return {function + "(" + separated(arguments) + ")", P::Postfix};
}

// A macro that takes a type: the parentheses keep commas within braces in one argument.
Expression callWithType(const std::string &macro, const std::string &type, const Expressions &arguments) {
  Code code = macro + "(" + type;
  for (const Expression &one : arguments) code += ", (" + one.code + ")";
  return {code + ")", P::Postfix};
}

Expression member(const Expression &object, const std::string &field) {
  return {object.within(P::Postfix) + "." + field, P::Postfix};
}

Expression memberOfPointer(const Expression &pointer, const std::string &field) {
  return {pointer.within(P::Postfix) + "->" + field, P::Postfix};
}

Expression element(const Expression &array, const Expression &index) {
  return {array.within(P::Postfix) + "[" + index.code + "]", P::Postfix};
}

// The blank keeps - from -1, and & from &x.
Expression prefix(const std::string &operation, const Expression &operand) {
  bool apart = operand.precedence == P::Unary;
  return {operation + (apart ? " " : "") + operand.within(P::Cast), P::Unary};
}

Expression postfix(const Expression &operand, const std::string &operation) {
  return {operand.within(P::Postfix) + operation, P::Postfix};
}

Expression addressOf(const Expression &object) { return prefix("&", object); }
Expression dereference(const Expression &pointer) { return prefix("*", pointer); }
Expression cast(const std::string &type, const Expression &operand) {
  return {"(" + type + ")" + operand.within(P::Cast), P::Cast};
}
Expression sizeOfType(const std::string &type) { return {"sizeof(" + type + ")", P::Unary}; }

static Precedence precedenceOf(const std::string &operation) {
  if (operation == "*" || operation == "/" || operation == "%") return P::Product;
  if (operation == "+" || operation == "-") return P::Sum;
  if (operation == "<" || operation == ">" || operation == "<=" || operation == ">=") return P::Relation;
  if (operation == "==" || operation == "!=") return P::Equality;
  if (operation == "&&") return P::LogicalAnd;
  return P::LogicalOr;
}

Expression binary(const Expression &left, const std::string &operation, const Expression &right) {
  Precedence p = precedenceOf(operation);
  return {left.within(p) + " " + operation + " " + right.within(above(p)), p};
}

Expression assign(const Expression &left, const std::string &operation, const Expression &right) {
  return {left.within(P::Unary) + " " + operation + " " + right.within(P::Assignment), P::Assignment};
}

Expression conditional(const Expression &condition, const Expression &yes, const Expression &no) {
  return {condition.within(P::LogicalOr) + " ? " + yes.code + " : " + no.within(P::Conditional), P::Conditional};
}

Expression comma(const Expression &left, const Expression &right) {
  return {left.code + ", " + right.within(P::Assignment), P::Comma};
}

Code list(const Expressions &values) { return "{" + separated(values) + "}"; }

Expression compoundLiteral(const std::string &type, const Expressions &values) {
  return {"(" + type + ")" + list(values), P::Postfix};
}

// ---- Declarations

Declaration declareRaw(Code code) { return {std::move(code) + ";"}; }
Declaration declare(const std::string &typeAndName) { return declareRaw(typeAndName); }
Declaration declare(const std::string &typeAndName, const Expression &initialiser) {
  return declareRaw(typeAndName + " = " + initialiser.argument());
}

Declaration declareAll(const std::string &type, const std::vector<Declarator> &declarators) {
  Code code = type + " ";
  for (size_t i = 0; i < declarators.size(); i++) {
    if (i) code += ", ";
    code += declarators[i].name;
    if (!declarators[i].initialiser.empty()) code += " = " + declarators[i].initialiser;
  }
  return declareRaw(std::move(code));
}

// ---- Statements

Statement statement(const Expression &e) { return Statement(e.code + ";"); }

Block::Block(std::initializer_list<Statement> statements) {
  for (const Statement &one : statements) add(one);
}

void Block::add(const Statement &statement) {
  if (statement.code.empty()) return;
  if (!code.empty()) code += " ";
  code += statement.code;
}

void Block::add(const Expression &expression) { add(statement(expression)); }
Statement Block::braced() const { return Statement("{ " + code + " }"); }
Expression Block::yielding(const Expression &value) const { return primary("({ " + code + " " + value.code + "; })"); }

Statement ifThen(const Expression &condition, const Statement &then) {
  return Statement("if (" + condition.code + ") " + then.code);
}

Statement forLoop(const Statement &first, const std::optional<Expression> &condition,
                  const std::optional<Expression> &step, const Statement &body, const Code &keyword) {
  return Statement(keyword + " (" + first.code + " " + (condition ? condition->code : Code()) + "; " +
                   (step ? step->code : Code()) + ") " + body.code);
}

} // namespace c
