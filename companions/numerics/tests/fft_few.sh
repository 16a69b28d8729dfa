#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# fft.upc with an FFTW that refuses plans as MKL's does (fft_few.c). Skipped where there is no FFTW.
. "$(dirname "$0")/../../../tests/tools/common.sh"
fftw=(-lfftw3 -lfftw3f)
echo '#include <fftw3.h>
int main(void) { return fftw_alignment_of(0) + fftwf_alignment_of(0); }' | cc -x c - "${fftw[@]}" -o there 2>messages ||
  { "$tools/missing" 'libfftw3-dev is not installed: scripts/setup installs it'; exit 77; }
cc -std=c11 -O1 -Wall -Werror -shared -fPIC "$here/fft_few.c" -o few.so "${fftw[@]}" || die 'fft_few.c does not compile'
"$UPCC" -O1 -I"$top/src" -I"$top/tests/library" -I"$here/../library" "$here/fft.upc" -o fft "${fftw[@]}" || die 'fft.upc does not compile'
for count in 1 3; do
  LD_LIBRARY_PATH=$PWD${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} LD_PRELOAD=few.so limited 60 "$UPCRUN" -n $count ./fft 40 4 >out 2>&1 || die "$count threads: $(cat out)"
  grep -qx PASS out || die "$count threads: $(cat out)"
  grep -q 'no plan' out || die "$count threads: fft_few.c has refused no plan"
done
echo PASS
