/* SPDX-License-Identifier: BSD-3-Clause
 * Characters in UTF-8. */
#include "job/upcrun/trace_records.h"

int utf8_character(const char *text, int length) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned c = (unsigned char)*text;
  int bytes = c < 0x80 ? 1 : c >> 5 == 6 ? 2 : c >> 4 == 14 ? 3 : c >> 3 == 30 ? 4 : 0;
  if (bytes == 0 || bytes > length) return 0;
  if (bytes > 1) c &= 0x7fu >> bytes;
  for (int i = 1; i < bytes; i++) {
    if ((text[i] & 0xc0) != 0x80) return 0;
    c = c << 6 | (text[i] & 0x3f);
  }
  return c < least[bytes] || c > 0x10ffff || c >> 11 == 0xd800 >> 11 ? 0 : bytes;
}
