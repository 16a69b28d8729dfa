#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What a file does not need costs it nothing: functions that headers declare and nothing names are not in the C, and
# the functions of the runtime's headers that no pass can come to are gone before LLVM's passes.
#   short_files.sh [CONDUIT...]
. "$(dirname "$0")/../common.sh"
[ $# -gt 0 ] || set -- smp mpi sim

# ---- the C: each function of the header, and whether it is there
echo '#ifndef PARTS
#define PARTS
void nowhere(int *), besides(void);
shared int *far_nowhere(shared int *);
void called(void);
int again(void);
int in_typeof(void), in_size(void), in_macro(void);
#define MACRO in_macro
struct new_tag *tagged(void);
int takes(struct new_tag *);
void by_inline(void);
static inline void calls(void) { by_inline(); }
#pragma pack(push, 1)
void behind_pack(void);
struct packed { char a; int b; };
#pragma pack(pop)
#pragma weak behind_weak
void behind_weak(void);
void written(void);
void written(void) { }
int operand(void), elsewhere(void);
#endif' >parts.h
echo '#include "parts.h"
int again(void);
void unnamed(void);
extern __typeof__(in_typeof()) type;
static int elsewhere_too(void) { return sizeof in_size() + MACRO(); }
_Static_assert(sizeof(struct packed) == 5, "the pragma stays");
int main(void) {
  int elsewhere(void);
  calls(), called();
  (void)operand;
  return takes(tagged()) + elsewhere() + elsewhere_too();
}' >parts.upc
"$UPCC" -trans parts.upc && "$UPCC" -c parts.upc -o parts.o || die 'parts.upc'
there() { grep -q "\b$1\b" parts.trans.c; }
for name in again called in_typeof in_size in_macro tagged takes by_inline behind_weak written operand elsewhere \
    unnamed; do
  there $name || die "the C has no $name"
done
for name in nowhere besides far_nowhere behind_pack; do
  ! there $name || die "the C has $name, which nothing names"
done

grep -q 'pack(push, 1)' parts.trans.c || die 'the C has no #pragma pack'

# ---- the C: one array has the records of all shared objects
echo 'shared int A[THREADS], B[4 * THREADS]; shared [2] double C[8 * THREADS]; static shared int D;' >objects.upc
"$UPCC" -trans objects.upc || die 'objects.upc'
same "$(grep -o 'section("urt_statics")' objects.trans.c | wc -l)" 1

# ---- LLVM's code
# compiled CONDUIT: those of the runtime's functions that come to LLVM's passes
compiled() {
  "$UPCC" -O2 -network=$1 -c short.upc -o short.o -mllvm -print-before=sroa >printed 2>&1 || die "$(cat printed)"
  grep -o '^define internal [^(]*@urt_[a-z_]*' printed | sed 's/.*@//' | sort -u
}
element='shared int A[64 * THREADS];'
tried=0
for conduit; do
  (cd "$top" && tests/tools/has_conduit -built $conduit) >absent || continue
  echo 'int x;' >short.upc
  same "$(compiled $conduit)" ''
  echo "$element int f(long i) { return A[i]; }" >short.upc
  compiled $conduit >few
  echo "$element void f(long i) { A[i] = 1; }" >short.upc
  compiled $conduit >write
  echo "$element int f(long n) { int s = 0; for (long i = 0; i < n; i++) s += A[i]; return s; }" >short.upc
  compiled $conduit >all
  echo "$conduit: $(wc -l <few) functions for an access, $(wc -l <all) for one in a loop"
  grep -q urt_row_start all || die 'a loop has no functions for loops'
  ! grep -q urt_row_start few || die 'an access outside of loops has functions for loops'
  ! grep -E 'urt_(mine|own_round|within|placed?$)' few write || die 'an access has functions for other addresses'
  ! grep -E 'urt_writ' few || die 'a read has functions for writes'
  ! grep -x urt_read write || die 'a write has the function for reads'
  tried=$((tried + 1))
done
[ $tried -gt 0 ] || { cat absent; exit 77; }
echo PASS
