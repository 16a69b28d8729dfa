// SPDX-License-Identifier: BSD-3-Clause
// main has another name in the C that upcc writes, so that an alias of it would lead nowhere.
// expect: 5: main can have no weak alias
#include <upc.h>
#pragma weak entry = main
#pragma weak other = named
int named(void) { return 0; }
int other(void);

int main(void) { return other(); }
