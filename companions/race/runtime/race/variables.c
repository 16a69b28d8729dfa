/* SPDX-License-Identifier: BSD-3-Clause
 * Synchronisation variables: a write is before the read of its value, and a read that empties one before the write that
 * fills it again. */
#include "race/detector.h"
#include "urt_tasks.h"

#ifdef URT_ONE_MAPPING

#define HANDS_OVER(name, ...) (urtk_race_gives(v), name(v, ##__VA_ARGS__), urtk_race_gets(v))

void urt_race_urt_sync_read(urt_ptr_t v, void *value, size_t n) { HANDS_OVER(urt_sync_read, value, n); }
void urt_race_urt_sync_write(urt_ptr_t v, const void *value, size_t n) { HANDS_OVER(urt_sync_write, value, n); }
void urt_race_urt_single_write(urt_ptr_t v, const void *value, size_t n) { HANDS_OVER(urt_single_write, value, n); }
void urt_race_urt_single_read(urt_ptr_t v, void *value, size_t n) { urt_single_read(v, value, n), urtk_race_gets(v); }

void upc_syncvar_readFE(urt_ptr_t v, void *value, size_t n);
void upc_syncvar_readFF(urt_ptr_t v, void *value, size_t n);
void upc_syncvar_writeEF(urt_ptr_t v, const void *value, size_t n);
void upc_syncvar_writeFF(urt_ptr_t v, const void *value, size_t n);
void upc_syncvar_writeXF(urt_ptr_t v, const void *value, size_t n);
void upc_syncvar_reset(urt_ptr_t v);
int upc_syncvar_isFull(urt_ptr_t v);
void upc_singlevar_read(urt_ptr_t v, void *value, size_t n);
void upc_singlevar_write(urt_ptr_t v, const void *value, size_t n);
int upc_singlevar_isFull(urt_ptr_t v);

void urt_race_upc_syncvar_readFE(urt_ptr_t v, void *x, size_t n) { HANDS_OVER(upc_syncvar_readFE, x, n); }
void urt_race_upc_syncvar_readFF(urt_ptr_t v, void *x, size_t n) { upc_syncvar_readFF(v, x, n), urtk_race_gets(v); }
void urt_race_upc_syncvar_writeEF(urt_ptr_t v, const void *x, size_t n) { HANDS_OVER(upc_syncvar_writeEF, x, n); }
void urt_race_upc_syncvar_writeFF(urt_ptr_t v, const void *x, size_t n) { HANDS_OVER(upc_syncvar_writeFF, x, n); }
void urt_race_upc_syncvar_writeXF(urt_ptr_t v, const void *x, size_t n) {
  urtk_race_gives(v), upc_syncvar_writeXF(v, x, n);
}
void urt_race_upc_syncvar_reset(urt_ptr_t v) { urtk_race_gives(v), upc_syncvar_reset(v); }
void urt_race_upc_singlevar_write(urt_ptr_t v, const void *x, size_t n) { HANDS_OVER(upc_singlevar_write, x, n); }
void urt_race_upc_singlevar_read(urt_ptr_t v, void *x, size_t n) { upc_singlevar_read(v, x, n), urtk_race_gets(v); }

/* Who finds it full knows of the write, and who finds it empty of the read. */
static int found(urt_ptr_t v, int state) { return urtk_race_gets(v), state; }
int urt_race_upc_syncvar_isFull(urt_ptr_t v) { return found(v, upc_syncvar_isFull(v)); }
int urt_race_upc_singlevar_isFull(urt_ptr_t v) { return found(v, upc_singlevar_isFull(v)); }

#endif
