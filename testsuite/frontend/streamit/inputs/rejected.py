# SPDX-License-Identifier: MIT
"""rejected.py STREAMIT FOLDER [wrong] - compiles small programs, each of which has one message.

With `wrong', compiles two that must fail the test.
"""
import os
import subprocess
import sys

SOURCE = "void->int filter S { work push 1 { push (1); } }\n"
SINK = "int->void filter T { work pop 1 { println (pop ()); } }\n"
MAIN = SOURCE + SINK + "void->void pipeline Main { add S (); %s add T (); }\n"


def among(stream):
    """A program in which a stream is between a source and a sink."""
    return MAIN % ("add " + stream + ";")


def filter(body, more=""):
    """A program with a filter that does something in its work function."""
    return among("F ()") + "int->int filter F { %s work pop 1 push 1 { %s push (pop ()); } }" % (
        more, body)


def helper(parameters, body, call):
    return filter(call, "int f (%s) { %s return 1; }" % (parameters, body))


def init(body, more=""):
    """A program that does something at compile time."""
    return filter("", "int[4] field; %s init { %s }" % (more, body))


def pipeline(statements):
    return SOURCE + SINK + "void->void pipeline Main { add S (); %s add T (); }\n" % statements


def split(inside):
    return among("P ()") + "int->int splitjoin P { %s }" % inside


def loop(inside):
    return among("L ()") + "int->int feedbackloop L { %s }" % inside


ID = "add Identity<int> ();"
BOTH = "join roundrobin; body Identity<int> (); loop Identity<int> (); split roundrobin;"
DEEP = "int->int pipeline %s (int n) { add %s (n + 1); }"

CASES = [
    # The words and the grammar.
    (filter("int x = 0x1ffffffff;"), "'0x1ffffffff' is beyond the range of int"),
    (filter("float x = 1e999;"), "'1e999' is beyond the range of float"),
    (filter("/* "), "a comment that does not end"),
    (filter("int x = 1x;"), "'1x' is not a number"),
    (filter('println ("a'), "a string that does not end on its line"),
    (filter("\0"), "a NUL character"),
    (filter("é"), "characters beyond ASCII may occur only in strings and comments"),
    (filter("@"), "'@' has no meaning"),
    (filter("\x01"), "a control character 0x1"),
    (among("F ()") + "int->int filter F { work pop 1 pop 1 push 1 { push (pop ()); } }",
     "the pop rate is declared twice"),
    (filter("int x = 1" + " + 1" * 1001 + ";"), "more than 1000 operators in a row"),
    (filter("1;"), "a value alone is no statement"),
    (filter("{" * 201 + "}" * 201), "brackets and blocks are nested more than 200 deep"),
    # Names and types.
    (filter("int x = Nowhere.f ();"), "there is no block of functions 'Nowhere'"),
    (filter("float2 x = float2 (1, true);"), "float2 consists of floats, not boolean"),
    (filter("float2 x = float2 (1);"), "float2 has 2 parts, not 1"),
    (filter("int x; int x;"), "'x' is declared twice"),
    (filter("int x; int x;"), "it is first declared here"),
    (filter("int[1.5] x;"), "the length of an array has type int, not float"),
    (filter("", "void f (void x) { }"), "has type void"),
    (among("Identity<void> ()"), "void is no type of a variable"),
    (filter("Nothing x;"), "there is no type 'Nothing'"),
    (pipeline("portal<Nothing> p;"), "there is no filter 'Nothing'"),
    (filter("") + "struct R { R r; }", "the structure 'R' contains itself"),
    (among("F ()") + "int->int filter F { work pop true push 1 { push (pop ()); } }",
     "a rate has type int, not boolean"),
    (among("F ()") + "int->int filter F { int x; }", "the filter has no work function"),
    (filter("int[2] a; int x = (int) a;"), "a value of type int[2] cannot be converted to int"),
    (filter("println ({ 1, 2 });"), "a list in braces may only initialize an array"),
    (filter("float2 x; float y = x.q;"), "float2 has no field 'q'"),
    (filter("int[2] a; int x = a[true];"), "a subscript has type int, not boolean"),
    (filter("int a; int x = a[0];"), "a value of type int has no elements"),
    (filter("int x = peek (true);"), "'peek' takes an int, not boolean"),
    (init("int x = pop ();"), "'pop' is not allowed in init, which has no access to tapes"),
    (init("push (1);"), "'push' is not allowed in init, which has no access to tapes"),
    (filter("int x = { 1 };"), "a list in braces is no int"),
    (filter("break;"), "'break' is outside of loops"),
    (pipeline("return;"), "'return' is outside of functions"),
    (helper("", "return;", ""), "'f' returns int"),
    (pipeline("push (1);"), "'push' is allowed only in a filter"),
    (split("split roundrobin (true); " + ID + " join roundrobin;"),
     "a weight has type int, not boolean"),
    ("static { int k = 1; }\n" + filter("k = 2;"), "'k' is static, so it is constant here"),
    (pipeline("int p; add Identity<int> () to p;"), "'p' is no portal"),
    (filter("int p; p.f ();"), "'p' is no portal"),
    (pipeline("portal<H> p; add void->int filter "
              "{ work push 1 { push (1); p.f () [true:true]; } }"),
     "a latency has type int, not boolean"),
    (SINK + "void->void pipeline Main { portal<T> p; add void->int filter "
     "{ work push 1 { push (1); p.g (); } } add T () to p; }", "'T' has no handler 'g'"),
    (SOURCE + "void->void pipeline Main { portal<A> p; add void->int filter { work push 1 "
     "{ push (1); p.stop (); } } add B () to p; add A () to p; }\n"
     "int->void filter A { int n; work pop 1 { pop (); } handler stop () { n = 1; } }\n"
     "int->int filter B { work pop 1 push 1 { push (pop ()); } }",
     "'B', which is registered with this portal, has no handler 'stop'"),
    (SINK + "void->void pipeline Main { portal<T> p; add void->int filter { init { p.stop (); } "
     "work push 1 { push (1); } } add T () to p; }".replace("T", "A") +
     "int->void filter A { int n; work pop 1 { pop (); } handler stop () { n = 1; } }",
     "this statement is not allowed in code that runs at compile time"),
    (filter("complex c; c = c % c;"), "'%' does not apply to complex and complex"),
    (filter("int[2] a; a++;"), "'++' does not apply to int[2]"),
    (filter("boolean b = sin (true);"), "'sin' does not apply to boolean"),
    (filter("int x = true ? 1 : \"a\";"), "'? :' does not apply to int and"),
    (filter("int[2] a; int x = 1; x += a;"), "'+=' does not apply to int and int[2]"),
    (among("Identity<int> (3)"), "'Identity' takes no arguments"),
    # The tree of streams.
    (split("split roundrobin (-1); " + ID + " join roundrobin;"),
     "a weight is at least 0 and at most 16777216, not -1"),
    (split("split roundrobin (1, 2); " + ID + " join roundrobin;"),
     "2 weights are given for 1 streams"),
    (split("split duplicate; split duplicate; " + ID + " join roundrobin;"), "a second splitter"),
    (split("split duplicate; join roundrobin; " + ID + " join roundrobin;"), "a second joiner"),
    (loop(BOTH + " for (int i = 0; i <= 1048576; i++) enqueue 1;"),
     "more than 2^20 elements are enqueued"),
    (loop(BOTH + " body Identity<int> ();"), "a feedbackloop has one body and one loop"),
    (split("split duplicate; for (int i = 0; i < 200001; i++) " + ID + " join roundrobin;"),
     "the program has more than 200000 streams"),
    (among("Identity ()"), "write the type: Identity<int>"),
    (among("D (0)") + DEEP % ("D", "D"), "streams are nested more than 200 deep"),
    (among("P ()") + "int->int pipeline P { }", "'P' adds no streams"),
    (split(ID + " join roundrobin;"), "the splitjoin has no splitter"),
    (split("split duplicate; " + ID), "the splitjoin has no joiner"),
    (loop("join roundrobin; body Identity<int> (); loop Identity<int> ();"),
     "the feedbackloop has no splitter or no joiner"),
    (split("split duplicate; " + ID + " join duplicate;"), "a joiner is a roundrobin"),
    (SOURCE, "there is no stream of type void->void without parameters"),
    # The flat graph.
    (among("F ()") + "int->int filter F { work pop 1 push -1 { pop (); } }",
     "a rate is at least 0 and at most 16777216, not -1"),
    (among("F ()") + "int->int filter F { work pop 1 { pop (); } }",
     "this filter has an output, but declares no push rate"),
    (among("F ()") + "int->int filter F { work push 1 { push (1); } }",
     "this filter has an input, but declares no pop rate"),
    (among("F ()") + "int->void filter F { work pop 1 push 1 { pop (); } }",
     "this filter has no output, but declares a rate for it"),
    (among("F ()") + "int->int filter F { prework push 1 { push (1); } "
     "work pop 1 push 0 { pop (); } }", "do not fit: one of them is 0"),
    (split("split duplicate; " + ID + " add int->int filter { work pop 1 push 2 "
           "{ push (1); push (pop ()); } } join roundrobin;"), "it would have to fire"),
    (pipeline("".join("add int->int filter { work pop %d push 1 { for (int i = 0; i < %d; i++) "
                      "pop (); push (1); } }" % (p, p) for p in (16777213, 16777199, 16777183))),
     "the rates around this stream lead to too many firings"),
    # Work functions.
    (helper("int n", "return f (n - 1);", "int x = f (3);"), "'f' calls itself"),
    (filter("int[2] a = { 1, 2, 3 };"), "3 values are given for 2"),
    (filter("int[2] a; int x = a[2];"), "element 2 of an array of 2"),
    (filter("complex c; println (c);"), "a value of type complex cannot be printed"),
    (pipeline("add Identity<int> ();").replace("add T ();", "add FileWriter<int> (\"%s\");" % (
        "x" * 256)), "the name of a file has at most 255 bytes"),
    (SOURCE + "void->void pipeline Main { add S (); add splitjoin { split duplicate; "
     "for (int i = 0; i < 33; i++) add FileWriter<int> (\"x\"); join roundrobin (0); } }",
     "the program uses more than 32 files"),
    (among("F ()") + "int->int filter F { prework pop * push 1 { push (pop ()); } "
     "work pop 1 push 1 { push (pop ()); } }", "a prework with a dynamic pop rate before a work"),
    (among("F ()") + "int->int filter F { prework pop 1 push * { push (pop ()); } "
     "work pop 1 push 1 { push (pop ()); } }", "a prework with a dynamic push rate before a work"),
    # Code that runs at compile time.
    (init("while (true) ;"), "the code that runs at compile time takes more than 200000000 steps"),
    (init("int[0] a;"), "an array has from 1 to 1048576 elements, not 0"),
    (init("int[1048576][1048576] a;"), "this array is too large for the compiler"),
    (init("int[3] b; int[2] c = b;"), "an array of 3 elements is none of 2"),
    (init("int[3] b; field = b;"), "an array of 3 elements is none of 4"),
    (init("int[2] b = { 1, 2, 3 };"), "3 values are given for 2"),
    (split("split roundrobin (0.5); " + ID + " join roundrobin;"), "an int is needed here"),
    (init("field[4] = 1;"), "element 4 of an array of 4"),
    (init("field[0] = 1 / (field[1]);"), "the result of '/' is undefined"),
    (init("f (0);", "int f (int n) { return f (n + 1); }"), "calls are nested more than"),
    ("native N { int g (); }\n" + init("field[0] = N.g ();"),
     "the native function 'g' is not known at compile time"),
    (init("field[0] = iter ();"), "'iter()' has no value at compile time"),
    (among("F ()") + "int->void filter F { work pop 1 { push (pop ()); } }",
     "the output type of this filter is void"),
    (filter("1 = 2;"), "this is no variable that can be assigned to"),
]

WRONG = [(filter(""), "a program without errors"), (filter("break;"), "no such message")]


def fails(streamit, name, text, expected):
    """Compiles a program; prints what is not as expected, and returns whether it is not."""
    with open(name, "w") as file:
        file.write(text)
    run = subprocess.run([streamit, "--dump=er", name], stdout=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, text=True)
    if run.returncode != 1:
        print(f"{expected}: status {run.returncode}")
    elif expected not in run.stderr:
        print(f"{expected}: expected '{expected}', found:\n{run.stderr}")
    return run.returncode != 1 or expected not in run.stderr


def main():
    streamit, folder = sys.argv[1:3]
    os.makedirs(folder, exist_ok=True)
    cases = WRONG if sys.argv[3:] else CASES
    wrong = [fails(streamit, os.path.join(folder, f"{n}.str"), *case)
             for n, case in enumerate(cases)]
    return 1 if any(wrong) else 0


sys.exit(main())
