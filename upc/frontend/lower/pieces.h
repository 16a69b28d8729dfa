// SPDX-License-Identifier: BSD-3-Clause
// The pieces that generated C is built from: an expression with its precedence, a statement, a declaration. Builders
// put parentheses around an operand that needs them, and no others.
#ifndef UPC_FRONTEND_PIECES_H
#define UPC_FRONTEND_PIECES_H

#include "lower/code.h"
#include <optional>

namespace c {

// From the operator that binds least to what needs no parentheses anywhere.
enum class Precedence {
  Comma, Assignment, Conditional, LogicalOr, LogicalAnd, Or, Xor, And, Equality, Relation, Shift, Sum, Product,
  Cast, Unary, Postfix, Primary
};

struct Expression {
  Code code;
  Precedence precedence = Precedence::Comma;
  Code within(Precedence least) const; // its code where only what binds at least so tightly may stand
  Code argument() const { return within(Precedence::Assignment); } // of a call, in a list, as an initialiser
};
using Expressions = std::vector<Expression>;

// ---- Primary expressions
Expression name(const std::string &identifier);
Expression number(long value);                                // -1 is a unary expression
Expression number(long value, const char *suffix);
Expression string(const std::string &text);                   // escaped as needed
Expression parenthesised(const Expression &e);
Expression primary(Code code);                                // code that nothing can take apart
Expression withPrecedence(Precedence precedence, Code code);

// ---- Operators
Expression call(const std::string &function, const Expressions &arguments);
Expression callWithType(const std::string &macro, const std::string &type, const Expressions &arguments);
Expression member(const Expression &object, const std::string &field);
Expression memberOfPointer(const Expression &pointer, const std::string &field);
Expression element(const Expression &array, const Expression &index);
Expression prefix(const std::string &operation, const Expression &operand);   // ! - & * ++ --
Expression postfix(const Expression &operand, const std::string &operation);  // ++ --
Expression addressOf(const Expression &object);
Expression dereference(const Expression &pointer);
Expression cast(const std::string &type, const Expression &operand);
Expression sizeOfType(const std::string &type);
Expression binary(const Expression &left, const std::string &operation, const Expression &right);
Expression assign(const Expression &left, const std::string &operation, const Expression &right); // = += ..
Expression conditional(const Expression &condition, const Expression &yes, const Expression &no);
Expression comma(const Expression &left, const Expression &right);
Expression compoundLiteral(const std::string &type, const Expressions &values);
Code list(const Expressions &values);                         // {a, b}, for an initialiser

// ---- Statements and declarations, with their ';' or braces
struct Declaration {
  Code code;
};
struct Statement {
  Code code;
  Statement() = default;
  explicit Statement(Code code) : code(std::move(code)) {}
  Statement(Declaration declaration) : code(std::move(declaration.code)) {}
};

struct Declarator {
  std::string name;
  Code initialiser; // none where empty
};

Declaration declare(const std::string &typeAndName);
Declaration declare(const std::string &typeAndName, const Expression &initialiser);
Declaration declareAll(const std::string &type, const std::vector<Declarator> &declarators);
Declaration declareRaw(Code code); // without its ';'

// Statements one after the other.
class Block {
public:
  Block() = default;
  Block(std::initializer_list<Statement> statements);
  void add(const Statement &statement);
  void add(const Expression &expression);
  void add(const Block &more) { add(Statement(more.code)); }
  bool empty() const { return code.empty(); }
  Statement braced() const;         // { .. }
  Expression yielding(const Expression &value) const; // ({ ..; value; })

  Code code;
};

Statement statement(const Expression &e);
Statement ifThen(const Expression &condition, const Statement &then);
// `first` is the statement with its ';', or ";"; condition and step may be left out.
Statement forLoop(const Statement &first, const std::optional<Expression> &condition,
                  const std::optional<Expression> &step, const Statement &body, const Code &keyword = "for");

} // namespace c

#endif
