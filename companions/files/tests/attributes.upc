/* SPDX-License-Identifier: BSD-3-Clause
 * Random attributes, written, replaced and read, beside a model that keeps each as the bytes that were given. Each
 * thread has a file of its own. Numbers are read in their own type and in others: what does not fit is not asked for
 * here. usage: attributes [rounds [seed ["hdf5"]]] */
#include "../../../tests/library/world.h"
#include "upc_stride_file.h"

#include <unistd.h>

enum { NAMES = 8, MOST = 40, LONGEST = 300 };

typedef struct attribute {
  int there, type;                /* type: of `types` */
  size_t count;
  char bytes[MOST * 8 + LONGEST]; /* numbers, or the text */
} attribute_t;

static const char *const names[NAMES] = {"a", "units", "x y", "quo\"te", "back\\slash", "Gr\xc3\xb6\xc3\x9f" "e",
                                         "tab\t", "attributes"};
static const char *const types[] = {"S", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "b1"};
static const size_t sizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 1};
enum { TYPES = sizeof sizes / sizeof sizes[0] };
static const char *const letters[] = {"a", " ", "\"", "\\", "\n", "/", "\x01", "\xc3\xa9", "\xe2\x82\xac",
                                      "\xf0\x9f\x98\x80", "{", "]"};
static attribute_t model[NAMES];

static void number(char *to, int type) {
  static const double doubles[] = {0, -1.5, 1e300, 0.1, 123456789, -0.0};
  static const float floats[] = {0, -1.5f, 1e30f, 0.1f, 16777216, 3};
  size_t i;
  if (types[type][0] == 'f') {
    const int n = random_below(6);
    memcpy(to, sizes[type] == 8 ? (const void *)&doubles[n] : (const void *)&floats[n], sizes[type]);
    return;
  }
  for (i = 0; i < sizes[type]; i++) to[i] = (char)random_below(256);
  if (random_below(4) == 0) memset(to, random_below(2) ? 0 : 255, sizes[type]);
  if (types[type][0] == 'b') to[0] &= 1;
}

static void make(attribute_t *a) {
  size_t i;
  memset(a, 0, sizeof *a);
  a->there = 1;
  a->type = random_below(TYPES);
  a->count = random_below(2) ? 1 : (size_t)random_in(2, MOST);
  if (a->type == 0) {
    for (i = (size_t)random_below(30); i > 0; i--) strcat(a->bytes, letters[random_below(12)]);
    a->count = strlen(a->bytes);
  } else
    for (i = 0; i < a->count; i++) number(a->bytes + i * sizes[a->type], a->type);
}

static void compare(const char *path, int n) {
  const attribute_t *a = &model[n];
  const size_t bytes = a->count * sizes[a->type];
  char got[MOST * 8 + LONGEST];
  long long count;
  size_t i;
  memset(got, POISON, sizeof got);
  count = upc_stride_attribute_read(got, path, names[n], types[a->type], a->type == 0 ? a->count + 1 : a->count);
  if (count != (long long)a->count) world_fail("count", n, 0, (int)a->count, (int)count);
  for (i = 0; i < bytes; i++)
    if (got[i] != a->bytes[i]) world_fail(names[n], a->type, i, (unsigned char)a->bytes[i], (unsigned char)got[i]);
  if (a->type == 0 && got[bytes] != 0) world_fail("end of a text", n, bytes, 0, (unsigned char)got[bytes]);
  if (got[bytes + (a->type == 0)] != (char)POISON) world_fail("behind", n, bytes, POISON, (unsigned char)got[bytes]);
  if (upc_stride_attribute_read(NULL, path, names[n], types[a->type], 0) != (long long)a->count)
    world_fail("count alone", n, 0, 0, 1);
  if (strchr("iub", types[a->type][0]) != NULL && sizes[a->type] < 8) { /* any such number is a double */
    double doubles[MOST];
    long long whole[MOST];
    upc_stride_attribute_read(doubles, path, names[n], "f8", a->count);
    upc_stride_attribute_read(whole, path, names[n], "i8", a->count);
    for (i = 0; i < a->count; i++)
      if (doubles[i] != (double)whole[i]) world_fail("as double", n, i, (int)whole[i], (int)doubles[i]);
  }
}

/* Each attribute of the model comes once, with its count. Zarr has one more, "chunks". */
static void look(const char *path, int hdf5) {
  upc_stride_attribute_t one;
  int seen[NAMES] = {0}, i, n, expected = hdf5 ? 0 : 1;
  for (n = 0; n < NAMES; n++) expected += model[n].there;
  for (i = 0; upc_stride_attribute_look(path, i, &one); i++)
    for (n = 0; n < NAMES; n++)
      if (strcmp(one.name, names[n]) == 0) {
        if (seen[n]++ || !model[n].there || one.count != model[n].count || (one.type[0] == 'S') != (model[n].type == 0))
          world_fail("look", n, (size_t)i, (int)model[n].count, (int)one.count);
        if (hdf5 && strcmp(one.type, types[model[n].type]) != 0) world_fail("type", n, 0, model[n].type, 0);
      }
  if (i != expected) world_fail("attributes", 0, 0, expected, i);
}

int main(int argc, char **argv) {
  static shared double some[THREADS];
  const size_t shape[] = {3}, block[] = {3};
  const int hdf5 = argc > 3, rounds = world_start(argc, argv, 40);
  char path[300], remove_it[400];
  int i, n;
  for (i = 0; i < MYTHREAD * 5; i++) random_below(2); /* other numbers on each thread */
  sprintf(path, "%.200s/upc_stride_attributes_%d%s", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp",
          (int)getpid(), hdf5 ? ".h5" : ".zarr");
  upc_stride_array_t A = upc_stride_view((shared void *)&some[MYTHREAD], 1, shape, block, 1, 0, NULL);
  upc_stride_write(path, UPC_SECTION(A, UPC_STRIDE_ALL), "u1", NULL);
  for (world_round = 0; world_round < rounds; world_round++) {
    n = random_below(NAMES);
    make(&model[n]);
    upc_stride_attribute_write(path, names[n], model[n].bytes, types[model[n].type], model[n].count);
    for (i = 0; i < NAMES; i++)
      if (model[i].there) compare(path, i);
    look(path, hdf5);
  }
  upc_stride_read(UPC_SECTION(A, UPC_STRIDE_ALL), path, "u1", NULL); /* it is a dataset still */
  sprintf(remove_it, "rm -r '%s'", path);
  if (system(remove_it) != 0) world_fail("files", 0, 0, 0, 0);
  return world_verdict();
}
