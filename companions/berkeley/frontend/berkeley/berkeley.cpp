// SPDX-License-Identifier: BSD-3-Clause
// What upcc knows of Berkeley UPC's extensions: bupc_assert_type(a, b), a constant that says whether two types are one,
// and functions.
#include "tokens/diagnostics.h"
#include "tokens/extension.h"
#include "types/types.h"

using namespace clang;

static uint64_t sameType(llvm::ArrayRef<QualType> operands, SourceLocation at, ASTContext &context, Types &types) {
  QualType a = operands[0], b = operands[1];
  bool same = context.hasSameType(a, b) && types.agree(a, b, /*top=*/true);
  if (!same)
    report(context.getDiagnostics(), at,
           "bupc_assert_type: '" + types.describe(a) + "' and '" + types.describe(b) + "' are two types",
           /*warning=*/true);
  return same;
}

static const ConstantWord constants[] = {{"bupc_assert_type", "bupc_assert_type(x, shared [4] int)",
                                          "1 if both are one type, else 0.", 2, sameType}};
static const AddedFunctions functions = {"bupc_", "bupc_sem_", "bupc_poll", "bupc_handle_t", "bupc_waitsync"};

static Extension extension() {
  Extension e = {};
  e.constants = constants;
  e.functions = &functions;
  return e;
}
static const Extension berkeley = extension();
static const Known<Extension> known(berkeley);
