#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A UPC file that is open when the program ends contains all data. It is deleted if it was opened with UPC_DELETE_ON_CLOSE.
# This holds for every way to end.
. "$(dirname "$0")/../common.sh"
cat >left.upc <<'C'
#include <stdlib.h>
#include <string.h>
#include <upc.h>
#include <upc_io.h>
int main(int argc, char **argv) {
  char data[10] = "123456789";
  int flags = UPC_WRONLY | UPC_INDIVIDUAL_FP | UPC_CREATE;
  upc_file_t *kept = upc_all_fopen("kept", flags, 0, NULL), *gone = upc_all_fopen("gone", flags | UPC_DELETE_ON_CLOSE, 0, NULL);
  if (!kept || !gone) return 1;
  upc_all_fseek(kept, 9 * MYTHREAD, UPC_SEEK_SET);
  upc_all_fwrite_local(kept, data, 1, 9, 0);
  upc_all_fwrite_local(gone, data, 1, 9, 0);
  if (!strcmp(argv[1], "exit")) exit(0);
  if (!strcmp(argv[1], "global") && MYTHREAD == THREADS - 1) upc_global_exit(0);
  if (!strcmp(argv[1], "global")) upc_barrier;
  return 0;
}
C
"$UPCC" left.upc -o left || exit 1
for how in return exit global; do
  rm -f kept
  "$UPCRUN" -n 3 ./left $how || die "status $? after $how"
  same "$(cat kept)" 123456789123456789123456789
  [ ! -e gone ] || die "the file is still there after $how"
done
