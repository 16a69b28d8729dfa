/* SPDX-License-Identifier: BSD-3-Clause
 * Addresses are looked at only if UPC_ASAN is set. Nothing calls this, so a UPC program, which takes what it calls from
 * an archive, does not have it. The shared library has it, for programs in C, Fortran and Python: they have no
 * -fsanitize=address of upcc's, and what their calls read and write is looked at. */
#include "address/address.h"

const char urtk_address_if_asked = 1;
