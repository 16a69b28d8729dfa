/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_calls.h: the first step of each call of upc_stride_coll.h, which collects its arguments in a struct. A
 * program includes upc_stride_coll.h, and never this header.
 *
 * A section is 280 bytes. To pass it by value through two functions costs more than to send eight bytes. So the bodies
 * stand here for the compiler to inline (GNU C's `extern inline`, which only inlines), and each section is built where
 * the library reads it. Other compilers, and pointers to the calls, use the same functions in the library
 * (call_functions.upc).
 * No name here is a single capital letter, since programs have macros of such names. */
#ifndef UPC_STRIDE_CALLS_H
#define UPC_STRIDE_CALLS_H

#include "upc_stride_coll.h"
#include "upc_stride_operation.h"

struct upc_stride_plan;
struct upc_stride_args;
typedef void upc_stride_build_t(struct upc_stride_plan *, const struct upc_stride_args *args);

/* The arguments of a call, as given; unused ones are 0. Initialise it with {0}: if a list is longer but incomplete,
 * Berkeley's upcc 2.20 leaves the other members unset. */
typedef struct upc_stride_args {
  int operation;
  upc_stride_build_t *build;          /* writes the plan; no two calls share one        */
  const char *name;                   /* of the call                                    */
  const upc_stride_section_t *dst, *src;
  shared const void *place;           /* dst or src, where that is a pointer            */
  size_t len;                         /* bytes, or elements                             */
  const size_t *counts, *displs, *src_displs;
  const int *perm;
  upc_op_t op;
  upc_type_t type;
  void (*func)(const void *in, void *inout, size_t count);
  const void *alpha, *beta;           /* one value of the type each, or null            */
  upc_flag_t flags;
  void *local;                        /* dst, where that is private memory              */
  int parts;                          /* of a halo                                      */
  int split;                          /* 1: a split-phase call                          */
} upc_stride_args_t;

upc_stride_build_t upc_stride_build_broadcast, upc_stride_build_scatter, upc_stride_build_scatterv,
  upc_stride_build_gather, upc_stride_build_gatherv, upc_stride_build_gather_all, upc_stride_build_gather_allv,
  upc_stride_build_exchange, upc_stride_build_exchangev, upc_stride_build_permute, upc_stride_build_reduce,
  upc_stride_build_reduce_all, upc_stride_build_prefix_reduce, upc_stride_build_copy, upc_stride_build_transform,
  upc_stride_build_halo, upc_stride_build_prefix_reduce_exclusive, upc_stride_build_reduce_scatter,
  upc_stride_build_barrier;

/* Finds the plan of a call, or makes one, and carries it out. The _nb form only starts it. */
void upc_stride_perform(const upc_stride_args_t *args);
upc_stride_handle_t upc_stride_perform_nb(const upc_stride_args_t *args);

#if defined UPC_STRIDE_CALLS_HERE
#define UPC_STRIDE_CALL
#elif defined __GNUC__ && defined __OPTIMIZE__ && defined __URT__
#define UPC_STRIDE_CALL extern inline __attribute__((gnu_inline))
#endif

#ifdef UPC_STRIDE_CALL

UPC_STRIDE_CALL upc_stride_section_t upc_stride_section_here(const char *file, int line, upc_stride_array_t array,
                                                             int count, const upc_stride_interval_t *iv) {
  upc_stride_section_t section;
  int dim;
  section.array = array;
  section.file = file;
  section.line = line;
  section.intervals = count;
  for (dim = 0; dim < count && dim < UPC_STRIDE_MAX_DIMS; dim++) section.interval[dim] = iv[dim];
  return section;
}

UPC_STRIDE_CALL upc_stride_section_t upc_stride_section_of(const char *file, int line, upc_stride_array_t array,
                                                           int count, upc_stride_intervals_t iv) {
  upc_stride_interval_t all[UPC_STRIDE_MAX_DIMS];
  all[0] = iv.first, all[1] = iv.second, all[2] = iv.third, all[3] = iv.fourth;
  all[4] = iv.fifth, all[5] = iv.sixth, all[6] = iv.seventh, all[7] = iv.eighth;
  return upc_stride_section_here(file, line, array, count, all);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_broadcast(const upc_stride_section_t *dst, shared const void *src,
                                                            size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_BROADCAST, args.build = upc_stride_build_broadcast, args.name = "upc_stride_broadcast";
  args.dst = dst, args.place = src, args.len = len, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_broadcast(upc_stride_section_t dst, shared const void *src, size_t len,
                                          upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_broadcast(&dst, src, len, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_broadcast_nb(upc_stride_section_t dst, shared const void *src,
                                                            size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_broadcast(&dst, src, len, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_scatter(const upc_stride_section_t *dst, shared const void *src,
                                                          size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_SCATTER, args.build = upc_stride_build_scatter, args.name = "upc_stride_scatter";
  args.dst = dst, args.place = src, args.len = len, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_scatter(upc_stride_section_t dst, shared const void *src, size_t len,
                                        upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatter(&dst, src, len, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_scatter_nb(upc_stride_section_t dst, shared const void *src,
                                                          size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatter(&dst, src, len, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_gather(shared void *dst, const upc_stride_section_t *src,
                                                         size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_GATHER, args.build = upc_stride_build_gather, args.name = "upc_stride_gather";
  args.place = dst, args.src = src, args.len = len, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_gather(shared void *dst, upc_stride_section_t src, size_t len,
                                       upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather(dst, &src, len, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_gather_nb(shared void *dst, upc_stride_section_t src, size_t len,
                                                         upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather(dst, &src, len, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_gather_all(const upc_stride_section_t *dst,
                                                             const upc_stride_section_t *src, size_t len,
                                                             upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_GATHER_ALL, args.build = upc_stride_build_gather_all,
  args.name = "upc_stride_gather_all";
  args.dst = dst, args.src = src, args.len = len, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_gather_all(upc_stride_section_t dst, upc_stride_section_t src, size_t len,
                                           upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_all(&dst, &src, len, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_gather_all_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                             size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_all(&dst, &src, len, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_exchange(const upc_stride_section_t *dst,
                                                           const upc_stride_section_t *src, size_t len,
                                                           upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_EXCHANGE, args.build = upc_stride_build_exchange, args.name = "upc_stride_exchange";
  args.dst = dst, args.src = src, args.len = len, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_exchange(upc_stride_section_t dst, upc_stride_section_t src, size_t len,
                                         upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchange(&dst, &src, len, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_exchange_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                           size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchange(&dst, &src, len, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_permute(const upc_stride_section_t *dst,
                                                          const upc_stride_section_t *src, const int *perm,
                                                          size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_PERMUTE, args.build = upc_stride_build_permute, args.name = "upc_stride_permute";
  args.dst = dst, args.src = src, args.perm = perm, args.len = len, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_permute(upc_stride_section_t dst, upc_stride_section_t src, const int *perm,
                                        size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_permute(&dst, &src, perm, len, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_permute_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                          const int *perm, size_t len, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_permute(&dst, &src, perm, len, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_scatterv(const upc_stride_section_t *dst, shared const void *src,
                                                           const size_t *counts, const size_t *displs,
                                                           upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_SCATTER, args.build = upc_stride_build_scatterv, args.name = "upc_stride_scatterv";
  args.dst = dst, args.place = src, args.counts = counts, args.displs = displs, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_scatterv(upc_stride_section_t dst, shared const void *src, const size_t *counts,
                                         const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatterv(&dst, src, counts, displs, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_scatterv_nb(upc_stride_section_t dst, shared const void *src,
                                                           const size_t *counts, const size_t *displs,
                                                           upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_scatterv(&dst, src, counts, displs, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_gatherv(shared void *dst, const upc_stride_section_t *src,
                                                          const size_t *counts, const size_t *displs,
                                                          upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_GATHER, args.build = upc_stride_build_gatherv, args.name = "upc_stride_gatherv";
  args.place = dst, args.src = src, args.counts = counts, args.displs = displs, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_gatherv(shared void *dst, upc_stride_section_t src, const size_t *counts,
                                        const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gatherv(dst, &src, counts, displs, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_gatherv_nb(shared void *dst, upc_stride_section_t src,
                                                          const size_t *counts, const size_t *displs,
                                                          upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gatherv(dst, &src, counts, displs, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_gather_allv(const upc_stride_section_t *dst,
                                                              const upc_stride_section_t *src, const size_t *counts,
                                                              const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_GATHER_ALL, args.build = upc_stride_build_gather_allv,
  args.name = "upc_stride_gather_allv";
  args.dst = dst, args.src = src, args.counts = counts, args.displs = displs, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_gather_allv(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                                            const size_t *displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_allv(&dst, &src, counts, displs, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_gather_allv_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                              const size_t *counts, const size_t *displs,
                                                              upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_gather_allv(&dst, &src, counts, displs, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_exchangev(const upc_stride_section_t *dst,
                                                            const upc_stride_section_t *src, const size_t *counts,
                                                            const size_t *dst_displs, const size_t *src_displs,
                                                            upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_EXCHANGE, args.build = upc_stride_build_exchangev, args.name = "upc_stride_exchangev";
  args.dst = dst, args.src = src, args.counts = counts, args.displs = dst_displs, args.src_displs = src_displs,
  args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_exchangev(upc_stride_section_t dst, upc_stride_section_t src, const size_t *counts,
                                          const size_t *dst_displs, const size_t *src_displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchangev(&dst, &src, counts, dst_displs, src_displs, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_exchangev_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                            const size_t *counts, const size_t *dst_displs,
                                                            const size_t *src_displs, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_exchangev(&dst, &src, counts, dst_displs, src_displs, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_reduce(shared void *dst, const upc_stride_section_t *src,
                                                         size_t nelems, upc_op_t op, upc_type_t type,
                                                         void (*func)(const void *, void *, size_t),
                                                         upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_REDUCE, args.build = upc_stride_build_reduce, args.name = "upc_stride_reduce";
  args.place = dst, args.src = src, args.len = nelems, args.op = op, args.type = type, args.func = func,
  args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_reduce(shared void *dst, upc_stride_section_t src, size_t nelems, upc_op_t op,
                                       upc_type_t type, void (*func)(const void *, void *, size_t),
                                       upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce(dst, &src, nelems, op, type, func, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_reduce_nb(shared void *dst, upc_stride_section_t src, size_t nelems,
                                                         upc_op_t op, upc_type_t type,
                                                         void (*func)(const void *, void *, size_t),
                                                         upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce(dst, &src, nelems, op, type, func, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_reduce_all(const upc_stride_section_t *dst,
                                                             const upc_stride_section_t *src, size_t nelems,
                                                             upc_op_t op, upc_type_t type,
                                                             void (*func)(const void *, void *, size_t),
                                                             upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_REDUCE_ALL, args.build = upc_stride_build_reduce_all,
  args.name = "upc_stride_reduce_all";
  args.dst = dst, args.src = src, args.len = nelems, args.op = op, args.type = type, args.func = func,
  args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_reduce_all(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                           upc_op_t op, upc_type_t type, void (*func)(const void *, void *, size_t),
                                           upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_all(&dst, &src, nelems, op, type, func, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_reduce_all_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                             size_t nelems, upc_op_t op, upc_type_t type,
                                                             void (*func)(const void *, void *, size_t),
                                                             upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_all(&dst, &src, nelems, op, type, func, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_prefix_reduce(const upc_stride_section_t *dst,
                                                                const upc_stride_section_t *src, size_t nelems,
                                                                upc_op_t op, upc_type_t type,
                                                                void (*func)(const void *, void *, size_t),
                                                                upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_PREFIX_REDUCE, args.build = upc_stride_build_prefix_reduce,
  args.name = "upc_stride_prefix_reduce";
  args.dst = dst, args.src = src, args.len = nelems, args.op = op, args.type = type, args.func = func,
  args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_prefix_reduce(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                              upc_op_t op, upc_type_t type,
                                              void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce(&dst, &src, nelems, op, type, func, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_prefix_reduce_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                                size_t nelems, upc_op_t op, upc_type_t type,
                                                                void (*func)(const void *, void *, size_t),
                                                                upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce(&dst, &src, nelems, op, type, func, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_prefix_reduce_exclusive(
    const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t nelems, upc_op_t op, upc_type_t type,
    void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_PREFIX_REDUCE_EXCLUSIVE, args.build = upc_stride_build_prefix_reduce_exclusive,
  args.name = "upc_stride_prefix_reduce_exclusive";
  args.dst = dst, args.src = src, args.len = nelems, args.op = op, args.type = type, args.func = func,
  args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_prefix_reduce_exclusive(
    upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op, upc_type_t type,
    void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce_exclusive(&dst, &src, nelems, op, type, func, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_prefix_reduce_exclusive_nb(
    upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op, upc_type_t type,
    void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_prefix_reduce_exclusive(&dst, &src, nelems, op, type, func, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_reduce_scatter(
    const upc_stride_section_t *dst, const upc_stride_section_t *src, size_t nelems, upc_op_t op, upc_type_t type,
    void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_REDUCE_SCATTER, args.build = upc_stride_build_reduce_scatter,
  args.name = "upc_stride_reduce_scatter";
  args.dst = dst, args.src = src, args.len = nelems, args.op = op, args.type = type, args.func = func,
  args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_reduce_scatter(upc_stride_section_t dst, upc_stride_section_t src, size_t nelems,
                                       upc_op_t op, upc_type_t type, void (*func)(const void *, void *, size_t),
                                       upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_scatter(&dst, &src, nelems, op, type, func, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_reduce_scatter_nb(
    upc_stride_section_t dst, upc_stride_section_t src, size_t nelems, upc_op_t op, upc_type_t type,
    void (*func)(const void *, void *, size_t), upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_reduce_scatter(&dst, &src, nelems, op, type, func, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_barrier(const upc_stride_section_t *section) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_BARRIER, args.build = upc_stride_build_barrier, args.name = "upc_stride_barrier";
  args.dst = section;
  return args;
}

UPC_STRIDE_CALL void upc_stride_barrier(upc_stride_section_t section) {
  upc_stride_args_t args = upc_stride_args_barrier(&section);
  upc_fence;
  upc_stride_perform(&args);
  upc_fence;
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_barrier_nb(upc_stride_section_t section) {
  upc_stride_args_t args = upc_stride_args_barrier(&section);
  upc_fence;
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_copy(const upc_stride_section_t *dst,
                                                       const upc_stride_section_t *src, upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_COPY, args.build = upc_stride_build_copy, args.name = "upc_stride_copy";
  args.dst = dst, args.src = src, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_copy(upc_stride_section_t dst, upc_stride_section_t src, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_copy(&dst, &src, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_copy_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                       upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_copy(&dst, &src, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_transform(const upc_stride_section_t *dst,
                                                            const upc_stride_section_t *src, const int *order,
                                                            const void *alpha, const void *beta, upc_type_t type,
                                                            upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_COPY, args.build = upc_stride_build_transform, args.name = "upc_stride_transform";
  args.dst = dst, args.src = src, args.perm = order, args.alpha = alpha, args.beta = beta, args.type = type,
  args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_transform(upc_stride_section_t dst, upc_stride_section_t src, const int *order,
                                          const void *alpha, const void *beta, upc_type_t type,
                                          upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_transform(&dst, &src, order, alpha, beta, type, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_transform_nb(upc_stride_section_t dst, upc_stride_section_t src,
                                                            const int *order, const void *alpha, const void *beta,
                                                            upc_type_t type, upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_transform(&dst, &src, order, alpha, beta, type, sync_flags);
  return upc_stride_perform_nb(&args);
}

UPC_STRIDE_CALL upc_stride_args_t upc_stride_args_halo(void *dst, const upc_stride_section_t *src, size_t width,
                                                       int parts, upc_flag_t sync_flags) {
  upc_stride_args_t args = {0};
  args.operation = UPC_STRIDE_OP_COPY, args.build = upc_stride_build_halo, args.name = "upc_stride_halo";
  args.local = dst, args.src = src, args.len = width, args.parts = parts, args.flags = sync_flags;
  return args;
}

UPC_STRIDE_CALL void upc_stride_halo(void *dst, upc_stride_section_t src, size_t width, int parts,
                                     upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_halo(dst, &src, width, parts, sync_flags);
  upc_stride_perform(&args);
}

UPC_STRIDE_CALL upc_stride_handle_t upc_stride_halo_nb(void *dst, upc_stride_section_t src, size_t width, int parts,
                                                       upc_flag_t sync_flags) {
  upc_stride_args_t args = upc_stride_args_halo(dst, &src, width, parts, sync_flags);
  return upc_stride_perform_nb(&args);
}

#endif
#endif
