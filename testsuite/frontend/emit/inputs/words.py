# SPDX-License-Identifier: MIT
"""words.py OPT FOLDER-PREFIX INCLUDE - names that C keeps, as those of processes, and of all else (emit/words.test)."""
import os
import re
import subprocess
import sys

OPT, PREFIX, INCLUDE = sys.argv[1:]
GCC = "gcc-" + os.environ["GCC_RELEASES"].split()[-1]
WORDS = """asm __asm __asm__ auto case char default do double enum extern float goto inline __inline int long register restrict short
signed __signed sizeof static switch typedef typeof __typeof union unsigned void volatile __volatile __const __alignof __alignof__ __imag
__real __extension__ __label__ __thread __int128 __float128 _Bool _Atomic _Complex _Alignas _Alignof _Generic _Imaginary _Noreturn
_Static_assert _Thread_local _Float32 _Float64x _Float128 _Decimal32 _Decimal64 _Pragma __auto_type __builtin_va_arg __func__ __FILE__
__LINE__ __DATE__ __VA_ARGS__ constexpr nullptr alignas alignof static_assert thread_local typeof_unqual""".split()
# Of the start files and the linker, which are in no library.
SYMBOLS = "end edata etext data_start _end _edata _etext __bss_start __data_start _start _init _fini _IO_stdin_used __dso_handle".split()


def macros():
    """Those that are defined where the headers of an emitted program are read."""
    text = subprocess.run([GCC, "-I" + INCLUDE, "-dM", "-E", "-xc", "-"], input="#include <stdint.h>\n#include <erbium.h>\n",
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    return re.findall(r"#define (\w+)", text)


def emit(text, dialect):
    return subprocess.run([OPT, "--emit-c=" + dialect, "-"], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def is_word_of_ir(name):
    return emit(f"process main() {{ let {name} : i32 = 1i32; print {name}; }}", "plain").returncode != 0


names = [name for name in dict.fromkeys(WORDS + SYMBOLS + macros()) if not is_word_of_ir(name)]
passed = [name for name in names
          for done in [emit(f"process {name}() {{}} process main() {{ run {name}(); }}", "plain")]
          if done.returncode != 1 or "[8.4]" not in done.stderr]
print("processes: each refused" if not passed else f"processes: taken: {passed}")

# As fields, parameters, locals; at file level, where headers have functions, also as constants and types.
lines = []
for k, name in enumerate(names):
    other = names[k - 1]
    lines += [f"struct s{k} {{ {name} : i32 }}",
              f"process p{k}({name} : i32) {{ let x{k} : s{k} = s{k}({name}); if x{k}.{name} == {name} {{ return; }} }}",
              f"process q{k}() {{ var {name} : i32; {name} = {name} + 1i32; for {other} in 0 .. 3 {{ {name} = i32({other}); }} }}"]
text = "\n".join(lines) + "\nprocess main() {\n" + "\n".join(f"run p{k}(1i32);" for k in range(len(names))) + "\n}\n"
text += "\n".join(f"const {name} : i32 = 3i32;" for name in ["printf", "puts", "remove", "sin", "fma"])
text += "\nstruct getc { getc : i32 }\nprocess q(a : getc) { var b : [3]getc; b[0] = a; if b[0].getc == puts + remove { return; } }\n"
done = emit(text, "plain")
print(done.stderr, end="")
with open(PREFIX + ".c", "w") as file:
    file.write(done.stdout)
for standard in ["gnu11", "gnu17", "gnu2x", "c11"]:
    subprocess.run([GCC, "-I" + INCLUDE, "-std=" + standard, "-w", "-fsyntax-only", PREFIX + ".c"], check=True)
print(f"names: compiled, 1 to {len(names)}")
