# SPDX-License-Identifier: MIT
"""script_sources.py - finds the messages of scripts: Python and sh."""
import ast
import re

from message_text import bare, constant, kind_of, shown
from rules import Message

# ---- Python ----------------------------------------------------------------------------------


def text_of(node):
    """The text of an expression; what is not constant becomes %s."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(v) if isinstance(v, ast.Constant) else "%s" for v in node.values)
    if isinstance(node, ast.BinOp):
        return text_of(node.left) + ("" if isinstance(node.op, ast.Mod) else text_of(node.right))
    return "%s"


def is_printer(call):
    """Whether a call is sys.exit, or print with file=sys.stderr."""
    return ast.unparse(call.func) == "sys.exit" or any(
        k.arg == "file" and ast.unparse(k.value) == "sys.stderr" for k in call.keywords)


def find_in_python(path, source, rules):
    """Messages of raise X ("..."), sys.exit ("..."), print (..., file=sys.stderr), and rules."""
    found = []

    def add(call):
        for a in call.args[-1:]:
            for part in [a.body, a.orelse] if isinstance(a, ast.IfExp) else [a]:
                text = bare(text_of(part)).split("\n")[0]
                if constant(text):
                    found.append(Message(text, "error", None, path, call.lineno))

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            add(node.exc)
        elif not isinstance(node, ast.Call):
            continue
        elif isinstance(node.func, ast.Name) and rules.message(node.func.id, path) and (
                len(node.args) > 1):
            found.append(Message(text_of(node.args[0]), "error", shown(text_of(node.args[1])), path,
                                 node.lineno))
        elif is_printer(node):
            add(node)
    return found, []


# ---- The shell -------------------------------------------------------------------------------

COMMAND = re.compile(r"(?:^|[\s;&|({])([a-z_]+) +(?=[\"'$a-z])", re.M)
WORD = re.compile(r"(?:[ \t]|\\\n)*"
                  r"""((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'|&;()<>\\])+)""", re.S)
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"|\'([^\']*)\'')
VALUE = re.compile(r"\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$\w+|\$[#@*?]")
HERE = re.compile(r"<<'?EOF'?.*?\nEOF\n", re.S)
COMMENT = re.compile(r"(^|\s)#.*")


def shell_text(word):
    """The text of a word; values of variables and commands become %s."""
    word = QUOTED.sub(lambda m: m[1] if m[1] is not None else m[2], word.replace("\\\n", ""))
    return re.sub(r"\s*\n\s*", " ", VALUE.sub("%s", word.replace('\\"', '"')))


def words_of_shell(source, at):
    """The words of a command, up to the end of the line."""
    found = []
    m = WORD.match(source, at)
    while m:
        found.append(shell_text(m[1]))
        m = WORD.match(source, m.end())
    return found


def goes_to_stderr(source, at):
    lines = source[at:].split("\n")
    return ">&2" in (lines[0] + lines[1] if lines[0].endswith("\\") else lines[0])


def find_in_shell(path, source, rules):
    """Messages of functions that rules name, and of echo "..." >&2."""
    found = []
    source = HERE.sub(lambda m: "\n" * m[0].count("\n"), source)
    source = COMMENT.sub(lambda m: m[1], source)
    for m in COMMAND.finditer(source):
        rule, words = rules.message(m[1], path), words_of_shell(source, m.end())
        line = source.count("\n", 0, m.start(1)) + 1
        if m[1] == "echo" and words and goes_to_stderr(source, m.end()):
            text, kind, hint = bare(words[0]), kind_of(words[0], "error"), None
        elif rule and len(words) >= rule.text:
            text, kind = words[rule.text - 1], words[rule.mark - 1] if rule.mark else rule.kind
            hint = words[rule.hint - 1] if rule.hint and len(words) >= rule.hint else None
        else:
            continue
        kind = "error" if kind == "%s" else kind
        if constant(text) and kind in ("error", "warning", "note"):
            found.append(Message(text, kind, hint if constant(hint) else None, path, line))
    return found, []
