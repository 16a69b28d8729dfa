// SPDX-License-Identifier: BSD-3-Clause
// upc_io.h with individual file pointers, between files and private or shared memory; lists of regions; overlapping
// writes with strong consistency are whole.
#include "../iofile.h"

enum { N = 500, ROUNDS = 30, MOST = 10 };
static shared [N] char blocks[N * THREADS];
static shared char cyclic[N * THREADS];
static char mine[N], back[N * 8];
static int async;

static char letter(int thread, int i, int round) { return (char)(thread * 31 + i * 7 + round * 3 + 1); }

static upc_off_t finish(upc_file_t *fd, upc_off_t now) {
  int flag = 0;
  return async == 0 ? now : async == 1 ? upc_all_fwait_async(fd) : upc_all_ftest_async(fd, &flag);
}

#define CALL(fd, call, call_async, ...) finish(fd, async ? (call_async(__VA_ARGS__), 0) : call(__VA_ARGS__))
#define WRITE_LOCAL(...) CALL(fd, upc_all_fwrite_local, upc_all_fwrite_local_async, __VA_ARGS__)
#define READ_LOCAL(...) CALL(fd, upc_all_fread_local, upc_all_fread_local_async, __VA_ARGS__)
#define WRITE_SHARED(...) CALL(fd, upc_all_fwrite_shared, upc_all_fwrite_shared_async, __VA_ARGS__)
#define READ_SHARED(...) CALL(fd, upc_all_fread_shared, upc_all_fread_shared_async, __VA_ARGS__)
#define WRITE_LIST_LOCAL(...) CALL(fd, upc_all_fwrite_list_local, upc_all_fwrite_list_local_async, __VA_ARGS__)
#define READ_LIST_LOCAL(...) CALL(fd, upc_all_fread_list_local, upc_all_fread_list_local_async, __VA_ARGS__)
#define WRITE_LIST_SHARED(...) CALL(fd, upc_all_fwrite_list_shared, upc_all_fwrite_list_shared_async, __VA_ARGS__)
#define READ_LIST_SHARED(...) CALL(fd, upc_all_fread_list_shared, upc_all_fread_list_shared_async, __VA_ARGS__)

static void local(void) {
  upc_file_t *fd = open_file(UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC);
  int right = (MYTHREAD + 1) % THREADS, length = 10 * (MYTHREAD + 1); // each thread another amount
  for (int i = 0; i < N; i++) mine[i] = letter(MYTHREAD, i, 0);
  CHECK_EQ(upc_all_fseek(fd, N * MYTHREAD, UPC_SEEK_SET), N * MYTHREAD);
  CHECK_EQ(WRITE_LOCAL(fd, mine, 5, length / 5, 0), length);
  CHECK_EQ(WRITE_LOCAL(fd, mine + length, 1, N - length, UPC_IN_NOSYNC | UPC_OUT_NOSYNC), N - length);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), N * (MYTHREAD + 1));
  upc_all_fseek(fd, N * MYTHREAD, UPC_SEEK_SET); // one's own writes need no synchronisation
  memset(back, 0, sizeof back);
  CHECK_EQ(READ_LOCAL(fd, back, N, 1, UPC_IN_NOSYNC | UPC_OUT_NOSYNC), N);
  CHECK(!memcmp(back, mine, N));
  CHECK_EQ(upc_all_fsync(fd), 0);
  CHECK_EQ(upc_all_fget_size(fd), N * THREADS);
  upc_all_fseek(fd, N * right + 7, UPC_SEEK_SET);
  CHECK_EQ(READ_LOCAL(fd, back, 1, N - 7, 0), N - 7);
  for (int i = 7; i < N; i++) CHECK_EQ(back[i - 7], letter(right, i, 0));
  CHECK_EQ(upc_all_fseek(fd, -MYTHREAD - 3, UPC_SEEK_END), N * THREADS - MYTHREAD - 3);
  CHECK_EQ(READ_LOCAL(fd, back, 100, 1, 0), MYTHREAD + 3);
  CHECK_EQ(READ_LOCAL(fd, NULL, 0, 5, 0), 0);
  CHECK_EQ(READ_LOCAL(fd, NULL, 5, 0, 0), 0);
  CHECK_EQ(upc_all_fclose(fd), 0);
}

// Each thread its own shared memory, some of it others'.
static void in_shared(void) {
  upc_file_t *fd = open_file(UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC);
  int left = (MYTHREAD + THREADS - 1) % THREADS;
  for (int i = 0; i < N; i++) blocks[N * MYTHREAD + i] = letter(MYTHREAD, i, 1), cyclic[MYTHREAD + THREADS * i] = -1;
  upc_all_fseek(fd, N * left, UPC_SEEK_SET);
  CHECK_EQ(WRITE_SHARED(fd, &blocks[N * left], 0, 1, N, 0), N); // indefinite: the left one's block
  CHECK_EQ(upc_all_fsync(fd), 0);
  upc_all_fseek(fd, 0, UPC_SEEK_SET);
  if (MYTHREAD == THREADS - 1) CHECK_EQ(READ_SHARED(fd, cyclic, 1, 1, N * THREADS, 0), N * THREADS);
  else CHECK_EQ(READ_SHARED(fd, NULL, 0, 0, 0, 0), 0);
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), MYTHREAD == THREADS - 1 ? N * THREADS : 0);
  upc_barrier;
  upc_forall(int i = 0; i < N * THREADS; i++; &cyclic[i]) CHECK_EQ(cyclic[i], letter(i / N, i % N, 1));
  CHECK_EQ(upc_all_fclose(fd), 0);
}

static unsigned seed = 7;
static unsigned some(unsigned below) { return (seed = seed * 1103515245u + 12345u) / 65536u % below; }

// `total` bytes in regions that ascend and do not overlap.
static size_t cut(size_t total, size_t at[], size_t len[]) {
  size_t n = 0, place = some(8), spare = N - total - place;
  while (total) {
    size_t l = n == MOST - 1 ? total : some((unsigned)total) + some(2), gap = some((unsigned)(spare / 4) + 1);
    if (l > total) l = total;
    at[n] = place, len[n++] = l;
    place += l + gap, spare -= gap, total -= l;
  }
  return n;
}

static int in_regions(size_t i, size_t n, const size_t at[], const size_t len[]) {
  for (size_t k = 0; k < n; k++)
    if (i >= at[k] && i < at[k] + len[k]) return 1;
  return 0;
}

// Writes by lists of private or shared memory, and reads the same way back into place: what comes must be what went,
// and nothing else may change, in memory or in the file.
static void lists(int round, int is_shared) {
  upc_file_t *fd = open_file(UPC_RDWR | (round & 1 ? UPC_COMMON_FP : UPC_INDIVIDUAL_FP) | UPC_CREATE | UPC_TRUNC |
                             (round % 3 == 0 ? UPC_STRONG_CA : 0));
  size_t at[MOST], len[MOST], file_at[MOST], file_len[MOST], total = some(N / 2), n, nfile;
  struct upc_local_memvec memory[MOST];
  struct upc_shared_memvec parts[MOST];
  struct upc_filevec file[MOST];
  for (int t = 0; t <= MYTHREAD; t++) total = some(N / 2); // each thread its own
  n = cut(total, at, len);
  nfile = cut(total, file_at, file_len);
  seed = 1000 * (unsigned)round + (unsigned)is_shared;
  int thread = (MYTHREAD + round) % THREADS;
  for (size_t i = 0; i < n; i++) {
    memory[i] = (struct upc_local_memvec){mine + at[i], len[i]};
    parts[i] = (struct upc_shared_memvec){&blocks[N * thread + at[i]], i & 1 ? N : 0, len[i]};
    if (i & 1 && len[i]) parts[i].blocksize = len[i] + 1; // within one block
  }
  for (size_t i = 0; i < nfile; i++) file[i] = (struct upc_filevec){N * MYTHREAD + (upc_off_t)file_at[i], file_len[i]};
  for (int i = 0; i < N; i++) mine[i] = blocks[N * MYTHREAD + i] = letter(MYTHREAD, i, round);
  CHECK_EQ(upc_all_fset_size(fd, N * THREADS), 0);
  upc_all_fseek(fd, 3, UPC_SEEK_SET);

  upc_off_t moved = is_shared ? WRITE_LIST_SHARED(fd, n, parts, nfile, file, 0)
                              : WRITE_LIST_LOCAL(fd, n, memory, nfile, file, 0);
  CHECK_EQ(moved, total);
  CHECK_EQ(upc_all_fsync(fd), 0);
  memset(back, 0, N);
  int source = is_shared ? thread : MYTHREAD, descriptor = open(file_name, O_RDONLY);
  CHECK_EQ(pread(descriptor, back, N, N * MYTHREAD), N);
  close(descriptor);
  size_t k = 0, in = 0;
  for (size_t i = 0; i < nfile; i++)
    for (size_t j = 0; j < file_len[i]; j++) {
      while (in == len[k]) k++, in = 0;
      CHECK_EQ(back[file_at[i] + j], letter(source, (int)(at[k] + in++), round));
    }
  for (size_t i = 0; i < N; i++)
    if (!in_regions(i, nfile, file_at, file_len)) CHECK_EQ(back[i], 0);
  upc_barrier;

  for (int i = 0; i < N; i++) mine[i] = blocks[N * MYTHREAD + i] = -1;
  moved = is_shared ? READ_LIST_SHARED(fd, n, parts, nfile, file, 0) : READ_LIST_LOCAL(fd, n, memory, nfile, file, 0);
  CHECK_EQ(moved, total);
  for (int i = 0; i < N; i++) {
    int named = in_regions((size_t)i, n, at, len);
    CHECK_EQ(is_shared ? blocks[N * thread + i] : mine[i], named ? letter(source, i, round) : -1);
  }
  CHECK_EQ(upc_all_fseek(fd, 0, UPC_SEEK_CUR), 3); // lists do not move it
  struct upc_filevec beyond = {N * THREADS - 2, 10};
  struct upc_local_memvec ten = {back, 10};
  CHECK_EQ(upc_all_fread_list_local(fd, 1, &ten, 1, &beyond, 0), 2);
  errno = 0;
  beyond.len = 9;
  CHECK_EQ(upc_all_fread_list_local(fd, 1, &ten, 1, &beyond, 0), -1);
  CHECK_EQ(errno, EINVAL);
  CHECK_EQ(upc_all_fread_list_local(fd, 0, NULL, 0, NULL, 0), 0);
  CHECK_EQ(upc_all_fclose(fd), 0);
}

// A region of several blocks goes from thread to thread.
static void list_of_blocks(void) {
  upc_file_t *fd = open_file(UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC);
  struct upc_filevec file = {0, (size_t)(N * THREADS)};
  struct upc_shared_memvec all = {blocks, N, (size_t)(N * THREADS)}, each = {cyclic, 1, (size_t)(N * THREADS)};
  for (int i = 0; i < N; i++) blocks[N * MYTHREAD + i] = letter(MYTHREAD, i, 5);
  int on = MYTHREAD == THREADS / 2;
  CHECK_EQ(upc_all_fwrite_list_shared(fd, on, &all, on, &file, 0), on * N * THREADS);
  CHECK_EQ(upc_all_fread_list_shared(fd, on, &each, on, &file, 0), on * N * THREADS);
  upc_forall(int i = 0; i < N * THREADS; i++; &cyclic[i]) CHECK_EQ(cyclic[i], letter(i / N, i % N, 5));
  CHECK_EQ(upc_all_fclose(fd), 0);
}

static void strong(void) {
  upc_file_t *fd = open_file(UPC_RDWR | UPC_INDIVIDUAL_FP | UPC_CREATE | UPC_TRUNC | UPC_STRONG_CA);
  for (int round = 0; round < 20; round++) {
    struct upc_filevec pieces[3] = {{0, 100}, {150, 100}, {300, N - 200}};
    struct upc_local_memvec memory = {mine, N};
    memset(mine, 'a' + MYTHREAD, N);
    CHECK_EQ(upc_all_fwrite_list_local(fd, 1, &memory, 3, pieces, UPC_IN_NOSYNC | UPC_OUT_NOSYNC), N);
    CHECK_EQ(upc_all_fread_list_local(fd, 1, &memory, 3, pieces, UPC_IN_NOSYNC | UPC_OUT_NOSYNC), N);
    for (int i = 1; i < N; i++) CHECK_EQ(mine[i], mine[0]); // all of one thread
  }
  CHECK_EQ(upc_all_fclose(fd), 0);
  if (MYTHREAD == 0) CHECK_EQ(unlink(file_name), 0);
}

int main(void) {
  name_file("individual");
  for (async = 0; async <= 2; async++) {
    local();
    in_shared();
    for (int round = 0; round < ROUNDS; round++) lists(round, round % 2);
    for (int round = 0; round < ROUNDS; round++) lists(round, (round + 1) % 2);
  }
  async = 0;
  list_of_blocks();
  strong();
  return done();
}
