/* SPDX-License-Identifier: BSD-3-Clause
 * Random sections of random arrays to files of every format, and random slices of these files to sections of other
 * arrays, by blocking and by split-phase calls. An element's bytes follow from its index. What a section does not pick
 * must stay as it was.
 * usage: files [rounds [seed [codec or "hdf5"]]] */
#include "../../../tests/library/world.h"
#include "upc_stride_file.h"

#include <unistd.h>

typedef struct {
  size_t first[WORLD_DIMS], count[WORLD_DIMS];
  long long step[WORLD_DIMS];
} picks_t;

static shared int process;
static const char *codec_given;

static void make(world_array_t *W, int ndims, size_t elem) {
  static const int most[WORLD_DIMS + 1] = {0, 30, 9, 4, 3};
  W->kind = WORLD_ALLOCATED, W->first = 0, W->elem = elem;
  W->ndims = ndims;
  world_grid(W);
  world_kind(W);
  world_size(W, most[ndims], 4);
  world_alloc(W);
}

/* Byte b of the element with this number, in the array that is written. */
static char byte_of(size_t number, size_t b) {
  return (char)((number * 2654435761u + 17) >> 8 * (b % 4)) ^ (char)(b * 29);
}

/* Calls for each element of the caller's own: its number row by row, its index and its address. */
typedef void visit_t(const world_array_t *W, const size_t *index, size_t number, char *element);
static void visit(const world_array_t *W, visit_t *function) {
  size_t index[WORLD_DIMS] = {0, 0, 0, 0}, number = 0;
  int k;
  do {
    shared void *place = upc_stride_at(W->array, index);
    if (upc_threadof(place) == (size_t)MYTHREAD) function(W, index, number, (char *)place);
    number++;
    for (k = W->ndims - 1; k >= 0; k--) {
      if (++index[k] < W->shape[k]) break;
      index[k] = 0;
    }
  } while (k >= 0);
}

static void fill(const world_array_t *W, const size_t *index, size_t number, char *element) {
  size_t b;
  (void)index;
  for (b = 0; b < W->elem; b++) element[b] = byte_of(number, b);
}

static void poison(const world_array_t *W, const size_t *index, size_t number, char *element) {
  (void)index, (void)number;
  memset(element, POISON, W->elem);
}

/* At most `most` elements of `extent`, at any distance and in either direction. */
static void pick(size_t extent, size_t most, size_t *first, long long *step, size_t *count) {
  size_t by = (size_t)random_in(1, 4), longest = (extent - 1) / by + 1;
  *count = (size_t)random_in(1, (int)(longest < most ? longest : most));
  *first = (size_t)random_in(0, (int)(extent - 1 - (*count - 1) * by));
  *step = (long long)by;
  if (random_below(3) == 0) {
    *first += (*count - 1) * by;
    *step = -*step;
  }
}

static upc_stride_section_t section_of(const world_array_t *W, const picks_t *p) {
  upc_stride_interval_t iv[WORLD_DIMS];
  int k;
  for (k = 0; k < W->ndims; k++) {
    iv[k].kind = UPC_STRIDE_INTERVAL_STEP, iv[k].lo = (long long)p->first[k], iv[k].step = p->step[k];
    iv[k].hi = (long long)p->first[k] + p->step[k] * (long long)(p->count[k] - 1);
  }
  return upc_stride_section(W->array, iv);
}

/* What B must have: of its section the elements of the slice, of the section of A. */
static world_array_t A, B;
static picks_t of_a, of_b, slice;
static size_t reversed; /* bytes of a number that are turned round, or 0 */

static int position(const picks_t *p, int k, size_t index, long long *at) {
  const long long distance = (long long)index - (long long)p->first[k];
  *at = distance / p->step[k];
  return distance % p->step[k] == 0 && *at >= 0 && *at < (long long)p->count[k];
}

static void compare(const world_array_t *W, const size_t *index, size_t number, char *element) {
  size_t in_a = 0, b;
  int k, picked = 1;
  for (k = 0; k < W->ndims && picked; k++) {
    long long at;
    picked = position(&of_b, k, index[k], &at);
    if (picked) {
      at = (long long)slice.first[k] + slice.step[k] * at;
      in_a = in_a * A.shape[k] + (size_t)((long long)of_a.first[k] + of_a.step[k] * at);
    }
  }
  for (b = 0; b < W->elem; b++) {
    const size_t turned = reversed > 0 ? b - b % reversed + reversed - 1 - b % reversed : b;
    const char expected = picked ? byte_of(in_a, turned) : (char)POISON;
    if (element[b] != expected)
      world_fail("element", (int)number, b, (unsigned char)expected, (unsigned char)element[b]);
  }
}

static void text_of(const picks_t *p, int ndims, char *text) {
  int k;
  *text = 0;
  for (k = 0; k < ndims; k++)
    sprintf(text + strlen(text), "%s%zu:%lld:%lld", k > 0 ? ", " : "", p->first[k], p->step[k],
            (long long)p->first[k] + p->step[k] * (long long)(p->count[k] - 1));
}

/* Sections of A and B, and the slice that is read. */
static void pick_all(int of_blocks, int whole) {
  int k;
  for (k = 0; k < A.ndims; k++) {
    pick(A.shape[k], A.shape[k], &of_a.first[k], &of_a.step[k], &of_a.count[k]);
    if (of_blocks) {
      of_a.first[k] = (size_t)random_below((int)A.nblocks[k]) * A.block[k], of_a.step[k] = 1;
      of_a.count[k] = (size_t)random_in(1, (int)(A.shape[k] - of_a.first[k]));
    }
    pick(of_a.count[k], B.shape[k], &slice.first[k], &slice.step[k], &slice.count[k]);
    if (whole) {
      of_a.first[k] = 0, of_a.step[k] = 1;
      if (of_a.count[k] > B.shape[k]) of_a.count[k] = B.shape[k];
      slice.first[k] = 0, slice.step[k] = 1, slice.count[k] = of_a.count[k];
    }
    do pick(B.shape[k], B.shape[k], &of_b.first[k], &of_b.step[k], &of_b.count[k]);
    while (of_b.count[k] < slice.count[k]);
    of_b.count[k] = slice.count[k];
  }
}

/* ---- the calls, in one of these forms ---- */

enum { BLOCKING, SPLIT, TWO_IN_FLIGHT, FORMS };

/* What a program may do while calls are in flight. */
static void compute(upc_stride_handle_t *h) {
  const int polls = random_below(3);
  int i;
  if (random_below(2)) upc_barrier;
  for (i = 0; i < 50 * polls; i++)
    if (upc_stride_test(h)) break;
}

/* The second call in flight has an array of its own, or the same elements and another file. */
static void write_file(const char *path, upc_stride_section_t src, const char *type, const char *codec) {
  const int form = random_below(FORMS), second_first = random_below(2);
  upc_stride_handle_t h, other = NULL;
  char beside[220], remove_it[300];
  if (form == BLOCKING) {
    upc_stride_write(path, src, type, codec);
    return;
  }
  sprintf(beside, "%s.beside", path);
  h = upc_stride_write_nb(path, src, type, codec);
  if (form == TWO_IN_FLIGHT) other = upc_stride_write_nb(beside, src, type, NULL);
  compute(&h);
  if (second_first) upc_stride_wait(&other);
  upc_stride_wait(&h);
  upc_stride_wait(&other);
  if (h != NULL || other != NULL) world_fail("handle", 0, 0, 0, 1);
  upc_barrier;
  sprintf(remove_it, "rm -r '%s'", beside);
  if (form == TWO_IN_FLIGHT && MYTHREAD == 0 && system(remove_it) != 0) world_fail("files", 0, 0, 0, 0);
}

/* The same, as a part, all of it, of a dataset that is made first, in chunks or shards that are not the blocks. */
static void write_region(const char *path, upc_stride_section_t src, const char *type, int zarr, int encoded) {
  static const char *const zarr_codecs[] = {NULL, "gzip:2", "gzip,crc32c"};
  upc_stride_file_t file;
  char codec[80] = "", numbers[30];
  const char *list = zarr ? zarr_codecs[random_below(3)] : NULL;
  const int sharded = zarr && random_below(2);
  int k;
  memset(&file, 0, sizeof file);
  file.ndims = A.ndims;
  strcpy(file.type, type);
  for (k = 0; k < A.ndims; k++) {
    const size_t inner = (size_t)random_in(1, 3);
    file.shape[k] = of_a.count[k];
    file.chunk[k] = (size_t)random_in(1, 3) * inner;
    sprintf(numbers, "%s%zu", k == 0 ? "shard:" : "x", inner);
    if (sharded) strcat(codec, numbers);
  }
  if (sharded && list != NULL) strcat(codec, ",");
  if (zarr && list != NULL) strcat(codec, list);
  if (!zarr && encoded) strcpy(codec, "shuffle,gzip");
  if (MYTHREAD == 0) upc_stride_file_make(path, &file, codec);
  upc_barrier;
  if (random_below(2)) upc_stride_write_region(path, src, type, NULL);
  else {
    upc_stride_handle_t h = upc_stride_write_region_nb(path, src, type, "");
    compute(&h);
    upc_stride_wait(&h);
  }
}

static void read_file(upc_stride_section_t dst, const char *path, const char *type, const char *text) {
  const int form = random_below(FORMS), second_first = random_below(2);
  upc_stride_handle_t h, other = NULL;
  if (form == BLOCKING) {
    upc_stride_read(dst, path, type, text);
    return;
  }
  h = upc_stride_read_nb(dst, path, type, text);
  if (form == TWO_IN_FLIGHT) other = upc_stride_read_nb(section_of(&A, &of_a), path, type, NULL); /* whence it came */
  compute(&h);
  if (second_first) upc_stride_wait(&other);
  upc_stride_wait(&h);
  upc_stride_wait(&other);
  if (h != NULL || other != NULL) world_fail("handle", 0, 0, 0, 1);
}

int main(int argc, char **argv) {
  static const char *const types[] = {"u1", "i2", "f4", "f8", "c16", "c8"};
  static const size_t sizes[] = {1, 2, 4, 8, 16, 8};
  static const size_t units[] = {0, 2, 4, 8, 8, 4};
  static const char *const zarr_codecs[] = {"crc32c", "gzip:2", "gzip,crc32c"};
  static const char *const hdf5_codecs[] = {"gzip", "shuffle,gzip:9", "fletcher32", "shuffle",
                                            "shuffle,gzip,fletcher32"};
  static const char *const ends[] = {".npy", ".bin", ".zarr", ".zarr/u", ".h5"};
  int rounds = world_start(argc, argv, 40);
  char path[200], remove_all[300], text[400], other[10];
  const int hdf5 = argc > 3 && strcmp(argv[3], "hdf5") == 0;
  if (argc > 3 && !hdf5) codec_given = argv[3];
  if (MYTHREAD == 0) process = (int)getpid();
  upc_barrier;
  for (world_round = 0; world_round < rounds; world_round++) {
    const int ndims = random_in(1, WORLD_DIMS), type = random_below(6);
    const int end = random_below(hdf5 ? 5 : 4), encoded = end >= 2 && random_below(2);
    const int region = random_below(3) == 0;
    const int whole = end == 1 || random_below(4) == 0, big = random_below(3) == 0 && end != 1;
    const char *codec = !encoded ? NULL : end == 4 ? hdf5_codecs[random_below(5)] :
      codec_given != NULL ? codec_given : zarr_codecs[random_below(3)];
    make(&A, ndims, sizes[type]);
    make(&B, ndims, sizes[type]);
    pick_all(encoded && !region, whole);
    visit(&A, fill);
    visit(&B, poison);
    sprintf(path, "%.100s/upc_stride_files_%d_%d%s", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp", process,
            world_round, ends[end]);
    sprintf(other, "%s%s", big ? ">" : "", types[type]);
    reversed = big ? units[type] : 0;
    if (random_below(5) == 0) upc_stride_write(path, section_of(&B, &of_b), types[type], NULL); /* which is replaced */
    upc_barrier; /* other threads own other sections */
    if (region) write_region(path, section_of(&A, &of_a), types[type], end == 2 || end == 3, end == 4 && encoded);
    else write_file(path, section_of(&A, &of_a), types[type], codec);
    upc_barrier;
    text_of(&slice, ndims, text);
    read_file(section_of(&B, &of_b), path, random_below(4) == 0 && !big ? NULL : other, whole ? NULL : text);
    visit(&B, compare);
    upc_barrier;
    sprintf(remove_all, "rm -r '%.*s'", (int)strlen(path) - (end == 3 ? 2 : 0), path);
    if (MYTHREAD == 0 && system(remove_all) != 0) world_fail("files", 0, 0, 0, 0);
    upc_barrier;
    world_free(&A);
    world_free(&B);
  }
  return world_verdict();
}
