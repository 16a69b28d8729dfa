#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# FFTW's plans for numbers that lie more than 2^31 numbers apart (far_lines.c).
. "$(dirname "$0")/../common.sh"
echo '#include <fftw3.h>' | ${CC:-cc} -E - >/dev/null 2>&1 || { echo 'SKIPPED: fftw3.h is missing'; exit 77; }
${CC:-cc} -O1 -Wall -Wextra -o far_lines "$here/far_lines.c" "$top/apps/common/local_fft.c" -lfftw3 || die 'it does not compile'
limited 60 ./far_lines
