// SPDX-License-Identifier: BSD-3-Clause
// What a loop's body may change, and so what stays the same from one iteration to the next: local variables that it
// does not assign, and what is in memory where no store of the body can reach it, by C's rules of aliasing.
#ifndef UPC_FRONTEND_EFFECTS_H
#define UPC_FRONTEND_EFFECTS_H

#include "lower/subscripts.h"
#include "types/syntax_visitor.h"

class LoopBody : SyntaxVisitor {
public:
  explicit LoopBody(const LoopFacts &facts) : facts(facts) {}
  LoopBody(const clang::Stmt *body, const LoopFacts &facts) : facts(facts) { add(body); }
  void add(const clang::Stmt *s) { walk(s); }

  void step(const clang::VarDecl *v); // the loop's increment changes it

  Variables changed;    // assigned, stepped, with their address taken, or declared inside
  bool breaks = false;  // leaves the loop by `break`
  Variables declared;   // declared inside
  bool awkward = false; // cannot stand twice, is entered by a jump, or declares types, unknown in front of the loop
  bool opaque = false;  // calls what may change anything in memory
  bool orders = false;  // has strict accesses, which no read of shared memory may be moved across

  // May the body change `v`, of which something of this type is read?
  bool writes(const clang::VarDecl *v, clang::QualType type) const;
  // May it change something of this type that a pointer, private or shared, leads to?
  bool writesThrough(clang::QualType type) const;
  // Nothing that outlives a call is changed: of a function's body.
  bool keepsToItself() const { return !opaque && !orders && stores.empty(); }

private:
  struct Store {
    clang::QualType type; // null: any
    enum { Variable, Pointer, Shared } by;
  };
  const LoopFacts facts;
  std::vector<Store> stores;
  int loops = 0, switches = 0; // around the statement that is visited
  bool enter(clang::Stmt *s) override;
  void leave(clang::Stmt *s) override;
  void expression(const clang::Expr *e);
  void declaration(const clang::VarDecl *v);
  void change(const clang::Expr *lvalue);
  void store(const clang::VarDecl *v, clang::QualType type);
};

// May an object of one type be read as the other, by C's rules of aliasing? A null type is any.
bool mayAlias(clang::QualType stored, clang::QualType read, const LoopFacts &facts);
// May this object be read as any type?
bool readAsAnything(const clang::Expr *lvalue);

// Every variable of a function whose address is taken.
Variables addressesTaken(const clang::Stmt *function);

// The variable that an lvalue such as v, v.m, v[i].m is part of; null where a pointer leads to it.
const clang::VarDecl *rootOf(const clang::Expr *lvalue);

// Has it the same value in every iteration? Constants have, and what the body does not change. `sure`: every iteration
// evaluates it. If not, evaluating it must be safe: no reads through pointers, no divisions that may be by zero.
bool invariant(const clang::Expr *e, const LoopBody &body, const LoopFacts &facts, bool sure);

// Does this expression name a variable that the body declares, be it in a sizeof or a typeof? Its part `besides` does
// not count.
bool namesDeclared(const clang::Expr *e, const LoopBody &body, const clang::Stmt *besides = nullptr);

// The array or pointer that the subscripts count from is the same at each iteration.
bool baseStays(const Subscripted &s, const LoopBody &body, const LoopFacts &facts, bool sure);

#endif
