/* SPDX-License-Identifier: BSD-3-Clause
 * What files say of themselves: each member of zarr.json and each part of a head of .npy, with values that the reader
 * knows, which it takes, and others, which it refuses with a line that names the file. The formats' specifications say
 * which is which: Zarr 3 (zarr-specs.readthedocs.io), NumPy's numpy.lib.format. */
#include "files/dataset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int failures;
static char folder[200];

static void report(const char *what, const char *text, const char *line) {
  failures++;
  printf("%s: %s: %s\n", what, text, line);
}

static void store(const char *path, const char *bytes, size_t n) {
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(bytes, 1, n, file) != n || fclose(file) != 0) exit(1);
}

/* 1: it can be opened; else *line is why not. */
static int opens(const char *path, char *line) {
  upc_stride_dataset_t D;
  int good = upc_stride_dataset_name(&D, path, NULL) == 0 && upc_stride_dataset_open(&D) == 0;
  strcpy(line, D.wrong);
  upc_stride_dataset_close(&D);
  return good;
}

static void expect(const char *path, const char *text, int good) {
  char line[UPC_STRIDE_WRONG];
  if (opens(path, line) != good) report(good ? "refused" : "taken", text, line);
  if (!good && strstr(line, path) == NULL) report("the line names no file", text, line);
}

/* ---- Zarr ---- */

enum { FORMAT, NODE, SHAPE, TYPE, GRID, KEYS, FILL, CODECS, MEMBERS };
static const char *const member[MEMBERS] = {
  "\"zarr_format\": 3", "\"node_type\": \"array\"", "\"shape\": [4, 6]", "\"data_type\": \"int32\"",
  "\"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [2, 3]}}",
  "\"chunk_key_encoding\": {\"name\": \"default\", \"configuration\": {\"separator\": \"/\"}}", "\"fill_value\": 7",
  "\"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}]"};

/* The metadata with other text for one or two members; null: the member is left out. */
static void zarr(int good, int changed, const char *text, int also, const char *more) {
  char path[300], file[320], all[2000] = "{";
  int i, n = 0;
  snprintf(path, sizeof path, "%s/a.zarr", folder);
  snprintf(file, sizeof file, "%s/zarr.json", path);
  for (i = 0; i <= MEMBERS; i++) {
    const char *one = i == changed ? text : i == also ? more : i < MEMBERS ? member[i] : NULL;
    if (one == NULL) continue;
    if (n++ > 0) strcat(all, ", ");
    strcat(all, one);
  }
  strcat(all, "}");
  store(file, all, strlen(all));
  expect(path, all, good);
}

static void takes(int changed, const char *text) { zarr(1, changed, text, -1, NULL); }
static void refuses(int changed, const char *text) { zarr(0, changed, text, -1, NULL); }

#define NAMED(key, name, configuration) "\"" key "\": {\"name\": \"" name "\", \"configuration\": " configuration "}"
#define BYTES "{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}"
#define CODEC(codec) "\"codecs\": [" BYTES ", " codec "]"

static void members(void) {
  int i;
  for (i = 0; i < MEMBERS; i++) refuses(i, NULL);
  for (i = 0; i < MEMBERS; i++) refuses(MEMBERS, member[i]); /* a second one */
  takes(MEMBERS, "\"attributes\": {\"anything\": [1, {\"x\": null}]}, \"dimension_names\": [null, \"x\"]");
  takes(MEMBERS, "\"storage_transformers\": []");
  refuses(MEMBERS, "\"storage_transformers\": [{\"name\": \"indirection\"}]");
  refuses(MEMBERS, "\"storage_transformers\": {\"name\": \"indirection\"}");
  refuses(MEMBERS, "\"transform\": {\"name\": \"rotate\"}");
  refuses(MEMBERS, "\"transform\": {\"name\": \"rotate\", \"must_understand\": true}");
  refuses(MEMBERS, "\"transform\": \"must_understand\"");
  takes(MEMBERS, "\"transform\": {\"name\": \"rotate\", \"must_understand\": false}");
  refuses(FORMAT, "\"zarr_format\": 2");
  refuses(FORMAT, "\"zarr_format\": \"3\"");
  refuses(NODE, "\"node_type\": \"group\"");
  refuses(SHAPE, "\"shape\": [4]");
  refuses(SHAPE, "\"shape\": [4, -6]");
  refuses(SHAPE, "\"shape\": [4, 6.5]");
  refuses(SHAPE, "\"shape\": [4, 18446744073709551616]");
  refuses(SHAPE, "\"shape\": [4611686018427387904, 4611686018427387904]");
  refuses(SHAPE, "\"shape\": 24");
  refuses(TYPE, "\"data_type\": \"int24\"");
  refuses(TYPE, "\"data_type\": \"r32\"");
  refuses(TYPE, "\"data_type\": {\"name\": \"numpy.datetime64\", \"configuration\": {\"unit\": \"s\"}}");
}

static void grids_and_keys(void) {
  refuses(GRID, NAMED("chunk_grid", "rectangular", "{\"chunk_shape\": [2, 3]}"));
  refuses(GRID, NAMED("chunk_grid", "regular", "{\"chunk_shape\": [2, 0]}"));
  refuses(GRID, NAMED("chunk_grid", "regular", "{\"chunk_shape\": [2]}"));
  refuses(GRID, NAMED("chunk_grid", "regular", "{\"chunk_shape\": [[1, 3], 3]}"));
  refuses(GRID, NAMED("chunk_grid", "regular", "{\"chunk_shape\": [2, 3], \"offset\": [1, 0]}"));
  refuses(GRID, NAMED("chunk_grid", "regular", "[2, 3]"));
  refuses(GRID, "\"chunk_grid\": {\"name\": \"regular\", \"offset\": 1, \"configuration\": {\"chunk_shape\": [2, 3]}}");
  refuses(GRID, "\"chunk_grid\": \"regular\"");
  takes(KEYS, "\"chunk_key_encoding\": {\"name\": \"default\"}");
  takes(KEYS, "\"chunk_key_encoding\": {\"name\": \"v2\"}");
  takes(KEYS, NAMED("chunk_key_encoding", "default", "{\"separator\": \".\"}"));
  takes(KEYS, NAMED("chunk_key_encoding", "v2", "{\"separator\": \"/\"}"));
  refuses(KEYS, NAMED("chunk_key_encoding", "default", "{\"separator\": \"-\"}"));
  refuses(KEYS, NAMED("chunk_key_encoding", "default", "{\"separator\": \"/x\"}"));
  refuses(KEYS, NAMED("chunk_key_encoding", "default", "{\"separator\": \"\"}"));
  refuses(KEYS, NAMED("chunk_key_encoding", "default", "{\"separator\": 0}"));
  refuses(KEYS, NAMED("chunk_key_encoding", "default", "{\"separator\": \"/\", \"prefix\": \"d\"}"));
  refuses(KEYS, NAMED("chunk_key_encoding", "suffix", "{\"suffix\": \".shard\"}"));
  refuses(KEYS, "\"chunk_key_encoding\": \"default\"");
}

static void codecs(void) {
  takes(CODECS, "\"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"big\"}}]");
  takes(CODECS, CODEC("{\"name\": \"gzip\", \"configuration\": {\"level\": 5}}"));
  takes(CODECS, CODEC("{\"name\": \"zstd\", \"configuration\": {\"level\": 5, \"checksum\": true}}, \"crc32c\""));
  takes(CODECS, CODEC("{\"name\": \"blosc\", \"configuration\": {\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": "
                      "\"bitshuffle\", \"typesize\": 4, \"blocksize\": 0}}"));
  takes(CODECS, CODEC("{\"name\": \"crc32c\"}"));
  takes(CODECS, "\"codecs\": [{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 0]}}, " BYTES "]");
  refuses(CODECS, "\"codecs\": []");
  refuses(CODECS, "\"codecs\": \"bytes\"");
  refuses(CODECS, "\"codecs\": [\"bytes\"]"); /* of more bytes than one, without an order */
  refuses(CODECS, "\"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"middle\"}}]");
  refuses(CODECS, "\"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\", \"bits\": 7}}]");
  refuses(CODECS, "\"codecs\": [{\"name\": \"transpose\"}, " BYTES "]");
  refuses(CODECS, "\"codecs\": [{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 1]}}, " BYTES "]");
  refuses(CODECS, "\"codecs\": [{\"name\": \"transpose\", \"configuration\": {\"order\": \"F\"}}, " BYTES "]");
  refuses(CODECS, CODEC("{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": [1, 1]}}"));
  refuses(CODECS, CODEC("{\"name\": \"numcodecs.delta\"}"));
  refuses(CODECS, CODEC(BYTES));
  refuses(CODECS, CODEC("\"crc32c\", \"gzip\""));
  refuses(CODECS, CODEC("\"gzip\", \"zstd\""));
  refuses(CODECS, CODEC("{\"name\": \"gzip\", \"configuration\": {\"level\": 5, \"dictionary\": \"abc\"}}"));
  refuses(CODECS, CODEC("{\"name\": \"gzip\", \"configuration\": {\"level\": 5, \"endian\": \"big\"}}"));
  refuses(CODECS, CODEC("{\"name\": \"gzip\", \"name\": \"zstd\"}"));
  refuses(CODECS, CODEC("{\"name\": \"gzip\", \"mode\": 1}"));
  refuses(CODECS, CODEC("{\"configuration\": {\"level\": 5}}"));
  refuses(CODECS, CODEC("7"));
}

/* Chunks of 1 x 6 elements in shards of so many rows. The index of a shard has an entry for each of its chunks. */
static void shards(int good, const char *rows) {
  static const char codecs[] = "\"codecs\": [{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": "
    "[1, 6], \"codecs\": [" BYTES "], \"index_codecs\": [" BYTES "]}}]";
  char grid[200];
  snprintf(grid, sizeof grid, NAMED("chunk_grid", "regular", "{\"chunk_shape\": [%s, 6]}"), rows);
  zarr(good, GRID, grid, CODECS, codecs);
}

static void large_shards(void) {
  upc_stride_dataset_t D;
  shards(1, "4");
  shards(1, "1000000");
  shards(0, "576460752303423488");
  shards(0, "1152921504606846976");
  upc_stride_dataset_name(&D, "a.zarr", "u1");
  D.ndims = 1, D.shape[0] = 10, D.chunk[0] = (size_t)1 << 60;
  if (upc_stride_dataset_codec(&D, "shard:1") == 0) report("taken", "2^60 chunks in a shard", "");
}

static void fill(int good, const char *type, const char *value) {
  char data_type[60], fill_value[100];
  snprintf(data_type, sizeof data_type, "\"data_type\": \"%s\"", type);
  snprintf(fill_value, sizeof fill_value, "\"fill_value\": %s", value);
  zarr(good, TYPE, data_type, FILL, fill_value);
}

static void fill_values(void) {
  static const struct {
    const char *type, *good[6], *bad[9];
  } cases[] = {
    {"bool", {"true", "false"}, {"0", "1", "\"true\"", "null", "[]"}},
    {"int8", {"0", "127", "-128"}, {"128", "-129", "1.5", "1e1", "\"1\"", "true", "null", "NaN", "[1]"}},
    {"uint8", {"0", "255"}, {"256", "-1", "1.0", "\"0xff\""}},
    {"int64", {"9223372036854775807", "-9223372036854775808"}, {"9223372036854775808", "-9223372036854775809"}},
    {"uint64", {"18446744073709551615"}, {"18446744073709551616", "-1"}},
    {"float16", {"0", "0.0", "1.5", "\"NaN\"", "\"-Infinity\"", "\"0x3c00\""}, {"\"0x3c0\"", "\"0x003c00\""}},
    {"float32", {"1.5", "-0.0", "\"NaN\"", "\"Infinity\"", "\"0x7fc00001\"", "3"},
     {"\"1.5\"", "\"0x7fc0001\"", "\"0x7fc00001f\"", "\"0xnothex0\"", "\"infinity\"", "\"MyInfinity\"", "null", "true",
      "[1.5]"}},
    {"float64", {"1e300", "\"0x7ff8000000000001\""}, {"\"0x7fc00001\""}},
    {"complex64", {"[0, 1.5]", "[\"NaN\", \"0x7fc00001\"]"}, {"0", "[0]", "[0, 1, 2]", "[0, true]", "\"NaN\""}}};
  size_t i;
  int k;
  for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    for (k = 0; k < 6 && cases[i].good[k] != NULL; k++) fill(1, cases[i].type, cases[i].good[k]);
    for (k = 0; k < 9 && cases[i].bad[k] != NULL; k++) fill(0, cases[i].type, cases[i].bad[k]);
  }
}

/* Of a structure: bytes in base 64, or an object with a value for each field, as zarr-python 3.4 writes. */
static void fill_values_of_structures(void) {
  static const char type[] = "\"data_type\": {\"name\": \"struct\", \"configuration\": {\"fields\": "
    "[{\"name\": \"a\", \"data_type\": \"int32\"}, {\"name\": \"b\", \"data_type\": \"float64\"}]}}";
  static const char *const good[] = {"\"AAAAAAAAAAAAAAAA\"", "{\"a\": 0, \"b\": 0.0}", "{\"b\": \"NaN\", \"a\": -7}"};
  static const char *const bad[] = {
    "0", "[0, 0]", "{}", "{\"a\": 0}", "{\"a\": 1.5, \"b\": 0}", "{\"a\": 0, \"b\": \"x\"}", "null"};
  char value[100];
  size_t i;
  for (i = 0; i < sizeof good / sizeof good[0] + sizeof bad / sizeof bad[0]; i++) {
    const int is_good = i < sizeof good / sizeof good[0];
    snprintf(value, sizeof value, "\"fill_value\": %s", is_good ? good[i] : bad[i - sizeof good / sizeof good[0]]);
    zarr(is_good, TYPE, type, FILL, value);
  }
}

static void version_2(void) {
  char path[300], file[320], line[UPC_STRIDE_WRONG];
  snprintf(path, sizeof path, "%s/a.zarr", folder);
  snprintf(file, sizeof file, "%s/zarr.json", path);
  remove(file);
  snprintf(file, sizeof file, "%s/.zarray", path);
  store(file, "{}", 2);
  if (opens(path, line) || strstr(line, "is of Zarr 2, must be of Zarr 3") == NULL) {
    printf("an array of Zarr 2: %s\n", line);
    failures++;
  }
  remove(file);
}

/* ---- .npy ---- */

/* A file with this dictionary as its head, and 24 numbers of 4 bytes behind it. */
static void npy(int good, const char *dictionary) {
  char path[300], bytes[1000] = "\x93NUMPY\x01";
  const size_t length = strlen(dictionary) + 1;
  snprintf(path, sizeof path, "%s/a.npy", folder);
  bytes[7] = 0, bytes[8] = (char)(length % 256), bytes[9] = (char)(length / 256);
  memcpy(bytes + 10, dictionary, length - 1);
  bytes[9 + length] = '\n';
  store(path, bytes, 10 + length + 96);
  expect(path, dictionary, good);
}

static void heads(void) {
  npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, 6), }");
  npy(1, "{'shape':(4,6),'fortran_order':True,'descr':'>i4'}");
  npy(1, "{'descr': '<i4', 'fortran_order': False, 'shape': (24,)}   ");
  npy(1, "{ 'descr' : '<i4' , 'fortran_order' : False , 'shape' : (24,) }");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, 6), 'order': 'C'}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, 6), 'shape': (6, 4)}");
  npy(0, "{'descr': '<i4', 'fortran_order': False}");
  npy(0, "{'descr': '<i4', 'shape': (4, 6)}");
  npy(0, "{'fortran_order': False, 'shape': (4, 6)}");
  npy(0, "{'descr': '<i4', 'fortran_order': Falsehood, 'shape': (4, 6)}");
  npy(0, "{'descr': '<i4', 'fortran_order': 0, 'shape': (4, 6)}");
  npy(0, "{'descr': '<i4', 'fortran_order': None, 'shape': (4, 6)}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, -6)}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, 6.0)}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': [4, 6]}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, 18446744073709551616)}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, (6))}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, 6)} + {}");
  npy(0, "{'descr': '<i4', 'fortran_order': False, 'shape': (4, 6)");
  npy(0, "'descr': '<i4', 'fortran_order': False, 'shape': (4, 6)}");
  npy(0, "{'descr': '|O', 'fortran_order': False, 'shape': (4, 6)}");
  npy(1, "{'descr': [('x', '<i2'), ('y', '<i2')], 'fortran_order': False, 'shape': (4, 6)}");
  npy(0, "{'descr': [('x', '<i2'), ('y', '<i2'], 'fortran_order': False, 'shape': (4, 6)}");
  npy(0, "{'descr': ('<i2', (2,)), 'fortran_order': False, 'shape': (4, 6)}");
  npy(0, "{'x': {'descr': '<i4', 'fortran_order': False, 'shape': (4, 6)}}");
  npy(0, "{'descr': '<i4");
  npy(0, "{'descr'");
  npy(0, "{");
}

int main(void) {
  char path[300];
  snprintf(folder, sizeof folder, "%.100s/upc_stride_descriptions_%d",
           getenv("TMPDIR") != NULL ? getenv("TMPDIR") : "/tmp", (int)getpid());
  snprintf(path, sizeof path, "%s/a.zarr", folder);
  if (mkdir(folder, 0777) != 0 || mkdir(path, 0777) != 0) return 1;
  takes(MEMBERS, NULL);
  members();
  grids_and_keys();
  codecs();
  large_shards();
  fill_values();
  fill_values_of_structures();
  version_2();
  heads();
  upc_stride_tree_remove(folder);
  puts(failures == 0 ? "PASS" : "FAIL");
  return failures != 0;
}
