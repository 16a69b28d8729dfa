// SPDX-License-Identifier: BSD-3-Clause
// flags: -pedantic-upc
// expect: 6: 'upc_syncvar' is an extension; refused under -pedantic-upc
// expect: 7: 'upc_singlevar' is an extension; refused under -pedantic-upc
#include <upc.h>
shared upc_syncvar int x;
shared upc_singlevar int y;
