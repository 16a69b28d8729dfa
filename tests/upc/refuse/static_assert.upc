// SPDX-License-Identifier: BSD-3-Clause
// A static assertion about sizes with pointers-to-shared in them does not hold.
// expect: 6: static assertion failed: as in C
// expect: 8: static assertion failed
#include <upc.h>
_Static_assert(sizeof(shared int *) == sizeof(int *), "as in C");
struct s { shared int *p; };
void f(void) { _Static_assert(sizeof(struct s) == 8); _Static_assert(sizeof(struct s) == 16, "holds"); }
