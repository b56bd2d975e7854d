set width 0
# A command that fails ends a script, so each is tried.
python
for line in r'''
erbium wait-graph
erbium records
erbium record green
erbium record 3
erbium record
erbium record yellow
erbium record 4711
erbium processes
'''.split("\n")[1:-1]:
    try:
        gdb.execute(line)
    except gdb.error as error:
        print(error)
end
