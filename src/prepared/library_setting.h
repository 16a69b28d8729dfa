/* SPDX-License-Identifier: BSD-3-Clause
 * The setting of the library, for builders of plans. */
#ifndef UPC_STRIDE_LIBRARY_SETTING_H
#define UPC_STRIDE_LIBRARY_SETTING_H

#include "plan/setting.h"

const upc_stride_setting_t *upc_stride_library_setting(void);

#endif
