/* SPDX-License-Identifier: BSD-3-Clause
 * An attribute as a file has it, and what each format does with it. */
#ifndef UPC_STRIDE_ATTRIBUTE_VALUE_H
#define UPC_STRIDE_ATTRIBUTE_VALUE_H

#include "files/dataset.h"

enum { UPC_STRIDE_ATTRIBUTE_NAME = 256 };  /* bytes of a name, with the 0 at its end */

/* Numbers are 8 bytes each: long long for kinds b and i, unsigned long long for u, double for f. */
typedef struct upc_stride_attribute_value {
  char kind;                               /* S: a text; b i u f: numbers; 0: something else, without a value */
  size_t size;                             /* bytes of a number in the file                              */
  size_t count;                            /* numbers; of a text its bytes                               */
  char *bytes;                             /* with a 0 behind a text; to free                            */
} upc_stride_attribute_value_t;

/* ---- zarr_attribute.c, hdf5_attribute.c: one format each ---- */

/* By its name; or, if `name` is null, the one with that number, whose name goes to `found`. 1: it is there. */
int upc_stride_zarr_attribute(upc_stride_dataset_t *D, const char *name, int number, char *found,
                              upc_stride_attribute_value_t *value);
int upc_stride_hdf5_attribute(upc_stride_dataset_t *D, const char *name, int number, char *found,
                              upc_stride_attribute_value_t *value);

/* `value` is what the program gives; `values` are the same numbers as they lie in its memory, of `type`. */
int upc_stride_zarr_attribute_set(upc_stride_dataset_t *D, const char *name, const upc_stride_attribute_value_t *value);
int upc_stride_hdf5_attribute_set(upc_stride_dataset_t *D, const char *name, const upc_stride_attribute_value_t *value,
                                  const upc_stride_element_type_t *type, const void *values);

#endif
