/* SPDX-License-Identifier: BSD-3-Clause
 * The head of a .npy file: \x93NUMPY, a version, the head's length in 2 bytes (4 since version 2), and a dictionary of
 * Python's, {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }, with spaces up to a multiple of 64 bytes. */
#include "files/dataset.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_HEAD = 10000 };

/* The dictionary has these keys, each once, and no other one. */
enum { DESCR, ORDER, SHAPE, KEYS };
static const char *const keys[KEYS] = {"'descr'", "'fortran_order'", "'shape'"};

/* Behind a value: a text; True or False; numbers in parentheses; or the fields of a structure in brackets. */
static const char *behind(const char *value) {
  if (*value == '[') {
    const char *end = upc_stride_element_behind_list(value);
    return end != NULL ? end : value + strlen(value);
  }
  if (*value == '\'') return value + 1 + strcspn(value + 1, "'") + 1;
  if (*value == '(') return value + strcspn(value, ")") + 1;
  return value + strspn(value, "TrueFals");
}

/* The values of the keys. Returns 0 if `head`, of that length, is no such dictionary, with white space behind it. */
static int find_values(const char *head, size_t length, const char **value) {
  const char *at = head + 1 + strspn(head + 1, " "), *end = head + length;
  int k, found;
  if (strlen(head) != length || *head != '{') return 0;
  for (found = 0; *at == '\''; found++) {
    for (k = 0; k < KEYS && strncmp(at, keys[k], strlen(keys[k])) != 0;) k++;
    if (k == KEYS || value[k] != NULL) return 0;
    at += strlen(keys[k]);
    at += strspn(at, " ");
    if (*at != ':') return 0;
    value[k] = at + 1 + strspn(at + 1, " ");
    at = behind(value[k]);
    if (at > end) return 0;
    at += strspn(at, " ");
    if (*at == ',') at += 1 + strspn(at + 1, " ");
    else if (*at != '}') return 0;
  }
  return found == KEYS && *at == '}' && at[1 + strspn(at + 1, " \n")] == 0;
}

/* "(3, 4)", "(3,)" */
static int read_shape(upc_stride_dataset_t *D, const char *text) {
  char *end;
  if (*text++ != '(') return -1;
  for (D->ndims = 0; *text >= '0' && *text <= '9'; D->ndims++) {
    if (D->ndims == UPC_STRIDE_MAX_DIMS) return -1;
    errno = 0;
    D->shape[D->ndims] = strtoull(text, &end, 10);
    if (errno != 0) return -1;
    text = end + strspn(end, " ");
    if (*text == ',') text += 1 + strspn(text + 1, " ");
    else if (*text != ')') return -1;
  }
  return *text == ')' ? 0 : -1;
}

static int is_word(const char *text, const char *word) {
  return behind(text) - text == (long)strlen(word) && strncmp(text, word, strlen(word)) == 0;
}

static int read_head(upc_stride_dataset_t *D, const char *head, size_t size) {
  const char *value[KEYS] = {NULL, NULL, NULL};
  size_t stride = 1, length;
  int k, columns;
  const char *descr, *order;
  if (!find_values(head, size, value)) return -1;
  descr = value[DESCR], order = value[ORDER];
  if (read_shape(D, value[SHAPE]) != 0 || (!is_word(order, "True") && !is_word(order, "False"))) return -1;
  length = *descr == '\'' ? strcspn(descr + 1, "'") : (size_t)(behind(descr) - descr);
  if (!upc_stride_element_type(&D->type, descr + (*descr == '\''), length))
    return upc_stride_dataset_wrong(D, "%.250s: its elements are %.*s, which is not supported", D->path,
                                    length < 80 ? (int)length : 80, descr + (*descr == '\''));
  columns = *order == 'T';
  for (k = 0; k < D->ndims; k++) {
    const int dim = columns ? k : D->ndims - 1 - k;
    D->chunk[dim] = D->shape[dim];
    D->stride[dim] = stride;
    stride *= D->shape[dim] > 0 ? D->shape[dim] : 1;
  }
  return 0;
}

int upc_stride_npy_open(upc_stride_dataset_t *D) {
  unsigned char begin[12];
  char head[LONGEST_HEAD + 1];
  size_t length, at;
  int good = pread(D->held, begin, sizeof begin, 0) == sizeof begin && memcmp(begin, "\x93NUMPY", 6) == 0;
  good = good && begin[6] >= 1 && begin[6] <= 3 && begin[7] == 0;
  if (good) {
    at = begin[6] > 1 ? 12 : 10;
    length = begin[8] + 256u * begin[9] + (at == 12 ? 65536u * begin[10] + 16777216u * begin[11] : 0);
    good = length <= LONGEST_HEAD && pread(D->held, head, length, (off_t)at) == (ssize_t)length;
  }
  if (good) {
    head[length] = 0;
    D->start = at + length;
    good = read_head(D, head, length) == 0;
  }
  return good ? 0 : upc_stride_dataset_wrong(D, "%.250s: is no .npy file", D->path);
}

size_t upc_stride_npy_head(const upc_stride_dataset_t *D, char *text, size_t size) {
  char type[UPC_STRIDE_FIELDS];
  const char *quote = D->type.fields[0] != 0 ? "" : "'";
  size_t n, length;
  int k;
  upc_stride_element_type_text(&D->type, type, sizeof type);
  n = 10 + (size_t)snprintf(text + 10, size - 10, "{'descr': %s%s%s, 'fortran_order': False, 'shape': (", quote, type,
                            quote);
  for (k = 0; k < D->ndims && !D->scalar; k++)
    n += (size_t)snprintf(text + n, size - n, "%s%zu%s", k > 0 ? ", " : "", D->shape[k], D->ndims == 1 ? "," : "");
  n += (size_t)snprintf(text + n, size - n, "), }");
  length = (n + 1 + 63) / 64 * 64;
  memset(text + n, ' ', length - n);
  text[length - 1] = '\n';
  memcpy(text, "\x93NUMPY\x01\x00", 8);
  text[8] = (char)((length - 10) % 256);
  text[9] = (char)((length - 10) / 256);
  return length;
}
