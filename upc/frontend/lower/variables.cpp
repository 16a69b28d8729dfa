// SPDX-License-Identifier: BSD-3-Clause
//   shared [4] int P[16 * THREADS];   extern const urt_size_t upc_v_P;       the offset; its storage is assembly
//                                     static const urt_static_t upc_statics[] = {{&upc_v_P, 16 * sizeof(int), ..}, ..};
//   shared int *p = &n;               urt_ptr_t p;                           start-up calls the function:
//                                     static void upc_init_1(void) { .. p = urt_static_at(upc_v_n) .. }
#include "lower/variables.h"
#include "lower/accesses.h"
#include "lower/declarations.h"
#include "lower/expressions.h"
#include "lower/pointers.h"
#include "lower/sections.h"
#include "tokens/clang_versions.h"
#include "tokens/diagnostics.h"
#include "tokens/extension.h"
#include "types/syntax_visitor.h"
#include "clang/AST/Attr.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

bool needsRuntimeInit(const Expr *init, const Unit &unit) {
  const Expr *e = init->IgnoreParens();
  auto needs = [&](const Stmt *part) {
    const auto *x = dyn_cast_or_null<Expr>(part);
    return x && needsRuntimeInit(x, unit);
  };
  if (const auto *list = dyn_cast<InitListExpr>(e)) {
    if (!list->isSemanticForm() && list->getSemanticForm()) list = list->getSemanticForm();
    return llvm::any_of(list->inits(), needs);
  }
  if (isa<UnaryExprOrTypeTraitExpr>(e) || isNull(e, unit)) return false;
  if (unit.types.isPts(unit.types.of(e)) || unit.types.isShared(unit.types.of(e))) {
    const auto *cast = dyn_cast<CastExpr>(e);
    return !cast || needs(cast->getSubExpr()) || unit.types.isPts(unit.types.of(cast->getSubExpr()));
  }
  return llvm::any_of(e->children(), needs);
}

// ---- Private variables

static std::string storageWords(const VarDecl *v) {
  std::string s;
  if (v->getStorageClass() == SC_Static) s += "static ";
  if (v->getStorageClass() == SC_Extern) s += "extern ";
  if (v->getTSCSpec() == TSCS___thread) s += "__thread ";
  if (v->getTSCSpec() == TSCS__Thread_local) s += "_Thread_local ";
  return s;
}

// A function that start-up calls.
static c::Statement initFunction(const c::Block &statements, Unit &unit) {
  std::string name = "upc_init_" + unit.fresh(), used = "_entry __attribute__((used, section(\"urt_inits\")))";
  c::Block block = {c::Statement("static void " + name + "(void) " + statements.braced().code),
                    c::declare("static const urt_init_t " + name + used, c::name(name))};
  return c::Statement(block.code);
}

static Context atStartUp(const Context &in) {
  Context inner = in;
  inner.atStartUp = true;
  return inner;
}

static Code symbolOf(const std::string &name) { return " __asm__(" + stringLiteral(name) + ")"; }

// Gives the object, which has this name here, its value.
static c::Block lateAssignment(const VarDecl *v, const std::string &own, const Context &in) {
  c::Expression value = lowerAs(v->getType(), v->getInit(), atStartUp(in));
  c::Block block = {c::declare(in.unit.types.declare(v->getType(), "upc_value", true), value)};
  block.add(c::call("__builtin_memcpy", {c::cast("void *", c::addressOf(c::name(own))),
                                         c::addressOf(c::name("upc_value")), c::sizeOfType("upc_value")}));
  return block;
}

namespace {

// What the declaration of a static variable names of the function that it stands in. Enumerators are numbers there. A
// cast to a private pointer counts too: it ends the program on a thread far away, which may never call the function.
class NamesOfFunction : public SyntaxVisitor {
public:
  explicit NamesOfFunction(const VarDecl *v, Types &types) : types(types) { walk(const_cast<VarDecl *>(v)); }
  llvm::SmallSetVector<const VarDecl *, 2> shared; // known outside of it, by their offsets
  bool others = false;

private:
  Types &types;
  bool enter(Stmt *s) override {
    others |= isa<AddrLabelExpr, PredefinedExpr>(s);
    const auto *cast = dyn_cast<CStyleCastExpr>(s);
    others |= cast && cast->getType()->isPointerType() && !types.isPts(cast->getType()) &&
              types.isPts(types.of(cast->getSubExpr()));
    const auto *ref = dyn_cast<DeclRefExpr>(s);
    const ValueDecl *named = ref && ref->getDecl()->getParentFunctionOrMethod() ? ref->getDecl() : nullptr;
    if (!named || isa<EnumConstantDecl>(named)) return true;
    const auto *v = dyn_cast<VarDecl>(named);
    if (v && types.isShared(v->getType()) && !types.sharing(v->getType()).multiBlocked()) shared.insert(v);
    else others = true;
    return true;
  }
  void enterType(TypeLoc loc) override {
    if (auto name = loc.getAs<TypedefTypeLoc>()) ofType(name.getTypePtr()->getDecl());
    if (auto tag = loc.getAs<TagTypeLoc>()) ofType(tag.getDecl());
  }
  void ofType(const Decl *d) { others |= d->getParentFunctionOrMethod() != nullptr; }
};

// May a jump pass a declaration, to a label behind it in its scope?
class Passed : public SyntaxVisitor {
public:
  Passed(const VarDecl *v, const Stmt *body) : v(v) { walk(body); }
  bool mayBe() const {
    return bySwitch || (anyLabel && !behind.empty()) ||
           llvm::any_of(behind, [&](const LabelDecl *label) { return jumps.count(label) != 0; });
  }

private:
  const VarDecl *v;
  std::vector<const Stmt *> around;
  const Stmt *scope = nullptr;
  int switches = 0; // in the scope: a jump to their labels begins there
  bool bySwitch = false, anyLabel = false;
  llvm::SmallPtrSet<const LabelDecl *, 4> behind, jumps; // jumps: to which labels some go from elsewhere
  bool enter(Stmt *s) override {
    if (isa<CompoundStmt>(s)) around.push_back(s);
    if (const auto *d = dyn_cast<DeclStmt>(s); d && llvm::is_contained(d->decls(), v)) scope = around.back();
    if (scope && isa<SwitchStmt>(s)) switches++;
    bySwitch |= scope && isa<SwitchCase>(s) && switches == 0;
    anyLabel |= isa<IndirectGotoStmt>(s);
    if (const auto *label = dyn_cast<LabelStmt>(s); label && scope) behind.insert(label->getDecl());
    if (const auto *jump = dyn_cast<GotoStmt>(s); jump && !scope) jumps.insert(jump->getLabel());
    return true;
  }
  void leave(Stmt *s) override {
    if (scope && isa<SwitchStmt>(s)) switches--;
    if (!isa<CompoundStmt>(s)) return;
    if (s == scope) scope = nullptr;
    around.pop_back();
  }
};

} // namespace

// When the function first comes to the declaration.
static c::Statement lowerLateHere(const VarDecl *v, const Context &in) {
  std::string name = v->getName().str(), once = "upc_once" + in.unit.fresh();
  c::Block first = {c::statement(c::assign(c::name(once), "=", c::number(1)))};
  first.add(lateAssignment(v, name, in));
  c::Block block = {c::declareRaw(storageWords(v) + in.unit.types.declare(v->getType(), name, true) +
                                  attributesOf(v, in))};
  block.add(c::declare(storageWords(v) + "int " + once));
  block.add(c::ifThen(c::prefix("!", c::name(once)), first.braced()));
  return c::Statement(block.code);
}

// A static object of a function. Where a jump may pass its declaration, start-up gives it its value:
//   static shared int *p = &n;    extern urt_ptr_t upc_p_1 __asm__("upc_late_p_1");    p is upc_p_1 in the function
//                                 behind it: static urt_ptr_t upc_late_p_1 __asm__("upc_late_p_1");
//                                            static void upc_init_2(void) { .. }
// If its initialiser names something else of the function, or if each thread of OpenMP has its own, it gets its value
// where it is declared. Then a jump past the declaration leaves it without.
static c::Statement lowerLateOfFunction(const VarDecl *v, const Context &in) {
  Types &types = in.unit.types;
  NamesOfFunction names(v, types);
  if (!Passed(v, in.function->getBody()).mayBe()) return lowerLateHere(v, in);
  if (names.others || v->getTSCSpec() != TSCS_unspecified || v->hasAttr<AsmLabelAttr>()) {
    report(in.unit.context.getDiagnostics(), v->getLocation(),
           "'" + v->getName().str() + "' gets its value here, and a jump may pass; declare it outside of the function, "
           "or before the jump", /*warning=*/true);
    return lowerLateHere(v, in);
  }
  std::string n = "_" + in.unit.fresh(), own = "upc_late_" + v->getName().str() + n;
  std::string name = in.unit.moved[v->getCanonicalDecl()] = "upc_" + v->getName().str() + n;
  c::Block behind;
  for (const VarDecl *s : names.shared) behind.add(c::declare("extern const urt_size_t " + offsetOf(s, in.unit)));
  behind.add(c::declareRaw(storageWords(v) + types.declare(v->getType(), own, true) + symbolOf(own) +
                           attributesOf(v, in)));
  behind.add(initFunction(lateAssignment(v, own, in), in.unit));
  in.after += " " + behind.code;
  return c::declareRaw("extern " + types.declare(v->getType(), name) + symbolOf(own));
}

// An object that start-up initialises. Where it is const, and other files may see it, it is defined without const under
// the same symbol.
static c::Statement lowerLateVariable(const VarDecl *v, const Context &in) {
  Types &types = in.unit.types;
  std::string name = v->getName().str();
  bool alias = v->isExternallyVisible() && in.unit.context.getBaseElementType(v->getType()).isConstQualified();
  std::string own = alias ? "upc_late_" + name : name;
  c::Block block;
  if (alias) block.add(c::declare("extern " + types.declare(v->getType(), name)));
  Code symbol = alias ? symbolOf(name) : "";
  block.add(c::declareRaw(storageWords(v) + types.declare(v->getType(), own, true) + symbol +
                          attributesOf(v, in)));
  block.add(initFunction(lateAssignment(v, own, in), in.unit));
  return c::Statement(block.code);
}

static c::Statement lowerSharedVariable(const VarDecl *v, const Context &in);

c::Statement lowerVariable(const VarDecl *v, bool fileScope, const Context &in) {
  Types &types = in.unit.types;
  std::string name = v->getName().str(), storage = storageWords(v);
  if (types.isQualifiedAutomatic(v)) return types.qualifier(v->getType())->declare(v, in);
  if (types.isShared(v->getType())) return lowerSharedVariable(v, in);
  const Expr *init = v->getInit();
  // An initialiser may have completed the type, which then knows more than the declarator.
  if (!init)
    return c::declareRaw(storage + types.declare(v->getTypeSourceInfo()->getType(), name) + attributesOf(v, in));
  if (v->hasGlobalStorage() && needsRuntimeInit(init, in.unit))
    return fileScope ? lowerLateVariable(v, in) : lowerLateOfFunction(v, in);
  Code value = lowerAs(v->getType(), init, in).argument();
  return c::declareRaw(storage + types.declare(v->getType(), name) + attributesOf(v, in) + " = " + value);
}

// ---- Shared variables

static const char inStatics[] = " __attribute__((used, section(\"urt_statics\"), aligned(8)))";

static void addStorage(const std::string &offset, bool local, Unit &unit) {
  unit.storage += (local ? ".local " + offset + "\\n" : "") + ".comm " + offset + ",8,8\\n";
}

static c::Expression staticRecord(const VarDecl *v, const c::Expression &bytes, const c::Expressions &layout,
                                  const Context &in, const std::optional<c::Expression> &image) {
  c::Expression offset = c::cast("urt_size_t *", c::addressOf(c::name(offsetOf(v, in.unit))));
  c::Expressions fields = {offset, bytes};
  fields.insert(fields.end(), layout.begin(), layout.end());
  fields.push_back(c::string(v->getName().str()));
  fields.push_back(c::number(in.unit.context.getDeclAlign(v).getQuantity()));
  if (image) fields.push_back(*image);
  return c::primary(c::list(fields));
}

void addStatic(const VarDecl *v, bool local, const c::Expression &bytes, const c::Expressions &layout,
               const Context &in) {
  addStorage(offsetOf(v, in.unit), local, in.unit);
  in.unit.statics.push_back(staticRecord(v, bytes, layout, in, std::nullopt));
}

Code allStatics(const Unit &unit) {
  Code all;
  if (!unit.statics.empty())
    all += " " + c::declare("static const urt_static_t upc_statics[]" + std::string(inStatics),
                            c::primary(c::list(unit.statics))).code;
  if (!unit.storage.empty()) all += " __asm__(\"" + unit.storage + "\");";
  return all;
}

// The elements that a thread has of it at most, in blocks of so many.
static long localElements(const VarDecl *v, long block, const Unit &unit) {
  Sharing s = unit.types.sharing(v->getType());
  long elements = 1; // also of `shared int a[];`, which C completes to one element
  bool grows = false;
  QualType t = v->getType();
  for (; const auto *a = dyn_cast_or_null<ConstantArrayType>(unit.context.getAsArrayType(t)); t = a->getElementType())
    elements *= (long)a->getSize().getZExtValue(), grows |= unit.types.multipleOfThreads(a->getSize());
  long threads = unit.types.staticThreads();
  if (grows) return (elements / unit.stream.threadsMark + block - 1) / block * block;
  return s.block && threads ? ((elements + block - 1) / block + threads - 1) / threads * block : elements;
}

// What start-up copies into a shared variable: an array of C, and a record that leads to it. `words` stand before both.
//   static int upc_image_1_elements[] = {1, 2};   static const urt_image_t upc_image_1 = {&upc_image_1_elements, ..};
static c::Block imageOf(const VarDecl *v, const std::string &words, const std::string &name, const Context &in) {
  Types &types = in.unit.types;
  QualType scalar, type = v->getType();
  types.elementCount(type, &scalar);
  const Expr *init = v->getInit()->IgnoreParens();
  const auto *list = dyn_cast<InitListExpr>(init);
  bool string = isa<StringLiteral>(init) || (list && list->isStringLiteralInit());
  // As many rows as the initialiser names: the others are zeros. Of an array that grows with THREADS only start-up can
  // tell whether they are too many.
  const auto *array = dyn_cast_or_null<ConstantArrayType>(in.unit.context.getAsArrayType(type));
  bool grows = array && types.dependsOnThreads(array->getSize());
  if (array && (grows || !string))
    type = in.unit.context.getIncompleteArrayType(array->getElementType(), normalArraySize, 0);
  c::Expression perThread = c::number(grows ? localElements(v, 1, in.unit) : 0);
  std::string elements = name + "_elements";
  c::Expression bytes = c::sizeOfType(elements);
  if (grows && string) bytes = c::binary(bytes, "-", c::number(1)); // the byte that ends it need not fit
  auto [file, line] = in.unit.place(v->getLocation());
  c::Block block = {c::declareRaw(words + types.declare(type, elements, true) + " = " +
                                  lowerAs(type, v->getInit(), in).argument())};
  block.add(c::declare(words + "const urt_image_t " + name,
                       c::primary(c::list({c::addressOf(c::name(elements)), bytes, sizeOf(scalar, in),
                                           c::number(types.sharing(v->getType()).block), perThread,
                                           c::string(file.str()), c::number(line)}))));
  return block;
}

static bool isDeclaredInFunction(QualType type) {
  if (const auto *name = type->getAs<TypedefType>(); name && name->getDecl()->getDeclContext()->isFunctionOrMethod())
    return true;
  const TagDecl *tag = type->getAsTagDecl();
  return tag && tag->getDeclContext()->isFunctionOrMethod();
}

// Is the initialiser no constant of C? Addresses of shared memory are none. THREADS is none in the dynamic environment,
// nor are sizes that depend on it. Where the function declares the type, all sizes are taken for constants: start-up
// could not name the type.
static bool isLate(const VarDecl *v, QualType scalar, const Unit &unit) {
  return unit.types.qualifier(v->getType()) || needsRuntimeInit(v->getInit(), unit) ||
         (!unit.types.staticThreads() &&
          unit.types.mentionsThreads(v->getInit(), /*orSizes=*/!isDeclaredInFunction(scalar)));
}

// A function that start-up calls.
static c::Statement lateInitialiser(const VarDecl *v, const std::string &offset, const Context &in) {
  Context late = atStartUp(in);
  if (const Qualifier *own = in.unit.types.qualifier(v->getType()))
    return initFunction({c::statement(own->fill(v, offset, lowerAs(v->getType(), v->getInit(), late), in))}, in.unit);
  c::Block block = imageOf(v, "", "upc_image", late);
  block.add(c::call("urt_init_shared", {c::name(offset), c::string(v->getName().str()),
                                        c::addressOf(c::name("upc_image"))}));
  return initFunction(block, in.unit);
}

static c::Statement lowerSharedVariable(const VarDecl *v, const Context &in) {
  if (in.unit.types.sharing(v->getType()).multiBlocked()) return c::Statement(defineMultiBlocked(v, in).code);
  std::string offset = offsetOf(v, in.unit);
  c::Declaration declared = c::declare("extern const urt_size_t " + offset);
  if (v->isThisDeclarationADefinition() == VarDecl::DeclarationOnly) return declared;
  QualType scalar;
  in.unit.types.elementCount(v->getType(), &scalar);
  if (in.unit.stored.insert(offset).second)
    addStorage(offset, v->getFormalLinkage() == internalLinkage || v->isStaticLocal(), in.unit);
  long size = in.unit.types.sharing(v->getType()).block, elements = localElements(v, size ? size : 1, in.unit);
  c::Expression bytes = c::binary(c::cast("urt_size_t", c::number(elements)), "*", sizeOf(scalar, in));
  c::Block block = {declared};
  std::optional<c::Expression> image;
  bool late = v->getInit() && isLate(v, scalar, in.unit);
  if (v->getInit() && !late) {
    std::string name = "upc_image_" + in.unit.fresh();
    block.add(imageOf(v, "static ", name, in));
    image = c::addressOf(c::name(name));
  }
  c::Expression record = staticRecord(v, bytes, {c::number(0), c::number(0)}, in, image);
  if (v->isStaticLocal()) // of a type that the function may declare
    block.add(c::declare("static const urt_static_t upc_s_" + uniqueName(v, in.unit) + inStatics, record));
  else
    in.unit.statics.push_back(record);
  if (late && isDeclaredInFunction(scalar))
    in.unit.error(v->getLocation(), "the initialiser of '" + v->getName().str() +
                  "' is computed when the program starts, so declare its type outside of the function");
  else if (late && v->isStaticLocal())
    in.after += " " + Code(declared.code) + " " + lateInitialiser(v, offset, in).code;
  else if (late)
    block.add(lateInitialiser(v, offset, in));
  return c::Statement(block.code);
}
