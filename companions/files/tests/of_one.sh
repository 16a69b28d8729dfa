#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# One thread alone cannot reach the files of a call: the job ends with one line that names the call, and nobody waits.
. "$(dirname "$0")/../../../tests/tools/common.sh"
"$UPCC" -O1 "$top/companions/files/tests/file_of_one.upc" -o program || exit 1
for call in write read checkpoint restart; do
  for thread in 0 2 4; do
    rm -rf files && mkdir files
    output=$(limited 60 "$UPCRUN" -n 5 ./program $call $thread "$PWD/files" 2>&1)
    status=$?
    # An owner of elements; of a restart each thread, but thread 0 then says that there is no generation.
    if [ $thread = 2 ] || { [ $thread = 0 ] && [ $call != restart ]; } || { [ $thread = 4 ] && [ $call = restart ]; }; then
      [ $status = 1 ] && [[ $output != *$'\n'* && $output = *"upc_stride_$call: path: "*": No such file or directory" ]]
    else
      [ $status = 0 ] && [ "$output" = PASS ]
    fi || die "$call, thread $thread: status $status: $output"
  done
done
echo PASS
