/* SPDX-License-Identifier: BSD-3-Clause
 * For the library: words of other threads that count. */
#ifndef URT_SIGNALS_H
#define URT_SIGNALS_H

#include "urt.h"

/* As urt_put_signal without data, but adds `value` to the word. The sum does not depend on the order in which several
 * of them arrive. */
void urt_add_signal(urt_ptr_t signal, unsigned long value);

#endif
