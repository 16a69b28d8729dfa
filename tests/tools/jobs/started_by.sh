#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcrun starts what starts a UPC program: a script, and a command that is given one.
cd "$(dirname "$0")/../../.." || exit 1
UPCC=${UPCC:-build/bin/upcc} UPCRUN=${UPCRUN:-build/bin/upcrun}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$UPCC" tests/upc/run/spelling.upc -o "$folder/program" || exit 1
printf '#!/bin/sh\nexec "$(dirname "$0")/program"\n' >"$folder/script"
chmod +x "$folder/script"
for command in "$folder/program" "$folder/script" "env NAME=value $folder/program"; do
  [ "$("$UPCRUN" -n 3 $command 2>&1 | tail -n 1)" = PASS ] || { echo "upcrun -n 3 $command fails"; exit 1; }
done
echo 'all passed'
