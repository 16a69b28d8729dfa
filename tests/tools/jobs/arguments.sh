#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The arguments of a program reach all of its threads as they were given, whatever the launcher or a shell could see in
# them; also on two hosts, by ssh. Names of hosts that a shell or ssh would take for something else are refused.
#   arguments.sh CONDUIT [hosts]
tests/tools/has_conduit "$1" || exit 77
[ "${2:-}" != hosts ] || [ -n "${HOSTS:-}" ] || exec env HOSTS_BY=ssh tests/tools/hosts 2 "$0" "$@"
. "$(dirname "$0")/../common.sh"
cat >print.upc <<'C'
#include <stdio.h>
#include <upc.h>
int main(int argc, char **argv) {
  for (int t = 0; t < THREADS; t++) {
    upc_barrier;
    for (int i = 1; i < argc && t == MYTHREAD; i++) {
      for (const char *c = argv[i]; *c; c++) printf("%02x", *c & 255);
      putchar('.');
    }
  }
  putchar('\n');
  return 0;
}
C
"$UPCC" -network="$1" print.upc -o './a program' || die 'it does not compile'
words=('two  words' "it's" '"' '$HOME' '`id`' '$(id)' '' ':' '*' '\' '\n' $'new\nline' $'tab\t' '--' '-n' 'a=b;c' 'ü' '#' '(x)'
  '{a,b}' '~' '!' '&' '|' '>' '%s' '@' $'\x01' '${x:-y}' ':')
# GASNet-EX 2025.8 reads what follows a ' from memory that it has freed.
[ "$*" != 'gasnet-udp hosts' ] || words[1]=its
expected=$(for word in "${words[@]}"; do printf %s "$word" | od -An -v -tx1 | tr -d ' \n'; printf .; done)
on=(); [ -z "${HOSTS:-}" ] || on=(-hosts=host0,host1)
limited 60 "$UPCRUN" "${on[@]}" -n 2 './a program' "${words[@]}" >out 2>err || die "status $?: $(cat out err)"
same "$(grep -a '\.' out)" "$expected"$'\n'"$expected"

[ "$1" != smp ] || exit 0
for name in -oProxyCommand=false 'a;b' '$(id)' '`id`' "a'b" 'a"b' 'a\b' 'a&b' 'a/b'; do
  limited 20 "$UPCRUN" -n 2 -hosts="$name" './a program' >out 2>&1
  same "$? $(cat out)" "2 upcrun: -hosts: '$name' is no name of a host: it must have letters, digits and _.@-:[]% alone, \
at most 253, and no - as the first"
  printf '# hosts\nhost1\n%s\n' "$name" >file
  limited 20 "$UPCRUN" -n 2 -hostfile=file './a program' >out 2>&1
  same "$? $(cut -d , -f 1 out | cut -c 1-60)" "2 $(echo "upcrun: file:3: '$name' is no name of a host: it must have letters" | cut -c 1-60)"
done
