/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_places.h: calls that may wait for other threads tell the library their file and line, for messages about
 * long waits and for traces. For upc_stride.h. A call through a pointer to a function, or (upc_stride_wait)(&handle),
 * is known by its name only; so are all calls in a file that defines UPC_STRIDE_NO_PLACES, for example because it has a
 * class with members of these names. */
#ifndef UPC_STRIDE_PLACES_H
#define UPC_STRIDE_PLACES_H
#ifndef UPC_STRIDE_NO_PLACES

#define UPC_STRIDE_PLACED(name, ...) UPC_STRIDE_PLACED_AT(__LINE__, #name, name(__VA_ARGS__))
#define UPC_STRIDE_PLACED_AT(line, name, call) UPC_STRIDE_PLACED_TEXT(line, name, call)
#define UPC_STRIDE_PLACED_TEXT(line, name, call) ((void)(*upc_stride_place() = __FILE__ ":" #line ": " name), call)

#define upc_stride_finalize(...) UPC_STRIDE_PLACED(upc_stride_finalize, __VA_ARGS__)
#define upc_stride_barrier_all(...) UPC_STRIDE_PLACED(upc_stride_barrier_all, __VA_ARGS__)
#define upc_stride_all_memory(...) UPC_STRIDE_PLACED(upc_stride_all_memory, __VA_ARGS__)
#define upc_stride_all_free_memory(...) UPC_STRIDE_PLACED(upc_stride_all_free_memory, __VA_ARGS__)
#define upc_stride_all_alloc(...) UPC_STRIDE_PLACED(upc_stride_all_alloc, __VA_ARGS__)
#define upc_stride_all_free(...) UPC_STRIDE_PLACED(upc_stride_all_free, __VA_ARGS__)
#define upc_stride_broadcast(...) UPC_STRIDE_PLACED(upc_stride_broadcast, __VA_ARGS__)
#define upc_stride_scatter(...) UPC_STRIDE_PLACED(upc_stride_scatter, __VA_ARGS__)
#define upc_stride_gather(...) UPC_STRIDE_PLACED(upc_stride_gather, __VA_ARGS__)
#define upc_stride_gather_all(...) UPC_STRIDE_PLACED(upc_stride_gather_all, __VA_ARGS__)
#define upc_stride_exchange(...) UPC_STRIDE_PLACED(upc_stride_exchange, __VA_ARGS__)
#define upc_stride_permute(...) UPC_STRIDE_PLACED(upc_stride_permute, __VA_ARGS__)
#define upc_stride_scatterv(...) UPC_STRIDE_PLACED(upc_stride_scatterv, __VA_ARGS__)
#define upc_stride_gatherv(...) UPC_STRIDE_PLACED(upc_stride_gatherv, __VA_ARGS__)
#define upc_stride_gather_allv(...) UPC_STRIDE_PLACED(upc_stride_gather_allv, __VA_ARGS__)
#define upc_stride_exchangev(...) UPC_STRIDE_PLACED(upc_stride_exchangev, __VA_ARGS__)
#define upc_stride_reduce(...) UPC_STRIDE_PLACED(upc_stride_reduce, __VA_ARGS__)
#define upc_stride_reduce_all(...) UPC_STRIDE_PLACED(upc_stride_reduce_all, __VA_ARGS__)
#define upc_stride_prefix_reduce(...) UPC_STRIDE_PLACED(upc_stride_prefix_reduce, __VA_ARGS__)
#define upc_stride_prefix_reduce_exclusive(...) UPC_STRIDE_PLACED(upc_stride_prefix_reduce_exclusive, __VA_ARGS__)
#define upc_stride_reduce_scatter(...) UPC_STRIDE_PLACED(upc_stride_reduce_scatter, __VA_ARGS__)
#define upc_stride_barrier(...) UPC_STRIDE_PLACED(upc_stride_barrier, __VA_ARGS__)
#define upc_stride_copy(...) UPC_STRIDE_PLACED(upc_stride_copy, __VA_ARGS__)
#define upc_stride_transform(...) UPC_STRIDE_PLACED(upc_stride_transform, __VA_ARGS__)
#define upc_stride_halo(...) UPC_STRIDE_PLACED(upc_stride_halo, __VA_ARGS__)
#define upc_stride_updates(...) UPC_STRIDE_PLACED(upc_stride_updates, __VA_ARGS__)
#define upc_stride_update(...) UPC_STRIDE_PLACED(upc_stride_update, __VA_ARGS__)
#define upc_stride_update_fence(...) UPC_STRIDE_PLACED(upc_stride_update_fence, __VA_ARGS__)
#define upc_stride_fetch(...) UPC_STRIDE_PLACED(upc_stride_fetch, __VA_ARGS__)
#define upc_stride_broadcast_nb(...) UPC_STRIDE_PLACED(upc_stride_broadcast_nb, __VA_ARGS__)
#define upc_stride_scatter_nb(...) UPC_STRIDE_PLACED(upc_stride_scatter_nb, __VA_ARGS__)
#define upc_stride_gather_nb(...) UPC_STRIDE_PLACED(upc_stride_gather_nb, __VA_ARGS__)
#define upc_stride_gather_all_nb(...) UPC_STRIDE_PLACED(upc_stride_gather_all_nb, __VA_ARGS__)
#define upc_stride_exchange_nb(...) UPC_STRIDE_PLACED(upc_stride_exchange_nb, __VA_ARGS__)
#define upc_stride_permute_nb(...) UPC_STRIDE_PLACED(upc_stride_permute_nb, __VA_ARGS__)
#define upc_stride_scatterv_nb(...) UPC_STRIDE_PLACED(upc_stride_scatterv_nb, __VA_ARGS__)
#define upc_stride_gatherv_nb(...) UPC_STRIDE_PLACED(upc_stride_gatherv_nb, __VA_ARGS__)
#define upc_stride_gather_allv_nb(...) UPC_STRIDE_PLACED(upc_stride_gather_allv_nb, __VA_ARGS__)
#define upc_stride_exchangev_nb(...) UPC_STRIDE_PLACED(upc_stride_exchangev_nb, __VA_ARGS__)
#define upc_stride_reduce_nb(...) UPC_STRIDE_PLACED(upc_stride_reduce_nb, __VA_ARGS__)
#define upc_stride_reduce_all_nb(...) UPC_STRIDE_PLACED(upc_stride_reduce_all_nb, __VA_ARGS__)
#define upc_stride_prefix_reduce_nb(...) UPC_STRIDE_PLACED(upc_stride_prefix_reduce_nb, __VA_ARGS__)
#define upc_stride_prefix_reduce_exclusive_nb(...) UPC_STRIDE_PLACED(upc_stride_prefix_reduce_exclusive_nb, __VA_ARGS__)
#define upc_stride_reduce_scatter_nb(...) UPC_STRIDE_PLACED(upc_stride_reduce_scatter_nb, __VA_ARGS__)
#define upc_stride_barrier_nb(...) UPC_STRIDE_PLACED(upc_stride_barrier_nb, __VA_ARGS__)
#define upc_stride_copy_nb(...) UPC_STRIDE_PLACED(upc_stride_copy_nb, __VA_ARGS__)
#define upc_stride_transform_nb(...) UPC_STRIDE_PLACED(upc_stride_transform_nb, __VA_ARGS__)
#define upc_stride_halo_nb(...) UPC_STRIDE_PLACED(upc_stride_halo_nb, __VA_ARGS__)
#define upc_stride_wait(...) UPC_STRIDE_PLACED(upc_stride_wait, __VA_ARGS__)
#define upc_stride_test(...) UPC_STRIDE_PLACED(upc_stride_test, __VA_ARGS__)

#endif
#endif
