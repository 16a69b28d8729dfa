// SPDX-License-Identifier: BSD-3-Clause
// Not of a shared scalar or of a pointer-to-shared.
// expect: 8: 'x'
// expect: 9: 'p'
#include <upc_stride_coll.h>
shared int x;
int f(shared int *p) {
  return upc_haveaffinity(x<1>)
      + upc_haveaffinity(p<1>);
}
