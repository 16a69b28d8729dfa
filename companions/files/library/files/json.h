/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading JSON in place. A value is a pointer to its first character. A text is looked at as a whole first; the other
 * functions rely on that.
 *
 *   const char *top = upc_stride_json(text);                       null: no JSON
 *   const char *shape = upc_stride_json_member(top, "shape");      null: no object, or no such member
 *   const char *first = upc_stride_json_element(shape, 0);         null: no array, or too short
 */
#ifndef UPC_STRIDE_JSON_H
#define UPC_STRIDE_JSON_H

#include <stddef.h>

const char *upc_stride_json(const char *text);
const char *upc_stride_json_member(const char *object, const char *key);
const char *upc_stride_json_element(const char *array, int number);
/* The key of an object's entry, whose value then is *value; null: no object, or fewer entries. */
const char *upc_stride_json_entry(const char *object, int number, const char **value);
/* Behind a value. */
const char *upc_stride_json_end(const char *value);
/* What a text means, in UTF-8: at most size - 1 bytes and a 0 go to `to`. Returns all bytes that it has. */
size_t upc_stride_json_characters(const char *value, char *to, size_t size);
/* The characters between the quotes, as they stand; null: no text. */
const char *upc_stride_json_text(const char *value, size_t *length);
/* 1: the value is this text, which has nothing to escape. */
int upc_stride_json_is(const char *value, const char *text);
/* 0: no integer from 0 to (size_t)-1. */
int upc_stride_json_size(const char *value, size_t *number);
/* 1: a program's text is UTF-8, as texts of JSON are. */
int upc_stride_is_utf8(const char *text);

#endif
