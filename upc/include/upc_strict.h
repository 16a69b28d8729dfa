/* SPDX-License-Identifier: BSD-3-Clause
 * Accesses that do not say otherwise are strict. Included again, it says so again: hence no guard here. */
#include <upc.h>
#pragma upc strict
