#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# A host that ssh does not reach ends the job, with a line of ssh's and, on MPICH, one of upcrun's; no process is left. A program
# whose proxy has the same status as ssh ends as it would without.
#   unreachable.sh CONDUIT
conduit=$1
BUILD=${BUILD:-build} tests/tools/has_conduit "$conduit" || exit 77
. "$(dirname "$0")/../common.sh"
"$UPCC" -network="$conduit" "$tools/hello.upc" -o "job$$" || exit 1
unset HYDRA_LAUNCHER HYDRA_LAUNCHER_EXEC I_MPI_HYDRA_BOOTSTRAP I_MPI_HYDRA_BOOTSTRAP_EXEC OMPI_MCA_plm_rsh_agent PRTE_MCA_plm_ssh_agent
mkdir bin && export PATH=$dir/bin:$PATH
cat >bin/ssh <<'S'
#!/bin/sh
[ "$1" != -G ] || { echo 'hostname far'; exit 0; }
case $* in *'ConnectTimeout=7 '*) seconds=7 ;; esac
echo "ssh: connect to host far: No route to host, $seconds s" >&2
exit 255
S
chmod +x bin/ssh
UPC_LINK_TIMEOUT=7 limited 30 "$UPCRUN" -n 2 -hosts=localhost,192.0.2.1 "./job$$" >out 2>err </dev/null; status=$?
[ $status != 0 ] && [ $status != 124 ] || die "status $status: $(cat out err)"
grep -q '^ssh: connect to host far: No route to host, 7 s$' err || die "it says: $(cat err)"
[ "$conduit" != mpi-mpich ] || grep -qx 'upcrun: ssh has not reached the host 192.0.2.1' err || die "it says: $(cat err)"
for ((i = 0; i < 100; i++)); do "$tools/processes" named "job$$" >/dev/null || break; sleep 0.1; done
! "$tools/processes" named "job$$" || die 'processes are left'

# ssh reaches a host, says so, and its command has the status 255.
[ "$conduit" = mpi-mpich ] || exit 0
printf '#!/bin/sh\neval "${4#LocalCommand=}"\nexit 255\n' >bin/ssh
"$build/lib/upcrun-ssh" -x far true 2>err; status=$?
same "$status $(cat err)" '255 '
