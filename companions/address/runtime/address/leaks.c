/* SPDX-License-Identifier: BSD-3-Clause
 * What the program has allocated and not freed, and copies that it has begun and not waited for, told at the end if
 * UPC_ASAN asks for it. */
#include <string.h>
#include "address/address.h"
#include "libraries/handles.h"

static int is_of_program(const char *made) {
  static const char *const calls[] = {"upc_alloc", "upc_local_alloc", "upc_global_alloc", "upc_all_alloc",
                                      "upc_global_lock_alloc", "upc_all_lock_alloc"};
  const char *call = urtk_address_called(made).call;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (call && strcmp(call, calls[i]) == 0) return 1;
  return 0;
}

static void see(const struct urtk_block *block) {
  struct urtk_address_record record;
  if (urtk_address_record_of(block, &record) && !record.freed[0] && is_of_program(record.made))
    urtk_address_report_leak(block, &record);
}

void urtk_address_leaks(void) {
  urtk_heap_each(urt_mythread, see);
  if (urt_mythread == 0) urtk_heap_each(-1, see);
  urtk_see_handles(urtk_address_report_handle);
}
