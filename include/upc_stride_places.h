/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_stride_places.h: calls that may wait for other threads, move elements of theirs, or read a text tell the library
 * their file and line, for messages, traces and races. For upc_stride.h. A call through a pointer to a function, or
 * (upc_stride_wait)(&handle), is known by its name only; so are all calls in a file that defines
 * UPC_STRIDE_NO_PLACES, for example because it has a class with members of these names. */
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
#define upc_stride_all_alloc_listed(...) UPC_STRIDE_PLACED(upc_stride_all_alloc_listed, __VA_ARGS__)
#define upc_stride_all_alloc_owned(...) UPC_STRIDE_PLACED(upc_stride_all_alloc_owned, __VA_ARGS__)
#define upc_stride_all_alloc_replicated(...) UPC_STRIDE_PLACED(upc_stride_all_alloc_replicated, __VA_ARGS__)
#define upc_stride_array_of(...) UPC_STRIDE_PLACED(upc_stride_array_of, __VA_ARGS__)
#define upc_stride_array_of_listed(...) UPC_STRIDE_PLACED(upc_stride_array_of_listed, __VA_ARGS__)
#define upc_stride_open_view(...) UPC_STRIDE_PLACED(upc_stride_open_view, __VA_ARGS__)
#define upc_stride_close_view(...) UPC_STRIDE_PLACED(upc_stride_close_view, __VA_ARGS__)
#define upc_stride_all_free(...) UPC_STRIDE_PLACED(upc_stride_all_free, __VA_ARGS__)
#define upc_stride_select(...) UPC_STRIDE_PLACED(upc_stride_select, __VA_ARGS__)
#define upc_stride_updates(...) UPC_STRIDE_PLACED(upc_stride_updates, __VA_ARGS__)
#define upc_stride_update(...) UPC_STRIDE_PLACED(upc_stride_update, __VA_ARGS__)
#define upc_stride_update_fence(...) UPC_STRIDE_PLACED(upc_stride_update_fence, __VA_ARGS__)
#define upc_stride_fetch_init(...) UPC_STRIDE_PLACED(upc_stride_fetch_init, __VA_ARGS__)
#define upc_stride_fetch(...) UPC_STRIDE_PLACED(upc_stride_fetch, __VA_ARGS__)
#define upc_stride_all_threads_split(...) UPC_STRIDE_PLACED(upc_stride_all_threads_split, __VA_ARGS__)
#define upc_stride_team_split(...) UPC_STRIDE_PLACED(upc_stride_team_split, __VA_ARGS__)
#define upc_stride_all_reduce_value(...) UPC_STRIDE_PLACED(upc_stride_all_reduce_value, __VA_ARGS__)
#define upc_stride_all_prefix_value(...) UPC_STRIDE_PLACED(upc_stride_all_prefix_value, __VA_ARGS__)
#define upc_stride_all_prefix_exclusive_value(...) UPC_STRIDE_PLACED(upc_stride_all_prefix_exclusive_value, __VA_ARGS__)
#define upc_stride_all_reduce_value_with(...) UPC_STRIDE_PLACED(upc_stride_all_reduce_value_with, __VA_ARGS__)
#define upc_stride_all_prefix_value_with(...) UPC_STRIDE_PLACED(upc_stride_all_prefix_value_with, __VA_ARGS__)
#undef UPC_STRIDE_COMBINED_AT /* of upc_stride_sum, _min and _max */
#define UPC_STRIDE_COMBINED_AT(op, ...) UPC_STRIDE_COMBINED_IN(op, __LINE__, (__VA_ARGS__))
#define UPC_STRIDE_COMBINED_IN(op, line, call) UPC_STRIDE_COMBINED_TEXT(op, line, call)
#define UPC_STRIDE_COMBINED_TEXT(op, line, call)                                             \
  ((void)(*upc_stride_place() = (op) == UPC_ADD   ? __FILE__ ":" #line ": upc_stride_sum"    \
                                : (op) == UPC_MIN ? __FILE__ ":" #line ": upc_stride_min"    \
                                                  : __FILE__ ":" #line ": upc_stride_max"),  \
   call)
#define upc_stride_all_broadcast_value(...) UPC_STRIDE_PLACED(upc_stride_all_broadcast_value, __VA_ARGS__)
#define upc_stride_fetch_op(...) UPC_STRIDE_PLACED(upc_stride_fetch_op, __VA_ARGS__)
#define upc_stride_compare_swap(...) UPC_STRIDE_PLACED(upc_stride_compare_swap, __VA_ARGS__)
#define upc_stride_post(...) UPC_STRIDE_PLACED(upc_stride_post, __VA_ARGS__)
#define upc_stride_await(...) UPC_STRIDE_PLACED(upc_stride_await, __VA_ARGS__)
#define upc_stride_sync_threads(...) UPC_STRIDE_PLACED(upc_stride_sync_threads, __VA_ARGS__)
#define upc_stride_all_lock(...) UPC_STRIDE_PLACED(upc_stride_all_lock, __VA_ARGS__)
#define upc_stride_lock(...) UPC_STRIDE_PLACED(upc_stride_lock, __VA_ARGS__)
#define upc_stride_try_lock(...) UPC_STRIDE_PLACED(upc_stride_try_lock, __VA_ARGS__)
#define upc_stride_unlock(...) UPC_STRIDE_PLACED(upc_stride_unlock, __VA_ARGS__)
#define upc_stride_all_free_lock(...) UPC_STRIDE_PLACED(upc_stride_all_free_lock, __VA_ARGS__)
#define upc_stride_get(...) UPC_STRIDE_PLACED(upc_stride_get, __VA_ARGS__)
#define upc_stride_get_blocks(...) UPC_STRIDE_PLACED(upc_stride_get_blocks, __VA_ARGS__)
#define upc_stride_put(...) UPC_STRIDE_PLACED(upc_stride_put, __VA_ARGS__)
#define upc_stride_get_patch(...) UPC_STRIDE_PLACED(upc_stride_get_patch, __VA_ARGS__)
#define upc_stride_put_patch(...) UPC_STRIDE_PLACED(upc_stride_put_patch, __VA_ARGS__)
#define upc_stride_acc_patch(...) UPC_STRIDE_PLACED(upc_stride_acc_patch, __VA_ARGS__)
#define upc_stride_get_patch_nb(...) UPC_STRIDE_PLACED(upc_stride_get_patch_nb, __VA_ARGS__)
#define upc_stride_put_patch_nb(...) UPC_STRIDE_PLACED(upc_stride_put_patch_nb, __VA_ARGS__)
#define upc_stride_get_elements(...) UPC_STRIDE_PLACED(upc_stride_get_elements, __VA_ARGS__)
#define upc_stride_put_elements(...) UPC_STRIDE_PLACED(upc_stride_put_elements, __VA_ARGS__)
#define upc_stride_acc_elements(...) UPC_STRIDE_PLACED(upc_stride_acc_elements, __VA_ARGS__)
#define upc_stride_wait(...) UPC_STRIDE_PLACED(upc_stride_wait, __VA_ARGS__)
#define upc_stride_test(...) UPC_STRIDE_PLACED(upc_stride_test, __VA_ARGS__)
#define upc_stride_start_call(...) UPC_STRIDE_PLACED(upc_stride_start_call, __VA_ARGS__)
#define upc_stride_wait_all(...) UPC_STRIDE_PLACED(upc_stride_wait_all, __VA_ARGS__)
#define upc_stride_wait_any(...) UPC_STRIDE_PLACED(upc_stride_wait_any, __VA_ARGS__)
#define upc_stride_wait_some(...) UPC_STRIDE_PLACED(upc_stride_wait_some, __VA_ARGS__)
#define upc_stride_test_all(...) UPC_STRIDE_PLACED(upc_stride_test_all, __VA_ARGS__)

#endif
#endif
