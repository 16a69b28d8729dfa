// SPDX-License-Identifier: BSD-3-Clause
// A shared object's alignment is a page's at most.
// expect: 6: alignment of more than a page
#include <upc.h>
shared int fine __attribute__((aligned(4096)));
shared int wide __attribute__((aligned(8192)));
