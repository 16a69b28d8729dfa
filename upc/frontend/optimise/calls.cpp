// SPDX-License-Identifier: BSD-3-Clause
#include "optimise/calls.h"
#include "optimise/accesses.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

static const StringRef Private = "upc-private"; // of a function

// ---- C's library

// Each also with f and l at its end.
static const char *const mathematics =
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10 exp2 expm1 fabs fdim floor "
    "fma fmax fmin fmod frexp hypot ilogb ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan "
    "nearbyint nextafter nexttoward pow remainder remquo rint round scalbln scalbn sin sincos sinh sqrt tan tanh "
    "tgamma trunc cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal "
    "csin csinh csqrt ctan ctanh";

// Of the rest of ISO C, what calls nothing back; and what the headers make of its macros. A program has no functions of
// its own by these names.
static const char *const others =
    "__assert_fail __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __errno_location __finite __finitef "
    "__finitel __fpclassify __fpclassifyf __fpclassifyl __isinf __isinff __isinfl __isnan __isnanf __isnanl "
    "__iscanonicall __iseqsig __iseqsigf __iseqsigl __issignaling __issignalingf __issignalingl __signbit __signbitf "
    "__signbitl __divdc3 __divsc3 __divxc3 __muldc3 __mulsc3 __mulxc3 __isoc99_fscanf __isoc99_scanf __isoc99_sscanf "
    "__isoc23_fscanf __isoc23_scanf __isoc23_sscanf __isoc23_strtol __isoc23_strtoll __isoc23_strtoul "
    "__isoc23_strtoull __fprintf_chk __memcpy_chk __memmove_chk __memset_chk __printf_chk __snprintf_chk "
    "__sprintf_chk __stack_chk_fail __strcat_chk __strcpy_chk __strncat_chk __strncpy_chk abort abs aligned_alloc "
    "asctime atof atoi atol atoll calloc clearerr clock ctime difftime div fclose feclearexcept fegetround "
    "feraiseexcept ferror feof fesetround fetestexcept fflush fgetc fgets fopen fprintf fputc fputs fread free fscanf "
    "fseek ftell fwrite getc getchar getenv gmtime imaxabs isalnum isalpha isblank iscntrl isdigit isgraph islower "
    "isprint ispunct isspace isupper isxdigit labs ldiv llabs lldiv localtime malloc memchr memcmp memcpy memmove "
    "memset mktime perror printf putc putchar puts rand realloc rewind scanf snprintf sprintf srand sscanf strcat "
    "strchr strcmp strcoll strcpy strcspn strerror strftime strlen strncat strncmp strncpy strpbrk strrchr strspn "
    "strstr strtod strtof strtok strtol strtold strtoll strtoul strtoull time timespec_get tolower toupper ungetc "
    "vfprintf vprintf vsnprintf vsprintf";

// Not of ISO C: a program may have functions of its own by these names. The system's headers declare that they throw
// no exceptions, which programs in C do not say.
static const char *const systems =
    "bcmp clock_gettime drand48 erand48 getpid gettimeofday j0 j1 jn jrand48 lgamma_r lrand48 mrand48 nrand48 rand_r "
    "random seed48 srand48 srandom y0 y1 yn";

static StringSet<> namesOf(StringRef list, ArrayRef<StringRef> ends = {""}) {
  StringSet<> names;
  SmallVector<StringRef> words;
  list.split(words, ' ');
  for (StringRef word : words)
    for (StringRef end : ends) names.insert((word + end).str());
  return names;
}

static bool isOfLibrary(const Function &f) {
  static const StringSet<> ofMathematics = namesOf(mathematics, {"", "f", "l"}), ofIso = namesOf(others),
                           ofSystem = namesOf(systems);
  if (!f.isDeclaration()) return false;
  StringRef name = f.getName();
  return ofMathematics.contains(name) || ofIso.contains(name) || (ofSystem.contains(name) && f.doesNotThrow());
}

// -fsanitize=undefined: says that C leaves an operation undefined, and perhaps ends the program. With this sanitizer
// loops would otherwise read nothing ahead, and tests with it would look at no such loop.
static bool isOfSanitizer(const Function &f) { return f.getName().starts_with("__ubsan_handle_"); }

bool changesOnlyErrno(const CallBase &call) {
  const Function *f = call.getCalledFunction();
  if (f && isOfSanitizer(*f)) return true;
  if (!f || call.isNoBuiltin() || !isOfLibrary(*f)) return false;
  if (f->getName() == "strtok") return false; // it goes on in the text of an earlier call
  return llvm::all_of(call.args(), [](const Value *argument) {
    const auto *text = dyn_cast<GlobalVariable>(argument);
    return !argument->getType()->isPointerTy() || isa<ConstantPointerNull>(argument) || (text && text->isConstant());
  });
}

// ---- The runtime

// Arithmetic of addresses reaches nothing. What the passes make of a loop touches the state of this loop, and no other.
// The last words of a program are its end.
static bool isOfLoop(const Function &f) {
  static const StringRef names[] = {"urt_any_far",     "urt_ask",        "urt_ask_pieces",   "urt_asked",
                                    "urt_compare",     "urt_deal_any",   "urt_fatal",        "urt_other_taken",
                                    "urt_outside",     "urt_own_apart",  "urt_own_strip",    "urt_own_strips",
                                    "urt_own_tested",  "urt_read_unasked", "urt_row_if_near", "urt_site_asked",
                                    "urt_start_of_row", "urt_strip_begins", "urt_strips",    "urt_window_of"};
  return llvm::is_contained(names, f.getName());
}

// ----

static bool isPrivate(const Function &f) {
  return f.hasFnAttribute(Private) || f.isIntrinsic() || isOfLoop(f) || isOfLibrary(f) || isOfSanitizer(f);
}

static void checkPrivate(const Function &f) {
  if (!isPrivate(f))
    report_fatal_error("upcc: a loop would order accesses by a call of " + Twine(f.getName()) + ": a defect of upcc");
}

Function *functionOfPasses(Module &m, StringRef name) {
  Function *f = m.getFunction(name);
  if (f) checkPrivate(*f);
  return f;
}

FunctionCallee functionOfPasses(Module &m, StringRef name, FunctionType *type) {
  FunctionCallee f = m.getOrInsertFunction(name, type);
  checkPrivate(*cast<Function>(f.getCallee()));
  return f;
}

// Is it known that the call comes to no access to shared memory, and to no call of the runtime that matters?
static bool isPrivate(const CallBase &call) {
  if (call.isInlineAsm()) return call.doesNotAccessMemory();
  const Function *f = call.getCalledFunction();
  return f && !(call.isNoBuiltin() && isOfLibrary(*f)) && isPrivate(*f);
}

bool ordersAccesses(const Instruction &i) {
  if (i.isAtomic() || i.isVolatile() || isSharedCopy(i)) return true;
  const auto *call = dyn_cast<CallBase>(&i);
  return call && !isPrivate(*call);
}

// Does the function reach no more than others do that are marked?
static bool leavesSharedAlone(const Function &f) {
  return llvm::none_of(instructions(f), [](const Instruction &i) { return ordersAccesses(i) || sharedPointer(i); });
}

void markPrivateFunctions(Module &m) {
  for (Function &f : m) // all of them, to begin with: functions may call each other
    if (f.hasExactDefinition()) f.addFnAttr(Private);
  for (bool changed = true; changed;) {
    changed = false;
    for (Function &f : m)
      if (f.hasFnAttribute(Private) && !leavesSharedAlone(f)) f.removeFnAttr(Private), changed = true;
  }
}
