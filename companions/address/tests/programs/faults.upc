// SPDX-License-Identifier: BSD-3-Clause
// A fault for each name; `none` has none. The last thread, THREAD, makes them, mostly in memory of thread 0. The
// comment below is a part of the report (companions/address/tests/faults.sh).
#include <stdio.h>
#include <string.h>
#include <upc.h>
#include <upc_nb.h>
#include <bupc_atomics.h>

typedef struct { int a : 3, b : 20; } bits_t;
shared [] char *shared P, *shared Q;
shared [] bits_t *shared B;
shared [] double *none;
shared [5] int A[5 * THREADS];
shared [5] int C[2 * THREADS]; // the last thread has none of it
shared int X;
static char b[400];

#define ONLY(name) CASE(name)
#define CASE(name) if (!strcmp(what, #name) && MYTHREAD == THREADS - 1)

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "none";
  long sum = 0, n = 5 * THREADS;
  shared int *cyclic = upc_all_alloc(4 * THREADS, sizeof(int));
  shared [16] int *few = upc_all_alloc(1, 16 * sizeof(int));
  shared [] char *own = upc_alloc(100), *twice = upc_alloc(50);
  if (MYTHREAD == 0) P = upc_alloc(100), Q = upc_alloc(400), B = upc_alloc(3 * sizeof(bits_t));
  upc_barrier;
  if (MYTHREAD == 0) {
    for (int i = 0; i < 100; i++) P[i] = i;
    for (int i = 0; i < 3; i++) B[i].a = 1, B[i].b = i;
    upc_free(Q);
  }
  upc_barrier;
  shared [] char *p = P, *q = Q;
  CASE(index) p[100] = 1;
  // says: THREAD writes 1 byte, 0 bytes beyond the end of an object of 100 bytes on thread 0
  CASE(far_index) p[130] = 1;
  // says: THREAD writes 1 byte, 30 bytes beyond the end of an object of 100 bytes on thread 0
  CASE(before) sum += p[-1];
  // says: THREAD reads 1 byte, 1 byte before the start of an object of 100 bytes on thread 0
  CASE(freed) q[12] = 1;
  // says: THREAD writes 1 byte, byte 12 of an object of 400 bytes on thread 0 that was freed
  CASE(loop) for (int i = 0; i <= 100; i++) sum += p[i];
  // says: THREAD reads
  CASE(put) upc_memput(p, b, 400);
  // says: THREAD writes 400 bytes by upc_memput, 300 of them beyond the end of an object of 100 bytes on thread 0
  CASE(get) upc_memget(b, p + 1, 100);
  // says: THREAD reads 100 bytes by upc_memget, 1 of them beyond the end of an object
  CASE(set) upc_memset(q, 9, 40);
  // says: THREAD writes 40 bytes by upc_memset, byte 0 of an object of 400 bytes on thread 0 that was freed
  CASE(from) upc_memcpy(own, p + 1, 100);
  // says: THREAD reads 100 bytes by upc_memcpy, 1 of them beyond the end
  CASE(to) upc_memcpy(own + 90, p, 11);
  // says: THREAD writes 11 bytes by upc_memcpy, 1 of them beyond the end of an object of 100 bytes on THREAD
  CASE(put_nb) upc_sync(upc_memput_nb(p + 99, b, 2));
  // says: THREAD writes 2 bytes by upc_memput_nb, 1 of them beyond the end
  CASE(get_nbi) upc_memget_nbi(b, p - 8, 8);
  // says: THREAD reads 8 bytes by upc_memget_nbi, 8 bytes before the start
  CASE(bit) B[3].b = 1;
  // says: 0 bytes beyond the end of an object of 12 bytes on thread 0
  CASE(array) A[n] = 1;
  // says: THREAD writes 4 bytes, 0 bytes beyond the end of A, which has 20 bytes on thread 0
  CASE(part) ((shared [] int *)&A[0])[5] = 1;
  // says: THREAD writes 4 bytes, 0 bytes beyond the end of A, which has 20 bytes on thread 0
  CASE(padding) ((shared [] int *)((shared [5] int *)C + 5 * MYTHREAD))[2] = 1;
  // says: beyond the end of C, which has 0 bytes on THREAD
  CASE(scalar) sum += ((shared [] int *)&X)[1];
  // says: THREAD reads 4 bytes, 0 bytes beyond the end of X, which has 4 bytes on thread 0
  CASE(cyclic) cyclic[4 * THREADS] = 1;
  // says: THREAD writes 4 bytes, 0 bytes beyond the end of an object of 16 bytes on thread 0
  CASE(few) few[16] = 1;
  // says: THREAD writes 4 bytes, 0 bytes beyond the end of an object of 0 bytes on thread 1
  CASE(cast) ((char *)own)[100] = 1;
  // says: THREAD writes 1 byte, 0 bytes beyond the end of an object of 100 bytes on THREAD
  CASE(copied) memset((char *)own, 1, 101);
  // says: THREAD writes 101 bytes, 1 of them beyond the end
  CASE(string) { b[0] = 'a', memset(b + 1, 'b', 105), strcpy((char *)own, b); }
  // says: THREAD writes 107 bytes by strcpy, 7 of them beyond the end of an object of 100 bytes on THREAD
  CASE(twice) { upc_free(twice); upc_free(twice); }
  // says: THREAD frees 50 bytes by upc_free, byte 0 of an object of 50 bytes on THREAD that was freed
  CASE(atomic) bupc_atomicI32_fetchadd_relaxed((shared void *)(p + 100), 1);
  // says: THREAD writes 4 bytes by bupc_atomicI32_fetchadd_relaxed, 0 bytes beyond the end
  CASE(null) none[5] = 1;
  // says: THREAD writes 8 bytes through a null pointer-to-shared, at offset 40
  // with UPC_ASAN=unwritten alone
  shared [] int *fresh = upc_alloc(10 * sizeof(int));
  fresh[1] = 1;
  ONLY(unwritten) sum += fresh[2] > 5;
  ONLY(added) fresh[2] += n;
  upc_free(fresh);
  upc_barrier;
  if (MYTHREAD == 0) upc_free(P), upc_free(B);
  if (strcmp(what, "leak")) upc_free(own);
  else upc_memget_nbi(b, own, 10);
  if (strcmp(what, "twice") || MYTHREAD < THREADS - 1) upc_free(twice);
  upc_all_free(cyclic);
  upc_all_free(few);
  if (MYTHREAD == 0) puts("end");
  return sum == 77777;
}
