/* SPDX-License-Identifier: BSD-3-Clause
 * Lists that contexts have in common (conduits/sim/common_lists.h), beside a model: who keeps the same bytes gets the
 * same list; it is there until its last user has dropped it. The sanitizer with which common_lists.sh compiles this
 * program finds memory that is used too late, given back twice, or never. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fail.h"
#include "conduits/sim/common_lists.h"

void *urtk_memory(size_t count, size_t size, const char *what) {
  (void)what;
  return calloc(count, size);
}

enum { LISTS = 3000, WORDS = 40, ROUNDS = 200000 };
static unsigned long long content[LISTS][WORDS];
static size_t bytes[LISTS];
static void *common[LISTS];
static int users[LISTS];

static void fail(const char *what, int list) {
  printf("list %d of %zu bytes: %s\n", list, bytes[list], what);
  exit(1);
}

static void keep(int i) {
  void *got = urtc_list_keep(content[i], bytes[i]);
  if (memcmp(got, content[i], bytes[i]) != 0) fail("other bytes", i);
  if (users[i]++ == 0) common[i] = got;
  else if (got != common[i]) fail("a second list for the same bytes", i);
}

/* Some are alike but for their last byte, or their length. */
static void fill(int i) {
  for (int k = 0; k < WORDS; k++) content[i][k] = (unsigned long long)(i / 4 * k);
  bytes[i] = (size_t)(1 + i / 4 % (8 * WORDS)) - (i % 4 == 1 && i / 4 % (8 * WORDS) > 0);
  ((char *)content[i])[bytes[i] - 1] ^= (char)(i % 4 > 1 ? i % 4 : 0);
}

static int alike(int i, int j) { return bytes[i] == bytes[j] && memcmp(content[i], content[j], bytes[i]) == 0; }

int main(void) {
  int different = 0;
  unsigned draw = 7;
  for (int i = 0; i < LISTS; i++) {
    fill(i);
    int j = 0;
    while (j < different && !alike(i, j)) j++;
    if (j < different) continue;
    memcpy(content[different], content[i], sizeof content[i]);
    bytes[different++] = bytes[i];
  }
  for (int round = 0; round < ROUNDS; round++) {
    draw = draw * 1103515245u + 12345u;
    int i = (int)(draw >> 8) % different;
    if (users[i] == 0 || draw >> 30 > 1) keep(i);
    else urtc_list_drop(common[i]), users[i]--;
  }
  for (int i = 0; i < different; i++)
    for (int j = 0; j < i && users[i] > 0; j++)
      if (users[j] > 0 && common[i] == common[j]) fail("that of other bytes", i);
  for (int i = 0; i < different; i++)
    for (; users[i] > 0; users[i]--) urtc_list_drop(common[i]);
  urtc_list_drop(NULL);
  printf("%d lists\nPASS\n", different);
  return 0;
}
