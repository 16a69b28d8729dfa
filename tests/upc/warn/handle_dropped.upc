// SPDX-License-Identifier: BSD-3-Clause
// Calls whose handle is dropped: nobody can wait for them.
// expect: 12: the handle that 'upc_stride_barrier_nb' returns is dropped; keep it for upc_stride_wait
// expect: 13: the handle that 'upc_memget_nb' returns is dropped; keep it for upc_sync
// expect: 14: the handle that 'upc_memget_nb' returns is dropped
// expect: 15: the handle that 'upc_memget_nb' returns is dropped
#include <upc_nb.h>
#include <upc_stride_coll.h>
shared [4] int a[4 * THREADS];
int main(void) {
  int x;
  upc_stride_barrier_nb(a<:>);
  if (MYTHREAD) upc_memget_nb(&x, &a[0], 4);
  for (int i = 0; i < 4; i++) upc_memget_nb(&x, &a[i], 4);
  x = ({ upc_memget_nb(&x, &a[0], 4); 1; });
  upc_handle_t handle = ({ upc_memget_nb(&x, &a[0], 4); });
  upc_sync(handle);
  (void)upc_memget_nb(&x, &a[0], 4);
}
