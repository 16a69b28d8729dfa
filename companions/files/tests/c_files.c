/* SPDX-License-Identifier: BSD-3-Clause
 * Files, attributes and checkpoints from C: what is written is read into other blocks; a wrong file returns -1 on every
 * owner, with one line for all, and the next call works. */
#include "tests/c/check.h"
#include <upc_stride_file.h>
#include <string.h>
#include <unistd.h>

enum { N = 30, M = 14 };

static upc_stride_array_t array(size_t b0, size_t b1, int grid0) {
  size_t shape[] = {N, M}, block[] = {b0, b1};
  int grid[] = {grid0, upc_stride_threads() / grid0};
  return upc_stride_all_alloc(2, shape, block, sizeof(double), 2, grid);
}

/* Calls for the caller's own elements: sets them, or compares them. */
static void each(upc_stride_array_t A, int sets, double add) {
  const upc_stride_layout_t *L = upc_stride_layout(A);
  size_t at[2];
  for (size_t n = 0; n < upc_stride_own_blocks(A); n++) {
    double *block = upc_stride_own_block(A, n, at);
    for (size_t i = 0; i < L->block[0]; i++)
      for (size_t j = 0; j < L->block[1]; j++) {
        size_t x = at[0] * L->block[0] + i, y = at[1] * L->block[1] + j;
        if (x >= N || y >= M) continue;
        if (sets) block[i * L->block[1] + j] = add + (double)(x * M + y);
        else CHECK(block[i * L->block[1] + j] == add + (double)(x * M + y));
      }
  }
  upc_stride_barrier_all();
}

/* Each of these is refused with one line. */
static void attributes(const char *npy, const char *zarr) {
  double real = 300.5, list[3] = {1, -2, 70000};
  short small[3];
  char text[6];
  upc_stride_attribute_t one;
#define REFUSED(call, line) CHECK((call) == -1 && strstr(upc_stride_last_error(), line) != NULL)
  REFUSED(upc_stride_attribute_write(npy, "a", &real, "f8", 1), "has no attributes: only Zarr and HDF5 have");
  REFUSED(upc_stride_attribute_look(npy, 0, &one), "has no attributes: only Zarr and HDF5 have");
  CHECK(upc_stride_attribute_write(zarr, "a", &real, "f8", 1) == 0);
  CHECK(upc_stride_attribute_write(zarr, "list", list, "f8", 3) == 0);
  CHECK(upc_stride_attribute_write(zarr, "text", "abcdefgh", "S", 0) == 0);
  CHECK(upc_stride_attribute_read(text, zarr, "text", "S", sizeof text) == 8 && strcmp(text, "abcde") == 0);
  CHECK(upc_stride_attribute_read(small, zarr, "list", "i2", 2) == 3 && small[0] == 1 && small[1] == -2);
  CHECK(upc_stride_attribute_look(zarr, 99, &one) == 0);
  REFUSED(upc_stride_attribute_read(small, zarr, "list", "i2", 3), "70000 does not fit the type i2");
  REFUSED(upc_stride_attribute_read(small, zarr, "list", "u2", 3), "-2 does not fit the type u2");
  REFUSED(upc_stride_attribute_read(small, zarr, "a", "i2", 1), "300.5 does not fit the type i2");
  REFUSED(upc_stride_attribute_read(small, zarr, "b", "i2", 1), "has no attribute \"b\"");
  REFUSED(upc_stride_attribute_read(small, zarr, "text", "i2", 1), "is a text, must be numbers");
  REFUSED(upc_stride_attribute_read(text, zarr, "a", "S", 1), "is numbers, must be a text");
  REFUSED(upc_stride_attribute_write(zarr, "a", &real, "c16", 1), "a type \"c16\", must be \"S\" or one such as");
  REFUSED(upc_stride_attribute_write(zarr, "a", &real, "f8", 0), "\"a\": 0 numbers, must be at least one");
  REFUSED(upc_stride_attribute_write(zarr, "a", "\xff", "S", 1), "a text that is not in UTF-8");
  REFUSED(upc_stride_attribute_write(zarr, "", &real, "f8", 1), "must have 1 to 255 bytes, in UTF-8");
  REFUSED(upc_stride_attribute_write(zarr, "chunks", &real, "f8", 1), "must be another one");
  REFUSED(upc_stride_attribute_write("/nowhere.zarr", "a", &real, "f8", 1), "/nowhere.zarr/zarr.json: No such file");
  CHECK(upc_stride_attribute_read(&real, zarr, "a", "f8", 1) == 1 && real == 300.5);
}

/* The middle of a larger dataset, in a group. */
static void regions(const char *path, const upc_stride_section_t *a, const upc_stride_section_t *b,
                    upc_stride_array_t A, upc_stride_array_t B) {
  upc_stride_file_t file = {2, {N + 9, M + 3}, {8, 6}, 0, "<f8"};
  upc_stride_member_t member;
  char name[300], group[300], slice[60];
  snprintf(group, sizeof group, "%s_group.zarr", path);
  snprintf(name, sizeof name, "%s/u", group);
  snprintf(slice, sizeof slice, "5:%d, 2:%d", N + 4, M + 1);
  if (upc_stride_mythread() == 0) CHECK(upc_stride_file_make(name, &file, "shard:4x3") == 0);
  upc_stride_barrier_all();
  each(A, 1, 11);
  each(B, 1, 7000);
  CHECK(upc_stride_write_region(name, a, "f8", slice) == 0);
  upc_stride_barrier_all();
  CHECK(upc_stride_read(b, name, "f8", slice) == 0);
  each(B, 0, 11);
  upc_stride_handle_t h = NULL;
  CHECK(upc_stride_write_region_nb(&h, name, b, "f8", slice) == 0 && upc_stride_wait(&h) == 0);
  CHECK(upc_stride_write_region(name, a, "f8", "0:3, :") == -1);
  CHECK(strstr(upc_stride_last_error(), "upc_stride_write_region: path: ") != NULL);
  CHECK(upc_stride_group_look(group, 0, &member) == 1 && strcmp(member.name, "u") == 0 && !member.is_group);
  CHECK(upc_stride_group_look(group, 1, &member) == 0 && upc_stride_group_look(name, 0, &member) == -1);
  CHECK(upc_stride_group_look(group, -1, &member) == -1);
  CHECK(strstr(upc_stride_last_error(), "number: -1, must be a number from 0 on") != NULL);
  CHECK(upc_stride_file_look(name, &file) == 0 && file.chunk[0] == 8 && file.shape[1] == M + 3);
}

/* Two teams with the same lead, thread 0: threads 0 and 1 miss a chunk that thread 1 owns, threads 0 and 2 miss
 * nothing. Thread 1 has failed long before the others agree. */
static void same_lead(const char *path) {
  const int owners[2][2] = {{0, 1}, {0, 2}}, me = upc_stride_mythread();
  size_t shape[] = {8}, block[] = {4};
  upc_stride_section_t all[2];
  upc_stride_handle_t h[2];
  upc_stride_array_t X[2];
  char name[2][300], chunk[400];
  for (int k = 0; k < 2; k++) {
    X[k] = upc_stride_all_alloc_listed(1, shape, block, sizeof(double), owners[k]);
    all[k] = UPC_SECTION(X[k], UPC_STRIDE_ALL);
    snprintf(name[k], sizeof name[k], "%.200s_%d.zarr", path, k);
    CHECK(upc_stride_write(name[k], &all[k], "f8", NULL) == 0);
  }
  upc_stride_barrier_all();
  snprintf(chunk, sizeof chunk, "%s/c.1", name[0]);
  if (me == 0) CHECK(unlink(chunk) == 0);
  upc_stride_barrier_all();
  for (int k = 0; k < 2; k++) CHECK(upc_stride_read_nb(&h[k], &all[k], name[k], "f8", NULL) == 0);
  if (me != 1) usleep(200000);
  CHECK(upc_stride_wait(&h[1]) == 0);
  CHECK_IS(upc_stride_wait(&h[0]), me < 2 ? -1 : 0);
  if (me < 2) CHECK(strstr(upc_stride_last_error(), "c.1: this chunk is missing") != NULL);
  for (int k = 0; k < 2; k++) CHECK(upc_stride_all_free(X[k]) == 0);
}

int main(void) {
  upc_stride_options_t options = {UPC_STRIDE_ERRORS_RETURN, 0, 0, 0};
  upc_stride_array_t A, B, process;
  upc_stride_section_t a, b;
  upc_stride_file_t file;
  char path[200], name[700];
  size_t one[] = {1};
  long number;
  START(&options);
  A = array(4, 2, 1), B = array(7, 3, upc_stride_threads());
  a = UPC_SECTION(A, UPC_STRIDE_ALL), b = UPC_SECTION(B, UPC_STRIDE_ALL);
  process = upc_stride_all_alloc(1, one, one, sizeof(long), 0, NULL);
  number = (long)getpid();
  if (upc_stride_mythread() == 0) upc_stride_put(upc_stride_at(process, (size_t[]){0}), &number, sizeof number);
  upc_stride_barrier_all();
  upc_stride_get(&number, upc_stride_at(process, (size_t[]){0}), sizeof number);
  snprintf(path, sizeof path, "%.100s/upc_stride_c_files_%ld", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", number);

  each(A, 1, 0.5);
  for (int format = 0; format < 2; format++) {
    snprintf(name, sizeof name, "%s%s", path, format ? ".zarr" : ".npy");
    CHECK(upc_stride_write(name, &a, "f8", format ? "crc32c" : NULL) == 0);
    upc_stride_barrier_all();
    CHECK(upc_stride_file_look(name, &file) == 0);
    CHECK(file.ndims == 2 && file.shape[0] == N && file.shape[1] == M && file.elemsize == 8);
    CHECK_IS(file.chunk[1], format ? 2 : M);
    CHECK(strcmp(file.type, "<f8") == 0);
    each(B, 1, 7000);
    CHECK(upc_stride_read(&b, name, "f8", NULL) == 0);
    each(B, 0, 0.5);
    CHECK(upc_stride_read(&b, name, "i8", NULL) == -1);
    CHECK(strstr(upc_stride_last_error(), "its elements are '<f8', must be '<i8'") != NULL);
    CHECK(upc_stride_read(&b, name, "f8", NULL) == 0);
  }
  upc_stride_handle_t h = NULL, none = NULL;
  regions(path, &a, &b, A, B);
  int moved = 0;
  snprintf(name, sizeof name, "%s.npy", path);
  each(A, 1, 9.5);
  CHECK(upc_stride_write_nb(&h, name, &a, "f8", NULL) == 0);
  while (!moved) CHECK(upc_stride_test(&h, &moved) == 0);
  CHECK(upc_stride_wait(&h) == 0 && h == NULL);
  upc_stride_barrier_all();
  each(B, 1, 7000);
  CHECK(upc_stride_read_nb(&h, &b, name, "f8", NULL) == 0 && upc_stride_wait(&h) == 0);
  each(B, 0, 9.5);
  CHECK(upc_stride_read_nb(&h, &b, name, "i8", NULL) == -1 && h == NULL);
  CHECK(strstr(upc_stride_last_error(), "its elements are '<f8', must be '<i8'") != NULL);
  CHECK(upc_stride_write_nb(NULL, name, &a, "f8", NULL) == -1);
  CHECK(strstr(upc_stride_last_error(), "upc_stride_write: handle: null, must be") != NULL);
  /* One owner finds a chunk of Zarr missing while the others read: the wait returns -1 on each. */
  snprintf(name, sizeof name, "%s.zarr/c.1.1", path);
  if (upc_stride_mythread() == 0) CHECK(rename(name, path) == 0);
  upc_stride_barrier_all();
  snprintf(name, sizeof name, "%s.zarr", path);
  CHECK(upc_stride_read_nb(&h, &b, name, "f8", NULL) == 0);
  CHECK(upc_stride_wait(&h) == -1 && h == NULL);
  CHECK(strstr(upc_stride_last_error(), "c.1.1: this chunk is missing") != NULL);
  CHECK(upc_stride_wait(&none) == 0);
  upc_stride_barrier_all();
  if (upc_stride_mythread() == 0) CHECK(unlink(path) == 0);
  CHECK(upc_stride_write("/nowhere/u.npy", &a, "f8", NULL) == -1);
  CHECK(strstr(upc_stride_last_error(), "upc_stride_write: path: /nowhere/u.npy: No such file") != NULL);
  CHECK(upc_stride_file_look("/nowhere/u.npy", &file) == -1);

  char zarr[300];
  snprintf(name, sizeof name, "%s.npy", path);
  snprintf(zarr, sizeof zarr, "%s.zarr", path);
  if (upc_stride_mythread() == 0) attributes(name, zarr);

  if (upc_stride_threads() > 2) same_lead(path);

  upc_stride_saved_t saved = {"u", a, "f8"}, restored = {"u", b, "f8"};
  upc_stride_saved_t twice[] = {{"u", a, "f8"}, {"v", b, "f8"}, {"u", b, "f8"}};
  upc_stride_saved_t second[] = {{"u", a, "f8"}, {"v", b, "f4"}};
  CHECK(upc_stride_checkpoint(path, 1, 2, 3, twice) == -1);
  CHECK(strstr(upc_stride_last_error(), "a name \"u\" of arrays 0 and 2, must be of one") != NULL);
  CHECK(upc_stride_checkpoint(path, 1, 2, 2, second) == -1);
  CHECK(strstr(upc_stride_last_error(), "type: a type of 4 bytes, must be as large as an element (8)") != NULL);
  second[1].type = "f16";
  CHECK(upc_stride_checkpoint(path, 1, 2, 2, second) == -1);
  CHECK(access(path, F_OK) != 0); /* nothing of the first array was written */
  CHECK(upc_stride_checkpoint(path, 0, 2, 1, &saved) == -1);
  CHECK(strstr(upc_stride_last_error(), "generation: 0, must be a number from 1 on") != NULL);
  CHECK(upc_stride_restart(path, 0, 1, &restored) == 0);
  for (int generation = 1; generation <= 4; generation++) {
    each(A, 1, generation);
    CHECK(upc_stride_checkpoint(path, generation, 2, 1, &saved) == 0);
  }
  CHECK_IS(upc_stride_restart(path, 0, 1, &restored), 4);
  each(B, 0, 4);
  CHECK_IS(upc_stride_restart(path, 3, 1, &restored), 3);
  each(B, 0, 3);
  CHECK_IS(upc_stride_restart(path, 2, 1, &restored), -1); /* removed */
  CHECK_IS(upc_stride_checkpoint(path, 4, 2, 1, &saved), -1);
  CHECK(strstr(upc_stride_last_error(), "generation 4, must be larger than the newest, 4") != NULL);
  CHECK_IS(upc_stride_restart(path, 0, 1, &restored), 4);
  upc_stride_barrier_all();
  snprintf(name, sizeof name, "rm -rf '%s' '%s'.* '%s'_*", path, path, path);
  if (upc_stride_mythread() == 0) CHECK(system(name) == 0);
  upc_stride_finalize();
  return passed();
}
