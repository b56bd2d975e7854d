break stop_here
run
python
while sum(1 for p in processes() if whole(p["wait"])) < 3:
    gdb.execute("continue", to_string=True)
end
info erbium
erbium backtrace 3
erbium backtrace 1
