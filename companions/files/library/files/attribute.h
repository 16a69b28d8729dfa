/* SPDX-License-Identifier: BSD-3-Clause
 * Attributes of a dataset or a group, of Zarr and HDF5: a text, a number, or a list of numbers, with a name. */
#ifndef UPC_STRIDE_ATTRIBUTE_H
#define UPC_STRIDE_ATTRIBUTE_H

#include "files/attribute_value.h"

/* For all: the path is that of the dataset, whose name has been looked at. A function returns -1 if something is wrong.
 *   _set   `type` is one of NumPy's, in this machine's byte order; count 1: a number. "S": a text with a 0 at its end
 *   _get   returns how many numbers the attribute has, or the bytes of the text. The first `count` go to `values`; of a
 *          text count - 1 bytes, and a 0
 *   _at    the attribute with this number, from 0 on: 1; 0: there are fewer */
int upc_stride_attribute_set(upc_stride_dataset_t *D, const char *name, const void *values, const char *type,
                             size_t count);
long long upc_stride_attribute_get(upc_stride_dataset_t *D, void *values, const char *name, const char *type,
                                   size_t count);
int upc_stride_attribute_at(upc_stride_dataset_t *D, int number, char *name, char *type, size_t size, size_t *count);

#endif
