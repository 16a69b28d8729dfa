// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/foreign_calls.h"

using llvm::StringRef;

static const ForeignCall calls[] = {
#define FOREIGN_ROUTINE(name, ...) {#name, true, false, false},
#define FOREIGN_PLAN(name) {#name, false, true, false},
#define FOREIGN_EXECUTE(name) {#name, false, false, false},
#define FOREIGN_C(name, ...) {#name, false, false, true},
#include "../../common/foreign_calls.inc"
};

const ForeignCall *foreignCall(StringRef name) {
  for (const ForeignCall &c : calls)
    if (c.ofC && name == c.name) return &c;
  bool fftw = name.consume_front("fftw_") || name.consume_front("fftwf_");
  if (!fftw) {
    bool c = name.consume_front("cblas_") || name.consume_front("LAPACKE_");
    if (!c && !name.consume_back("_")) return nullptr;
    if (name.empty() || !StringRef("sdcz").contains(name.front())) return nullptr;
    name = name.drop_front();
  }
  for (const ForeignCall &c : calls)
    if (!c.ofC && c.routine != fftw && name == c.name) return &c;
  return nullptr;
}
