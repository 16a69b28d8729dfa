// SPDX-License-Identifier: BSD-3-Clause
// upc_nb.h: put, get, copy and set between all pairs of threads, with handles and without.
#include "../check.h"
#include <stdint.h>
#include <upc_nb.h>

#if __UPC_NB__ != 1
#error "__UPC_NB__"
#endif

enum { CHUNKS = 20, CHUNK = 50, SIZE = CHUNKS * CHUNK };
static shared [SIZE] int to[SIZE * THREADS], from[SIZE * THREADS];
static int here[SIZE], back[SIZE];

static int round;
static shared [] int *dst, *src, *far; // my right neighbour's part of `to`; mine and my right neighbour's of `from`
static upc_handle_t handle[CHUNKS];

static int value(int thread, int i) { return thread * 1000000 + round * 10000 + i; }

static void fill(void) {
  round++;
  upc_barrier;
  for (int i = 0; i < SIZE; i++) {
    here[i] = from[SIZE * MYTHREAD + i] = value(MYTHREAD, i);
    to[SIZE * MYTHREAD + i] = back[i] = -1;
  }
  upc_barrier;
}

// My left neighbour wrote to me (put, copy); or I read my right neighbour's (get).
static void wrote(void) {
  upc_barrier;
  for (int i = 0; i < SIZE; i++)
    CHECK_EQ(to[SIZE * MYTHREAD + i], value((MYTHREAD + THREADS - 1) % THREADS, i));
}
static void read(void) {
  for (int i = 0; i < SIZE; i++) CHECK_EQ(back[i], value((MYTHREAD + 1) % THREADS, i));
}

static void complete_handles(void) {
  upc_handle_t none = UPC_COMPLETE_HANDLE;
  static const upc_handle_t zero;
  CHECK(!memcmp(&none, &zero, sizeof none));
  upc_sync(UPC_COMPLETE_HANDLE);
  CHECK_EQ(upc_sync_attempt(none), UPC_NB_COMPLETED);
  upc_synci();
  CHECK_EQ(upc_synci_attempt(), UPC_NB_COMPLETED);
}

static void memput_nb(void) {
  fill();
  for (int c = 0; c < CHUNKS; c++) handle[c] = upc_memput_nb(dst + c * CHUNK, here + c * CHUNK, CHUNK * sizeof(int));
  for (int c = CHUNKS; c-- > 0;) upc_sync(handle[c]);
  wrote();
}

static void memget_nb(void) {
  fill();
  for (int c = 0; c < CHUNKS; c++) handle[c] = upc_memget_nb(back + c * CHUNK, far + c * CHUNK, CHUNK * sizeof(int));
  for (int c = 0; c < CHUNKS; c++) while (!upc_sync_attempt(handle[c])) upc_fence;
  read();
}

static void memcpy_nb(void) {
  fill();
  for (int c = 0; c < CHUNKS; c++) handle[c] = upc_memcpy_nb(dst + c * CHUNK, src + c * CHUNK, CHUNK * sizeof(int));
  for (int c = 0; c < CHUNKS; c++) upc_sync(handle[c]);
  wrote();
}

static void memset_nb(void) {
  fill();
  upc_handle_t set = upc_memset_nb(dst, 0x11, SIZE * sizeof(int));
  upc_sync(set);
  upc_barrier;
  for (int i = 0; i < SIZE; i++) CHECK_EQ(to[SIZE * MYTHREAD + i], 0x11111111);
}

static void memput_and_memget_nbi(void) {
  fill();
  for (int c = 0; c < CHUNKS; c++) upc_memput_nbi(dst + c * CHUNK, here + c * CHUNK, CHUNK * sizeof(int));
  for (int c = 0; c < CHUNKS; c++) upc_memget_nbi(back + c * CHUNK, far + c * CHUNK, CHUNK * sizeof(int));
  upc_synci();
  CHECK(upc_synci_attempt());
  read();
  wrote();
}

static void memcpy_and_memset_nbi(void) {
  fill();
  upc_memcpy_nbi(dst, src, SIZE * sizeof(int));
  while (!upc_synci_attempt()) upc_fence;
  wrote();
  upc_barrier;
  upc_memset_nbi(dst, 0, SIZE * sizeof(int));
  upc_synci();
  upc_barrier;
  for (int i = 0; i < SIZE; i++) CHECK_EQ(to[SIZE * MYTHREAD + i], 0);
}

int main(void) {
  int right = (MYTHREAD + 1) % THREADS;
  dst = (shared [] int *)&to[SIZE * right], src = (shared [] int *)&from[SIZE * MYTHREAD];
  far = (shared [] int *)&from[SIZE * right];
  complete_handles();
  memput_nb();
  memget_nb();
  memcpy_nb();
  memset_nb();
  memput_and_memget_nbi();
  memcpy_and_memset_nbi();
  return done();
}
