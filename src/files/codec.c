/* SPDX-License-Identifier: BSD-3-Clause
 * What is done to the bytes of a chunk: compression, by libraries that are loaded when a chunk needs them, and a
 * checksum. A program that compresses nothing needs neither library. */
#include "files/dataset.h"

#include <dlfcn.h>
#include <string.h>

/* ---- libraries ---- */

static struct {
  size_t (*bound)(size_t bytes);
  size_t (*compress)(void *to, size_t capacity, const void *from, size_t bytes, int level);
  size_t (*decompress)(void *to, size_t capacity, const void *from, size_t bytes);
  unsigned (*is_error)(size_t code);
} zstd;

static struct {
  int (*compress)(int level, int shuffle, size_t element, size_t bytes, const void *from, void *to, size_t capacity,
                  const char *compressor, size_t blocksize, int threads);
  int (*validate)(const void *from, size_t bytes, size_t *decompressed);
  int (*decompress)(const void *from, void *to, size_t capacity, int threads);
} blosc;

enum { BLOSC_OVERHEAD = 16, BLOSC_SHUFFLE = 1 };

/* C has no cast from an object's address to a function's. */
static int find(void *library, const char *name, void *function) {
  void *address = library == NULL ? NULL : dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static int load(upc_stride_dataset_t *D) {
  static int have_zstd, have_blosc;
  void *library;
  if (D->compressor == UPC_STRIDE_ZSTD && !have_zstd) {
    library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    have_zstd = find(library, "ZSTD_compressBound", &zstd.bound) && find(library, "ZSTD_compress", &zstd.compress) &&
                find(library, "ZSTD_decompress", &zstd.decompress) && find(library, "ZSTD_isError", &zstd.is_error);
    if (!have_zstd)
      return upc_stride_dataset_wrong(D, "compressed by zstd, whose library libzstd.so.1 is not installed");
  }
  if (D->compressor == UPC_STRIDE_BLOSC && !have_blosc) {
    library = dlopen("libblosc.so.1", RTLD_NOW | RTLD_LOCAL);
    have_blosc = find(library, "blosc_compress_ctx", &blosc.compress) &&
                 find(library, "blosc_cbuffer_validate", &blosc.validate) &&
                 find(library, "blosc_decompress_ctx", &blosc.decompress);
    if (!have_blosc)
      return upc_stride_dataset_wrong(D, "compressed by blosc, whose library libblosc.so.1 is not installed");
  }
  return 0;
}

size_t upc_stride_compressed_bound(size_t bytes) {
  return bytes + bytes / 128 + 1024; /* more than either library asks for */
}

size_t upc_stride_compress(upc_stride_dataset_t *D, char *to, size_t capacity, const char *from, size_t bytes) {
  size_t got;
  int packed;
  if (load(D) != 0) return 0;
  if (D->compressor == UPC_STRIDE_ZSTD) {
    got = zstd.compress(to, capacity, from, bytes, D->level);
    if (!zstd.is_error(got)) return got;
  } else {
    packed = bytes > 0x7fffffff - BLOSC_OVERHEAD ? 0 :
      blosc.compress(D->level, BLOSC_SHUFFLE, D->type.size, bytes, from, to, capacity, "lz4", 0, 1);
    if (packed > 0) return (size_t)packed;
  }
  upc_stride_dataset_wrong(D, "a chunk of %zu bytes cannot be compressed", bytes);
  return 0;
}

size_t upc_stride_decompress(upc_stride_dataset_t *D, char *to, size_t capacity, const char *from, size_t bytes) {
  size_t got = 0, promised;
  if (load(D) != 0) return 0;
  if (D->compressor == UPC_STRIDE_ZSTD) {
    got = zstd.decompress(to, capacity, from, bytes);
    return zstd.is_error(got) ? 0 : got;
  }
  if (blosc.validate(from, bytes, &promised) != 0 || promised > capacity) return 0;
  return blosc.decompress(from, to, capacity, 1) == (int)promised ? promised : 0;
}

/* ---- CRC-32C (Castagnoli): eight bytes at a time, by the processor's instruction or by eight tables ---- */

#if defined __x86_64__ && defined __GNUC__ && !defined __BERKELEY_UPC__
static int has_instruction(void) { return __builtin_cpu_supports("sse4.2"); }

static uint64_t crc_of_word(uint64_t crc, const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  __asm__("crc32q %1, %0" : "+r"(crc) : "rm"(word));
  return crc;
}
#else
static int has_instruction(void) { return 0; }
static uint64_t crc_of_word(uint64_t crc, const unsigned char *bytes) { return crc + *bytes; } /* not called */
#endif

uint32_t upc_stride_crc32c(const char *bytes, size_t count) {
  static uint32_t table[8][256];
  uint32_t crc = 0xffffffff, i, j;
  const unsigned char *b = (const unsigned char *)bytes;
  if (table[0][1] == 0) {
    for (i = 0; i < 256; i++)
      for (table[0][i] = i, j = 0; j < 8; j++) table[0][i] = table[0][i] >> 1 ^ (table[0][i] & 1 ? 0x82f63b78 : 0);
    for (j = 1; j < 8; j++)
      for (i = 0; i < 256; i++) table[j][i] = table[j - 1][i] >> 8 ^ table[0][table[j - 1][i] & 255];
  }
  if (has_instruction())
    for (; count >= 8; count -= 8, b += 8) crc = (uint32_t)crc_of_word(crc, b);
  for (; count >= 8; count -= 8, b += 8) {
    crc ^= (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    crc = table[7][crc & 255] ^ table[6][crc >> 8 & 255] ^ table[5][crc >> 16 & 255] ^ table[4][crc >> 24] ^
          table[3][b[4]] ^ table[2][b[5]] ^ table[1][b[6]] ^ table[0][b[7]];
  }
  while (count-- > 0) crc = crc >> 8 ^ table[0][(crc ^ *b++) & 255];
  return ~crc;
}
