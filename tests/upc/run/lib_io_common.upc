// SPDX-License-Identifier: BSD-3-Clause
// upc_io.h with the common file pointer: arrays of every layout to a file and back, with every sync flag, at once and
// asynchronously; the ends of files; sizes.
#include "../iofile.h"
#include <upc_tick.h>

#if __UPC_IO__ != 2
#error "__UPC_IO__"
#endif

enum { N = 150, B = 7, ROWS = 3 };
static shared int cyclic[N * THREADS];
static shared [N] int blocked[N * THREADS];
static shared [B] int rows[B * ROWS * THREADS];
static shared [] int whole[N];
static shared [] char large[3000000];

static int async;
static const upc_flag_t modes[] = {0, UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC, UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
                                   UPC_IN_NOSYNC | UPC_OUT_NOSYNC};

static upc_off_t finish(upc_file_t *fd) {
  CHECK_EQ(upc_all_fcntl(fd, UPC_ASYNC_OUTSTANDING, NULL), 1);
  int flag = 0;
  upc_off_t n = async == 1 ? upc_all_fwait_async(fd) : upc_all_ftest_async(fd, &flag);
  if (async == 2) CHECK_EQ(flag, 1);
  CHECK_EQ(upc_all_fcntl(fd, UPC_ASYNC_OUTSTANDING, NULL), 0);
  return n;
}

static upc_off_t put(upc_file_t *fd, shared void *data, size_t block, size_t size, size_t n, upc_flag_t flags) {
  if (!async) return upc_all_fwrite_shared(fd, data, block, size, n, flags);
  if (async == 1) upc_all_fwrite_shared_async(fd, data, block, size, n, flags);
  else CHECK_EQ(upc_all_fwrite_shared(fd, data, block, size, n, flags | UPC_ASYNC), 0);
  return finish(fd);
}
static upc_off_t get(upc_file_t *fd, shared void *data, size_t block, size_t size, size_t n, upc_flag_t flags) {
  if (!async) return upc_all_fread_shared(fd, data, block, size, n, flags);
  if (async == 1) upc_all_fread_shared_async(fd, data, block, size, n, flags);
  else CHECK_EQ(upc_all_fread_shared(fd, data, block, size, n, flags | UPC_ASYNC), 0);
  return finish(fd);
}

#define ARRAYS(DO)                                             \
  DO(cyclic, 1, N * THREADS, 1)                                \
  DO(blocked, N, N * THREADS, 2)                               \
  DO(rows, B, B * ROWS * THREADS, 3)                           \
  DO(whole, 0, N, 4)

#define FILL(array, block, n, k) upc_forall(int i = 0; i < n; i++; &array[i]) array[i] = base + k * 100000 + i;
#define CLEAR(array, block, n, k) upc_forall(int i = 0; i < n; i++; &array[i]) array[i] = -1;
#define PUT(array, block, n, k)                                \
  CHECK_EQ(put(fd, array, block, sizeof(int), n, flags), (upc_off_t)sizeof(int) * (n)); \
  at += (upc_off_t)sizeof(int) * (n);                          \
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), at);            \
  CHECK_EQ(upc_all_fget_size(fd), at);
#define GET(array, block, n, k)                                \
  CHECK_EQ(get(fd, array, block, sizeof(int), n, flags), (upc_off_t)sizeof(int) * (n)); \
  at += (upc_off_t)sizeof(int) * (n);                          \
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), at);
#define VERIFY(array, block, n, k)                             \
  upc_forall(int i = 0; i < n; i++; &array[i]) CHECK_EQ(array[i], base + k * 100000 + i);
#define IN_FILE(array, block, n, k)                            \
  for (int i = 0; i < n; i++) CHECK_EQ(data[place++], base + k * 100000 + i);

static void there_and_back(int m) {
  upc_flag_t flags = modes[m];
  int base = m * 1000000 + async;
  upc_off_t at = 0;
  upc_file_t *fd = open_file(UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC | (m == 2 ? UPC_STRONG_CA : 0));
  CHECK_EQ(upc_all_fget_size(fd), 0);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 0);
  upc_barrier;
  ARRAYS(FILL)
  if (flags & UPC_IN_NOSYNC) upc_barrier;
  ARRAYS(PUT)
  CHECK_EQ(upc_all_fsync(fd), 0);
  ARRAYS(CLEAR)
  if (flags & UPC_IN_NOSYNC) upc_barrier;
  at = upc_all_fseek(fd, 0, UPC_SEEK_SET);
  ARRAYS(GET)
  if (flags & UPC_OUT_NOSYNC) upc_barrier;
  ARRAYS(VERIFY)
  CHECK_EQ(get(fd, whole, 0, 1, 100, 0), 0);
  CHECK_EQ(upc_all_fseek(fd, -5 * (upc_off_t)sizeof(int), UPC_SEEK_END), at - 5 * (upc_off_t)sizeof(int));
  upc_barrier;
  CHECK_EQ(get(fd, whole, 0, sizeof(int), N, 0), 5 * sizeof(int)); // the last of `whole` again
  for (int i = 0; i < 5; i++) CHECK_EQ(whole[i], base + 400000 + N - 5 + i);
  CHECK_EQ(upc_all_fclose(fd), 0);
  if (MYTHREAD == 0) {
    int room = 4 * N * (THREADS + 1) + B * ROWS * THREADS, place = 0, *data = malloc(room * sizeof(int));
    CHECK_EQ(system_read(data, room * sizeof(int)), at);
    ARRAYS(IN_FILE)
    free(data);
  }
  upc_barrier;
}

// A block's start may be anywhere; the phase of the pointer does not count. Elements larger than the blocks' bytes.
static void offsets(void) {
  upc_file_t *fd = open_file(UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC);
  upc_forall(int i = 0; i < B * ROWS * THREADS; i++; &rows[i]) rows[i] = i;
  CHECK_EQ(upc_all_fwrite_shared(fd, &rows[B], B, sizeof(int), B * (ROWS * THREADS - 1), 0),
           (upc_off_t)sizeof(int) * B * (ROWS * THREADS - 1));
  CHECK_EQ(upc_all_fwrite_shared(fd, &rows[3], 0, sizeof(int), 4, 0), 4 * sizeof(int));
  CHECK_EQ(upc_all_fwrite_shared(fd, NULL, 0, 0, 10, 0), 0);
  CHECK_EQ(upc_all_fwrite_shared(fd, NULL, 0, 10, 0, 0), 0);
  upc_all_fseek(fd, 0, UPC_SEEK_SET);
  CHECK_EQ(upc_all_fread_shared(fd, whole, 0, sizeof(int), B, 0), B * sizeof(int));
  for (int i = 0; i < B; i++) CHECK_EQ(whole[i], B + i);
  upc_barrier;
  upc_all_fseek(fd, (upc_off_t)sizeof(int) * B * (ROWS * THREADS - 1), UPC_SEEK_SET);
  CHECK_EQ(upc_all_fread_shared(fd, whole, 0, sizeof(int), 100, 0), 4 * sizeof(int));
  for (int i = 0; i < 4; i++) CHECK_EQ(whole[i], 3 + i);
  upc_barrier;
  upc_off_t most = sizeof large;
  if (MYTHREAD == 0) upc_memset(large, 'x', sizeof large);
  upc_all_fseek(fd, 11, UPC_SEEK_SET);
  CHECK_EQ(upc_all_fwrite_shared(fd, large, 0, 1, sizeof large, 0), most);
  if (MYTHREAD == 0) upc_memset(large, 'y', sizeof large);
  upc_all_fseek(fd, -most, UPC_SEEK_CUR);
  CHECK_EQ(upc_all_fread_shared(fd, large, 0, sizeof large, 1, 0), most);
  for (int i = (int)MYTHREAD; i < (int)sizeof large; i += 1009 * THREADS) CHECK_EQ(large[i], 'x');
  CHECK_EQ(upc_all_fclose(fd), 0);
}

static void sizes(void) {
  upc_file_t *fd = open_file(UPC_RDWR | UPC_COMMON_FP | UPC_CREATE | UPC_TRUNC);
  CHECK_EQ(upc_all_fset_size(fd, 1000), 0);
  CHECK_EQ(upc_all_fget_size(fd), 1000);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 0);
  CHECK_EQ(upc_all_fset_size(fd, 10), 0);
  CHECK_EQ(upc_all_fget_size(fd), 10);
  CHECK_EQ(upc_all_fpreallocate(fd, 5), 0);
  CHECK_EQ(upc_all_fget_size(fd), 10);
  CHECK_EQ(upc_all_fpreallocate(fd, 5000), 0);
  CHECK_EQ(upc_all_fget_size(fd), 5000);
  CHECK_EQ(upc_all_fseek(fd, 9000, UPC_SEEK_SET), 9000); // past the end: no change before a write
  CHECK_EQ(upc_all_fget_size(fd), 5000);
  CHECK_EQ(upc_all_fread_shared(fd, whole, 0, 1, 10, 0), 0);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 9000);
  CHECK_EQ(upc_all_fwrite_shared(fd, whole, 0, 1, 1, 0), 1);
  CHECK_EQ(upc_all_fget_size(fd), 9001);
  CHECK_EQ(upc_all_fclose(fd), 0);
  fd = open_file(UPC_RDONLY | UPC_COMMON_FP | UPC_APPEND | UPC_DELETE_ON_CLOSE);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 9001);
  CHECK_EQ(upc_all_fclose(fd), 0);
  CHECK_EQ(system_size(), -1);
}

int main(void) {
  name_file("common");
  for (async = 0; async <= 2; async++)
    for (int m = 0; m < 4; m++) there_and_back(m);
  offsets();
  sizes();
  return done();
}
