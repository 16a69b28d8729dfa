// SPDX-License-Identifier: BSD-3-Clause
// The Mandelbrot set in 8 x 8 parts, a task for each: some take much longer than others. Thread 0 begins the tasks, all
// threads of its node take some. Each 97th point is computed again as a check.
//   mandelbrot [N [FILE.png]]        N x N points, 256 by default; a multiple of 8
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <upc.h>

enum { PARTS = 8, MOST = 255 };

static int steps(int n, int row, int column) {
  double x0 = 3.0 * column / n - 2.25, y0 = 3.0 * row / n - 1.5, x = 0, y = 0;
  int k = 0;
  for (; k < MOST && x * x + y * y < 4; k++) {
    double next = x * x - y * y + x0;
    y = 2 * x * y + y0;
    x = next;
  }
  return k;
}

static void compute(shared [] unsigned char *image, int n) {
  int side = n / PARTS;
  upc_coforall (int part = 0; part < PARTS * PARTS; part++) {
    int top = part / PARTS * side, left = part % PARTS * side;
    for (int i = top; i < top + side; i++)
      for (int j = left; j < left + side; j++) image[(size_t)i * n + j] = (unsigned char)steps(n, i, j);
  }
}

// ---- A PNG file of grey values, not compressed

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

// zlib's format: a head, each row as a stored block, Adler's sum of all rows.
static int write_png(const char *path, shared [] unsigned char *image, int n) {
  size_t row = (size_t)n + 1, size = 2 + (size_t)n * (5 + row) + 4, at = 2;
  unsigned char head[13], *data = malloc(size);
  unsigned a = 1, b = 0;
  FILE *f = fopen(path, "wb");
  if (!data || !f) return perror(path), 1;
  data[0] = 0x78, data[1] = 1;
  for (int i = 0; i < n; i++, at += 5 + row) {
    unsigned char *block = data + at;
    block[0] = i == n - 1, block[1] = (unsigned char)row, block[2] = (unsigned char)(row >> 8);
    block[3] = (unsigned char)~row, block[4] = (unsigned char)(~row >> 8), block[5] = 0;
    upc_memget(block + 6, &image[(size_t)i * n], (size_t)n);
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
  return fclose(f) != 0;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 256, wrong = 0;
  if (n < PARTS || n > 16384 || n % PARTS) {
    if (MYTHREAD == 0) fprintf(stderr, "mandelbrot: N must be a multiple of 8 from 8 to 16384\n");
    return 2;
  }
  if (MYTHREAD == 0) {
    shared [] unsigned char *image = upc_alloc((size_t)n * n);
    compute(image, n);
    for (long k = 0; k < (long)n * n; k += 97) wrong += image[k] != steps(n, (int)(k / n), (int)(k % n));
    if (argc > 2) wrong += write_png(argv[2], image, n);
    printf("%d x %d points, %d wrong\n%s\n", n, n, wrong, wrong ? "FAIL" : "PASS");
    upc_free(image);
  }
  upc_barrier; // the other threads run tasks here
  return wrong != 0;
}
