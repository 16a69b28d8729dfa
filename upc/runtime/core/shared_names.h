/* SPDX-License-Identifier: BSD-3-Clause
 * shared_names.h: what a program calls a place in a static shared variable: an element, with its subscripts. Known in
 * programs that are compiled with -fsanitize=NAME (urt_names.h). Only reports ask, so it may take time. */
#ifndef URT_SHARED_NAMES_H
#define URT_SHARED_NAMES_H

#include "core/core.h"
#include "urt_names.h"

/* A text that is being written; what has no room is cut off. */
struct urtk_text { char *at; size_t room, length; };
void urtk_put(struct urtk_text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The name of the variable whose part begins at object->from; null: it has none. */
const urt_name_t *urtk_name_of(const struct urtk_object *object);
/* How many bytes of it the thread has, without padding behind its last element. Those of a multi-blocked array are not
 * counted: all that is reserved. */
size_t urtk_bytes_of_thread(const urt_name_t *name, const struct urtk_object *object, int thread);
/* Writes "A[3][0..1]" for so many bytes at an offset of the thread. 0: there is no variable with a name. */
int urtk_put_element(struct urtk_text *t, unsigned thread, size_t offset, size_t bytes);

#endif
