# SPDX-License-Identifier: BSD-3-Clause
# The race detector: upcc -fsanitize=race.
# needs: berkeley tasks
IN_EVERY_PROGRAM += race
