/* SPDX-License-Identifier: BSD-3-Clause
 * What is done to the bytes of a chunk: compression, by libraries that are loaded when a chunk needs them, and a
 * checksum. A program that compresses nothing needs none of the libraries, and building upc-stride needs none of their
 * headers: what is called is declared here. companions/files/tests/declarations.sh compares it with the headers. */
#include "base/allocate.h"
#include "files/dataset.h"

#include <dlfcn.h>
#include <pthread.h>
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

/* z_stream of zlib.h. */
typedef struct stream {
  const char *next_in;
  unsigned avail_in;
  unsigned long total_in;
  char *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *message;
  void *state, *alloc, *free, *opaque;
  int data_type;
  unsigned long adler, reserved;
} stream_t;

static struct {
  int (*deflate_init)(stream_t *s, int level, int method, int bits, int memory, int strategy, const char *version,
                      int size);
  int (*deflate)(stream_t *s, int flush), (*deflate_end)(stream_t *s);
  int (*inflate_init)(stream_t *s, int bits, const char *version, int size);
  int (*inflate)(stream_t *s, int flush), (*inflate_end)(stream_t *s);
} zlib;

enum { DEFLATED = 8, WINDOW = 15, GZIP_WINDOW = 31, MEMORY = 8, FINISH = 4, STREAM_END = 1 };
enum { BLOSC_OVERHEAD = 16, BY_BYTES = 1 };

/* C has no cast from an object's address to a function's. */
static int find(void *library, const char *name, void *function) {
  void *address = library == NULL ? NULL : dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static int load_library(upc_stride_dataset_t *D) {
  static int have_zstd, have_blosc, have_zlib;
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
  if (D->compressor == UPC_STRIDE_GZIP && !have_zlib) {
    library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    have_zlib = find(library, "deflateInit2_", &zlib.deflate_init) && find(library, "deflate", &zlib.deflate) &&
                find(library, "deflateEnd", &zlib.deflate_end) && find(library, "inflate", &zlib.inflate) &&
                find(library, "inflateInit2_", &zlib.inflate_init) && find(library, "inflateEnd", &zlib.inflate_end);
    if (!have_zlib) return upc_stride_dataset_wrong(D, "compressed by gzip, whose library libz.so.1 is not installed");
  }
  return 0;
}

/* Helpers of several calls may be here. */
static int load(upc_stride_dataset_t *D) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int status;
  pthread_mutex_lock(&mutex);
  status = load_library(D);
  pthread_mutex_unlock(&mutex);
  return status;
}

size_t upc_stride_compressed_bound(size_t bytes) {
  return bytes + bytes / 128 + 1024; /* more than either library asks for */
}

static void begin_stream(stream_t *s, char *to, size_t capacity, const char *from, size_t bytes) {
  memset(s, 0, sizeof *s);
  s->next_in = from, s->avail_in = (unsigned)bytes;
  s->next_out = to, s->avail_out = (unsigned)(capacity < 0xffffffff ? capacity : 0xffffffff);
}

/* HDF5 has zlib's bytes, Zarr those of a gzip file. 0: an error. */
static size_t to_gzip(const upc_stride_dataset_t *D, char *to, size_t capacity, const char *from, size_t bytes) {
  const int bits = D->format == UPC_STRIDE_FILE_HDF5 ? WINDOW : GZIP_WINDOW;
  stream_t s;
  int status;
  begin_stream(&s, to, capacity, from, bytes);
  if (bytes > 0xffffffff || zlib.deflate_init(&s, D->level, DEFLATED, bits, MEMORY, 0, "1", (int)sizeof s) != 0)
    return 0;
  status = zlib.deflate(&s, FINISH);
  zlib.deflate_end(&s);
  return status == STREAM_END ? s.total_out : 0;
}

static size_t from_gzip(char *to, size_t capacity, const char *from, size_t bytes) {
  stream_t s;
  int status;
  begin_stream(&s, to, capacity, from, bytes);
  if (bytes > 0xffffffff || zlib.inflate_init(&s, GZIP_WINDOW, "1", (int)sizeof s) != 0) return 0;
  status = zlib.inflate(&s, FINISH);
  zlib.inflate_end(&s);
  return status == STREAM_END ? s.total_out : 0;
}

size_t upc_stride_compress(upc_stride_dataset_t *D, char *to, size_t capacity, const char *from, size_t bytes) {
  size_t got;
  int packed;
  if (load(D) != 0) return 0;
  if (D->compressor == UPC_STRIDE_ZSTD) {
    got = zstd.compress(to, capacity, from, bytes, D->level);
    if (!zstd.is_error(got)) return got;
  } else if (D->compressor == UPC_STRIDE_GZIP) {
    got = to_gzip(D, to, capacity, from, bytes);
    if (got > 0) return got;
  } else {
    packed = bytes > 0x7fffffff - BLOSC_OVERHEAD ? 0 :
      blosc.compress(D->level, BY_BYTES, D->type.size, bytes, from, to, capacity, "lz4", 0, 1);
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
  if (D->compressor == UPC_STRIDE_GZIP) return from_gzip(to, capacity, from, bytes);
  if (blosc.validate(from, bytes, &promised) != 0 || promised > capacity) return 0;
  return blosc.decompress(from, to, capacity, 1) == (int)promised ? promised : 0;
}

/* ---- HDF5's filters ---- */

void upc_stride_shuffle(char *to, const char *from, size_t bytes, size_t size) {
  const size_t count = bytes / size;
  size_t i, j;
  for (j = 0; j < size; j++)
    for (i = 0; i < count; i++) to[j * count + i] = from[i * size + j];
}

/* Of numbers of two bytes, the first one high; both sums are taken modulo 65535. */
uint32_t upc_stride_fletcher32(const char *bytes, size_t count) {
  const unsigned char *b = (const unsigned char *)bytes;
  uint32_t low = 0, high = 0;
  while (count > 0) {
    size_t n = count < 720 ? count : 720; /* so many cannot overflow */
    count -= n;
    for (; n > 1; n -= 2, b += 2) low += (uint32_t)b[0] << 8 | b[1], high += low;
    if (n == 1) low += (uint32_t)*b++ << 8, high += low;
    low = (low & 0xffff) + (low >> 16);
    high = (high & 0xffff) + (high >> 16);
  }
  low = (low & 0xffff) + (low >> 16);
  high = (high & 0xffff) + (high >> 16);
  return high << 16 | low;
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

static uint32_t (*table)[256]; /* 8 of them, made when they are first used */

static void make_table(void) {
  uint32_t i, j;
  table = upc_stride_alloc(8, sizeof *table, "a table of checksums");
  for (i = 0; i < 256; i++)
    for (table[0][i] = i, j = 0; j < 8; j++) table[0][i] = table[0][i] >> 1 ^ (table[0][i] & 1 ? 0x82f63b78 : 0);
  for (j = 1; j < 8; j++)
    for (i = 0; i < 256; i++) table[j][i] = table[j - 1][i] >> 8 ^ table[0][table[j - 1][i] & 255];
}

uint32_t upc_stride_crc32c(const char *bytes, size_t count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  uint32_t crc = 0xffffffff;
  const unsigned char *b = (const unsigned char *)bytes;
  pthread_once(&once, make_table);
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
