# SPDX-License-Identifier: BSD-3-Clause
# Tasks (upc_task.h) and synchronisation variables (upc_syncvar.h).
IN_EVERY_PROGRAM += tasks
# Tasks switch stacks.
THREAD_SANITIZED += $(foreach t,tasks_begin tasks_on tasks_random tasks_variables ext_tasks ext_sync_,'smp companions/tasks/tests/run/$t')
