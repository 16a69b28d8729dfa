# SPDX-License-Identifier: BSD-3-Clause
# Addresses: upcc -fsanitize=address, for shared memory.
# needs: berkeley
IN_EVERY_PROGRAM += address
