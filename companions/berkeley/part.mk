# SPDX-License-Identifier: BSD-3-Clause
# Berkeley's extensions (bupc_*): lists and strided copies, semaphores, atomics, values, pointers.
IN_UPC_H += bupc_extensions.h
