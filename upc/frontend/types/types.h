// SPDX-License-Identifier: BSD-3-Clause
// UPC's types on top of Clang's: which types are shared, with what layout; and how a type is written in C.
//
// Clang keeps a type's tag as sugar, and loses it in three places: a member of a shared struct, an array inside
// one, and a merge of two pointer types. `Types::of(const Expr *)` works those out from the operands, and makes
// the sugar anew, so that everyone else can ask a QualType.
#ifndef UPC_FRONTEND_TYPES_H
#define UPC_FRONTEND_TYPES_H

#include "tokens/layout.h"
#include "tokens/tokens.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>
#include <string>

// What is shared about a type.
struct Sharing {
  bool shared = false, strict = false, relaxed = false;
  bool laidOut = false;            // a layout qualifier was written
  long block = 1;                  // elements; 0: indefinite
  bool star = false;               // [*] not settled by an array type: a pointer's, which is an error
  const Layout *layout = nullptr;  // the one that was written, if any
  bool multiBlocked() const { return layout && layout->multiBlocked(); }
};

class Types {
public:
  Types(clang::ASTContext &context, TokenStream &stream, int threads)
      : context(context), stream(stream), threads(threads) {}

  // Of the object, or of an array's elements.
  Sharing sharing(clang::QualType type) const;
  bool isShared(clang::QualType type) const { return sharing(type).shared; }
  // A pointer-to-shared; pointee() of it keeps the sharing.
  bool isPts(clang::QualType type) const;
  const Layout *tagOf(const clang::Type *type) const; // the layout this very node names, or null
  static bool dropsQualifiers(const clang::Type *type); // __auto_type, typeof_unqual: whatever the object is that is named
  clang::QualType pointee(clang::QualType pointer) const;
  clang::QualType unshared(clang::QualType type) const;
  static const clang::Expr *sectionArray(const clang::CallExpr *section); // of __upc_section and __upc_array
  bool touchesShared(const clang::Stmt *s); // is there a shared object or a pointer-to-shared in it?
  // An array's element type, with the array's sharing.
  clang::QualType element(clang::QualType array) const;
  clang::QualType share(clang::QualType type, const Sharing &sharing, long block);

  // The UPC type of an expression.
  clang::QualType of(const clang::Expr *e);
  const clang::FunctionType *callee(const clang::CallExpr *e) { // what is called, with its sharing
    clang::QualType function = pointee(of(e->getCallee()));
    return function.isNull() ? nullptr : function->getAs<clang::FunctionType>();
  }
  // A declaration's type; a parameter's array type is already a pointer.
  clang::QualType of(const clang::ValueDecl *d) { return d->getType(); }
  // The same, but for an array parameter, whose array it is.
  static clang::QualType declaredArray(const clang::VarDecl *v) {
    const auto *p = llvm::dyn_cast<clang::ParmVarDecl>(v);
    return p ? p->getOriginalType() : v->getType();
  }

  bool spelledOut(clang::QualType type) const; // a typedef of this type has no C typedef: its uses are written out
  bool bearing(clang::QualType type) const; // does C need another spelling than the user's?
  // Do two types, the same to C, share the same things with the same layouts? At the top as well?
  bool agree(clang::QualType a, clang::QualType b, bool top) const;
  bool sameReference(clang::QualType a, clang::QualType b) const; // are both strict, relaxed or neither, and all they lead to?
  bool holdsPts(clang::QualType type) const; // is it, or does it contain, a pointer-to-shared?

  // C: a declaration of `name` with this type, sharing dropped and pointers-to-shared made urt_ptr_t.
  std::string declare(clang::QualType type, const std::string &name, bool dropConst = false);
  // The same where the declarator is at hand, so that sizes which depend on THREADS are the user's expressions.
  std::string declareAs(clang::TypeSourceInfo *written, const std::string &name, bool dropConst = false);
  bool mentionsThreads(const clang::Expr *e, bool orSizes = false) const; // or sizeof and its kin
  std::string spell(clang::QualType type) { return declare(type.getUnqualifiedType(), ""); }
  // C: the number of scalar elements in one object of this (array) type, `scalar` receiving the element type.
  std::string elementCount(clang::QualType type, clang::QualType *scalar = nullptr);
  uint64_t blockElements(clang::QualType multiBlocked) const; // 0 where they depend on THREADS or the grid
  uint64_t localElements(clang::QualType array) const; // the most that any one thread has
  std::string dimension(const llvm::APInt &size) const; // one dimension, THREADS put back
  bool marked(const llvm::APInt &size) const { // THREADS is a factor of this dimension, in the dynamic environment
    return !threads && size != 0 && size.getZExtValue() % stream.threadsMark == 0;
  }
  std::string anonymousName(const clang::RecordDecl *record);
  std::string shadowedNames(); // C: typedefs for the file's structs whose tags functions use for others

  // For messages: as the user would write it.
  std::string describe(clang::QualType type);
  std::string describeLayout(const Sharing &sharing) const;

  bool usesRecords = false; // a type was spelled that urt.h does not declare: upc_stride_declared_t
  std::function<std::string(const clang::Expr *)> renderSize; // the C of a variable-length array's size
  bool dynamicThreads() const { return threads == 0; }
  int staticThreads() const { return threads; }

private:
  clang::ASTContext &context;
  TokenStream &stream;
  int threads;
  llvm::DenseMap<const clang::Expr *, clang::QualType> memo;
  llvm::DenseMap<const clang::RecordDecl *, int> anonymous;
  llvm::SmallPtrSet<const clang::TagDecl *, 4> shadowed; // see shadowedNames()
  static std::string fileName(const clang::RecordDecl *record) { return "upc_file_" + record->getName().str(); }
  std::map<std::pair<long, int>, int> resolvedLayouts;
  std::vector<const clang::Expr *> writtenSizes; // of the array declarators still to be met by declare()

  clang::QualType compute(const clang::Expr *e);

};

#endif
