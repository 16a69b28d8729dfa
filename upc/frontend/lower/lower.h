// SPDX-License-Identifier: BSD-3-Clause
// Stage 4: C for what UPC says, everything else kept to the letter. Expressions, statements and declarations are
// rendered top down into marked text (see text.h); shared accesses become the macros and functions of urt.h.
#ifndef UPC_FRONTEND_LOWER_H
#define UPC_FRONTEND_LOWER_H

#include "lower/forall.h"
#include "types/operators.h"
#include "lower/text.h"
#include "types/types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <set>

class Lower {
public:
  // allNear: the conduit reaches every thread by address. strictAliasing: not -fno-strict-aliasing.
  Lower(clang::ASTContext &context, clang::Preprocessor &pp, TokenStream &stream, Types &types, bool allNear, bool strictAliasing);
  std::string file(const std::vector<clang::DeclGroupRef> &groups);

private:
  clang::ASTContext &context;
  clang::Preprocessor &pp;
  TokenStream &stream;
  Types &types;
  bool allNear, strictAliasing;
  Text text;
  std::string trailer;      // file-scope C that must follow the declaration being rendered
  std::string ending;       // file-scope C that must follow everything
  bool atStart = false;     // what is rendered is an initialiser of file scope that start-up evaluates
  int serial = 0;           // for names of our own
  clang::QualType returns;  // of the function being rendered
  std::map<const clang::VarDecl *, std::string> symbols; // shared variables -> the C name of their offset
  std::set<std::string> declared, storageMade;           // offsets with a record, with storage
  bool needsLayouts = false;                             // the file uses upc_stride_layout.h

  int index(clang::SourceLocation location) const { return stream.index(location); }
  void error(clang::SourceLocation location, const std::string &message);
  template <class Node> std::string spanOf(const Node *n, std::vector<Replacement> r = {}) {
    return text.span(index(n->getBeginLoc()), index(n->getEndLoc()), std::move(r));
  }
  // A child printed by us, unless it has no tokens of its own.
  template <class Node> void replace(std::vector<Replacement> &r, const Node *n, std::string rendered) {
    int first = index(n->getBeginLoc()), last = index(n->getEndLoc());
    if (first >= 0 && last >= first) r.push_back({first, last, std::move(rendered)});
  }

  // ---- Expressions (lower_expr.cpp, lower_values.cpp)
  std::string expr(const clang::Expr *e);                             // its value, or a private lvalue
  std::string convert(clang::QualType to, const clang::Expr *e);      // its value as `to`, implicitly
  std::string truth(const clang::Expr *e);                            // as a condition
  std::string castExpr(const clang::CStyleCastExpr *e);
  std::string unary(const clang::UnaryOperator *e);
  std::string binary(const clang::BinaryOperator *e);
  std::string conditional(const clang::AbstractConditionalOperator *e);
  std::string call(const clang::CallExpr *e);
  std::string initList(const clang::InitListExpr *e);
  void initLeaves(const clang::InitListExpr *e, std::vector<Replacement> &r);
  void initWritten(const clang::InitListExpr *written, std::vector<Replacement> &r);
  std::string sizeOf(const clang::UnaryExprOrTypeTraitExpr *e);
  std::string sizeOperator(const std::string &word, const Operand &of);
  std::string children(const clang::Stmt *s);                         // as it stands, children rendered
  std::string castPts(clang::QualType from, clang::QualType to, const std::string &value);
  bool isNull(const clang::Expr *e) const;

  // ---- Shared access (lower_access.cpp)
  bool sharedLvalue(const clang::Expr *e) { return types.isShared(types.of(e)); }
  std::string address(const clang::Expr *lvalue);                     // urt_ptr_t of a shared lvalue
  std::string flattened(const clang::ArraySubscriptExpr *e);
  std::string start(const Subscripted &s);
  std::string elementNumber(const Subscripted &s);
  std::string accessType(clang::QualType type);
  std::string load(const clang::Expr *lvalue);
  std::string store(const clang::Expr *lvalue, const std::string &value);
  std::string update(const clang::Expr *lvalue, const std::string &operation, bool yieldsOld);
  std::string offsetPointer(const std::string &pointer, const std::string &count, clang::QualType pts);
  std::string offsetPointer(const std::string &pointer, const clang::Expr *count, bool back, clang::QualType pts);
  std::string difference(const clang::Expr *p, const clang::Expr *q);
  bool strictAccess(const clang::Expr *lvalue);
  const clang::FieldDecl *sharedBitField(const clang::Expr *lvalue, const clang::Expr **object);
  std::string bitField(const clang::Expr *object, const clang::FieldDecl *field, const std::string &operation, bool yieldsOld);
  std::string offsetOf(const clang::VarDecl *v);                      // the name of its offset variable

  // ---- Multi-blocked arrays and sections (lower_blocks.cpp)
  const clang::VarDecl *multiBlockedElement(const clang::Expr *e, std::vector<const clang::Expr *> &indices);
  std::string blockElement(const clang::VarDecl *array, const std::vector<const clang::Expr *> &indices);
  std::string ownBlock(const clang::VarDecl *array, const std::vector<const clang::Expr *> &indices, clang::SourceLocation at);
  std::string blockRecord(const clang::VarDecl *v);
  std::string blockOffset(const clang::VarDecl *v);
  std::string section(const clang::CallExpr *e);
  std::string arrayHandle(const clang::Expr *e);
  std::string defineMultiBlocked(const clang::VarDecl *v);
  std::string defineGrid(const clang::FunctionDecl *f);

  // ---- Statements (lower_stmt.cpp)
  std::string stmt(const clang::Stmt *s);
  int lastToken(const clang::Stmt *s);
  void replaceStmt(std::vector<Replacement> &r, const clang::Stmt *s);
  std::string spanOfStmt(const clang::Stmt *s, std::vector<Replacement> r);
  bool readsShared(const clang::Stmt *s);
  std::string loopCondition(const clang::Expr *e, const clang::Stmt *body);
  std::string forall(const clang::ForStmt *s, bool affinity);               // lower_forall.cpp
  std::string chunked(const clang::ForStmt *s, ForallLoop loop, const LoopBody &body, const std::string &name, const std::string &generic);
  bool own = false; // in a chunk: an upc_forall here does not distribute

  // ---- Loops that count (lower_runs.cpp)
  Variables addressTaken;                               // in the function being rendered
  llvm::DenseMap<const clang::FunctionDecl *, bool> harmless; // of the file's functions, those that change nothing in memory
  std::map<const clang::Expr *, std::string> places;    // an access in a run -> its C lvalue, while its loop is rendered
  bool unlooped = false;                                // what is rendered stands a second time
  LoopFacts facts();
  std::string unchanged(const clang::Stmt *body, const std::string &label = "");
  struct Started { // pointers that were declared for a loop
    std::string setup, step, near; // step: ", what ends an iteration"; near: whether all are, "" where that is known
    std::vector<const clang::Expr *> accesses;
  };
  void start(const std::vector<SharedRun> &runs, const std::string &counter, const std::string &count, Started &s);
  void finish(const Started &s);
  std::string stride(const Stride &stride);
  std::string looped(const clang::Stmt *body, const std::string &label);
  std::string strip(const std::vector<SharedRun> &runs, const std::string &count, const clang::Stmt *body,
                    llvm::function_ref<std::string(const std::string &)> at);
  std::string breakTo;                                  // where a `break` jumps to that must leave more than one loop
  std::string forCondition(const clang::ForStmt *s);
  std::string plainFor(const clang::ForStmt *s, const clang::Expr *increment);
  std::string counted(const clang::ForStmt *s, const clang::Expr *increment);
  std::string countedWhile(const clang::WhileStmt *s);
  std::map<const clang::Stmt *, Replacement> stepsLeftOut; // a `while`'s body -> its steps at the end, printed elsewhere
  bool isStep(const clang::Expr *e, int block);
  bool declaredBefore(const clang::Stmt *s, int token);
  std::string whole(const clang::ForStmt *s, const clang::Expr *increment, const std::vector<SharedRun> &runs);
  std::string strips(const clang::ForStmt *s, const clang::Expr *increment, const CountedLoop &loop, const std::vector<SharedRun> &runs, bool breaks);
  std::string iterations(const CountedLoop &loop);
  std::string asked(const clang::ForStmt *s);
  std::string localPlace(const clang::Expr *e);

  // ---- Declarations (lower_decl.cpp, lower_variables.cpp)
  std::string group(llvm::ArrayRef<clang::Decl *> decls, int first, int last);
  bool needsRewriting(const clang::Decl *d);
  void inPlace(const clang::Decl *d, std::vector<Replacement> &r);
  void withoutRegister(const clang::VarDecl *v, std::vector<Replacement> &r);
  std::string rewritten(const clang::Decl *d, bool fileScope);
  std::string record(const clang::RecordDecl *d);
  int declarationEnd(int first, int last) const;
  void arraySizes(clang::TypeLoc loc, std::vector<Replacement> &r);
  void typeName(clang::TypeLoc loc, std::vector<Replacement> &r);
  std::string variable(const clang::VarDecl *v, bool fileScope);
  std::string sharedVariable(const clang::VarDecl *v);
  std::string sharedInitialiser(const clang::VarDecl *v, const std::string &offset);
  std::string function(const clang::FunctionDecl *f);
  std::string functionHeader(const clang::FunctionDecl *f);
  std::string body(const clang::FunctionDecl *f);
  std::string mainParameters(const clang::FunctionDecl *f);
  std::string attributes(const clang::Decl *d, int behind = -1);
  std::string storage(const clang::VarDecl *v);
  bool needsRuntimeInit(const clang::Expr *init);
  std::string initFunction(const std::string &statements);
  std::string lasting(const clang::CompoundLiteralExpr *e);
  std::string atStartUp(clang::QualType type, const clang::Expr *init);
};

#endif
