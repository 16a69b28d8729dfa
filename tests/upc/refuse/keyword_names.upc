// SPDX-License-Identifier: BSD-3-Clause
// UPC's keywords are no names (6.2).
// expect: 4: upc_forall
int upc_forall;
