# SPDX-License-Identifier: BSD-3-Clause
# Tasks (upc_task.h) and synchronisation variables (upc_syncvar.h).
IN_EVERY_PROGRAM += tasks
