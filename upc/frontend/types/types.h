// SPDX-License-Identifier: BSD-3-Clause
// UPC's types on top of Clang's: which types are shared, with what layout, and how a type is written in C.
//
// Clang keeps a type's tag as sugar. It loses the tag in three places: a member of a shared struct, an array inside
// a shared struct, and a merge of two pointer types. There Types::of(const Expr *) finds the type from the operands
// and adds the tag again, so other code can rely on the QualType.
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
#include <tuple>

// What is shared about a type.
struct Sharing {
  bool shared = false, strict = false, relaxed = false;
  const Qualifier *qualifier = nullptr; // one of an extension
  bool implied = false;            // shared by such a qualifier alone: each thread has an object of its own
  bool laidOut = false;            // a layout qualifier was written
  long block = 1;                  // elements; 0: indefinite
  bool star = false;               // [*] of a type that is no array, which is an error
  const Layout *layout = nullptr;  // that was written, if any; none for an element of a multi-blocked array
  bool multiBlocked() const { return layout && layout->multiBlocked(); }
};

class Types {
public:
  Types(clang::ASTContext &context, TokenStream &stream, int threads)
      : context(context), stream(stream), threads(threads) {}

  // The sharing of an object, or of the elements of an array.
  Sharing sharing(clang::QualType type) const;
  bool isShared(clang::QualType type) const { return sharing(type).shared; }
  // The qualifier of an extension that an object has, or the elements of an array have; null: none. And does the type
  // contain one that has?
  const Qualifier *qualifier(clang::QualType type) const { return type.isNull() ? nullptr : sharing(type).qualifier; }
  bool holdsQualifier(clang::QualType type) const;
  // Is it such an object that is declared in a function, without `static`?
  bool isQualifiedAutomatic(const clang::VarDecl *v) const {
    return v->isLocalVarDecl() && qualifier(v->getType()) && (v->hasLocalStorage() || madeStatic.count(v));
  }
  llvm::SmallPtrSet<const clang::VarDecl *, 4> madeStatic; // an extension has told the parser that these are static
  // Is it a pointer-to-shared? Its pointee() keeps the sharing.
  bool isPts(clang::QualType type) const;
  const Layout *tagOf(const clang::Type *type) const; // the layout that this node itself names, or null
  // __auto_type, typeof_unqual, typeof of a value: the type without the qualifiers of the object it comes from.
  static bool dropsQualifiers(const clang::Type *type);
  // The multi-blocked array that a parameter of this type takes, or null.
  clang::QualType multiBlockedParameter(clang::QualType type) const;
  // The type that sizeof and its kin see: that of the array, if the expression is the name of such a parameter.
  clang::QualType ofOperand(const clang::Expr *e);
  clang::QualType pointee(clang::QualType pointer) const;
  clang::QualType unshared(clang::QualType type) const;
  static bool isSection(const clang::CallExpr *e) { // has the annotation made this call of a section?
    const clang::FunctionDecl *f = e->getDirectCallee();
    return f && f->getIdentifier() && f->getName() == "__upc_section";
  }
  static const clang::Expr *sectionArray(const clang::CallExpr *section); // of __upc_section and __upc_array
  bool touchesShared(const clang::Stmt *s); // does it use shared objects or pointers-to-shared?
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
  // The same, but of an array parameter the array type.
  static clang::QualType declaredArray(const clang::VarDecl *v) {
    const auto *p = llvm::dyn_cast<clang::ParmVarDecl>(v);
    return p ? p->getOriginalType() : v->getType();
  }

  bool spelledOut(clang::QualType type) const; // C has no typedef of this type: its uses are written out
  bool bearing(clang::QualType type) const; // does C need another spelling of it than the user's?
  // Do two types that C takes for the same have the same sharing and layouts, inside and, if `top`, outside?
  bool agree(clang::QualType a, clang::QualType b, bool top) const;
  bool sameReference(clang::QualType a,
                     clang::QualType b) const; // are both strict, relaxed or neither, and all they lead to?
  bool holdsPts(clang::QualType type) const; // is it, or does it contain, a pointer-to-shared?

  // C: a declaration of `name` with this type. Sharing is left out, pointers-to-shared become urt_ptr_t.
  std::string declare(clang::QualType type, const std::string &name, bool dropConst = false);
  bool mentionsThreads(const clang::Expr *e, bool orSizes = false) const; // or sizeof and UPC's operators like it
  std::string spell(clang::QualType type) { return declare(type.getUnqualifiedType(), ""); }
  // C: the number of scalar elements in an object of this type. `scalar` receives the type of an element.
  std::string elementCount(clang::QualType type, clang::QualType *scalar = nullptr);
  uint64_t blockElements(clang::QualType multiBlocked) const; // 0 if they depend on THREADS or the grid
  uint64_t localElements(clang::QualType array) const; // the largest number that a thread has
  // The size of an object: Clang takes a pointer-to-shared for a pointer of C, and an object with a qualifier of an
  // extension for its value.
  uint64_t bytes(clang::QualType type) const;
  std::string dimension(const llvm::APInt &size) const; // C: a dimension, with THREADS in place of its prime
  // In the dynamic environment: is THREADS a factor of this dimension? Does it depend on THREADS in any way? How, where
  // it is not a number times THREADS? (Else null.)
  bool multipleOfThreads(const llvm::APInt &size) const {
    return !threads && size != 0 && size.getZExtValue() % stream.threadsMark == 0;
  }
  bool dependsOnThreads(const llvm::APInt &size) const { return multipleOfThreads(size) || threadsSize(size); }
  bool dependsOnThreads(clang::QualType array) const; // some dimension of it
  const ThreadsSizes::Size *threadsSize(const llvm::APInt &size) const;
  std::string anonymousName(const clang::RecordDecl *record);
  // Looks for names of the file that some function uses for something else. C: typedefs for structs with such tags, to
  // stand at the file's beginning.
  std::string shadowedNames();
  // The same for a typedef with such a name, to stand behind its declaration: "typedef real upc_named_real;". "": none.
  std::string otherName(const clang::TypedefNameDecl *name) const;

  // For messages: the type as the user would write it.
  std::string describe(clang::QualType type);
  std::string describeLayout(const Sharing &sharing) const;

  bool usesRecords = false; // a type was spelled that urt.h does not declare: upc_stride_declared_t
  std::function<std::string(const clang::Expr *)> renderSize; // the C of a variable-length array's size
  bool dynamicThreads() const { return threads == 0; }
  int staticThreads() const { return threads; }

private:
  struct Walk;
  Sharing withBlockSize(const Walk &walk) const;

  clang::ASTContext &context;
  TokenStream &stream;
  int threads;
  llvm::DenseMap<const clang::Expr *, clang::QualType> memo;
  llvm::DenseMap<const clang::RecordDecl *, int> anonymous;
  llvm::SmallPtrSet<const clang::TagDecl *, 4> shadowed; // see shadowedNames()
  llvm::SmallPtrSet<const clang::Decl *, 4> shadowedTypedefs;
  void findShadowedTypedefs(const clang::FunctionDecl *f);
  static std::string fileName(const clang::RecordDecl *record) { return "upc_file_" + record->getName().str(); }
  static std::string fileName(const clang::TypedefNameDecl *name) { return "upc_named_" + name->getName().str(); }
  std::map<std::tuple<long, int, const Qualifier *>, int> resolvedLayouts;

  clang::QualType compute(const clang::Expr *e); // what of() keeps; a function for each longer kind of expression:
  clang::QualType ofMember(const clang::MemberExpr *e);
  clang::QualType ofSubscript(const clang::ArraySubscriptExpr *e);
  clang::QualType ofUnary(const clang::UnaryOperator *e);
  clang::QualType ofBinary(const clang::BinaryOperator *e);
  clang::QualType ofConditional(const clang::AbstractConditionalOperator *e);
  clang::QualType ofConversion(const clang::ImplicitCastExpr *e);
  clang::QualType ofStatement(const clang::StmtExpr *e);
  std::string describe(clang::QualType type, const std::string &declarator, const Sharing &s);

  // Parts of declare(): `qualifiers` goes in front.
  std::string declarePointer(clang::QualType type, const std::string &qualifiers, const std::string &name);
  std::string declareFunction(const clang::FunctionProtoType *type, const std::string &name);
  std::string declareRecord(const clang::RecordDecl *record, const std::string &name);
};

#endif
