/* SPDX-License-Identifier: BSD-3-Clause
 * Patches and lists of elements, moved by one thread, for C programs. */
#include "c/c_calls.h"

int upc_stride_c_get_patch(void *to, const size_t *extents, const upc_stride_section_t *src) {
  upc_stride_c_enter("upc_stride_get_patch");
  if (upc_stride_c_fails("upc_stride_get_patch")) return -1;
  upc_stride_c_check_given("upc_stride_get_patch", "src", src);
  upc_stride_get_patch(to, extents, *src);
  return upc_stride_c_done();
}

int upc_stride_c_put_patch(const upc_stride_section_t *dst, const void *from, const size_t *extents) {
  upc_stride_c_enter("upc_stride_put_patch");
  if (upc_stride_c_fails("upc_stride_put_patch")) return -1;
  upc_stride_c_check_given("upc_stride_put_patch", "dst", dst);
  upc_stride_put_patch(*dst, from, extents);
  return upc_stride_c_done();
}

int upc_stride_c_acc_patch(const upc_stride_section_t *dst, upc_op_t op, upc_type_t type, const void *from,
                           const size_t *extents) {
  upc_stride_c_enter("upc_stride_acc_patch");
  if (upc_stride_c_fails("upc_stride_acc_patch")) return -1;
  upc_stride_c_check_given("upc_stride_acc_patch", "dst", dst);
  upc_stride_acc_patch(*dst, op, type, from, extents);
  return upc_stride_c_done();
}

int upc_stride_c_get_patch_nb(upc_stride_handle_t *handle, void *to, const size_t *extents,
                              const upc_stride_section_t *src) {
  upc_stride_c_enter("upc_stride_get_patch_nb");
  if (upc_stride_c_fails("upc_stride_get_patch_nb")) return -1;
  upc_stride_c_check_handle("upc_stride_get_patch_nb", handle);
  upc_stride_c_check_given("upc_stride_get_patch_nb", "src", src);
  *handle = upc_stride_get_patch_nb(to, extents, *src);
  return upc_stride_c_done();
}

int upc_stride_c_put_patch_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, const void *from,
                              const size_t *extents) {
  upc_stride_c_enter("upc_stride_put_patch_nb");
  if (upc_stride_c_fails("upc_stride_put_patch_nb")) return -1;
  upc_stride_c_check_handle("upc_stride_put_patch_nb", handle);
  upc_stride_c_check_given("upc_stride_put_patch_nb", "dst", dst);
  *handle = upc_stride_put_patch_nb(*dst, from, extents);
  return upc_stride_c_done();
}

int upc_stride_c_get_elements(void *to, upc_stride_array_t src, const size_t *index, size_t count) {
  upc_stride_c_enter("upc_stride_get_elements");
  if (upc_stride_c_fails("upc_stride_get_elements")) return -1;
  upc_stride_get_elements(to, src, index, count);
  return upc_stride_c_done();
}

int upc_stride_c_put_elements(upc_stride_array_t dst, const size_t *index, size_t count, const void *from) {
  upc_stride_c_enter("upc_stride_put_elements");
  if (upc_stride_c_fails("upc_stride_put_elements")) return -1;
  upc_stride_put_elements(dst, index, count, from);
  return upc_stride_c_done();
}

int upc_stride_c_acc_elements(upc_stride_array_t dst, const size_t *index, size_t count, upc_op_t op, upc_type_t type,
                              const void *from) {
  upc_stride_c_enter("upc_stride_acc_elements");
  if (upc_stride_c_fails("upc_stride_acc_elements")) return -1;
  upc_stride_acc_elements(dst, index, count, op, type, from);
  return upc_stride_c_done();
}
