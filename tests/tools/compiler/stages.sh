#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# upcc stops after the stage that an option names, and names its outputs as cc does.
. "$(dirname "$0")/../common.sh"
cp "$tools/hello.upc" .
"$UPCC" -c hello.upc && [ -e hello.o ] || die '-c makes hello.o'
"$UPCC" -S hello.upc && grep -q main hello.s || die '-S makes hello.s'
"$UPCC" -S -emit-llvm hello.upc && grep -q '^define.*@main_of_the_UPC_program' hello.ll || die "-S -emit-llvm writes LLVM's code"
"$UPCC" -c -emit-llvm hello.upc && same "$(head -c 2 hello.bc)" BC
mkdir own && printf '#!/bin/sh\necho my linker\n' >own/ld && chmod +x own/ld && same "$("$UPCC" -B own hello.upc)" 'my linker'
"$UPCC" -trans hello.upc && grep -q urt_ hello.trans.c || die '-trans makes hello.trans.c'
"$UPCC" -E hello.upc | grep -q MYTHREAD || die '-E shows the preprocessed UPC'
"$UPCC" -S hello.upc -o - | grep -q main || die '-S -o - writes assembly to standard output'
rm -f hello.trans.c && "$UPCC" -save-temps hello.upc -o kept && [ -e hello.trans.c ] || die '-save-temps keeps the C'
"$UPCC" hello.upc && same "$("$UPCRUN" -n 1 ./a.out)" 'hello from thread 0 of 1'
"$UPCC" hello.o -o linked && same "$("$UPCRUN" -n 2 ./linked | sort | tail -n 1)" 'hello from thread 1 of 2'
"$UPCC" -T 3 hello.upc -o three && same "$(./three | wc -l)" 3
"$UPCC" -MMD -MF hello.d -c hello.upc -o obj.o && grep -q '^obj.o:' hello.d && grep -q upc.h hello.d || die '-MMD writes hello.d'
grep -q stdio.h hello.d && die '-MMD leaves system headers out'
same "$("$UPCC" -MM hello.upc | head -c 20)" 'hello.o: hello.upc /'
"$UPCC" -M hello.upc | grep -q stdio.h || die '-M names system headers too'
"$UPCC" -MM -MF dep.d -MT one -MQ two hello.upc && grep -q '^one two:' dep.d || die '-MT and -MQ name the targets'
same "$("$UPCC" -dM -E hello.upc 2>&1 | grep -c '__UPC__ 1$')" 1
"$tools/lacks" '^#' 0 "$UPCC" -E -P hello.upc || die '-P leaves out line directives'
same "$("$UPCC" -E hello.upc 2>&1 >hello.i)" ''
same "$("$UPCC" -dM -E - </dev/null 2>&1 | grep -c '__UPC__ 1$')" 1
"$UPCC" -x upc - -o piped <hello.upc && same "$("$UPCRUN" -n 1 ./piped)" 'hello from thread 0 of 1'
same "$("$UPCC" -dM -E -x c /dev/null 2>&1 | grep -c '__UPC__ 1$')" 1
cp hello.upc unnamed && "$UPCC" -x upc unnamed hello.o -c && [ -e unnamed.o ] || die '-x says what a file is whose name does not'
echo 'int shared = 1;' >word && "$UPCC" -x c word -c || die '-x c makes it C'
echo 'int x' | TMPDIR=$PWD "$UPCC" -xc -c - -o x.o 2>&1 | grep -q '^<stdin>:1:6: error' || die 'messages about standard input name it'
sleep 0.2 && ls | grep -q upcc- && die 'nothing is left of standard input, nor where nobody reads the messages any more'
"$UPCC" -v | grep -q 'UPC 1.3' || die '-v alone says the version'
"$UPCC" -fsyntax-only hello.upc -o none && [ ! -e none ] || die '-fsyntax-only writes nothing'
"$UPCC" -Wc,"-O3 -std=gnu99",-g -Wc,"" -Wp,"-DA=1 -DB" hello.upc -o words && [ -e words ] || die 'several options in one word'
echo '-O1 "-DA B=1" hello.upc -o response' >args && "$UPCC" @args && [ -e response ] || die 'options from a file'
"$UPCC" -print-prog-name=ld | grep -q ld || die "clang's answer is handed on"
