#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""toy.py FILE.toy - compiles a small language of streams to the textual IR, on stdout.

    fib = i < 2 ? i : fib@1 + fib@2;        fib@1 is the element before; 0 before the first
    even = fib % 2 == 0 ? fib : 0;
    show i, fib, even for 10;               prints the first 10 of each, one turn a line

A stream becomes a process that writes one record; who uses it reads that record. So
all streams are computed at the same time. Numbers have 64 bits and wrap; x / 0 and x % 0 are 0.

    program    = { definition } show .
    definition = name "=" expression ";" .
    show       = "show" name { "," name } "for" integer ";" .
    expression = sum [ ( "<" | "==" ) sum [ "?" expression ":" expression ] ] .
    sum        = product { ( "+" | "-" ) product } .
    product    = factor { ( "*" | "/" | "%" ) factor } .
    factor     = integer | "-" factor | name [ "@" integer ] | "(" expression ")" .

i counts from 0; it is no stream. Status 1: the program is wrong, which stderr tells.
"""
import re
import sys

WORD = re.compile(r"(?P<blank>\s+|#.*)|(?P<integer>\d+)|(?P<name>[A-Za-z]\w*)|(?P<sign>==|[-+*/%<?:=;,@()])|(?P<wrong>.)",
                  re.ASCII)
MOST = 2 ** 20  # of delays and lengths


class Error(Exception):
    """What is wrong, and where in the text."""


# ---- Words ------------------------------------------------------------------

def words(text):
    """(kind, word, offset), and an end."""
    for match in WORD.finditer(text):
        if match.lastgroup == "wrong":
            raise Error(f"'{match.group()}' is no part of the language", match.start())
        if match.lastgroup != "blank":
            kind = match.lastgroup if match.group() not in ("show", "for") else "sign"
            yield kind, match.group(), match.start()
    yield "end", "the end of the text", len(text)


# ---- Grammar: a method for each production ----------------------------------

class Parser:
    def __init__(self, text):
        self.words = list(words(text))
        self.next = 0
        self.deep = 0

    def take(self, *wanted):
        """The next word, if it is one of these words or kinds; else None."""
        kind, word, _ = self.words[self.next]
        if word in wanted and kind == "sign" or kind in wanted:
            self.next += 1
            return word
        return None

    def need(self, wanted):
        word = self.take(wanted)
        if word is None:
            _, found, at = self.words[self.next]
            raise Error(f"{wanted} is expected, not '{found}'", at)
        return word

    def number(self):
        at = self.words[self.next][2]
        number = int(self.need("integer"))
        if number > MOST:
            raise Error(f"this is more than {MOST}", at)
        return number

    def program(self):
        streams = {}
        while not self.take("show"):
            at = self.words[self.next][2]
            name = self.need("name")
            if name in streams or name == "i":
                raise Error(f"'{name}' is there already", at)
            self.need("=")
            streams[name] = (at, self.expression())
            self.need(";")
        return streams, self.show()

    def show(self):
        shown = [self.stream()]
        while self.take(","):
            shown.append(self.stream())
        self.need("for")
        count = self.number()
        self.need(";")
        self.need("end")
        return shown, count

    def stream(self):
        at = self.words[self.next][2]
        return at, self.need("name")

    def expression(self):
        self.deep += 1
        if self.deep > 100:
            raise Error("more than 100 brackets and signs within each other", self.words[self.next][2])
        left = self.sum()
        if sign := self.take("<", "=="):
            left = (sign, left, self.sum())
            if self.take("?"):
                yes = self.expression()
                self.need(":")
                left = ("?", left, yes, self.expression())
        self.deep -= 1
        return left

    def sum(self):
        left = self.product()
        while sign := self.take("+", "-"):
            left = (sign, left, self.product())
        return left

    def product(self):
        left = self.factor()
        while sign := self.take("*", "/", "%"):
            left = (sign, left, self.factor())
        return left

    def factor(self):
        at = self.words[self.next][2]
        if word := self.take("integer"):
            if int(word) >= 2 ** 63:
                raise Error("this number is too large", at)
            return ("integer", word)
        if self.take("-"):
            return ("-", ("integer", "0"), self.factor())
        if self.take("("):
            inner = self.expression()
            self.need(")")
            return inner
        name = self.need("name")
        delay = self.number() if self.take("@") else 0
        if name == "i" and delay:
            raise Error("i is no stream, and has no elements before", at)
        return ("i",) if name == "i" else ("stream", name, delay, at)


# ---- What a program must obey ------------------------------------------------

def uses(tree):
    """The streams in an expression: (name, delay, place)."""
    if tree[0] == "stream":
        yield tree[1:]
    else:
        for part in tree[1:]:
            if isinstance(part, tuple):
                yield from uses(part)


def check(streams, shown):
    for at, name in shown:
        if name not in streams and name != "i":
            raise Error(f"there is no stream '{name}'", at)
    for _, tree in streams.values():
        for name, _, at in uses(tree):
            if name not in streams:
                raise Error(f"there is no stream '{name}'", at)
    check_order(streams)


def check_order(streams):
    """An element that needs itself would be waited for in vain: a deadlock."""
    done = set()
    while len(done) < len(streams):
        ready = [name for name, (_, tree) in streams.items() if name not in done
                 and all(delay or other in done for other, delay, _ in uses(tree))]
        if not ready:
            name = next(name for name in streams if name not in done)
            raise Error(f"an element of '{name}' needs itself, through streams without @", streams[name][0])
        done.update(ready)


# ---- The IR ------------------------------------------------------------------

class Stream:
    """The process of a stream. In its parameters n is how many, out its record."""

    def __init__(self, name, tree, ids):
        self.name, self.ids = name, ids
        self.delays = {}  # of each stream that it reads: how far back, at least and at most
        for other, delay, _ in uses(tree):
            least, most = self.delays.get(other, (delay, delay))
            self.delays[other] = min(least, delay), max(most, delay)
        self.lines = []
        self.result = self.value(tree)

    def let(self, text):
        self.lines.append(f"let t{len(self.lines)} : i64 = {text};")
        return f"t{len(self.lines) - 1}"

    def value(self, tree):
        """Code for an expression, and the name that has its value."""
        kind = tree[0]
        if kind == "integer":
            return f"{tree[1]}i64"
        if kind == "i":
            return self.let("i64(i)")
        if kind == "stream":
            _, name, delay, _ = tree
            element = f"v_{name}[[i - {delay}]]" if delay else f"v_{name}[[i]]"
            return self.let(f"i < {delay} ? 0i64 : {element}" if delay else element)
        parts = [self.value(part) for part in tree[1:]]
        if kind == "?":
            return self.let(f"{parts[0]} != 0i64 ? {parts[1]} : {parts[2]}")
        a, b = parts
        if kind in "<==":
            return self.let(f"i64({a} {kind} {b})")
        if kind in "/%":  # what the IR leaves undefined (4.5) has a value here
            a, b = self.let(a), self.let(b)
            minus = f"-{a}" if kind == "/" else "0i64"
            return self.let(f"{b} == 0i64 ? 0i64 : {b} == -1i64 ? {minus} : {a} {kind} {b}")
        return self.let(f"{a} {kind} {b}")

    def before(self):
        """Views of the records, each with its id and horizon."""
        yield from ("let w : write view i64 = new_write_view(out);", "register(w, 1);",
                    f"alloc(w, {64 + max((most for _, most in self.delays.values()), default=0)});")
        for name, (least, most) in self.delays.items():
            yield f"let v_{name} : read view i64 = new_read_view(s_{name});"
            yield f"register(v_{name}, {self.ids[name, self.name]});"
            yield f"alloc(v_{name}, {most + 1});"

    def turn(self):
        """Element i."""
        for name, (least, _) in self.delays.items():
            yield f"update(v_{name}, {f'i < {least} ? 0 : i + 1 - {least}' if least else 'i + 1'});"
        yield from self.lines
        yield from ("stall(w, i + 1);", f"w[[i]] = {self.result};", "commit(w, i + 1);")
        for name, (_, most) in self.delays.items():
            yield f"release(v_{name}, {f'i + 1 - {most}' if most else 'i + 1'});"

    def text(self):
        parameters = "".join(f", s_{name} : record i64" for name in self.delays)
        return "\n".join([f"process p_{self.name}(n : index, out : record i64{parameters}) {{",
                          *(f"    {line}" for line in self.before()),
                          "    for i in 0 .. n {", *(f"        {line}" for line in self.turn()),
                          "    }", "}", ""])


def consumer_ids(streams, shown):
    """The id that each reader of a stream has; main reads what is shown."""
    readers = {name: [] for name in streams}
    for reader, (_, tree) in streams.items():
        for name in dict.fromkeys(name for name, _, _ in uses(tree)):
            readers[name].append(reader)
    for name in shown:
        readers[name].append("main")
    return readers, {(name, reader): k + 1 for name, list_ in readers.items() for k, reader in enumerate(list_)}


def main_process(processes, readers, ids, shown, count):
    yield "process main() {"
    for name in processes:
        yield f"    let s_{name} : record i64 = new_record(1, {len(readers[name])});"
    for name, process in processes.items():
        inputs = "".join(f", s_{other}" for other in process.delays)
        yield f"    run p_{name}({count}, s_{name}{inputs});"
    streams = [name for name in dict.fromkeys(shown) if name != "i"]
    for name in streams:
        yield f"    let v_{name} : read view i64 = new_read_view(s_{name});"
        yield f"    register(v_{name}, {ids[name, 'main']});"
        yield f"    alloc(v_{name}, 64);"
    yield f"    for i in 0 .. {count} {{"
    yield from (f"        update(v_{name}, i + 1);" for name in streams)
    pieces = ["i" if name == "i" else f"v_{name}[[i]]" for name in shown]
    yield "        print " + ', " ", '.join(pieces) + ";"
    yield from (f"        release(v_{name}, i + 1);" for name in streams)
    yield "    }"
    yield "}"


def compile_text(text):
    streams, (shown, count) = Parser(text).program()
    check(streams, shown)
    names = [name for _, name in shown]
    readers, ids = consumer_ids(streams, [name for name in dict.fromkeys(names) if name != "i"])
    processes = {name: Stream(name, tree, ids) for name, (_, tree) in streams.items()}
    parts = [process.text() for process in processes.values()]
    return "\n".join(parts + ["\n".join(main_process(processes, readers, ids, names, count)), ""])


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: toy.py FILE.toy > FILE.er")
    path = sys.argv[1]
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        print(compile_text(text), end="")
    except (OSError, UnicodeDecodeError) as e:
        sys.exit(f"{path}: error: {e}")
    except RecursionError:
        sys.exit(f"{path}: error: an expression has too many operators")
    except Error as e:
        what, at = e.args
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        sys.exit(f"{path}:{line}:{column}: error: {what}")


if __name__ == "__main__":
    main()
