/* SPDX-License-Identifier: BSD-3-Clause
 * bupc_atomics.h for floating point: each is one update (atomic.h). */
#include "core/atomic.h"

double bupc_atomicD_read_relaxed(urt_ptr_t p) { return urtk_double(urtk_update(p, URTK_D, URTK_GET, 0, 0)); }
void bupc_atomicD_set_relaxed(urt_ptr_t p, double value) { urtk_update(p, URTK_D, URTK_SET, urtk_bits_d(value), 0); }
double bupc_atomicD_swap_relaxed(urt_ptr_t p, double value) {
  return urtk_double(urtk_update(p, URTK_D, URTK_SET, urtk_bits_d(value), 0));
}
double bupc_atomicD_cswap_relaxed(urt_ptr_t p, double old, double value) {
  return urtk_double(urtk_update(p, URTK_D, URTK_CSWAP, urtk_bits_d(old), urtk_bits_d(value)));
}
double bupc_atomicD_read_strict(urt_ptr_t p) { return urtk_double(urtk_update_strict(p, URTK_D, URTK_GET, 0, 0)); }
void bupc_atomicD_set_strict(urt_ptr_t p, double value) {
  urtk_update_strict(p, URTK_D, URTK_SET, urtk_bits_d(value), 0);
}
double bupc_atomicD_swap_strict(urt_ptr_t p, double value) {
  return urtk_double(urtk_update_strict(p, URTK_D, URTK_SET, urtk_bits_d(value), 0));
}
double bupc_atomicD_cswap_strict(urt_ptr_t p, double old, double value) {
  return urtk_double(urtk_update_strict(p, URTK_D, URTK_CSWAP, urtk_bits_d(old), urtk_bits_d(value)));
}
double bupc_atomicD_read_private(void *p) { return urtk_double(urtk_update_private(p, URTK_D, URTK_GET, 0, 0)); }
void bupc_atomicD_set_private(void *p, double value) {
  urtk_update_private(p, URTK_D, URTK_SET, urtk_bits_d(value), 0);
}
double bupc_atomicD_swap_private(void *p, double value) {
  return urtk_double(urtk_update_private(p, URTK_D, URTK_SET, urtk_bits_d(value), 0));
}
double bupc_atomicD_cswap_private(void *p, double old, double value) {
  return urtk_double(urtk_update_private(p, URTK_D, URTK_CSWAP, urtk_bits_d(old), urtk_bits_d(value)));
}

float bupc_atomicF_read_relaxed(urt_ptr_t p) { return urtk_float(urtk_update(p, URTK_F, URTK_GET, 0, 0)); }
void bupc_atomicF_set_relaxed(urt_ptr_t p, float value) { urtk_update(p, URTK_F, URTK_SET, urtk_bits_f(value), 0); }
float bupc_atomicF_swap_relaxed(urt_ptr_t p, float value) {
  return urtk_float(urtk_update(p, URTK_F, URTK_SET, urtk_bits_f(value), 0));
}
float bupc_atomicF_cswap_relaxed(urt_ptr_t p, float old, float value) {
  return urtk_float(urtk_update(p, URTK_F, URTK_CSWAP, urtk_bits_f(old), urtk_bits_f(value)));
}
float bupc_atomicF_read_strict(urt_ptr_t p) { return urtk_float(urtk_update_strict(p, URTK_F, URTK_GET, 0, 0)); }
void bupc_atomicF_set_strict(urt_ptr_t p, float value) {
  urtk_update_strict(p, URTK_F, URTK_SET, urtk_bits_f(value), 0);
}
float bupc_atomicF_swap_strict(urt_ptr_t p, float value) {
  return urtk_float(urtk_update_strict(p, URTK_F, URTK_SET, urtk_bits_f(value), 0));
}
float bupc_atomicF_cswap_strict(urt_ptr_t p, float old, float value) {
  return urtk_float(urtk_update_strict(p, URTK_F, URTK_CSWAP, urtk_bits_f(old), urtk_bits_f(value)));
}
float bupc_atomicF_read_private(void *p) { return urtk_float(urtk_update_private(p, URTK_F, URTK_GET, 0, 0)); }
void bupc_atomicF_set_private(void *p, float value) { urtk_update_private(p, URTK_F, URTK_SET, urtk_bits_f(value), 0); }
float bupc_atomicF_swap_private(void *p, float value) {
  return urtk_float(urtk_update_private(p, URTK_F, URTK_SET, urtk_bits_f(value), 0));
}
float bupc_atomicF_cswap_private(void *p, float old, float value) {
  return urtk_float(urtk_update_private(p, URTK_F, URTK_CSWAP, urtk_bits_f(old), urtk_bits_f(value)));
}
