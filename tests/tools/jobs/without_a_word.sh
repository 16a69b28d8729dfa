#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# What would go wrong without a word: a variable UPC_* that nothing reads, or one near to a known one; a program that is a pipe;
# upcc where /proc is missing.
. "$(dirname "$0")/../common.sh"
"$UPCC" -network=smp "$tools/hello.upc" -o hello || exit 1
UPC_THREAD=4 UPC_SHARED_HEAP=1G ./hello 2>err >out || die "status $?: $(cat err)"
same "$(sed 's/ is set.*//' err | sort)" $'upc: UPC_SHARED_HEAP\nupc: UPC_THREAD'
# said NAME...: the ends of the lines about these variables, in their order.
said() {
  env "${@/%/=1}" ./hello 2>err >out || die "status $?: $(cat err)"
  for name; do grep "^upc: $name is set" err | sed 's/.*is set//'; done
  [ "$(grep -c . err)" -le $# ] || die "more lines than variables: $(cat err)"
}
nothing=', and nothing reads a variable of that name; '
same "$(said UPC_THREAD UPC_TRHEADS UPC_PATIENT UPC_STRID_CHECK UPC_HEAP UPC_"$(printf 'X%.0s' {1..999})")" "${nothing}did you mean UPC_THREADS?
${nothing}did you mean UPC_THREADS?
${nothing}did you mean UPC_PATIENCE?
${nothing}did you mean UPC_STRIDE_CHECK?
${nothing}upcrun -env lists all there are"
same "$(said UPCTHREADS UCP_THREADS PC_THREADS XUPC_BIND UPC)" '; did you mean UPC_THREADS?
; did you mean UPC_THREADS?
; did you mean UPC_THREADS?
; did you mean UPC_BIND?'
same "$(said MPI_NODES GPU_NODES UCX_TLS UPCRUN_HOSTS SPACE X P)" ''
UPC_THREADS=2 UPC_PATIENCE=5 UPC_STRIDE_VERBOSE=0 ./hello 2>err >out
same "$(cat err)" ''
mkfifo -m 755 pipe
limited 20 "$UPCRUN" -n 2 ./pipe 2>err
same "$? $(cat err)" "126 upcrun: cannot run './pipe': Permission denied"
unshare -m true 2>/dev/null || exit 0
unshare -m sh -c 'mount -t tmpfs none /proc && exec "$@"' sh "$UPCC" -c "$tools/hello.upc" 2>err && die 'status 0 without /proc'
same "$(grep -c . err) $(grep -c '^upcc: /proc/self/exe: .*mount /proc$' err)" '1 1'
