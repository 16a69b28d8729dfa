#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A program whose main is in C or C++ starts UPC's threads by bupc_extern.h, as with Berkeley UPC: it is compiled by its
# own compiler with the folder that upcc -print-include-dir names, and linked by upcc -extern-main. The argument is the
# conduit.
. "$(dirname "$0")/../../../tests/tools/common.sh"
BUILD=$build "$tools/has_conduit" "${1:-smp}" || exit 77
cat >sum.upc <<'EOF'
#include <upc.h>
shared int part[THREADS];
int sum(int *mine, int *total) {
  int sum = 0;
  part[MYTHREAD] = *mine;
  upc_barrier;
  for (int i = 0; i < THREADS; i++) sum += part[i];
  if (MYTHREAD == 0) *total = sum;
  return sum;
}
shared void *shared own[THREADS];
void *memory_of_next(void *mine) {
  own[MYTHREAD] = bupc_inverse_cast(mine);
  upc_barrier;
  return bupc_cast(own[(MYTHREAD + 1) % THREADS]);
}
EOF
cat >program.h <<'EOF'
#include <stdio.h>
#include <bupc_extern.h>
#ifdef __cplusplus
extern "C"
#endif
int sum(int *mine, int *total);
#ifdef __cplusplus
extern "C"
#endif
void *memory_of_next(void *mine);
static int work(int argc, char **argv) {
  int n = bupc_extern_threads(), me = bupc_extern_mythread(), expected = n * (n + 1) / 2;
  int *mine = (int *)bupc_extern_all_alloc(n, sizeof(int)), *total = (int *)bupc_extern_all_alloc(1, sizeof(int));
  int *own = (int *)bupc_extern_alloc(sizeof(int));
  int *both = (int *)bupc_extern_all_alloc(n + 1, sizeof(int)), threads = 0, first = -1, outside;
  if (!total || !mine || !own || argc != 2) return 2;
  bupc_extern_process_thread_layout(&threads, &first);
  bupc_extern_process_thread_layout(NULL, NULL);
  if (threads != 1 || first != me || bupc_extern_threadof(mine) != me || bupc_extern_threadof(&outside) != -1) return 4;
  if (bupc_extern_threadof(NULL) != -1) return 5;
  both[0] = me;
  bupc_extern_all_free(both, 0);
  *own = *mine = me + 1;
  if (sum(own, total) != expected || (me == 0 && *total != expected)) return 3;
  bupc_extern_notify(4), bupc_extern_poll(), bupc_extern_wait(4);
  bupc_extern_free(own, me % 2 ? me : -1);
  own = (int *)memory_of_next(bupc_extern_alloc(sizeof(int)));
  bupc_extern_free(own, (me + 1) % n);
  if (me == 0) bupc_extern_free(mine, 0), bupc_extern_free(total, 0);
  bupc_extern_barrier(5);
  if (me == n - 1) printf("%d %d %s %s\n", n, sum(mine = &me, total), argv[1], bupc_extern_getenv("WORD"));
  else sum(&me, me == 0 ? &expected : NULL);
  return me == n - 1 ? 7 : 0;
}
EOF
cat >main.c <<'EOF'
#include "program.h"
int main(int argc, char **argv) { bupc_init(&argc, &argv); bupc_exit(work(argc, argv)); }
EOF
cat >main.cpp <<'EOF'
#include "program.h"
int main(int argc, char **argv) { bupc_init_reentrant(&argc, &argv, work); return 1; }
EOF
headers=$("$UPCC" -print-include-dir) && [ -e "$headers/bupc_extern.h" ] || die "-print-include-dir: $headers"
"$UPCC" -network="${1:-smp}" -c sum.upc || die "sum.upc does not compile"
cc -Wall -I"$headers" -c main.c -o c.o && c++ -Wall -I"$headers" -c main.cpp -o c++.o || die "main does not compile"
for language in c c++; do
  "$UPCC" -network="${1:-smp}" -extern-main -quiet $language.o sum.o -o prog || die "$language is not linked"
  for n in 1 3 4; do
    WORD=word limited 60 "$UPCRUN" -n $n ./prog argument >out
    same "$?" 7
    same "$(cat out)" "$n $((n * (n - 1) / 2)) argument word"
  done
done
"$UPCC" -dwarf-2-upc -g -c sum.upc || die "-dwarf-2-upc"
echo PASS
