#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# Hosts by names that ssh's configuration alone knows, with a real ssh between two hosts: node0 and node1 stand for host0 and
# host1 of tests/tools/hosts, and the system knows neither. All hosts by such names, then one of them.
#   HOSTS_BY=ssh tests/tools/hosts 2 tests/tools/jobs/host_alias.sh CONDUIT
set -u
tests/tools/has_conduit "$1" || exit 77
d=$(mktemp -d -p "$(realpath "${BUILD:-build}/tests")")
trap 'rm -rf "$d"' EXIT
cat >"$d/config" <<'C'
Include /etc/ssh/ssh_config
Host node0
  HostName host0
Host node1
  HostName host1
C
cat >"$d/ssh" <<C
#!/bin/sh
exec $(command -v ssh) -F $d/config "\$@"
C
chmod +x "$d/ssh"
"${UPCC:-build/bin/upcc}" -network="$1" tests/tools/hello.upc -o "$d/p" || exit 1
! getent hosts node1 || { echo "FAILED: the system knows node1"; exit 1; }
export PATH=$d:$PATH
for names in node0,node1 host0,node1; do
  output=$(timeout 60 "${UPCRUN:-build/bin/upcrun}" -n 4 -hosts=$names "$d/p" 2>&1)
  [ "$(grep -c hello <<<"$output")" = 4 ] || { echo "$output"; echo "FAILED: on $names"; exit 1; }
done
