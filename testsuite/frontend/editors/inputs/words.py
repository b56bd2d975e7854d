# SPDX-License-Identifier: MIT
"""words.py ROOT - does each editor know each word of the languages, and no other?

The words are read where the compilers have them: primitives.def, the lexers of the textual IR and of
StreamIt.  The words of an editor are those that stand in its file in a list of words.
"""
import re
import sys

root = sys.argv[1]
editors = root + "/frontend/editors/"


def read(name):
    with open(name, encoding="utf-8") as file:
        return file.read()


def strings(text, begin):
    """The strings from `begin' to the next brace that closes."""
    begins = text.index(begin)
    return set(re.findall(r'"(\w+)"', text[begins:text.index("}", begins)]))


def wrong(name, what, words):
    for word in sorted(words):
        print(f"{name}: error: {what} '{word}'")
    return bool(words)


def listed(text):
    """The words that a file of an editor has in its lists."""
    text = re.sub(r"\\\\?[bW<>_s]", " ", text)
    return set(re.findall(r"[A-Za-z_]\w*", text))


defined = read(root + "/ir-spec/primitives.def")
primitives = set(re.findall(r"^PRIMITIVE \((\w+),", defined, re.M)) - {"run"}
operations = set(re.findall(r"^OPERATION \((\w+),", defined, re.M))
lexer = read(root + "/frontend/syntax/lexer.re")
ir = strings(lexer, "words[]") | strings(lexer, "scalars[]") | primitives
streamit = strings(read(root + "/frontend/streamit/lex/reserved.cc"), "words = {")
c = primitives | operations | {"record", "view", "process", "run", "TERMINATE", "HANDOVER"}
assert len(primitives) > 10 and len(ir) > 40 and len(streamit) > 40

emacs = read(editors + "emacs/erbium.el")
c_end, ir_end = emacs.index("(define-minor-mode"), emacs.index("(defvar streamit-syntax-table")
parts = {
    "vim/after/syntax/c.vim": (c, None), "vim/syntax/erbiumir.vim": (ir, None),
    "vim/syntax/streamit.vim": (streamit, None),
    "emacs/erbium.el, C": (c, emacs[:c_end]),
    "emacs/erbium.el, IR": (ir, emacs[:c_end] + emacs[c_end:ir_end]),
    "emacs/erbium.el, StreamIt": (streamit, emacs[ir_end:]),
    "vscode/syntaxes/c-erbium.tmLanguage.json": (c, None),
    "vscode/syntaxes/erbium-ir.tmLanguage.json": (ir, None),
    "vscode/syntaxes/streamit.tmLanguage.json": (streamit, None),
}
failed = False
for name, (words, text) in parts.items():
    has = listed(text if text is not None else read(editors + name))
    failed |= wrong(name, "this word of the language is missing:", words - has)
# And none that is not: the lists of the two kinds of files that consist of little else.
for name, words in (("erbiumir", ir), ("streamit", streamit)):
    lists = re.findall(r"^syntax keyword \w+ (.*)$", read(f"{editors}vim/syntax/{name}.vim"), re.M)
    has = set(" ".join(lists).split()) - {"contained", "TODO", "FIXME"}
    failed |= wrong(f"vim/syntax/{name}.vim", "the language has no word", has - words)
sys.exit(failed)
