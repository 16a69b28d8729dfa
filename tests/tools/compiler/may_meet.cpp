// SPDX-License-Identifier: BSD-3-Clause
// The question of optimise/effects.h: may two accesses be of the same object? Each access below has a name, and its
// comment says what it is of. The answer for each two of them follows from that alone (mustNotMeet). Prints the pairs
// with another answer.
#include "optimise/effects.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

// shared int A[..], B[..]; int variable, *heap = malloc(4); private int local; from outside: shared int *pointer, which
// may lead into A or B, and int *address, which may be a near element of either.
static const char program[] = R"(
@upc_v_A = external global i64
@upc_v_B = external global i64
@variable = global i32 0
@text = constant [2 x i8] c",\00"
declare ptr addrspace(555) @urt_shared(i64, i64) memory(none)
declare { i64, i64 } @urt_add_in_blocks(i64, i64, i64, i64, i64) memory(none)
declare noalias ptr @malloc(i64)
declare void @unknown()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @strtok(ptr, ptr)
declare double @sqrt(double)

define void @f(i64 %pointer, i64 %word, ptr %address, i64 %i, i1 %again) {
entry:
  %local = alloca i32
  %heap = call ptr @malloc(i64 4)
  br label %loop
loop:
  %a = load i64, ptr @upc_v_A, !tbaa !5
  %b = load i64, ptr @upc_v_B, !tbaa !5
  %a.place = call ptr addrspace(555) @urt_shared(i64 %a, i64 0)
  %A.first = load i32, ptr addrspace(555) %a.place, !tbaa !2
  %a.4 = getelementptr i8, ptr addrspace(555) %a.place, i64 4
  %A.second = load i32, ptr addrspace(555) %a.4, !tbaa !2
  %a.sum = add i64 %i, %a
  %a.i = call ptr addrspace(555) @urt_shared(i64 %a.sum, i64 %word)
  %A.moved = load i32, ptr addrspace(555) %a.i, !tbaa !2
  %a.add = call { i64, i64 } @urt_add_in_blocks(i64 %a, i64 0, i64 %i, i64 4, i64 1)
  %a.offset = extractvalue { i64, i64 } %a.add, 0
  %a.where = extractvalue { i64, i64 } %a.add, 1
  %a.element = call ptr addrspace(555) @urt_shared(i64 %a.offset, i64 %a.where)
  %A.element = load i32, ptr addrspace(555) %a.element, !tbaa !2
  %A.double = load double, ptr addrspace(555) %a.element, !tbaa !3
  %b.place = call ptr addrspace(555) @urt_shared(i64 %b, i64 0)
  %B.first = load i32, ptr addrspace(555) %b.place, !tbaa !2
  %b.add = call { i64, i64 } @urt_add_in_blocks(i64 %b, i64 0, i64 %i, i64 4, i64 1)
  %b.offset = extractvalue { i64, i64 } %b.add, 0
  %b.where = extractvalue { i64, i64 } %b.add, 1
  %b.element = call ptr addrspace(555) @urt_shared(i64 %b.offset, i64 %b.where)
  %B.element = load i32, ptr addrspace(555) %b.element, !tbaa !2
  %p.place = call ptr addrspace(555) @urt_shared(i64 %pointer, i64 %word)
  %any-shared.int = load i32, ptr addrspace(555) %p.place, !tbaa !2
  %any-shared.double = load double, ptr addrspace(555) %p.place, !tbaa !3
  %any-address.int = load i32, ptr %address, !tbaa !2
  %any-address.double = load double, ptr %address, !tbaa !3
  %local.int = load i32, ptr %local, !tbaa !2
  %heap.int = load i32, ptr %heap, !tbaa !2
  %variable.int = load i32, ptr @variable, !tbaa !2
  br i1 %again, label %loop, label %end
end:
  ret void
}

define void @calls_unknown(ptr %address, i1 %again) {
entry:
  br label %loop
loop:
  %int = load i32, ptr %address, !tbaa !2
  call void @unknown()
  br i1 %again, label %loop, label %end
end:
  ret void
}

define void @turns(i1 %again) {
entry:
  %one = call ptr @malloc(i64 4)
  %other = call ptr @malloc(i64 4)
  br label %loop
loop:
  %now = phi ptr [ %one, %entry ], [ %next, %loop ]
  %next = phi ptr [ %other, %entry ], [ %now, %loop ]
  %int = load i32, ptr %now, !tbaa !2
  store i32 1, ptr %next, !tbaa !2
  br i1 %again, label %loop, label %end
end:
  ret void
}

define void @by_address(ptr %address, i64 %pointer, i64 %word, i1 %again) {
entry:
  %p.place = call ptr addrspace(555) @urt_shared(i64 %pointer, i64 %word)
  br label %loop
loop:
  %int = load i32, ptr addrspace(555) %p.place, !tbaa !2
  call void @llvm.memset.p0.i64(ptr %address, i8 0, i64 4, i1 false)
  br i1 %again, label %loop, label %end
end:
  ret void
}

define void @goes_on(ptr %address, i1 %again) {
entry:
  br label %loop
loop:
  %int = load i32, ptr %address, !tbaa !2
  %word = call ptr @strtok(ptr null, ptr @text)
  br i1 %again, label %loop, label %end
end:
  ret void
}

define void @stores(ptr %address, i64 %word, double %x, i1 %again) {
entry:
  br label %loop
loop:
  %a = load i64, ptr @upc_v_A, !tbaa !5
  %a.place = call ptr addrspace(555) @urt_shared(i64 %a, i64 %word)
  %int = load i32, ptr %address, !tbaa !2
  %double = load double, ptr %address, !tbaa !3
  store double %x, ptr addrspace(555) %a.place, !tbaa !3
  br i1 %again, label %loop, label %end
end:
  ret void
}

!0 = !{!"C"}
!1 = !{!"char", !0, i64 0}
!2 = !{!6, !6, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !1, i64 0}
!5 = !{!7, !7, i64 0}
!6 = !{!"int", !1, i64 0}
!7 = !{!"long", !1, i64 0}
)";

static bool has(const Instruction &i, StringRef part) { return i.getName().contains(part); }
static bool isShared(const Instruction &i) { return has(i, "A.") || has(i, "B.") || has(i, "any-shared"); }
static StringRef array(const Instruction &i) { return has(i, "A.") ? "A" : has(i, "B.") ? "B" : ""; }
static bool isDouble(const Instruction &i) { return has(i, "double"); }

// Objects of different types by C's rules; different arrays; a shared object and a private variable or malloc's memory.
// LLVM knows that two accesses by one pointer are of one object, whatever their types are.
static bool mustNotMeet(const Instruction &a, const Instruction &b) {
  if (isDouble(a) != isDouble(b)) return a.getOperand(0) != b.getOperand(0);
  if (array(a) != "" && array(b) != "") return array(a) != array(b);
  auto isPrivate = [](const Instruction &i) { return !isShared(i) && !has(i, "any-address"); };
  return (isShared(a) && isPrivate(b)) || (isShared(b) && isPrivate(a));
}

static int failures;

static void expect(bool right, const Twine &what) {
  if (right) return;
  failures++;
  outs() << what << "\n";
}

static void pairs(Function &f, AAResults &aliases) {
  std::vector<const Instruction *> accesses;
  for (const Instruction &i : instructions(f))
    if (isa<LoadInst>(i) && i.getName().contains('.')) accesses.push_back(&i);
  for (const Instruction *a : accesses)
    for (const Instruction *b : accesses) {
      bool onlyPrivate = !isShared(*a) && !isShared(*b); // these are left to LLVM
      if (onlyPrivate) continue;
      bool meet = mayMeet(*a, *b, aliases);
      expect(meet != mustNotMeet(*a, *b), "mayMeet says that " + a->getName() + " and " + b->getName() +
             (meet ? " may be the same object, and they cannot" : " are never the same object, and they may be"));
    }
}

static const LoadInst &load(const Function &f, StringRef name) {
  for (const Instruction &i : instructions(f))
    if (i.getName() == name) return cast<LoadInst>(i);
  report_fatal_error(name);
}

int main() {
  LLVMContext context;
  SMDiagnostic wrong;
  std::unique_ptr<Module> module = parseAssemblyString(program, wrong, context);
  if (!module) return wrong.print("may_meet", errs()), 1;
  PassBuilder builder;
  LoopAnalysisManager l;
  FunctionAnalysisManager analyses;
  CGSCCAnalysisManager c;
  ModuleAnalysisManager m;
  builder.registerModuleAnalyses(m);
  builder.registerCGSCCAnalyses(c);
  builder.registerFunctionAnalyses(analyses);
  builder.registerLoopAnalyses(l);
  builder.crossRegisterProxies(l, analyses, c, m);
  auto aliasesOf = [&](StringRef f) -> AAResults & { return analyses.getResult<AAManager>(*module->getFunction(f)); };
  auto asks = [&](auto may, StringRef f, StringRef read) {
    Function &function = *module->getFunction(f);
    const Loop &loop = **analyses.getResult<LoopAnalysis>(function).begin();
    return may(loop, load(function, read), aliasesOf(f));
  };
  auto changes = [&](StringRef f, StringRef read) { return asks(mayChange, f, read); };
  pairs(*module->getFunction("f"), aliasesOf("f"));
  expect(!changes("f", "any-address.int"), "mayChange says that a loop without stores changes what it reads");
  expect(changes("calls_unknown", "int"), "mayChange says that an unknown function changes nothing");
  expect(changes("turns", "int"), "mayChange says that pointers which change places never lead to one object");
  expect(changes("goes_on", "int"), "mayChange says that strtok changes nothing if it is given nothing");
  expect(changes("by_address", "int"), "mayChange says that memset by an address changes no near element");
  expect(!asks(mayChangeFar, "by_address", "int"), "mayChangeFar says that memset by an address changes a far element");
  expect(changes("stores", "double"), "mayChange says that a store to A changes no double at any address");
  expect(!changes("stores", "int"), "mayChange says that a store of a double changes an int");
  return failures > 0;
}
