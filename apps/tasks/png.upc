/* SPDX-License-Identifier: BSD-3-Clause
 * png.upc: a PNG file of grey values, not compressed. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tasks.h"
#include "arithmetic.h"

static unsigned crc(unsigned sum, const unsigned char *bytes, size_t count) {
  sum = ~sum;
  for (size_t i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
  }
  return ~sum;
}

static void big(unsigned char *to, unsigned value) {
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(value >> (24 - 8 * i));
}

static void chunk(FILE *f, const char *name, const unsigned char *bytes, size_t count) {
  unsigned char length[4], sum[4];
  big(length, (unsigned)count);
  big(sum, crc(crc(0, (const unsigned char *)name, 4), bytes, count));
  fwrite(length, 1, 4, f);
  fwrite(name, 1, 4, f);
  fwrite(bytes, 1, count, f);
  fwrite(sum, 1, 4, f);
}

/* Closes the file; if not all of it was written, it is removed. 0, or an errno. */
static int complete(FILE *f, const char *path) {
  struct stat about;
  const int is_file = fstat(fileno(f), &about) == 0 && S_ISREG(about.st_mode), failed = ferror(f);
  int error;
  errno = 0;
  if (fclose(f) == 0 && !failed) return 0;
  error = errno != 0 ? errno : EIO;
  if (is_file) unlink(path);
  return error;
}

/* zlib's format: a head, each row as a stored block, Adler's sum of all rows. */
int write_png(const char *path, shared [] unsigned char *image, int n) {
  const int side = n / PARTS;
  size_t row = (size_t)n + 1, size = 2 + (size_t)n * (5 + row) + 4, at = 2;
  unsigned char head[13], *data = malloc(size);
  unsigned a = 1, b = 0;
  FILE *f = fopen(path, "wb");
  if (data == NULL || f == NULL) {
    const int error = errno;
    if (f != NULL) fclose(f);
    free(data);
    return error;
  }
  data[0] = 0x78, data[1] = 1;
  for (int i = 0; i < n; i++, at += 5 + row) {
    unsigned char *block = data + at;
    block[0] = i == n - 1, block[1] = (unsigned char)row, block[2] = (unsigned char)(row >> 8);
    block[3] = (unsigned char)~row, block[4] = (unsigned char)(~row >> 8), block[5] = 0;
    for (int j = 0; j < n; j += side) upc_memget(block + 6 + j, &image[place_of_point(n, i, j)], (size_t)side);
    for (size_t k = 0; k < row; k++) a = (a + block[5 + k]) % 65521, b = (b + a) % 65521;
  }
  big(data + at, b << 16 | a);
  big(head, (unsigned)n);
  big(head + 4, (unsigned)n);
  memcpy(head + 8, "\10\0\0\0\0", 5);
  fwrite("\211PNG\r\n\032\n", 1, 8, f);
  chunk(f, "IHDR", head, sizeof head);
  chunk(f, "IDAT", data, size);
  chunk(f, "IEND", data, 0);
  free(data);
  return complete(f, path);
}
