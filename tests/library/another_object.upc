/* SPDX-License-Identifier: BSD-3-Clause
 * A place is memory that was freed, and is part of a larger object now. Calls with lists of their own may use all of
 * it, the first time and again. */
#include "upc_stride_coll.h"

#include <stdio.h>
#include <string.h>

enum { SMALL = 1000, LARGE = 2032, BLOCK = 2048 };

static upc_stride_section_t section;
static char *mine;
static int wrong;

/* `bytes` of each thread to the place. */
static void gather(shared void *place, size_t bytes) {
  size_t sizes[THREADS], i;
  const char *got = MYTHREAD == 0 ? (const char *)place : NULL;
  memset(mine, MYTHREAD + 1, bytes);
  memset(sizes, 0, sizeof sizes);
  upc_stride_gather_own(place, section, &bytes, NULL, sizes, 0);
  for (i = 0; i < bytes * THREADS && got != NULL; i++) wrong += got[i] != (char)(i / bytes + 1);
  for (i = 0; i < (size_t)THREADS && got != NULL; i++) wrong += sizes[i] != bytes;
}

int main(void) {
  size_t shape[1], block[] = {BLOCK}, zero[] = {0};
  upc_stride_array_t A;
  shared void *above = upc_all_alloc(THREADS, SMALL), *place = upc_all_alloc(THREADS, SMALL), *larger;
  int again;
  shape[0] = (size_t)BLOCK * THREADS, zero[0] = (size_t)BLOCK * MYTHREAD;
  A = upc_stride_all_alloc(1, shape, block, 1, 0, NULL);
  section = UPC_SECTION(A, UPC_STRIDE_ALL);
  mine = (char *)upc_stride_at(A, zero);
  for (again = 0; again < 2; again++) gather(place, SMALL / THREADS);
  upc_all_free(place), upc_all_free(above);
  larger = upc_all_alloc(THREADS, LARGE); /* of both pieces, so that it begins where the first one did */
  if (MYTHREAD == 0 && upc_addrfield(larger) != upc_addrfield(place)) fprintf(stderr, "the memory is not used again\n");
  for (again = 0; again < 2; again++) gather(larger, LARGE / THREADS);
  if (MYTHREAD == 0) puts(wrong == 0 ? "PASS" : "FAIL");
  return wrong != 0;
}
