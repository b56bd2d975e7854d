set width 0
break sums.c:33
run
# A command that fails ends a script, so each is tried.
python
for line in r'''
print v
print r
print v[[3]]
print v[3]
print v[[3]].second
print v[[2]].first
print v[[v[[2]].first]]
print v[[i + plain[1] - 5]].first + (')' == 0)
print v[[i]]@2
print/x v[[3]].first
print &v[[3]]
print v[[3]].second = 10
print v[[3]].second
print $element (v, 3).first
print plain[1]
print sizeof (v[[0]])
print v[[500]]
print v[[-1]]
print none
print none[[0]]
print $element (plain, 0)
print nothing[[0]]
print v[[3
'''.split("\n")[1:-1]:
    try:
        gdb.execute(line)
    except gdb.error as error:
        print(error)
end
delete
break sums.c:20 if $element (w, i + 3).first == 19
continue
print w[[i + 3]]
print w
