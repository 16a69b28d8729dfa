// SPDX-License-Identifier: BSD-3-Clause
// Berkeley's calls for what upc_nb.h has: several handles at a time, access regions, and the same handles as there.
#include "../../../../tests/upc/check.h"
#include <stdint.h>
#include <upc_nb.h>

enum { CHUNKS = 20, CHUNK = 50, SIZE = CHUNKS * CHUNK };
static shared [SIZE] int to[SIZE * THREADS], from[SIZE * THREADS];
static int here[SIZE], back[SIZE];

static int round;
static shared [] int *dst, *src, *far; // my right neighbour's part of `to`; mine and my right neighbour's of `from`
static bupc_handle_t handle[CHUNKS];

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
  bupc_handle_t same = none;
  CHECK(same == BUPC_COMPLETE_HANDLE);
  CHECK(bupc_trysynci() && bupc_trysync(same));
}

static void waitsync_all(void) {
  fill();
  for (int c = 0; c < CHUNKS; c++) handle[c] = upc_memcpy_nb(dst + c * CHUNK, src + c * CHUNK, CHUNK * sizeof(int));
  bupc_waitsync_all(handle, CHUNKS);
  for (int c = 0; c < CHUNKS; c++) CHECK(handle[c] == UPC_COMPLETE_HANDLE);
  wrote();
}

static void waitsync_some(void) {
  fill();
  for (int c = 0; c < CHUNKS; c++)
    handle[c] = bupc_memput_async(dst + c * CHUNK, here + c * CHUNK, CHUNK * sizeof(int));
  for (int complete = 0; complete < CHUNKS;) {
    int now = 0;
    bupc_waitsync_some(handle, CHUNKS);
    for (int c = 0; c < CHUNKS; c++) now += handle[c] == BUPC_COMPLETE_HANDLE;
    CHECK(now > complete);
    complete = now;
  }
  wrote();
}

static void trysync_some_and_all(void) {
  fill();
  for (int c = 0; c < CHUNKS; c++)
    handle[c] = bupc_memget_async(back + c * CHUNK, far + c * CHUNK, CHUNK * sizeof(int));
  while (!bupc_trysync_some(handle, CHUNKS)) upc_fence;
  while (!bupc_trysync_all(handle, CHUNKS)) upc_fence;
  CHECK(bupc_trysync_some(handle, CHUNKS) && bupc_trysync_all(handle, 0));
  read();
}

static void accessregion(void) {
  fill();
  bupc_begin_accessregion();
  bupc_memput_asynci(dst, here, SIZE * sizeof(int));
  bupc_memget_asynci(back, far, SIZE * sizeof(int));
  bupc_waitsync(bupc_end_accessregion());
  read();
  wrote();
}

static void memcpy_and_memset_async(void) {
  fill();
  bupc_waitsync(bupc_memcpy_async(dst, src, SIZE * sizeof(int)));
  wrote();
  upc_barrier;
  bupc_memset_asynci(dst, 1, sizeof(int));
  bupc_waitsynci();
  bupc_waitsync(bupc_memset_async(dst + 1, 2, sizeof(int)));
  upc_barrier;
  CHECK_EQ(to[SIZE * MYTHREAD], 0x01010101);
  CHECK_EQ(to[SIZE * MYTHREAD + 1], 0x02020202);
  bupc_memcpy_asynci(dst, src, 0);
  bupc_waitsynci();
}

int main(void) {
  int right = (MYTHREAD + 1) % THREADS;
  dst = (shared [] int *)&to[SIZE * right], src = (shared [] int *)&from[SIZE * MYTHREAD];
  far = (shared [] int *)&from[SIZE * right];
  complete_handles();
  waitsync_all();
  waitsync_some();
  trysync_some_and_all();
  accessregion();
  memcpy_and_memset_async();
  return done();
}
