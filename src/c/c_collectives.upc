/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The collectives as C calls them (include/upc_stride.h): each collects its arguments as the UPC call of the same name
 * does (upc_stride_calls.h) and carries them out. A pointer of C's header is passed as a pointer-to-shared is. */
#include "c/c_calls.h"

int upc_stride_c_broadcast(const upc_stride_section_t *dst, shared const void *src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_broadcast(dst, src, len, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_broadcast_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, shared const void *src,
                              size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_broadcast(dst, src, len, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_scatter(const upc_stride_section_t *dst, shared const void *src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatter(dst, src, len, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_scatter_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, shared const void *src,
                            size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatter(dst, src, len, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_gather(shared void *dst, const upc_stride_section_t *src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather(dst, src, len, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_gather_nb(upc_stride_handle_t *handle, shared void *dst, const upc_stride_section_t *src, size_t len,
                           upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather(dst, src, len, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_gather_all(const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t len,
                            upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_all(dst, src, len, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_gather_all_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                               const upc_stride_section_t *src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_all(dst, src, len, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_exchange(const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t len,
                          upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchange(dst, src, len, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_exchange_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                             const upc_stride_section_t *src, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchange(dst, src, len, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_permute(const upc_stride_section_t *dst, const upc_stride_section_t *src, const int *perm, size_t len,
                         upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_permute(dst, src, perm, len, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_permute_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                            const upc_stride_section_t *src, const int *perm, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_permute(dst, src, perm, len, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_scatterv(const upc_stride_section_t *dst, shared const void *src, const size_t *counts,
                          const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatterv(dst, src, counts, displs, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_scatterv_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, shared const void *src,
                             const size_t *counts, const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatterv(dst, src, counts, displs, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_gatherv(shared void *dst, const upc_stride_section_t *src, const size_t *counts, const size_t *displs,
                         upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gatherv(dst, src, counts, displs, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_gatherv_nb(upc_stride_handle_t *handle, shared void *dst, const upc_stride_section_t *src,
                            const size_t *counts, const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gatherv(dst, src, counts, displs, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_gather_allv(const upc_stride_section_t *dst, const upc_stride_section_t *src, const size_t *counts,
                             const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_allv(dst, src, counts, displs, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_gather_allv_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                                const upc_stride_section_t *src, const size_t *counts, const size_t *displs,
                                upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_allv(dst, src, counts, displs, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_exchangev(const upc_stride_section_t *dst, const upc_stride_section_t *src, const size_t *counts,
                           const size_t *dst_displs, const size_t *src_displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchangev(dst, src, counts, dst_displs, src_displs, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_exchangev_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                              const upc_stride_section_t *src, const size_t *counts, const size_t *dst_displs,
                              const size_t *src_displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchangev(dst, src, counts, dst_displs, src_displs, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_reduce(shared void *dst, const upc_stride_section_t *src, size_t nelems, upc_op_t op, upc_type_t type,
                        upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_reduce_nb(upc_stride_handle_t *handle, shared void *dst, const upc_stride_section_t *src,
                           size_t nelems, upc_op_t op, upc_type_t type, upc_stride_c_func_t *func,
                           upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_reduce_all(const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t nelems,
                            upc_op_t op, upc_type_t type, upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_all(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_reduce_all_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                               const upc_stride_section_t *src, size_t nelems, upc_op_t op, upc_type_t type,
                               upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_all(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_prefix_reduce(const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t nelems,
                               upc_op_t op, upc_type_t type, upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_prefix_reduce_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                                  const upc_stride_section_t *src, size_t nelems, upc_op_t op, upc_type_t type,
                                  upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_prefix_reduce_exclusive(const upc_stride_section_t *dst, const upc_stride_section_t *src,
                                         size_t nelems, upc_op_t op, upc_type_t type, upc_stride_c_func_t *func,
                                         upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce_exclusive(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_prefix_reduce_exclusive_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                                            const upc_stride_section_t *src, size_t nelems, upc_op_t op,
                                            upc_type_t type, upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce_exclusive(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_reduce_scatter(const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t nelems,
                                upc_op_t op, upc_type_t type, upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_scatter(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_reduce_scatter_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                                   const upc_stride_section_t *src, size_t nelems, upc_op_t op, upc_type_t type,
                                   upc_stride_c_func_t *func, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_scatter(dst, src, nelems, op, type, func, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_barrier(const upc_stride_section_t *section) {
  upc_stride_args_t args = upc_stride_args_barrier(section);
  int result;
  upc_fence;
  result = upc_stride_c_perform(&args);
  upc_fence;
  return result;
}

int upc_stride_c_barrier_nb(upc_stride_handle_t *handle, const upc_stride_section_t *section) {
  upc_stride_args_t args = upc_stride_args_barrier(section);
  upc_fence;
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_copy(const upc_stride_section_t *dst, const upc_stride_section_t *src, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_copy(dst, src, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_copy_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst, const upc_stride_section_t *src,
                         upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_copy(dst, src, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_transform(const upc_stride_section_t *dst, const upc_stride_section_t *src, const int *order,
                           const void *alpha, const void *beta, upc_type_t type, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_transform(dst, src, order, alpha, beta, type, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_transform_nb(upc_stride_handle_t *handle, const upc_stride_section_t *dst,
                              const upc_stride_section_t *src, const int *order, const void *alpha, const void *beta,
                              upc_type_t type, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_transform(dst, src, order, alpha, beta, type, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_halo(void *dst, const upc_stride_section_t *src, size_t width, int parts, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_halo(dst, src, width, parts, sync_flags);
  return upc_stride_c_perform(&args);
}

int upc_stride_c_halo_nb(upc_stride_handle_t *handle, void *dst, const upc_stride_section_t *src, size_t width,
                         int parts, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_halo(dst, src, width, parts, sync_flags);
  return upc_stride_c_start(handle, &args);
}

int upc_stride_c_wait(upc_stride_handle_t *handle) {
  upc_stride_c_enter("upc_stride_wait");
  if (upc_stride_c_fails("upc_stride_wait")) return -1;
  upc_stride_wait(handle);
  return upc_stride_c_done();
}

int upc_stride_c_test(upc_stride_handle_t *handle, int *done) {
  upc_stride_c_enter("upc_stride_test");
  if (upc_stride_c_fails("upc_stride_test")) return -1;
  *done = upc_stride_test(handle);
  return upc_stride_c_done();
}
