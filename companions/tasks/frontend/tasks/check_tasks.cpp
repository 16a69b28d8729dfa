// SPDX-License-Identifier: BSD-3-Clause
// Tasks: what a task captures must have a meaning on the thread that runs it; no statement jumps out of it; it comes to
// no barrier; and MYTHREAD is asked for only where upc_on says which thread runs it.
#include "check/checker.h"
#include "tasks/tasks.h"
#include "types/syntax_visitor.h"

using namespace clang;

// Does a value of the type hold a private pointer? Other threads do not see what it points to.
static bool holdsPointer(QualType type, Types &types) {
  if (types.isPts(type)) return false;
  if (type->isAnyPointerType() || type->isBlockPointerType()) return true;
  if (const auto *array = type->getAsArrayTypeUnsafe()) return holdsPointer(array->getElementType(), types);
  const auto *record = type->getAs<RecordType>();
  return record && llvm::any_of(record->getDecl()->fields(),
                                [&](const FieldDecl *f) { return holdsPointer(f->getType(), types); });
}

// The first place in the task where the variable is named.
static SourceLocation firstUse(const Stmt *s, const VarDecl *v) {
  if (!s) return {};
  if (const auto *ref = dyn_cast<DeclRefExpr>(s); ref && ref->getDecl() == v) return ref->getLocation();
  if (const auto *block = dyn_cast<BlockExpr>(s)) return firstUse(block->getBody(), v);
  for (const Stmt *child : s->children())
    if (SourceLocation found = firstUse(child, v); found.isValid()) return found;
  return {};
}

namespace {

class Tasks : public SyntaxVisitor {
public:
  explicit Tasks(Checker &checker) : checker(checker), types(checker.types) {}

private:
  Checker &checker;
  Types &types;
  int around = 0;                                           // tasks
  llvm::SmallPtrSet<const BlockExpr *, 4> placed;           // the blocks that upc_on places
  llvm::SmallVector<const BlockExpr *, 4> blocks;           // around what is visited, from the outermost
  llvm::SmallPtrSet<const FunctionDecl *, 4> asked;         // functions that were searched for MYTHREAD

  bool enter(Stmt *s) override {
    if (const auto *block = dyn_cast<BlockExpr>(s)) {
      for (const BlockDecl::Capture &c : block->getBlockDecl()->captures()) capture(c.getVariable(), block);
      around++;
      blocks.push_back(block);
    }
    if (anyThreadRuns())
      if (const auto *ref = dyn_cast<DeclRefExpr>(s); ref && isMyThread(ref))
        warn(ref->getLocation(),
             "MYTHREAD in a task that any thread may run; say upc_on, or take a number of the task");
    if (around && isa<ReturnStmt>(s))
      error(s->getBeginLoc(), "this would leave the function around the task; a task ends at its brace");
    if (auto *call = dyn_cast<CallExpr>(s)) {
      place(call);
      if (around) barrier(call);
      if (anyThreadRuns()) called(call);
    }
    return true;
  }
  void leave(Stmt *s) override {
    if (!isa<BlockExpr>(s)) return;
    around--;
    blocks.pop_back();
  }

  bool anyThreadRuns() const { return !blocks.empty() && !placed.count(blocks.back()); }

  static bool isMyThread(const DeclRefExpr *ref) {
    const IdentifierInfo *name = ref->getDecl()->getIdentifier();
    return name && name->isStr("MYTHREAD") && ref->getDecl()->getDeclContext()->isTranslationUnit();
  }

  // Does this code of the file compute with MYTHREAD, or a function that it calls?
  bool readsMyThread(const Stmt *s) {
    if (!s || isa<BlockExpr>(s)) return false;
    if (const auto *ref = dyn_cast<DeclRefExpr>(s); ref && isMyThread(ref)) return true;
    const auto *call = dyn_cast<CallExpr>(s);
    const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
    if (const FunctionDecl *definition; f && f->hasBody(definition) && asked.insert(definition).second &&
        readsMyThread(definition->getBody()))
      return true;
    return llvm::any_of(s->children(), [&](const Stmt *child) { return readsMyThread(child); });
  }

  // A function that gives a number computed from MYTHREAD.
  void called(const CallExpr *e) {
    const FunctionDecl *f = e->getDirectCallee();
    asked.clear();
    if (f && f->getReturnType()->isArithmeticType() && f->hasBody() && readsMyThread(f->getBody()))
      warn(e->getBeginLoc(), "'" + f->getNameAsString() + "' reads MYTHREAD, in a task that any thread may run; say "
                             "upc_on, or take a number of the task");
  }

  void barrier(CallExpr *e) {
    const FunctionDecl *f = e->getDirectCallee();
    if (!f || !f->getIdentifier()) return;
    StringRef name = f->getName();
    if (name == "upc_barrier" || name == "upc_notify" || name == "upc_wait")
      error(e->getBeginLoc(), "'" + name.str() + "' in a task; only the main program of each thread comes to barriers");
  }

  // upc_on's place.
  void place(CallExpr *e) {
    if (!taskStatement(e) || e->getNumArgs() < 3) return;
    if (const auto *block = dyn_cast<BlockExpr>(e->getArg(2)->IgnoreParenImpCasts())) placed.insert(block);
    const Expr *where = e->getArg(1)->IgnoreImpCasts();
    QualType type = types.of(where);
    if (!type->isIntegerType() && !types.isPts(type))
      error(where->getBeginLoc(), "upc_on takes a thread's number or a pointer-to-shared, and this is '" +
                                      types.describe(type) + "'");
  }

  void error(SourceLocation at, const std::string &message) { checker.error(at, message); }

  // Of a task that depends on the thread that runs it.
  void warn(SourceLocation at, const std::string &message) {
    checker.warn(checker.options.ofExtensions.at(taskWarning), at, message);
  }

  void capture(const VarDecl *v, const BlockExpr *e) {
    if (!holdsPointer(v->getType(), types)) return;
    SourceLocation at = firstUse(e->getBody(), v);
    error(at.isValid() ? at : e->getBeginLoc(),
          "a task cannot capture '" + v->getName().str() + "', " +
              (v->getType()->isPointerType() ? "a private pointer" : "which holds a private pointer") +
              ": the task may run on another thread, which does not see private memory");
  }
};

} // namespace

void checkTasks(Decl *d, Checker &checker) {
  auto *f = dyn_cast<FunctionDecl>(d);
  if (f && f->isThisDeclarationADefinition() && f->getBody()) Tasks(checker).walk(f->getBody());
}
