/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef URT_RACE_ENVIRONMENT_H
#define URT_RACE_ENVIRONMENT_H

int urtk_env_race(void);                       /* UPC_RACE: 0, 1, 2 for report, exit, json */

#endif
