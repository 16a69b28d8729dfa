/* SPDX-License-Identifier: BSD-3-Clause
 * Zarr, version 3: what zarr.json says of an array. zarr-specs.readthedocs.io has the format. */
#include "files/dataset.h"
#include "files/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_METADATA = 4 << 20 };

/* Lists of names end with an empty one. Tables here hold no addresses: they would be variable memory, which each
 * simulated thread has of its own. */
typedef char member_t[24];

/* ---- reading ---- */

static int wrong(upc_stride_dataset_t *D, const char *member, const char *value) {
  if (value == NULL) return upc_stride_dataset_wrong(D, "%.250s/zarr.json: has no %s", D->path, member);
  return upc_stride_dataset_wrong(D, "%.250s/zarr.json: its %s is %.*s, which is not supported", D->path, member,
                                  (int)strnlen(value, 60), value);
}

/* An object whose members are all known, and there once. One that is not known may change what the others mean, unless
 * it says that it does not. */
static int check_known(upc_stride_dataset_t *D, const char *object, const member_t *known) {
  const char *key, *value;
  int i, k;
  for (i = 0; (key = upc_stride_json_entry(object, i, &value)) != NULL; i++) {
    const char *must = upc_stride_json_member(value, "must_understand");
    for (k = 0; known[k][0] != 0 && !upc_stride_json_is(key, known[k]);) k++;
    if (known[k][0] == 0 && (must == NULL || *must != 'f')) return wrong(D, "member", key);
    if (known[k][0] != 0 && upc_stride_json_member(object, known[k]) != value) return wrong(D, "second member", key);
  }
  return 0;
}

/* {"name": .., "configuration": {..}}, of whose configuration these members are known. Null: something else. */
static const char *configuration_of(upc_stride_dataset_t *D, const char *extension, const member_t *known) {
  static const member_t members[] = {"name", "configuration", ""};
  const char *configuration = upc_stride_json_member(extension, "configuration");
  if (configuration == NULL) configuration = "{}";
  if (*configuration != '{') wrong(D, "configuration", configuration);
  else if (check_known(D, extension, members) == 0 && check_known(D, configuration, known) == 0) return configuration;
  return NULL;
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

/* Codecs come in the order of their stages, each at most once; those but `bytes` may be left out. */
enum { TRANSPOSE, BYTES, COMPRESSION, CHECKSUM, STAGES };
typedef struct codec {
  char name[12];
  int stage, compressor;
  member_t known[6];                    /* members of its configuration */
} codec_t;
static const codec_t all_codecs[] = {
  {"transpose", TRANSPOSE, 0, {"order"}}, {"bytes", BYTES, 0, {"endian"}},
  {"zstd", COMPRESSION, UPC_STRIDE_ZSTD, {"level", "checksum"}}, {"gzip", COMPRESSION, UPC_STRIDE_GZIP, {"level"}},
  {"blosc", COMPRESSION, UPC_STRIDE_BLOSC, {"cname", "clevel", "shuffle", "typesize", "blocksize"}},
  {"crc32c", CHECKSUM, 0, {""}}};

static const codec_t *codec_named(const char *name) {
  size_t i;
  for (i = 0; i < sizeof all_codecs / sizeof all_codecs[0]; i++)
    if (upc_stride_json_is(name, all_codecs[i].name)) return &all_codecs[i];
  return NULL;
}

static int read_endian(upc_stride_dataset_t *D, const char *endian) {
  D->type.big = upc_stride_json_is(endian, "big");
  if (D->type.big && D->type.fields[0] != 0) return -1; /* the fields' texts say little-endian */
  if (D->type.big || upc_stride_json_is(endian, "little")) return 0;
  return endian == NULL && upc_stride_element_type_unit(&D->type) == 1 ? 0 : -1;
}

/* The codecs of a chunk. */
static int read_chunk_codecs(upc_stride_dataset_t *D, const char *codecs) {
  const char *codec, *configuration, *order = NULL;
  int i, stage = -1;
  for (i = 0; (codec = upc_stride_json_element(codecs, i)) != NULL; i++) {
    const codec_t *c = codec_named(*codec == '"' ? codec : upc_stride_json_member(codec, "name"));
    if (c == NULL || c->stage <= stage || (c->stage > BYTES && stage < BYTES)) return wrong(D, "codecs", codec);
    configuration = configuration_of(D, codec, c->known);
    if (configuration == NULL) return -1;
    stage = c->stage;
    if (stage == TRANSPOSE) order = upc_stride_json_member(configuration, "order");
    if ((stage == TRANSPOSE && order == NULL) ||
        (stage == BYTES && read_endian(D, upc_stride_json_member(configuration, "endian")) != 0))
      return wrong(D, "codecs", codec);
    if (stage == COMPRESSION) D->compressor = c->compressor;
    if (stage == CHECKSUM) D->checksum = 1;
  }
  return stage < BYTES ? wrong(D, "codecs", codecs) : read_order(D, order);
}

/* The index of a shard: little-endian, with a checksum or without. */
static int read_index_codecs(upc_stride_dataset_t *D, const char *codecs, const char *location) {
  const char *bytes = upc_stride_json_element(codecs, 0), *sum = upc_stride_json_element(codecs, 1);
  const char *endian = upc_stride_json_member(upc_stride_json_member(bytes, "configuration"), "endian");
  if (!upc_stride_json_is(upc_stride_json_member(bytes, "name"), "bytes") || !upc_stride_json_is(endian, "little") ||
      (sum != NULL && !upc_stride_json_is(*sum == '"' ? sum : upc_stride_json_member(sum, "name"), "crc32c")) ||
      upc_stride_json_element(codecs, 2) != NULL)
    return wrong(D, "index_codecs", codecs);
  D->index_sum = sum != NULL;
  D->index_first = location != NULL && upc_stride_json_is(location, "start");
  return D->index_first || location == NULL || upc_stride_json_is(location, "end") ? 0 :
    wrong(D, "index_location", location);
}

/* What the grid's chunks are: chunks, or shards of them. */
static int read_codecs(upc_stride_dataset_t *D, const char *codecs) {
  static const member_t known[] = {"chunk_shape", "codecs", "index_codecs", "index_location", ""};
  const char *first = upc_stride_json_element(codecs, 0), *configuration, *shape;
  size_t inner[UPC_STRIDE_MAX_DIMS];
  int k;
  if (!upc_stride_json_is(upc_stride_json_member(first, "name"), "sharding_indexed"))
    return read_chunk_codecs(D, codecs);
  if (upc_stride_json_element(codecs, 1) != NULL) return wrong(D, "codecs", upc_stride_json_element(codecs, 1));
  configuration = configuration_of(D, first, known);
  if (configuration == NULL) return -1;
  shape = upc_stride_json_member(configuration, "chunk_shape");
  if (D->ndims == 0 || read_sizes(D, shape, "chunk_shape", inner) != D->ndims) return wrong(D, "chunk_shape", shape);
  for (k = 0; k < D->ndims; k++) {
    if (inner[k] == 0 || D->chunk[k] % inner[k] != 0) return wrong(D, "chunk_shape", shape);
    D->per_file[k] = D->chunk[k] / inner[k];
    D->chunk[k] = inner[k];
  }
  D->sharded = 1;
  return read_index_codecs(D, upc_stride_json_member(configuration, "index_codecs"),
                           upc_stride_json_member(configuration, "index_location")) != 0 ? -1 :
         read_chunk_codecs(D, upc_stride_json_member(configuration, "codecs"));
}

static int read_keys(upc_stride_dataset_t *D, const char *encoding) {
  static const member_t known[] = {"separator", ""};
  const char *name = upc_stride_json_member(encoding, "name"), *configuration, *separator;
  const int v2 = upc_stride_json_is(name, "v2");
  if (!v2 && !upc_stride_json_is(name, "default")) return wrong(D, "chunk_key_encoding", encoding);
  configuration = configuration_of(D, encoding, known);
  if (configuration == NULL) return -1;
  separator = upc_stride_json_member(configuration, "separator");
  D->separator = separator == NULL ? (v2 ? '.' : '/') : upc_stride_json_is(separator, "/") ? '/' : '.';
  strcpy(D->prefix, v2 ? "" : "c");
  if (separator == NULL || D->separator == '/' || upc_stride_json_is(separator, ".")) return 0;
  return wrong(D, "chunk_key_encoding", encoding);
}

static int read_grid(upc_stride_dataset_t *D, const char *grid) {
  static const member_t known[] = {"chunk_shape", ""};
  const char *configuration, *shape;
  int k;
  if (!upc_stride_json_is(upc_stride_json_member(grid, "name"), "regular")) return wrong(D, "chunk_grid", grid);
  configuration = configuration_of(D, grid, known);
  if (configuration == NULL) return -1;
  shape = upc_stride_json_member(configuration, "chunk_shape");
  if (read_sizes(D, shape, "chunk_shape", D->chunk) != D->ndims) return wrong(D, "chunk_shape", shape);
  for (k = 0; k < D->ndims; k++)
    if (D->chunk[k] == 0) return wrong(D, "chunk_shape", shape);
  return 0;
}

static int read_array(upc_stride_dataset_t *D, const char *top) {
  static const member_t members[] = {"zarr_format", "node_type", "shape", "data_type", "chunk_grid",
    "chunk_key_encoding", "fill_value", "codecs", "attributes", "dimension_names", "storage_transformers", ""};
  const char *type = upc_stride_json_member(top, "data_type"), *text;
  const char *node = upc_stride_json_member(top, "node_type");
  size_t number;
  if (!upc_stride_json_size(upc_stride_json_member(top, "zarr_format"), &number) || number != 3)
    return wrong(D, "zarr_format", upc_stride_json_member(top, "zarr_format"));
  if (!upc_stride_json_is(node, "array")) return wrong(D, "node_type", node);
  if (check_known(D, top, members) != 0) return -1;
  text = upc_stride_json_member(top, "storage_transformers");
  if (text != NULL && (*text != '[' || upc_stride_json_element(text, 0) != NULL))
    return wrong(D, "storage_transformers", text);
  D->ndims = read_sizes(D, upc_stride_json_member(top, "shape"), "shape", D->shape);
  if (D->ndims < 0) return -1;
  if (type == NULL || !upc_stride_zarr_type_read(&D->type, type)) return wrong(D, "data_type", type);
  D->complete = upc_stride_json_is(upc_stride_json_member(upc_stride_json_member(top, "attributes"), "chunks"), "all");
  text = upc_stride_json_member(top, "fill_value");
  if (read_grid(D, upc_stride_json_member(top, "chunk_grid")) != 0 ||
      read_keys(D, upc_stride_json_member(top, "chunk_key_encoding")) != 0 ||
      read_codecs(D, upc_stride_json_member(top, "codecs")) != 0)
    return -1;
  if (upc_stride_zarr_fill(D, text) != 0) return wrong(D, "fill_value", text);
  return 0;
}

/* Whether the folder is one of Zarr 2, which has no zarr.json. */
static int is_of_version_2(const upc_stride_dataset_t *D) {
  return faccessat(D->held, "zarr.json", F_OK, 0) != 0 &&
         (faccessat(D->held, ".zarray", F_OK, 0) == 0 || faccessat(D->held, ".zgroup", F_OK, 0) == 0);
}

int upc_stride_zarr_open(upc_stride_dataset_t *D) {
  char path[UPC_STRIDE_LONGEST_PATH + 64];
  const char *top;
  char *text;
  int status;
  if (is_of_version_2(D)) return upc_stride_dataset_wrong(D, "%.250s: is of Zarr 2, must be of Zarr 3", D->path);
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
  if (D->sharded) {
    add(o, "{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": ");
    add_sizes(o, D->ndims, D->chunk);
    add(o, ",\n    \"index_codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}, "
        "{\"name\": \"crc32c\"}],\n    \"index_location\": \"end\",\n    \"codecs\": [");
  }
  add(o, "{\"name\": \"bytes\"");
  if (upc_stride_element_type_unit(&D->type) > 1 || D->type.fields[0] != 0) {
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
  if (D->sharded) add(o, "]}}");
}

/* What elements are that nobody has written: zero. */
static const char *fill_of(const upc_stride_element_type_t *type, char *text, size_t size) {
  const size_t digits = (type->size + 2) / 3 * 4, rest = 3 * (digits / 4) - type->size; /* of base 64 */
  switch (type->kind) {
    case 'b': return "false";
    case 'c': return "[0.0, 0.0]";
    case 'f': return "0.0";
    case 'U': case 'S': return "\"\"";
    case 'V':
      if (digits + 3 > size) return "\"\"";
      memset(text, 'A', digits + 1);
      memset(text + 1 + digits - rest, '=', rest);
      text[0] = text[digits + 1] = '"';
      text[digits + 2] = 0;
      return text;
    default: return "0";
  }
}

void upc_stride_zarr_metadata(const upc_stride_dataset_t *D, const char *name, char *text, size_t size) {
  const int n = D->scalar ? 0 : D->ndims;
  size_t grid[UPC_STRIDE_MAX_DIMS];
  char line[UPC_STRIDE_LARGEST_ELEMENT * 2];
  out_t o;
  int k;
  for (k = 0; k < n; k++) grid[k] = D->chunk[k] * D->per_file[k];
  o.text = text, o.size = size, o.n = 0;
  add(&o, "{\n  \"zarr_format\": 3,\n  \"node_type\": \"array\",\n  \"shape\": ");
  add_sizes(&o, n, D->shape);
  add(&o, ",\n  \"data_type\": ");
  add(&o, upc_stride_zarr_type_write(&D->type, line, sizeof line));
  add(&o, ",\n  \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": ");
  add_sizes(&o, n, grid);
  add(&o, "}},\n  \"chunk_key_encoding\": {\"name\": \"default\", \"configuration\": {\"separator\": \".\"}},\n"
      "  \"fill_value\": ");
  add(&o, fill_of(&D->type, line, sizeof line));
  add(&o, ",\n  \"codecs\": [");
  add_codecs(&o, D);
  add(&o, "],\n  \"attributes\": {");
  if (D->complete) add(&o, "\"chunks\": \"all\"");
  add(&o, "},\n  \"dimension_names\": [");
  for (k = 0; k < n; k++) {
    snprintf(line, sizeof line, "%s\"%.200s_%d\"", k > 0 ? ", " : "", name, k);
    add(&o, line);
  }
  add(&o, "]\n}\n");
}
