#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A wrong value of a variable that the runtime reads ends any program at its start, whether it uses what the variable is
# about or not: one line for the job, status 2. Another number of threads than that of -T: one line, status 1.
#   wrong_values.sh CONDUIT
conduit=$1
tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
"$UPCC" -network="$conduit" "$tools/hello.upc" -o job || exit 1
values='UPC_BACKTRACE=3 UPC_LENIENT_EXIT=7'
! has_companion tasks || values+=' UPC_TASK_STACK=16K UPC_TASK_ROUND_TRIP=1001'
[ "$conduit" != smp ] || values+=' UPC_PATIENCE=-1 UPC_NEAR=some
  UPC_LINK_TIMEOUT=soon UPC_BIND=chair UPC_SMP_LATENCY=x UPC_SMP_BANDWIDTH=0 UPC_SHARED_HEAP_SIZE=much'
if [ "$conduit" = smp ]; then
  ! has_companion tasks || values+=' UPC_TASK_STACKS=0'
  ! has_companion trace || values+=' UPC_TRACE_MESSAGES=yes UPC_TRACE_EVENTS=x'
  ! has_companion race || values+=' UPC_RACE=often'
  ! has_companion address || values+=' UPC_ASAN=report,often'
fi
for value in $values; do
  limited 30 env "$value" "$UPCRUN" -n 3 ./job >out 2>err </dev/null
  same "$value: $? $(cat out)$(grep -c '^upc: ' err) $(grep -c "^upc: ${value%=*} is '${value#*=}'; it must be " err)" "$value: 2 1 1"
done
"$UPCC" -T 2 -network="$conduit" "$tools/hello.upc" -o job || exit 1
limited 30 "$UPCRUN" -n 3 ./job >out 2>err </dev/null
same "$? $(cat out)$(grep -c '^upc: ' err) $(grep -c '^upc: this program was compiled for 2 threads (-T 2) and was started with 3' err)" '1 1 1'
