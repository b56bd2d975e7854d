break stop_here
run
python
from erbium_gdb.state import processes, whole
while sum(1 for p in processes() if whole(p["wait"])) < 3:
    gdb.execute("continue", to_string=True)
end
info erbium
erbium backtrace 3
erbium backtrace 1
