/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_cray.h: the part of the header of Cray's compiler that UPC 1.3 has taken over: clocks, non-blocking copies,
 * upc_all_free and upc_all_lock_free. Teams and other names that begin with cray_ are not here.
 */
#ifndef UPC_CRAY_H
#define UPC_CRAY_H

#include <upc.h>
#include <upc_nb.h>
#include <upc_tick.h>

#endif
