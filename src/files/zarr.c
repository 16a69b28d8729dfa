/* SPDX-License-Identifier: BSD-3-Clause
 * Zarr, version 3: what zarr.json says of an array. zarr-specs.readthedocs.io has the format. */
#include "files/dataset.h"
#include "files/json.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_METADATA = 4 << 20 };

/* ---- reading ---- */

static int wrong(upc_stride_dataset_t *D, const char *member, const char *value) {
  if (value == NULL) return upc_stride_dataset_wrong(D, "%.250s/zarr.json: has no %s", D->path, member);
  return upc_stride_dataset_wrong(D, "%.250s/zarr.json: its %s is %.*s, which is not supported", D->path, member,
                                  (int)strnlen(value, 60), value);
}

static int read_sizes(upc_stride_dataset_t *D, const char *list, const char *member, size_t *sizes) {
  int n = 0;
  const char *value;
  while ((value = upc_stride_json_element(list, n)) != NULL) {
    if (n == UPC_STRIDE_MAX_DIMS || !upc_stride_json_size(value, &sizes[n])) return wrong(D, member, list);
    n++;
  }
  return list != NULL && *list == '[' ? n : wrong(D, member, list);
}

/* One number of a fill value, of `size` bytes. */
static int read_number(char *to, char kind, size_t size, const char *value) {
  unsigned long long bits = 0, i;
  double number = 0;
  float single;
  size_t length;
  const char *text = upc_stride_json_text(value, &length);
  if (text != NULL && length > 2 && text[0] == '0' && text[1] == 'x') {
    bits = strtoull(text, NULL, 16);
  } else if (kind == 'f') {
    if (text != NULL && !upc_stride_json_is(value, "NaN") && strstr(text, "Infinity") == NULL) return -1;
    number = text == NULL ? strtod(value, NULL) : upc_stride_json_is(value, "NaN") ? NAN :
      *text == '-' ? -INFINITY : INFINITY;
    single = (float)number;
    if (size == 8) memcpy(&bits, &number, 8);
    else if (size == 4) memcpy(&bits, &single, 4);
    else if (number != 0) bits = isnan(number) ? 0x7e00 : isinf(number) ? (number > 0 ? 0x7c00 : 0xfc00) : 1ULL << 63;
    if (size == 2 && bits >> 63 != 0) return -1; /* a number of 16 bits: only these */
  } else {
    if (text != NULL) return -1;
    bits = *value == 't' ? 1 : *value == 'f' ? 0 : *value == '-' ? (unsigned long long)strtoll(value, NULL, 10) :
      strtoull(value, NULL, 10);
  }
  for (i = 0; i < size; i++) to[i] = (char)(bits >> 8 * i);
  return 0;
}

/* As it would stand in a file whose bytes are little-endian. */
static int read_fill(upc_stride_dataset_t *D, const char *value) {
  const size_t half = D->type.size / 2;
  const char kind = D->type.kind;
  int status;
  if (value == NULL) return wrong(D, "fill_value", value);
  if (kind != 'c') status = read_number(D->fill, kind, D->type.size, value);
  else if (*value != '[' || upc_stride_json_element(value, 1) == NULL) status = -1;
  else status = read_number(D->fill, 'f', half, upc_stride_json_element(value, 0)) |
                read_number(D->fill + half, 'f', half, upc_stride_json_element(value, 1));
  return status == 0 ? 0 : wrong(D, "fill_value", value);
}

/* The order of dimensions in a chunk, if a transpose codec is there; else row-major. */
static int read_order(upc_stride_dataset_t *D, const char *order) {
  size_t dims[UPC_STRIDE_MAX_DIMS], stride = 1;
  int k, seen = 0, n = D->ndims;
  if (order == NULL)
    for (k = 0; k < n; k++) dims[k] = (size_t)k;
  else if (read_sizes(D, order, "order", dims) != n) return wrong(D, "order", order);
  for (k = n - 1; k >= 0; k--) {
    if (dims[k] >= (size_t)n || (seen >> dims[k] & 1)) return wrong(D, "order", order);
    seen |= 1 << dims[k];
    D->stride[dims[k]] = stride;
    stride *= D->chunk[dims[k]];
  }
  return 0;
}

/* Members that are not known may change what the others mean, unless they say that they do not. */
static int check_known(upc_stride_dataset_t *D, const char *object, const char *const *known) {
  const char *key, *value;
  int i, k;
  for (i = 0; (key = upc_stride_json_entry(object, i, &value)) != NULL; i++) {
    const char *must = upc_stride_json_member(value, "must_understand");
    for (k = 0; known[k] != NULL && !upc_stride_json_is(key, known[k]);) k++;
    if (known[k] == NULL && (must == NULL || *must != 'f')) return wrong(D, "member", key);
  }
  return 0;
}

/* Codecs come in this order: transpose, bytes, then compression, then a checksum; those but bytes may be left out. */
static int read_codecs(upc_stride_dataset_t *D, const char *codecs) {
  static const char *const of_codec[] = {"order", "endian", "level", "checksum", "cname", "clevel", "shuffle",
                                         "typesize", "blocksize", NULL};
  const char *codec, *name, *configuration, *order = NULL;
  int i, stage = 0;
  for (i = 0; (codec = upc_stride_json_element(codecs, i)) != NULL; i++) {
    name = upc_stride_json_member(codec, "name");
    configuration = upc_stride_json_member(codec, "configuration");
    if (*codec == '"') name = codec;
    if (stage == 0 && upc_stride_json_is(name, "transpose")) {
      order = upc_stride_json_member(configuration, "order");
      if (order == NULL) return wrong(D, "codecs", codec);
    } else if (stage == 0 && upc_stride_json_is(name, "bytes")) {
      const char *endian = upc_stride_json_member(configuration, "endian");
      D->type.big = upc_stride_json_is(endian, "big");
      if (!D->type.big && !upc_stride_json_is(endian, "little") && upc_stride_element_type_unit(&D->type) > 1)
        return wrong(D, "codecs", codec);
      stage = 1;
    } else if (stage == 1 && upc_stride_json_is(name, "zstd")) D->compressor = UPC_STRIDE_ZSTD, stage = 2;
    else if (stage == 1 && upc_stride_json_is(name, "blosc")) D->compressor = UPC_STRIDE_BLOSC, stage = 2;
    else if (stage == 1 && upc_stride_json_is(name, "gzip")) D->compressor = UPC_STRIDE_GZIP, stage = 2;
    else if ((stage == 1 || stage == 2) && upc_stride_json_is(name, "crc32c")) D->checksum = 1, stage = 3;
    else return wrong(D, "codecs", codec);
    if (check_known(D, configuration, of_codec) != 0) return -1;
  }
  return stage == 0 ? wrong(D, "codecs", codecs) : read_order(D, order);
}

static int read_keys(upc_stride_dataset_t *D, const char *encoding) {
  const char *name = upc_stride_json_member(encoding, "name"), *separator;
  const char *configuration = upc_stride_json_member(encoding, "configuration");
  const int v2 = upc_stride_json_is(name, "v2");
  size_t length;
  if (!v2 && !upc_stride_json_is(name, "default")) return wrong(D, "chunk_key_encoding", encoding);
  separator = upc_stride_json_text(upc_stride_json_member(configuration, "separator"), &length);
  D->separator = separator != NULL ? *separator : v2 ? '.' : '/';
  strcpy(D->prefix, v2 ? "" : "c");
  return D->separator == '.' || D->separator == '/' ? 0 : wrong(D, "chunk_key_encoding", encoding);
}

static int read_array(upc_stride_dataset_t *D, const char *top) {
  static const char *const members[] = {"zarr_format", "node_type", "shape", "data_type", "chunk_grid",
    "chunk_key_encoding", "fill_value", "codecs", "attributes", "dimension_names", "storage_transformers", NULL};

  const char *type = upc_stride_json_member(top, "data_type"), *grid = upc_stride_json_member(top, "chunk_grid"), *text;
  const char *node = upc_stride_json_member(top, "node_type");
  size_t number, length;
  int k;
  if (!upc_stride_json_size(upc_stride_json_member(top, "zarr_format"), &number) || number != 3)
    return wrong(D, "zarr_format", upc_stride_json_member(top, "zarr_format"));
  if (!upc_stride_json_is(node, "array")) return wrong(D, "node_type", node);
  if (check_known(D, top, members) != 0) return -1;
  text = upc_stride_json_member(top, "storage_transformers");
  if (upc_stride_json_element(text, 0) != NULL) return wrong(D, "storage_transformers", text);
  D->ndims = read_sizes(D, upc_stride_json_member(top, "shape"), "shape", D->shape);
  if (D->ndims < 0) return -1;
  text = upc_stride_json_text(type, &length);
  if (text == NULL || !upc_stride_element_type_named(&D->type, text, length)) return wrong(D, "data_type", type);
  if (!upc_stride_json_is(upc_stride_json_member(grid, "name"), "regular")) return wrong(D, "chunk_grid", grid);
  text = upc_stride_json_member(upc_stride_json_member(grid, "configuration"), "chunk_shape");
  if (read_sizes(D, text, "chunk_shape", D->chunk) != D->ndims) return wrong(D, "chunk_shape", text);
  for (k = 0; k < D->ndims; k++)
    if (D->chunk[k] == 0) return wrong(D, "chunk_shape", text);
  D->complete = upc_stride_json_is(upc_stride_json_member(upc_stride_json_member(top, "attributes"), "chunks"), "all");
  if (read_keys(D, upc_stride_json_member(top, "chunk_key_encoding")) != 0 ||
      read_codecs(D, upc_stride_json_member(top, "codecs")) != 0 ||
      read_fill(D, upc_stride_json_member(top, "fill_value")) != 0)
    return -1;
  if (D->type.big) { /* read_fill has written it as little-endian */
    const size_t unit = upc_stride_element_type_unit(&D->type);
    size_t i, j;
    for (i = 0; i < D->type.size; i += unit)
      for (j = 0; j < unit / 2; j++) {
        const char byte = D->fill[i + j];
        D->fill[i + j] = D->fill[i + unit - 1 - j];
        D->fill[i + unit - 1 - j] = byte;
      }
  }
  return 0;
}

int upc_stride_zarr_open(upc_stride_dataset_t *D) {
  char path[UPC_STRIDE_LONGEST_PATH + 64];
  const char *top;
  char *text;
  int status;
  snprintf(path, sizeof path, "%s/zarr.json", D->path);
  text = upc_stride_text_read(D, openat(D->held, "zarr.json", O_RDONLY), path, LONGEST_METADATA);
  if (text == NULL) return -1;
  top = upc_stride_json(text);
  status = top != NULL ? read_array(D, top) : upc_stride_dataset_wrong(D, "%.250s: is no JSON", path);
  free(text);
  return status;
}

/* ---- writing ---- */

typedef struct out {
  char *text;
  size_t size, n;
} out_t;

static void add(out_t *o, const char *text) {
  const size_t length = strlen(text);
  if (o->n + length + 1 > o->size) return;
  memcpy(o->text + o->n, text, length + 1);
  o->n += length;
}

static void add_sizes(out_t *o, int n, const size_t *sizes) {
  char number[32];
  int k;
  add(o, "[");
  for (k = 0; k < n; k++) {
    snprintf(number, sizeof number, "%s%zu", k > 0 ? ", " : "", sizes[k]);
    add(o, number);
  }
  add(o, "]");
}

static void add_codecs(out_t *o, const upc_stride_dataset_t *D) {
  char codec[300];
  add(o, "{\"name\": \"bytes\"");
  if (D->type.size > 1) {
    add(o, ", \"configuration\": {\"endian\": ");
    add(o, D->type.big ? "\"big\"}" : "\"little\"}");
  }
  add(o, "}");
  if (D->compressor == UPC_STRIDE_ZSTD)
    snprintf(codec, sizeof codec,
             ",\n    {\"name\": \"zstd\", \"configuration\": {\"level\": %d, \"checksum\": false}}", D->level);
  if (D->compressor == UPC_STRIDE_GZIP)
    snprintf(codec, sizeof codec, ",\n    {\"name\": \"gzip\", \"configuration\": {\"level\": %d}}", D->level);
  if (D->compressor == UPC_STRIDE_BLOSC)
    snprintf(codec, sizeof codec,
             ",\n    {\"name\": \"blosc\", \"configuration\": {\"cname\": \"lz4\", \"clevel\": %d, "
             "\"shuffle\": \"shuffle\", \"typesize\": %zu, \"blocksize\": 0}}", D->level, D->type.size);
  if (D->compressor != UPC_STRIDE_NOT_COMPRESSED) add(o, codec);
  if (D->checksum) add(o, ",\n    {\"name\": \"crc32c\"}");
}

void upc_stride_zarr_metadata(const upc_stride_dataset_t *D, const char *name, char *text, size_t size) {
  const int n = D->scalar ? 0 : D->ndims;
  char line[400];
  out_t o;
  int k;
  o.text = text, o.size = size, o.n = 0;
  add(&o, "{\n  \"zarr_format\": 3,\n  \"node_type\": \"array\",\n  \"shape\": ");
  add_sizes(&o, n, D->shape);
  add(&o, ",\n  \"data_type\": \"");
  add(&o, upc_stride_element_type_name(&D->type));
  add(&o, "\",\n  \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": ");
  add_sizes(&o, n, D->chunk);
  add(&o, "}},\n  \"chunk_key_encoding\": {\"name\": \"default\", \"configuration\": {\"separator\": \".\"}},\n"
      "  \"fill_value\": ");
  add(&o, D->type.kind == 'b' ? "false" : D->type.kind == 'c' ? "[0.0, 0.0]" : D->type.kind == 'f' ? "0.0" : "0");
  add(&o, ",\n  \"codecs\": [");
  add_codecs(&o, D);
  add(&o, "],\n  \"attributes\": {\"chunks\": \"all\"},\n  \"dimension_names\": [");
  for (k = 0; k < n; k++) {
    snprintf(line, sizeof line, "%s\"%.200s_%d\"", k > 0 ? ", " : "", name, k);
    add(&o, line);
  }
  add(&o, "]\n}\n");
}
