#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# UPC's headers are found in any folder. In a system's headers UPC's keywords are ordinary names.
. "$(dirname "$0")/../common.sh"
mkdir -p program library system
echo '#include <inner.h>
SHARED int *second(void);' >program/outer.h
echo '#ifndef INNER
#define INNER
#define SHARED shared
extern SHARED int inner[THREADS];
static inline int look(int i) { upc_fence; return inner[i]; }
#endif' >library/inner.h
echo 'struct shared { int strict; };
static inline int old(struct shared *relaxed) { int shared = relaxed->strict; return shared; }' >system/old.h
echo '#include <upc.h>
#include <stdio.h>
#include <outer.h>
#include <old.h>
shared int inner[THREADS];
shared int *second(void) { return &inner[1]; }
int main(void) {
  struct shared { int strict; } *none = 0; // as a name of C it is not for UPC
  return 0;
}' >program/refused.upc
sed '/struct shared/d; s/return 0/inner[MYTHREAD] = MYTHREAD; upc_barrier; if (!MYTHREAD) printf("%d %d\\n", look(1), *second()); return 0/' program/refused.upc >program/main.upc
for how in "-Iprogram -Ilibrary" "-isystem program -isystem library" "-Ilibrary" "-isystemlibrary"; do
  "$UPCC" $how -isystem system program/main.upc -o main && same "$("$UPCRUN" -n 2 ./main)" '1 1' || die "with $how"
done
"$UPCC" -Ilibrary -isystem system -include upc.h -include inner.h program/main.upc -o main && same "$("$UPCRUN" -n 2 ./main)" '1 1'
"$UPCC" -Ilibrary -isystem system program/refused.upc -o main 2>err && die "'shared' as a name was taken"

# A header that the generated C needs is the compiler's, also if the program has one of this name.
echo '#error of the program' >program/upc_stride_layout.h
echo '#include <upc.h>
shared [2][2] int G[4][4];
int main(void) { return 0; }' >program/blocks.upc
"$UPCC" program/blocks.upc -o blocks || die "a header beside the source was taken for the compiler's"
true
