#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The files of hosts that Berkeley's upcrun and schedulers name in variables: a program on gasnet-udp runs on those hosts.
. "$(dirname "$0")/../common.sh"
printf '#!/bin/sh\n# [upcrun: gasnet udp /nowhere]\n' >prog && chmod +x prog

# servers SETTING WORD...: the host of each thread
servers() { env "${@:1:1}" "$UPCRUN" -t "${@:2}" ./prog 2>&1 | grep -o "GASNET_SSH_SERVERS=['\"]\?[^'\"]*" | tr -d "'\"" | sed 's/.*=//'; }

printf 'a\nb\n# the last ones\nc\nd\n' >nodes
printf 'a\nb\na\nb\nc\nc\n' >slots
printf 'a 3 all.q@a UNDEFINED\nb 1 all.q@b UNDEFINED\n' >engine
for variable in UPC_NODEFILE GASNET_NODEFILE PBS_NODEFILE; do
  same "$(servers $variable=nodes -n 4)" "a b c d"
  same "$(servers $variable=nodes -n 6)" "a a b b c d"
  same "$(servers $variable=nodes -n 4 -N 2)" "a a b b"
  same "$(servers $variable=slots -n 6)" "a a b b c c"
done
same "$(servers PE_HOSTFILE=engine -n 4)" "a a a b"
same "$(servers LSB_HOSTS='a a b' -n 3)" "a a b"
same "$(UPC_NODES=x servers PBS_NODEFILE=nodes -n 2)" "x x"
same "$(servers PBS_NODEFILE=nodes -n 2 -hosts=y)" "y y"
same "$(GASNET_SPAWNFN=L servers PBS_NODEFILE=nodes -n 2)" ""
PBS_NODEFILE=nowhere "$UPCRUN" -t -n 2 ./prog 2>out; same "$? $(cat out)" "2 upcrun: PBS_NODEFILE=nowhere: No such file or directory"

# Options that such a program cannot have.
"$UPCRUN" -t -n 2 -bind-threads=socket ./prog 2>out >/dev/null; same "$? $(cat out)" "0 upcrun: note: -bind-threads=socket has no effect on gasnet-udp"
"$UPCRUN" -t -n 2 -bind-threads=none ./prog 2>out >/dev/null; same "$? $(cat out)" "0 "
"$UPCRUN" -t -N 2 ./prog 2>out; same "$? $(cat out)" "2 upcrun: -N 2: more nodes than the 1 threads of the job; -n N gives it N"
echo PASS
