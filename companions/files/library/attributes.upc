/* SPDX-License-Identifier: BSD-3-Clause
 * upc_stride_attribute_write, _read and _look: one thread's, without communication. */
#include "upc_stride_file.h"
#include "arrays/check.h"
#include "files/attribute.h"

/* A line about a wrong name, type or value names no file, which may be in order. */
static void end(const char *name, const upc_stride_dataset_t *D) {
  const upc_stride_site_t site = upc_stride_site(name, NULL);
  if (D->wrong[0] != 0) upc_stride_fail(&site, "attribute", "%s", D->wrong);
}

void upc_stride_attribute_write(const char *path, const char *name, const void *values, const char *type,
                                size_t count) {
  upc_stride_dataset_t D;
  if (upc_stride_dataset_name(&D, path, NULL) == 0) upc_stride_attribute_set(&D, name, values, type, count);
  end("upc_stride_attribute_write", &D);
}

long long upc_stride_attribute_read(void *values, const char *path, const char *name, const char *type,
                                    size_t count) {
  upc_stride_dataset_t D;
  long long got = 0;
  if (upc_stride_dataset_name(&D, path, NULL) == 0) got = upc_stride_attribute_get(&D, values, name, type, count);
  end("upc_stride_attribute_read", &D);
  return got;
}

int upc_stride_attribute_look(const char *path, int number, upc_stride_attribute_t *attribute) {
  const upc_stride_site_t site = upc_stride_site("upc_stride_attribute_look", NULL);
  upc_stride_dataset_t D;
  int found = 0;
  upc_stride_check_result(&site, "attribute", attribute);
  if (upc_stride_dataset_name(&D, path, NULL) == 0)
    found = upc_stride_attribute_at(&D, number, attribute->name, attribute->type, sizeof attribute->type,
                                    &attribute->count);
  end("upc_stride_attribute_look", &D);
  return found;
}
