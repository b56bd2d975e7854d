" SPDX-License-Identifier: MIT
" The words that Erbium's plugin adds to C, in files that use them.  In other files of C they are
" names like any others.
if !search('\<new_\(record\|read_view\|write_view\)\>\|^\s*process\s\+\h\w*\s*(', 'nw')
  finish
endif

syntax match erbiumType /\<\(record\|view\)\>\ze\s\+\h/
syntax match erbiumStorage /\<process\>\ze\s\+\h/
syntax match erbiumStatement /\<run\>\ze\s\+\h\w*\s*(/
syntax match erbiumPrimitive /\<\(commit\|update\|release\|stall\|receive\|receive_range\)\>\ze\s*(/
syntax match erbiumPrimitive /\<\(done\|missed\|claim\|ahead\|alloc\|free_view\)\>\ze\s*(/
syntax match erbiumPrimitive /\<\(new_record\|new_read_view\|new_write_view\|join\)\>\ze\s*(/
" A keyword of C goes before matches, so `register int i;' is shown as this, too.
syntax keyword erbiumPrimitive register
syntax keyword erbiumConstant TERMINATE HANDOVER
syntax match erbiumElement /\[\[\|\]\]/

syntax cluster cParenGroup add=erbiumElement

highlight default link erbiumType Type
highlight default link erbiumStorage StorageClass
highlight default link erbiumStatement Statement
highlight default link erbiumPrimitive Function
highlight default link erbiumConstant Constant
highlight default link erbiumElement Delimiter
