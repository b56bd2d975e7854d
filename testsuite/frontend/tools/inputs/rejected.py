# SPDX-License-Identifier: MIT
"""rejected.py TOOLS FOLDER [wrong] - gives tools programs and command lines that they reject.

With `wrong', expects another message, so that the test must fail.
"""
import os
import subprocess
import sys

MAIN = "process main() { %s }\n"
MANY = MAIN % ("x = 1i32; " * 30)
WORLD = "extern func f() touches file;\nprocess a() { f(); }\n"
CLAIM = "process p(v : read view i32) { free_view(v, terminate); %s }\n"

# The tool and its arguments, of which {} is the program; the program; what is said.
CASES = [
    ("erbium-opt {}", "const a : i32 = 1i32;\nstruct a { x : i32 }\n", "here for the first time"),
    ("erbium-opt {}", MAIN % "let a : i32 = 1i32; a = 2i32;", "it is declared here"),
    ("erbium-opt {}", MAIN % "var a : i32; if true { var a : i32; }", "which is declared here"),
    ("erbium-opt {}", MAIN % "return; var a : i32;", "this jumps away"),
    ("erbium-opt {}", CLAIM % "release(v, 1);", "it goes here"),
    ("erbium-opt {}", "process p(v : read view i32) { while true { free_view(v, terminate); } }\n",
     "this loop"),
    ("erbium-opt {}", "process a() { print; }\nprocess b() { print; }\n",
     "here; let one of them send it to the other by a record"),
    ("erbium-opt {}", WORLD + MAIN % "run a(); run a();", "it is also run here"),
    ("erbium-opt {}", WORLD.replace("f();", "f(); run b();") + "process b() { run a(); }\n",
     "it runs itself, through other processes"),
    ("erbium-opt {}", MAIN % "print 1x;",
     "a number ends with nothing, or with its type, as 1i32, 0x1fu8, 0.5f32"),
    ("erbium-opt {}", MAIN % 'print "a;', 'the escapes are \\n \\t \\\\ \\" and \\xHH'),
    ("erbium-opt {}", "process main() {\n", "for this '{'"),
    ("erbium-opt {}", MAIN % "\0", "a NUL character"),
    ("erbium-opt {}", MAIN % "@", "'@' has no meaning"),
    ("erbium-opt {}", MAIN % "\x01", "a control character 0x1"),
    ("erbium-opt {}", MANY, "further errors are not shown"),
    ("erbium-opt {}", "func f() -> i32 { while true { } return 1i32; }\n",
     "a function has no 'while'"),
    ("erbium-interp {}", MAIN % "let r : record i32 = new_record(0, 1);",
     "wreg is 0; expected 1 to 65535"),
    ("erbium-interp {}", MAIN % "let r : record i32 = new_record(1, 70000);",
     "rreg is 70000; expected 0 to 65535"),
    ("erbium-interp {}", "extern process p();\n" + MAIN % "run p();",
     "process 'p' is C, which is not interpreted"),
    ("erbiumc -c {}", "extern func while_();\nextern func int();\n",
     "function 'int' has the name of a word or macro of C"),
    ("erbiumc a.er b.er", "", "two programs, a.er and b.er: compile each by itself with -c"),
    ("erbiumc -g", "", "no FILE.er is given"),
    ("erbiumc -c -", MAIN % "", "expected -o FILE for a program that is read from stdin"),
    ("erbiumc {}", "process p() { }\n",
     "there is no process 'main' to begin with; -c makes an object"),
    ("erbium-streamit --emit=c a.str", "", "--emit=c: it is er"),
    ("erbium-graph --placement=a a.str", "",
     "--placement shows where processes run; a program of StreamIt has none yet"),
    ("erbium-reduce {} -- ./none/none", MAIN % "", "there is no command ./none/none"),
    ("TMPDIR=/none erbium-reduce {} -- true", MAIN % "", "cannot make /none/erbium-reduce-"),
]
WRONG = [("erbium-opt {}", MAIN % "break;", "no such message")]


def fails(tools, name, command, text, expected):
    """Runs a tool; prints what is not as expected, and returns whether it is not."""
    with open(name, "w") as file:
        file.write(text)
    words = command.replace("{}", name).split()
    environment = dict(os.environ)
    if "=" in words[0]:
        variable, value = words.pop(0).split("=")
        environment[variable] = value
    with open(name) as program:
        run = subprocess.run([os.path.join(tools, words[0]), *words[1:]], stdin=program,
                             capture_output=True, text=True, env=environment,
                             cwd=os.path.dirname(name))
    good = run.returncode != 0 and expected in run.stderr
    if not good:
        print(f"{words[0]}: expected '{expected}', found:\n{run.stderr}")
    return not good


def main():
    tools, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    cases = WRONG if sys.argv[3:] else CASES
    wrong = [fails(tools, os.path.join(folder, f"{n}.er"), *case) for n, case in enumerate(cases)]
    return 1 if any(wrong) else 0


sys.exit(main())
