/* SPDX-License-Identifier: BSD-3-Clause
 * What generated code calls at -O0: the functions of urt.h that are put in place of their calls elsewhere. */
#define URT_INLINE
#define URT_UNROLL /* the number of dimensions is no constant here */
#include "urt.h"
