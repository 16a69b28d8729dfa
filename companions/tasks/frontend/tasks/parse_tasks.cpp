// SPDX-License-Identifier: BSD-3-Clause
// While the parser runs. It asks for the name __task_here at the beginning of a task, and finds __task_statement: from
// there on the automatic synchronisation variables around the task are static to Clang. So the task, a block literal,
// may change them, and need not copy them.
#include "tasks/tasks.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"

using namespace clang;

NamedDecl *declareTask(StringRef name, SourceLocation at, Sema &sema, Scope *scope, Types &types) {
  if (name != "__task_here") return nullptr;
  for (; scope; scope = scope->getParent())
    for (Decl *d : scope->decls()) {
      auto *v = dyn_cast<VarDecl>(d);
      if (v && v->hasLocalStorage() && v->isLocalVarDecl() && types.qualifier(v->getType()))
        types.madeStatic.insert(v), v->setStorageClass(SC_Static);
    }
  IdentifierInfo &statement = sema.Context.Idents.get("__task_statement");
  return sema.LookupSingleName(sema.TUScope, &statement, at, Sema::LookupOrdinaryName);
}

const CallExpr *taskStatement(const Stmt *s) {
  if (const auto *full = dyn_cast<FullExpr>(s)) s = full->getSubExpr(); // around one with a block literal
  const auto *call = dyn_cast<CallExpr>(s);
  const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
  return f && f->getIdentifier() && f->getName() == "__task_statement" ? call : nullptr;
}

// Clang's messages about block literals.
void explainTasks(std::string &message) {
  StringRef text = message;
  if (text.contains("missing __block type specifier"))
    message = "a task has a copy of each variable around it, which it cannot change; write to shared memory";
  else if (text.starts_with("cannot refer to declaration with") && text.ends_with("inside block"))
    message = "a task cannot capture an array; put it into a struct or into shared memory";
}
