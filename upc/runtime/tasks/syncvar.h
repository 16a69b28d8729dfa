/* SPDX-License-Identifier: BSD-3-Clause
 * syncvar.h: the calls of upc_syncvar.h as C sees them, with urt_ptr_t for `shared void *`. */
#ifndef URT_TASK_SYNCVAR_H
#define URT_TASK_SYNCVAR_H

#include "urt.h"

void upc_syncvar_readFE(urt_ptr_t variable, void *value, size_t bytes);
void upc_syncvar_readFF(urt_ptr_t variable, void *value, size_t bytes);
void upc_syncvar_writeEF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_writeFF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_writeXF(urt_ptr_t variable, const void *value, size_t bytes);
void upc_syncvar_reset(urt_ptr_t variable);
int upc_syncvar_isFull(urt_ptr_t variable);
void upc_singlevar_write(urt_ptr_t variable, const void *value, size_t bytes);
void upc_singlevar_read(urt_ptr_t variable, void *value, size_t bytes);
int upc_singlevar_isFull(urt_ptr_t variable);

#endif
