// SPDX-License-Identifier: BSD-3-Clause
// flags: -T 3
// expect: 9: redefinition of 'A'
// expect: 10: redefinition of 'D'
// An initialised array twice, with sizes of it after.
#include <upc.h>
shared [4] struct { char tag; short v[2]; } A[7] = {[1] = {'b', {1, 2}}};
shared [*] double D[] = {.5, 1.5};
shared [4] struct { char tag; short v[2]; } A[7] = {[1] = {'b', {1, 2}}};
shared [*] double D[] = {.5, 1.5, 2.5};
int main(void) { return (int)(sizeof(D) + upc_blocksizeof(D) + sizeof(A[0].v) + upc_localsizeof(A)); }
