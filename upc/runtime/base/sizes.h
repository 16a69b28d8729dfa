/* SPDX-License-Identifier: BSD-3-Clause
 * Sizes and counts as people write them; shared by the runtime and upcrun, so that both accept the same. */
#ifndef URT_SIZES_H
#define URT_SIZES_H

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../common/most_threads.h"

/* "64M", "2GB", "512k", "1.5G"; a number alone is in megabytes, as in Berkeley's upcrun, and "B" asks for bytes.
 * Returns 1 and the bytes, or 0 if it is not a size. */
static inline int urtk_parse_size(const char *text, uint64_t *bytes) {
  if (!isdigit((unsigned char)text[0])) return 0;
  char *end;
  errno = 0;
  double number = strtod(text, &end);
  if (errno || strpbrk(text, "xXpPeE")) return 0;
  double unit = 1 << 20;
  if (*end) {
    switch (tolower((unsigned char)*end)) {
      case 'b': unit = 1; break;
      case 'k': unit = 1 << 10; break;
      case 'm': unit = 1 << 20; break;
      case 'g': unit = 1 << 30; break;
      case 't': unit = 1099511627776.0; break;
      default: return 0;
    }
    if (*++end && unit > 1 && tolower((unsigned char)*end) == 'b') end++;
    if (*end) return 0;
  }
  if (number * unit >= 4503599627370496.0) return 0; /* 2^52: beyond any segment, and exact in a double */
  *bytes = (uint64_t)(number * unit);
  return 1;
}

/* A positive count in decimal digits, at most `most`. */
static inline int urtk_parse_count(const char *text, long most, long *count) {
  if (!isdigit((unsigned char)text[0])) return 0;
  char *end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (errno || *end || number < 1 || number > most) return 0;
  *count = number;
  return 1;
}

/* UPC_LINK_TIMEOUT as it stands in the environment, null or empty where it does not; 0 is for never. */
enum { URTK_LINK_TIMEOUT = 30, URTK_LONGEST_TIMEOUT = 86400 };
static inline int urtk_parse_timeout(const char *text, int *seconds) {
  long count = URTK_LINK_TIMEOUT;
  if (text && strcmp(text, "0") == 0) count = 0;
  else if (text && *text && !urtk_parse_count(text, URTK_LONGEST_TIMEOUT, &count)) return 0;
  *seconds = (int)count;
  return 1;
}
#define URTK_WRONG_TIMEOUT "UPC_LINK_TIMEOUT is '%s'; it must be a number of seconds from 0 to %d"

/* So many threads can be processes (URTC_MOST_THREADS in conduit.h): all but those of simulated machines. */
enum { URTK_MOST_PROCESSES = 1 << 16 };
#define URTK_MOST_HEAP (1ULL << 40)            /* a pointer-to-shared, as an integer, has 40 bits for the offset */

#endif
