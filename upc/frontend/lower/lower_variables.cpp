// SPDX-License-Identifier: BSD-3-Clause
// Variables: shared objects as offsets with a record each, initialisers that only start-up can evaluate.
#include "lower/lower.h"
#include "types/clang_versions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

std::string Lower::storage(const VarDecl *v) {
  std::string s;
  if (v->getStorageClass() == SC_Static) s += "static ";
  if (v->getStorageClass() == SC_Extern) s += "extern ";
  if (v->getTSCSpec() == TSCS___thread) s += "__thread ";
  if (v->getTSCSpec() == TSCS__Thread_local) s += "_Thread_local ";
  return s;
}

// Has the initialiser a pointer-to-shared other than null in it? C cannot fold one: its offset is known at start-up.
bool Lower::needsRuntimeInit(const Expr *init) {
  const Expr *e = init->IgnoreParens();
  if (const auto *list = dyn_cast<InitListExpr>(e)) {
    if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
    for (const Expr *one : list->inits())
      if (one && needsRuntimeInit(one)) return true;
    return false;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(e)) return false;
  if (isNull(e)) return false;
  if (types.isPts(types.of(e)) || types.isShared(types.of(e))) {
    const auto *cast = dyn_cast<CastExpr>(e);
    return !(cast && needsRuntimeInit(cast->getSubExpr()) == false && !types.isPts(types.of(cast->getSubExpr())));
  }
  for (const Stmt *child : e->children())
    if (const auto *x = dyn_cast_or_null<Expr>(child); x && needsRuntimeInit(x)) return true;
  return false;
}

std::string Lower::initFunction(const std::string &statements) {
  std::string name = "upc_init_" + std::to_string(serial++);
  return "static void " + name + "(void) { " + statements + " } static const urt_init_t " + name +
         "_entry __attribute__((used, section(\"urt_inits\"))) = " + name + ";";
}

// The value of an initialiser, in a function that start-up calls.
std::string Lower::atStartUp(QualType type, const Expr *init) {
  bool outer = std::exchange(atStart, true);
  std::string value = convert(type, init);
  atStart = outer;
  return value;
}

// A compound literal at file scope lives as long as the program, also where start-up makes it.
std::string Lower::lasting(const CompoundLiteralExpr *e) {
  std::string name = "upc_literal" + std::to_string(serial++);
  return "(*({ static " + types.declare(e->getType(), name, true) + "; " + types.declare(e->getType(), "upc_value", true) + " = " + expr(e->getInitializer()) +
         "; __builtin_memcpy(&" + name + ", &upc_value, sizeof upc_value); &" + name + "; }))";
}

std::string Lower::variable(const VarDecl *v, bool fileScope) {
  std::string name = v->getName().str();
  if (types.isShared(v->getType())) return sharedVariable(v);
  const Expr *init = v->getInit();
  // An initialiser may have completed the type, which then knows more than the declarator.
  if (!init) return storage(v) + types.declareAs(v->getTypeSourceInfo(), name) + attributes(v) + ";";
  bool late = v->hasGlobalStorage() && needsRuntimeInit(init);
  std::string value = late ? atStartUp(v->getType(), init) : convert(v->getType(), init);
  if (!late) return storage(v) + types.declare(v->getType(), name) + attributes(v) + " = " + value + ";";
  // A const object that start-up writes is defined without const, under the same symbol.
  bool alias = fileScope && v->isExternallyVisible() && context.getBaseElementType(v->getType()).isConstQualified();
  std::string own = alias ? "upc_late_" + name : name;
  std::string declaration = storage(v) + types.declare(v->getType(), own, true) + (alias ? " __asm__(\"" + name + "\")" : "") + attributes(v) + ";";
  if (alias) declaration = "extern " + types.declare(v->getType(), name) + "; " + declaration;
  std::string assignment = types.declare(v->getType(), "upc_value", true) + " = " + value + "; __builtin_memcpy((void *)&" + own + ", &upc_value, sizeof upc_value);";
  if (fileScope) return declaration + " " + initFunction(assignment);
  std::string once = "upc_once" + std::to_string(serial++);
  return declaration + " static int " + once + "; if (!" + once + ") { " + once + " = 1; " + assignment + " }";
}

// A shared object is an offset, the same in every segment, and a record that asks the runtime for the room.
std::string Lower::sharedVariable(const VarDecl *v) {
  Sharing s = types.sharing(v->getType());
  if (s.multiBlocked()) return defineMultiBlocked(v);
  std::string offset = offsetOf(v), name = v->getName().str(), out;
  out += "extern const urt_size_t " + offset + ";";
  if (v->isThisDeclarationADefinition() == VarDecl::DeclarationOnly) return out;
  QualType scalar;
  types.elementCount(v->getType(), &scalar);
  std::string each = "sizeof(" + types.spell(scalar) + ")";
  long elements = 1; // also of `shared int a[];`, which C completes to one element
  bool marked = false;
  QualType t = v->getType();
  for (; const auto *a = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(t)); t = a->getElementType())
    elements *= (long)a->getSize().getZExtValue(), marked |= types.marked(a->getSize());
  long block = s.block ? s.block : 1, threads = types.staticThreads(), local = elements;
  bool internal = v->getFormalLinkage() == internalLinkage || v->isStaticLocal();
  if (marked) local = (elements / stream.threadsMark + block - 1) / block * block;
  else if (s.block && threads) local = ((elements + block - 1) / block + threads - 1) / threads * block;
  if (storageMade.insert(offset).second) trailer += std::string(" __asm__(\"") + (internal ? ".local " + offset + "\\n" : "") + ".comm " + offset + ",8,8\");";
  out += " static const urt_static_t upc_s_" + offset.substr(6) + (declared.insert(offset).second ? "" : "_" + std::to_string(serial++)) +
         " __attribute__((used, section(\"urt_statics\"), aligned(8))) = {(urt_size_t *)&" + offset + ", (urt_size_t)" +
         std::to_string(local) + " * " + each + ", 0, 0, \"" + name + "\", " +
         std::to_string(context.getDeclAlign(v).getQuantity()) + "};";
  if (v->getInit()) out += sharedInitialiser(v, offset);
  if (const auto *record = scalar->getAs<RecordType>()) // a tentative definition whose type the file completes later
    if (const RecordDecl *complete = record->getDecl()->getDefinition(); complete && index(complete->getEndLoc()) > index(v->getLocation())) {
      ending += " " + out;
      return "extern const urt_size_t " + offset + ";";
    }
  return out;
}

// Copied by each thread, for its own elements, before main.
std::string Lower::sharedInitialiser(const VarDecl *v, const std::string &offset) {
  const Expr *init = v->getInit();
  Sharing s = types.sharing(v->getType());
  QualType scalar, type = v->getType();
  types.elementCount(type, &scalar);
  std::string fits, count = types.elementCount(type), each = "sizeof(" + types.spell(scalar) + ")";
  if (const auto *a = dyn_cast_or_null<ConstantArrayType>(context.getAsArrayType(type)); a && types.marked(a->getSize())) {
    // As many rows as the initialiser names; that they are not too many only start-up can tell.
    auto [file, line] = text.place(index(v->getLocation()));
    type = context.getIncompleteArrayType(a->getElementType(), normalArraySize, 0);
    std::string given = std::string("sizeof upc_image") + (isa<StringLiteral>(init->IgnoreParens()) ? " - 1" : "");
    fits = "if (" + given + " > " + count + " * " + each + ") urt_fatal(\"%s:%d: the initialiser of '" + v->getName().str() +
           "' has %zu elements, and with %d threads the array has %ld\", " + stringLiteral(file) + ", " + std::to_string(line) + ", (" + given + ") / " + each + ", urt_threads, (long)(" + count + ")); ";
  }
  std::string statements = types.declare(type, "upc_image", true) + " = " + atStartUp(type, init) + "; " + fits + "urt_init_shared(" + offset +
                           ", &upc_image, sizeof upc_image, " + each + ", " + std::to_string(s.block) + ");";
  std::string function = initFunction(statements);
  if (!v->isStaticLocal()) return " " + function;
  trailer += " extern const urt_size_t " + offset + "; " + function;
  return "";
}
