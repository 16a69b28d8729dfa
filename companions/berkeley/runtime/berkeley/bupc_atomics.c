/* SPDX-License-Identifier: BSD-3-Clause
 * bupc_atomics.h: each call is one update (core/atomic.h). The calls of a type are made from a template, once for each
 * kind of access. */
#include "core/atomic.h"

#define ACCESS relaxed
#define TARGET urt_ptr_t
#define UPDATE urtk_update
#include "berkeley/bupc_atomics_types.h"

#define ACCESS strict
#define TARGET urt_ptr_t
#define UPDATE urtk_update_strict
#include "berkeley/bupc_atomics_types.h"

#define ACCESS private
#define TARGET void *
#define UPDATE urtk_update_private
#include "berkeley/bupc_atomics_types.h"
