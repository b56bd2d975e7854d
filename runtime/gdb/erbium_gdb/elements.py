# SPDX-License-Identifier: MIT
"""elements.py - views, records and elements as values: print v, print v[[i]].

The type of a view or record is that of no C object, so gdb by itself prints the address of its
descriptor, and v[i] is what stands in the descriptor.  `print' is therefore replaced by one that
finds the element.  In other commands and in conditions, $element (v, i) is v[[i]].
"""
import re

import gdb

from erbium_gdb.state import at_hand, record_at, record_text, side_text, view_at

TAG = re.compile(r"^struct erbium_(view|record)_tag \*$")
NAMED = re.compile(r"^(?:const |volatile )*(view|record) ")
SUBSCRIPTED = re.compile(r"([A-Za-z_]\w*)\s*\[")


def kind(of):
    """"view" or "record" and the type of an element, or None and None.

    The plugin gives such a type the name `view int'.  The macros make it a pointer to a function
    (erbium.h)."""
    named = NAMED.match(of.name or "")
    bare = of.strip_typedefs()
    if bare.code != gdb.TYPE_CODE_PTR:
        return None, None
    if named:
        return named.group(1), bare.target()
    function = bare.target()
    if function.code == gdb.TYPE_CODE_FUNC and len(function.fields()) == 1:
        tag = TAG.match(str(function.fields()[0].type))
        if tag:
            return tag.group(1), function.target().target()
    return None, None


def address(value):
    return int(value.cast(gdb.lookup_type("unsigned long")))


def view_name(view):
    return f"{side_text(view)} view {int(view['id'])} of {record_text(view['record'])}"


def view_of(value):
    view = view_at(address(value))
    if not view:
        raise gdb.GdbError("the view has no value here, or was freed")
    return view


def element(value, index):
    """v[[index]], as an object in the window."""
    what, of = kind(value.type)
    if what != "view":
        raise gdb.GdbError(f"an element is wanted of what is no view: its type is {value.type}")
    view = view_of(value)
    first, end = at_hand(view)
    i = int(index)
    if not first <= i < end:
        has = f"elements {first} to {end - 1} at hand, not {i}" if first < end else "no elements"
        raise gdb.GdbError(f"{view_name(view)} has {has}")
    at = (int(view["hot"]["origin"]) + i * of.sizeof) % 2**64
    return gdb.Value(at).cast(of.pointer()).dereference()


class Element(gdb.Function):
    """Return an element of a view.
Usage: $element (VIEW, INDEX)"""
    def __init__(self):
        super().__init__("element")

    def invoke(self, view, index):
        return element(view, index)


# ---- In expressions ----


def closing(words, at):
    """Where the bracket that is open before `at' is closed, or None."""
    depth = 1
    while at < len(words):
        if words[at] in "'\"":
            quote, at = words[at], at + 1
            while at < len(words) and words[at] != quote:
                at += 2 if words[at] == "\\" else 1
        elif at < len(words) and words[at] in "([{":
            depth += 1
        elif words[at] in ")]}":
            depth -= 1
            if not depth:
                return at
        at += 1
    return None


def is_view(name):
    """Whether a variable of the selected frame, or of the program, is a view."""
    try:
        return kind(gdb.parse_and_eval(name).type)[0] == "view"
    except (gdb.error, RuntimeError):
        return False


def in_brackets(words, at):
    """Of what follows the bracket v[: the index, which may be in the two brackets of the language
    or in one, and where the rest begins; None if the brackets are not closed."""
    end = closing(words, at)
    if end is None:
        return None
    inner = words[at:end]
    if inner.lstrip().startswith("["):
        begins = at + inner.index("[") + 1
        closes = closing(words, begins)
        if closes is not None and not words[closes + 1:end].strip():
            inner = words[begins:closes]
    return inner, end + 1


class Elements:
    """The elements that an expression names, as convenience variables that point to them: so they
    are objects, which have an address and can be assigned to."""
    def __init__(self):
        self.count = 0

    def plain(self, words):
        """The expression in the language of gdb."""
        done, at = "", 0
        while True:
            found = SUBSCRIPTED.search(words, at)
            if not found:
                return done + words[at:]
            begin = found.start()
            member = begin > 0 and (words[begin - 1].isalnum() or words[begin - 1] in "_$.")
            inner = None
            if not member and is_view(found.group(1)):
                inner = in_brackets(words, found.end())
            if inner is None:
                done, at = done + words[at:found.end()], found.end()
                continue
            done, at = done + words[at:begin] + self.variable(found.group(1), inner[0]), inner[1]

    def variable(self, view, index):
        of = element(gdb.parse_and_eval(view), gdb.parse_and_eval(self.plain(index)))
        name = f"_element_{self.count}"
        self.count += 1
        gdb.set_convenience_variable(name, of.address)
        return f"(*${name})"


FORMAT = re.compile(r"^/\w+\s*")


class Print(gdb.Command):
    """Print the value of an expression, as gdb's own `print', in which v[[i]] and v[i] of a view v
are element i.
Usage: print [/FORMAT] [EXPRESSION]"""
    def __init__(self, name):
        super().__init__(name, gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        options = FORMAT.match(argument)
        begin = options.end() if options else 0
        try:
            gdb.execute(f"call {argument[:begin]}{Elements().plain(argument[begin:])}", from_tty)
        except gdb.error as error: # without the words of gdb about its Python
            raise gdb.GdbError(str(error)) from None


# ---- As values ----


def view_text(value):
    try:
        view = view_at(address(value))
        if not view:
            return f"{address(value):#x}, no view"
        first, end = at_hand(view)
        has = f"no elements, index {first}"
        if first < end:
            has = f"elements {first} to {end - 1} at hand"
        return f"{view_name(view)}, {has}"
    except gdb.error:
        return f"{address(value):#x}"


def record_value_text(value):
    try:
        record = record_at(address(value))
        return f"{record_text(record)}" if record else f"{address(value):#x}, no record"
    except (gdb.error, gdb.GdbError):
        return f"{address(value):#x}"


class Printer:
    def __init__(self, value, words):
        self.value, self.words = value, words

    def to_string(self):
        return self.words(self.value)


def printer(value):
    try:
        what = kind(value.type)[0]
    except gdb.error:
        return None
    if not what or value.is_optimized_out:
        return None
    return Printer(value, view_text if what == "view" else record_value_text)


def add():
    Element()
    for name in ("print", "p", "inspect"):
        Print(name)
    if printer not in gdb.pretty_printers:
        gdb.pretty_printers.append(printer)
