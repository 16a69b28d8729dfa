/* SPDX-License-Identifier: BSD-3-Clause
 * For one kind of access, the calls of bupc_atomics.h for all types (bupc_atomics.c). */

#define NAME U32
#define TYPE uint32_t
#define KIND URTK_U32
#define BITS (uint64_t)
#define VALUE (uint32_t)
#define INTEGER 1
#include "berkeley/bupc_atomics_template.h"

#define NAME I32
#define TYPE int32_t
#define KIND URTK_I32
#define BITS (uint32_t)
#define VALUE (int32_t)
#define INTEGER 1
#include "berkeley/bupc_atomics_template.h"

#define NAME U64
#define TYPE uint64_t
#define KIND URTK_U64
#define BITS 
#define VALUE 
#define INTEGER 1
#include "berkeley/bupc_atomics_template.h"

#define NAME I64
#define TYPE int64_t
#define KIND URTK_I64
#define BITS (uint64_t)
#define VALUE (int64_t)
#define INTEGER 1
#include "berkeley/bupc_atomics_template.h"

#define NAME F
#define TYPE float
#define KIND URTK_F
#define BITS urtk_bits_f
#define VALUE urtk_float
#define INTEGER 0
#include "berkeley/bupc_atomics_template.h"

#define NAME D
#define TYPE double
#define KIND URTK_D
#define BITS urtk_bits_d
#define VALUE urtk_double
#define INTEGER 0
#include "berkeley/bupc_atomics_template.h"

#undef ACCESS
#undef TARGET
#undef UPDATE
