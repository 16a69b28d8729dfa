/* SPDX-License-Identifier: BSD-3-Clause
 * Files as values, without threads: what is written is read again, and wrong files. Thousands of files are damaged at
 * random: a reader says so in one line, or reads what there is. A chunk with a checksum that is damaged is never read.
 * usage: unit_files [damaged files [seed]] */
#include "files/attribute.h"
#include "files/json.h"
#include "../../../tests/tools/files/damage.c"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 12, COLUMNS = 10, CHUNK = 5 };

static int failures;
static char folder[200];

static void check(int good, const char *what, const char *line) {
  if (good || failures++ > 10) return;
  printf("%s: %s\n", what, line);
}

static upc_stride_file_box_t all_of(double *memory) {
  upc_stride_file_box_t b;
  memset(&b, 0, sizeof b);
  b.ndims = 2;
  b.count[0] = ROWS, b.count[1] = COLUMNS;
  b.by[0] = b.by[1] = 1;
  b.memory = (char *)memory;
  b.pitch[0] = COLUMNS * sizeof(double), b.pitch[1] = sizeof(double);
  return b;
}

static void write_all(const char *path, const char *codec, double *values) {
  char own[UPC_STRIDE_OWN_NAME];
  upc_stride_dataset_t D;
  size_t i, j;
  upc_stride_own_name(own);
  upc_stride_dataset_name(&D, path, "f8");
  D.ndims = 2, D.shape[0] = ROWS, D.shape[1] = COLUMNS, D.chunk[0] = D.chunk[1] = CHUNK;
  upc_stride_dataset_codec(&D, codec);
  upc_stride_dataset_begin(&D, own);
  upc_stride_dataset_create(&D);
  for (i = 0; i < ROWS; i += CHUNK)
    for (j = 0; j < COLUMNS; j += CHUNK) {
      upc_stride_file_box_t b = all_of(values + i * COLUMNS + j);
      b.at[0] = (long long)i, b.at[1] = (long long)j;
      b.count[0] = i + CHUNK < ROWS ? CHUNK : ROWS - i, b.count[1] = CHUNK;
      upc_stride_dataset_write(&D, &b);
    }
  upc_stride_dataset_close(&D);
  upc_stride_dataset_finish(&D);
  check(D.wrong[0] == 0, path, D.wrong);
}

/* What element [i][j] of `path` is, as read in a way that `how` says, and what it must be. */
static void check_element(const char *path, const char *how, size_t i, size_t j, double is, double must) {
  char line[200];
  snprintf(line, sizeof line, "%s: element [%zu][%zu] is read as %g, must be %g", how, i, j, is, must);
  check(is == must, path, line);
}

/* 1: it was read, and has that shape. */
static int read_all(const char *path, double *values, char *line) {
  upc_stride_dataset_t D;
  upc_stride_file_box_t b = all_of(values);
  int good;
  upc_stride_dataset_name(&D, path, "f8");
  D.ndims = 2, D.shape[0] = ROWS, D.shape[1] = COLUMNS;
  good = upc_stride_dataset_open(&D) == 0;
  if (good && (D.ndims != 2 || D.shape[0] != ROWS || D.shape[1] != COLUMNS))
    good = upc_stride_dataset_wrong(&D, "another shape") == 0;
  good = good && upc_stride_dataset_read(&D, &b) == 0;
  upc_stride_dataset_close(&D);
  check(good == (D.wrong[0] == 0) && strchr(D.wrong, '\n') == NULL, path, D.wrong);
  strcpy(line, D.wrong);
  return good;
}

/* ---- attributes ---- */

static int set(const char *path, const char *name, const void *values, const char *type, size_t count, char *line) {
  upc_stride_dataset_t D;
  int status = upc_stride_dataset_name(&D, path, NULL);
  if (status == 0) status = upc_stride_attribute_set(&D, name, values, type, count);
  strcpy(line, D.wrong);
  return status;
}

/* All attributes of a file that may be damaged, and a new one. Each call is refused in one line, or does its work. */
static void attributes(const char *path) {
  const double pi = 3.25;
  char name[UPC_STRIDE_ATTRIBUTE_NAME], type[8], line[UPC_STRIDE_WRONG], text[100];
  double got[10] = {0};
  upc_stride_dataset_t D;
  size_t count;
  int i, status = 1;
  for (i = 0; i < 20 && status == 1; i++) {
    upc_stride_dataset_name(&D, path, NULL);
    status = upc_stride_attribute_at(&D, i, name, type, sizeof type, &count);
    check((status < 0) == (D.wrong[0] != 0) && strchr(D.wrong, '\n') == NULL, path, D.wrong);
    if (status != 1 || type[0] == 0 || name[0] == 0) continue;
    if (type[0] == 'S') upc_stride_attribute_get(&D, text, name, "S", sizeof text);
    else upc_stride_attribute_get(&D, got, name, "f8", 10);
  }
  if (set(path, "new", &pi, "f8", 1, line) != 0) return;
  upc_stride_dataset_name(&D, path, NULL);
  check(upc_stride_attribute_get(&D, got, "new", "f8", 1) == 1 && got[0] == pi, path, D.wrong);
}

/* ---- damage ---- */

static size_t load(const char *path, char *bytes, size_t most) {
  FILE *f = fopen(path, "rb");
  size_t n = f == NULL ? 0 : fread(bytes, 1, most, f);
  if (f != NULL) fclose(f);
  return n;
}

static void store(const char *path, const char *bytes, size_t n) {
  FILE *f = fopen(path, "wb");
  fwrite(bytes, 1, n, f);
  fclose(f);
}

static void damaged(const char *path, const char *file, int checked, int rounds, int seed) {
  static char whole[20000], bytes[20000 + DAMAGE_ROOM];
  double values[ROWS * COLUMNS];
  char name[400], line[UPC_STRIDE_WRONG];
  const size_t n = (snprintf(name, sizeof name, "%s%s", path, file), load(name, whole, sizeof whole));
  int i, refused = 0;
  check(n > 0, name, "is not there");
  for (i = 0; i < rounds; i++) {
    size_t left;
    memcpy(bytes, whole, n);
    left = damage(bytes, n, (unsigned long)(seed + i));
    store(name, bytes, left);
    if (strstr(file, "json") != NULL) {
      attributes(path);
      store(name, bytes, left);
    }
    if (!read_all(path, values, line)) refused++;
    else if (checked) check(left == n && memcmp(bytes, whole, n) == 0, name, "damaged, and was read");
  }
  store(name, whole, n);
  check(read_all(path, values, line), name, line);
  check(refused > rounds / 20, name, "is hardly ever refused");
}

/* ---- an array of Zarr that another program has written ---- */

/* By the definition of the format: chunks of 5 x 4 elements in files c/I/J, column by column and big-endian. Those at
 * the end are whole too. Chunk 1, 1 is not there, so it is all fill value. Element [i][j] is 100 i + j. The same in
 * shards of 2 x 2 chunks. */
enum { FOREIGN_ROWS = 12, FOREIGN_COLUMNS = 10, HIGH = 5, WIDE = 4, FILL = -7 };

static double foreign(long long i, long long j) { return i / HIGH == 1 && j / WIDE == 1 ? FILL : 100.0 * i + j; }

static void number_to(char *to, unsigned long long bits, int big) {
  for (int byte = 0; byte < 8; byte++) to[byte] = (char)(bits >> 8 * (big ? 7 - byte : byte));
}

static size_t pack_chunk(char *to, int I, int J) {
  for (int j = 0; j < WIDE; j++)
    for (int i = 0; i < HIGH; i++) {
      const double value = foreign(I * HIGH + i, J * WIDE + j);
      unsigned long long bits;
      memcpy(&bits, &value, 8);
      number_to(to + 8 * (j * HIGH + i), bits, 1);
    }
  return 8 * HIGH * WIDE;
}

static int is_there(int I, int J) {
  return !(I == 1 && J == 1) && I * HIGH < FOREIGN_ROWS && J * WIDE < FOREIGN_COLUMNS;
}

/* A shard of `side` x `side` chunks: those that are there, then for each the place and the bytes, or twice 2^64 - 1. */
static size_t pack_shard(char *to, int S, int T, int side) {
  char *index = to + side * side * 8 * HIGH * WIDE, *end = to, *entry = index;
  for (int I = S * side; I < (S + 1) * side; I++)
    for (int J = T * side; J < (T + 1) * side; J++, entry += 16) {
      const size_t bytes = is_there(I, J) ? pack_chunk(end, I, J) : 0;
      number_to(entry, bytes > 0 ? (size_t)(end - to) : -1ull, 0);
      number_to(entry + 8, bytes > 0 ? bytes : -1ull, 0);
      end += bytes;
    }
  memmove(end, index, (size_t)(entry - index));
  return (size_t)(end - to) + (size_t)(entry - index);
}

/* In files of side x side chunks; 1: without shards. */
static void write_foreign(const char *path, int side) {
  static const char codecs[] = "[{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 0]}}, "
    "{\"name\": \"bytes\", \"configuration\": {\"endian\": \"big\"}}]";
  static const char array[] = "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [12, 10], \"data_type\": "
    "\"float64\", \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [%d, %d]}}, "
    "\"chunk_key_encoding\": {\"name\": \"default\"}, \"fill_value\": -7.0, \"codecs\": %s%s%s}";
  static const char shards[] = "[{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": [5, 4], "
    "\"index_codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}], \"codecs\": ";
  char name[400], bytes[4 * (8 * HIGH * WIDE + 16)], json[1000];
  int I, J, n;
  for (I = 0; I * HIGH * side < FOREIGN_ROWS; I++)
    for (J = 0; J * WIDE * side < FOREIGN_COLUMNS; J++) {
      if (side == 1 && !is_there(I, J)) continue;
      snprintf(name, sizeof name, "mkdir -p '%s/c/%d'", path, I);
      if (system(name) != 0) exit(1);
      snprintf(name, sizeof name, "%s/c/%d/%d", path, I, J);
      store(name, bytes, side == 1 ? pack_chunk(bytes, I, J) : pack_shard(bytes, I, J, side));
    }
  n = snprintf(json, sizeof json, array, HIGH * side, WIDE * side, side > 1 ? shards : "", codecs,
               side > 1 ? "}}]" : "");
  snprintf(name, sizeof name, "%s/zarr.json", path);
  store(name, json, (size_t)n);
}

/* Boxes of rows from `at` on, `by` apart, and the same of columns. */
static void read_boxes(const char *path) {
  static const struct { long long at, by; size_t count; }
    rows[] = {{0, 1, 12}, {4, 1, 2}, {11, -3, 4}, {5, 5, 2}, {9, 1, 1}},
    columns[] = {{0, 1, 10}, {3, 1, 2}, {9, -1, 10}, {1, 4, 3}, {7, -4, 2}};
  enum { WAYS = 5 };
  for (int way = 0; way < WAYS * WAYS; way++) {
    const int r = way / WAYS, c = way % WAYS;
    double got[FOREIGN_ROWS * FOREIGN_COLUMNS] = {0};
    upc_stride_file_box_t b = {.ndims = 2, .memory = (char *)got};
    upc_stride_dataset_t D;
    char how[80];
    b.at[0] = rows[r].at, b.by[0] = rows[r].by, b.count[0] = rows[r].count, b.pitch[0] = FOREIGN_COLUMNS * 8;
    b.at[1] = columns[c].at, b.by[1] = columns[c].by, b.count[1] = columns[c].count, b.pitch[1] = 8;
    snprintf(how, sizeof how, "rows from %lld by %lld, columns from %lld by %lld", b.at[0], b.by[0], b.at[1], b.by[1]);
    upc_stride_dataset_name(&D, path, "f8");
    check(upc_stride_dataset_open(&D) == 0 && upc_stride_dataset_read(&D, &b) == 0, how, D.wrong);
    upc_stride_dataset_close(&D);
    for (size_t i = 0; i < b.count[0]; i++)
      for (size_t j = 0; j < b.count[1]; j++) {
        const long long at[2] = {b.at[0] + (long long)i * b.by[0], b.at[1] + (long long)j * b.by[1]};
        check_element(path, how, (size_t)at[0], (size_t)at[1], got[i * FOREIGN_COLUMNS + j], foreign(at[0], at[1]));
      }
  }
}

static void read_foreign(void) {
  char path[300];
  for (int side = 1; side <= 2; side++) {
    snprintf(path, sizeof path, "%s/foreign%d.zarr", folder, side);
    write_foreign(path, side);
    read_boxes(path);
  }
}

/* ---- JSON ---- */

/* Texts and what they mean. Half of a pair, and what is no number, become U+FFFD. */
static void characters(void) {
  static const char *const texts[][2] = {
    {"\"\"", ""}, {"\"a\\n\\t\\\"\\\\\\/\"", "a\n\t\"\\/"}, {"\"\\u00e9\\u20AC\"", "\xc3\xa9\xe2\x82\xac"},
    {"\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80"}, {"\"\\ud83dx\"", "\xef\xbf\xbdx"}, {"\"\\ude00\"", "\xef\xbf\xbd"},
    {"\"\\u12\"", "\xef\xbf\xbd"}, {"\"\\uzzzz!\"", "\xef\xbf\xbd!"}, {"\"\xc3\xa9\"", "\xc3\xa9"}};
  char got[40];
  size_t i, j;
  for (i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    const size_t length = upc_stride_json_characters(texts[i][0], got, sizeof got);
    check(length == strlen(texts[i][1]) && strcmp(got, texts[i][1]) == 0, "characters", texts[i][0]);
    for (j = 1; j <= length; j++) { /* a short place */
      check(upc_stride_json_characters(texts[i][0], got, j) == length, "short", texts[i][0]);
      check(strlen(got) == j - 1 && memcmp(got, texts[i][1], j - 1) == 0, "short", texts[i][0]);
    }
  }
}

static void json(void) {
  static const char text[] = " {\"a\": [1, -2.5e3, \"x\\\"]\", {\"a\": null}], \"b\" : {}, "
                             "\"c\": 18446744073709551615, "
                             "\"d\": [], \"e\": 1.5}";
  static const char *const wrong[] = {"", "{", "[1, ]", "{\"a\" 1}", "{\"a\": }", "\"x", "[1 2]", "nul", "{} {}", "01x",
                                      "[1]]", "{1: 2}", "-", "\"\\", "[\"a\n\"]"};
  const char *top = upc_stride_json(text), *a = upc_stride_json_member(top, "a");
  char deep[300];
  size_t length = 0, number = 0, i;
  check(top != NULL && a != NULL && upc_stride_json_element(a, 4) == NULL, "json", "array");
  check(upc_stride_json_text(upc_stride_json_element(a, 2), &length) != NULL && length == 4, "json", "text");
  check(upc_stride_json_member(upc_stride_json_element(a, 3), "a") != NULL, "json", "object in an array");
  check(upc_stride_json_size(upc_stride_json_member(top, "c"), &number) && number == (size_t)-1, "json", "largest");
  check(!upc_stride_json_size(upc_stride_json_element(a, 1), &number), "json", "no size");
  check(!upc_stride_json_size(upc_stride_json_member(top, "e"), &number), "json", "1.5 is no size");
  check(upc_stride_json_member(top, "f") == NULL && upc_stride_json_member(a, "a") == NULL, "json", "no such member");
  check(upc_stride_json_element(upc_stride_json_member(top, "d"), 0) == NULL, "json", "an empty array");
  for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) check(upc_stride_json(wrong[i]) == NULL, "json", wrong[i]);
  memset(deep, '[', sizeof deep);
  deep[sizeof deep - 1] = 0;
  check(upc_stride_json(deep) == NULL, "json", "too deep");
  characters();
}

static void types(void) {
  static const char *const good[] = {"<f8", ">i4", "|u1", "<c16", "<M8[ns]", "<U3", "|S7",
                                     "[('a', '<f8'), ('b', '<i4', (2, 3)), ('c', [('d', '|S4'), ('', '|V2')], (1,))]"};
  static const char *const bad[] = {"", "f", "8", "<", "f8x", "x8", "f0", "O8", "b2", "i3", "f999999999999", "[]",
                                    "[('a', 'O8')]", "[('a', '<f8')", "[('a')]", "[('a', '<f8', (0,))]",
                                    "[(a, '<f8')]", "[('a', '<f8')]]",
                                    "[('a', '<f8', (99999999,), 1)]",
                                    "[('a', '<f8', (3, 6148914691236517206))]",
                                    "f8[ns]", "<M8[ns", "<M8[]", "<M8[n\"s]", "[('a', [('b', '<f8')])"};
  upc_stride_element_type_t type;
  char text[UPC_STRIDE_FIELDS];
  size_t i;
  for (i = 0; i < sizeof good / sizeof good[0]; i++) {
    check(upc_stride_element_type(&type, good[i], strlen(good[i])), "type", good[i]);
    upc_stride_element_type_text(&type, text, sizeof text);
    check(strcmp(text, good[i]) == 0, text, good[i]);
  }
  for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
    check(!upc_stride_element_type(&type, bad[i], strlen(bad[i])), "type", bad[i]);
  check(upc_stride_zarr_type_read(&type, "\"r16\"") && type.size == 2, "type of Zarr", "r16");
  check(!upc_stride_zarr_type_read(&type, "\"r12\""), "type of Zarr", "r12");
}

int main(int argc, char **argv) {
  static const char *const names[] = {"a.npy", "a.bin", "a.zarr", "b.zarr", "s.zarr", "c.zarr"};
  static const char *const codecs[] = {NULL, NULL, NULL, "crc32c", "shard:5x1,crc32c", "zstd,crc32c"};
  static const char *const files[] = {"", "", "/zarr.json", "/c.1.0", "/c.1.0", "/c.1.0"};
  const int rounds = argc > 1 ? atoi(argv[1]) : 500;
  double values[ROWS * COLUMNS], got[ROWS * COLUMNS];
  char path[300], line[UPC_STRIDE_WRONG];
  int i, j, seed = argc > 2 ? atoi(argv[2]) : 1;
  setvbuf(stdout, NULL, _IOLBF, 0); /* what is wrong is told, even if the program crashes then */
  snprintf(folder, sizeof folder, "%s/upc_stride_unit_files_%d", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp",
           (int)getpid());
  snprintf(path, sizeof path, "mkdir -p '%s'", folder);
  if (system(path) != 0) return 1;
  check(upc_stride_crc32c("123456789", 9) == 0xe3069283u, "CRC-32C", "of 123456789");
  json();
  types();
  read_foreign();
  for (i = 0; i < ROWS * COLUMNS; i++) values[i] = i * 1.25;
  for (j = 0; j < 6; j++) {
    if (j == 5 && access("/lib/x86_64-linux-gnu/libzstd.so.1", F_OK) != 0) break;
    snprintf(path, sizeof path, "%s/%s", folder, names[j]);
    write_all(path, codecs[j], values);
    if (j > 1) {
      const double some[] = {1, -0.5, 1e300};
      check(set(path, "text", "a \"b\"", "S", 1, line) == 0 && set(path, "some", some, "f8", 3, line) == 0, path, line);
    }
    memset(got, 0, sizeof got);
    check(read_all(path, got, line), path, line);
    for (i = 0; i < ROWS * COLUMNS; i++)
      check_element(path, "as a whole", (size_t)i / COLUMNS, (size_t)i % COLUMNS, got[i], values[i]);
    if (j != 1) damaged(path, files[j], j > 2 && j != 4, rounds / 4, seed); /* a shard may have gaps */
  }
  upc_stride_tree_remove(folder);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
