/* SPDX-License-Identifier: BSD-3-Clause
 * Clang's AddressSanitizer has found a fault in shared memory (view.c): behind its own report, of which object. */
#include "address/address.h"

void __asan_set_error_report_callback(void (*tell)(const char *text)) __attribute__((weak));
void *__asan_get_report_address(void) __attribute__((weak));
int __asan_get_report_access_type(void) __attribute__((weak));
size_t __asan_get_report_access_size(void) __attribute__((weak));

/* Clang's runtime asks it at the end. MPI and what lies below never free some of their own memory. */
#ifndef URT_ONE_MAPPING
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void) { return 1; }
#endif

static void tell(const char *text) {
  urt_ptr_t p;
  (void)text;
  if (!urtk_address_locate(__asan_get_report_address(), &p)) return;
  urtk_address_report((struct urtk_address_place){NULL, 0, NULL}, p, __asan_get_report_access_size(), 0,
                      __asan_get_report_access_type() ? ADDRESS_WRITE : ADDRESS_READ);
}

void urtk_address_hear_clang(void) {
  if (&__asan_set_error_report_callback) __asan_set_error_report_callback(tell);
}
