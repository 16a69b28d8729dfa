// SPDX-License-Identifier: BSD-3-Clause
// What differs between the versions of Clang, 16 to 22.
#ifndef UPCC_CLANG_VERSIONS_H
#define UPCC_CLANG_VERSIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Type.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#if CLANG_VERSION_MAJOR >= 22
#include "clang/Driver/CreateInvocationFromArgs.h"
#else
#include "clang/Frontend/Utils.h"
#endif
#if CLANG_VERSION_MAJOR < 18
#include "llvm/Passes/PassPlugin.h"
#include <functional>
#endif

// ---- the syntax tree

inline bool isUnnamedBitField(const clang::FieldDecl *f) { return f->isBitField() && !f->getDeclName(); }

inline unsigned bitWidth(const clang::FieldDecl *f) {
#if CLANG_VERSION_MAJOR >= 20
  return f->getBitWidthValue();
#else
  return f->getBitWidthValue(f->getASTContext());
#endif
}

// The expression whose type _Generic selects by; null if a type is written.
inline const clang::Expr *controlling(const clang::GenericSelectionExpr *e) {
#if CLANG_VERSION_MAJOR >= 18
  if (!e->isExprPredicate()) return nullptr;
#endif
  return e->getControllingExpr();
}

// The member that `.name` in an initialiser designates; null before Clang has resolved it.
inline clang::FieldDecl *designated(const clang::DesignatedInitExpr::Designator &d) {
#if CLANG_VERSION_MAJOR >= 17
  return d.getFieldDecl();
#else
  return d.getField();
#endif
}

inline bool isTrue(const clang::TypeTraitExpr *e) {
#if CLANG_VERSION_MAJOR >= 21
  return e->getBoolValue();
#else
  return e->getValue();
#endif
}

// The struct, union or enum that stands in a type with its body, or is mentioned there first; null if there is none.
inline clang::TagDecl *ownedTag(const clang::Type *type) {
#if CLANG_VERSION_MAJOR >= 22
  const auto *tag = llvm::dyn_cast<clang::TagType>(type);
  return tag && tag->isTagOwned() ? tag->getDecl() : nullptr;
#else
  const auto *named = llvm::dyn_cast<clang::ElaboratedType>(type);
  return named ? named->getOwnedTagDecl() : nullptr;
#endif
}

// A function of the C library or of Clang that computes from its arguments alone, errno left aside, or reads memory.
inline bool isPureBuiltin(const clang::ASTContext &context, unsigned id) {
  const auto &builtins = context.BuiltinInfo;
  return builtins.isConst(id) || builtins.isPure(id) || builtins.isConstWithoutErrnoAndExceptions(id) ||
         builtins.isConstWithoutExceptions(id);
}

#if CLANG_VERSION_MAJOR < 18
constexpr auto internalLinkage = clang::InternalLinkage;
constexpr auto normalArraySize = clang::ArrayType::Normal;
#else
constexpr auto internalLinkage = clang::Linkage::Internal;
constexpr auto normalArraySize = clang::ArraySizeModifier::Normal;
#endif

// ---- messages and compiler instances

// Options as Clang's constructors take them. Before Clang 21 they count who refers to them: they must come from new.
inline decltype(auto) asTaken(clang::DiagnosticOptions &options) {
#if CLANG_VERSION_MAJOR >= 21
  return (options);
#else
  return &options;
#endif
}

// Is it a warning, or an error that was one? Not of those that plugins add.
inline bool isWarning(const clang::DiagnosticIDs &ids, unsigned id) {
#if CLANG_VERSION_MAJOR >= 20
  return ids.isWarningOrExtension(id);
#else
  return ids.isBuiltinWarningOrExtension(id);
#endif
}

// Never freed: the process ends soon.
inline clang::CompilerInstance &newInstance(std::shared_ptr<clang::CompilerInvocation> invocation) {
#if CLANG_VERSION_MAJOR >= 21
  return *new clang::CompilerInstance(std::move(invocation));
#else
  auto *instance = new clang::CompilerInstance;
  instance->setInvocation(std::move(invocation));
  return *instance;
#endif
}

inline void createDiagnostics(clang::CompilerInstance &instance, clang::DiagnosticConsumer *client, bool owned) {
#if CLANG_VERSION_MAJOR >= 22
  instance.createVirtualFileSystem();
  instance.createDiagnostics(client, owned);
#elif CLANG_VERSION_MAJOR >= 20
  instance.createDiagnostics(*llvm::vfs::getRealFileSystem(), client, owned);
#else
  instance.createDiagnostics(client, owned);
#endif
}

// ---- passes of our own in LLVM's pipeline

#if CLANG_VERSION_MAJOR >= 18
template <typename Add> void addPassCallback(clang::CodeGenOptions &code, Add add) {
  code.PassBuilderCallbacks.push_back(add);
}
#else
// Clang takes them from shared libraries alone, of which it calls this function. The one without a name is the program.
inline std::function<void(llvm::PassBuilder &)> passCallback;
extern "C" __attribute__((used, visibility("default"))) inline llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "upcc", "", [](llvm::PassBuilder &builder) { passCallback(builder); }};
}
template <typename Add> void addPassCallback(clang::CodeGenOptions &code, Add add) {
  passCallback = add;
  code.PassPlugins.push_back("");
}
#endif

#endif
