/* SPDX-License-Identifier: BSD-3-Clause
 * Intervals as text: what is read, and where a mistake is found. */
#include "layout/section.h"

#include <stdio.h>
#include <string.h>

static int failures;

static void reads(const char *text, int count, int dim, int kind, long long lo, long long step, long long hi) {
  upc_stride_interval_t iv[UPC_STRIDE_MAX_DIMS];
  const char *wrong;
  int got = upc_stride_section_parse(text, iv, &wrong);
  if (got == count && iv[dim].kind == kind && iv[dim].lo == lo && iv[dim].step == step && iv[dim].hi == hi) return;
  printf("\"%s\": %d intervals, expected %d\n", text, got, count);
  if (got > dim)
    printf("  interval %d: kind %d, %lld:%lld:%lld\n", dim, iv[dim].kind, iv[dim].lo, iv[dim].step, iv[dim].hi);
  failures++;
}

static void refuses(const char *text, const char *from) {
  upc_stride_interval_t iv[UPC_STRIDE_MAX_DIMS];
  const char *wrong = "";
  int got = upc_stride_section_parse(text, iv, &wrong);
  if (got == -1 && strcmp(wrong, from) == 0) return;
  printf("\"%s\": %d at \"%s\", expected -1 at \"%s\"\n", text, got, wrong, from);
  failures++;
}

int main(void) {
  reads("1, 0:2:7, :", 3, 0, UPC_STRIDE_INTERVAL_AT, 1, 1, 0);
  reads("1, 0:2:7, :", 3, 1, UPC_STRIDE_INTERVAL_STEP, 0, 2, 7);
  reads("1, 0:2:7, :", 3, 2, UPC_STRIDE_INTERVAL_ALL, 0, 1, 0);
  reads("5:-1:2", 1, 0, UPC_STRIDE_INTERVAL_STEP, 5, -1, 2);
  reads(" 3 : 4 ", 1, 0, UPC_STRIDE_INTERVAL_RANGE, 3, 1, 4);
  reads("", 1, 0, UPC_STRIDE_INTERVAL_ALL, 0, 1, 0);
  reads("0,,1", 3, 1, UPC_STRIDE_INTERVAL_ALL, 0, 1, 0);
  reads("0,1,2,3,4,5,6,7", 8, 7, UPC_STRIDE_INTERVAL_AT, 7, 1, 0);
  refuses("x", "x");
  refuses("1:", "");
  refuses("1:2:3:4", ":4");
  refuses("1 2", "2");
  refuses("::2", ":2");
  refuses("0, 99999999999999999999", "99999999999999999999");
  refuses("0,1,2,3,4,5,6,7,8", "8");
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
