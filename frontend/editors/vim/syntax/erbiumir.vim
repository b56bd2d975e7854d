" SPDX-License-Identifier: MIT
" The textual IR of Erbium (ir-spec/1-text.md).
if exists('b:current_syntax')
  finish
endif

syntax keyword erbiumirStructure struct const extern pure func touches process let var
syntax keyword erbiumirType record read write view handle bool index
syntax keyword erbiumirType i8 i16 i32 i64 u8 u16 u32 u64 f32 f64
syntax keyword erbiumirConditional if else
syntax keyword erbiumirRepeat for in by while
syntax keyword erbiumirStatement break continue return print run
syntax keyword erbiumirConstant true false terminate handover
syntax keyword erbiumirPrimitive commit update release stall receive receive_range done missed
syntax keyword erbiumirPrimitive claim alloc register free_view new_record new_read_view
syntax keyword erbiumirPrimitive new_write_view join
syntax match erbiumirNumber /\<\d\+\([iu]\(8\|16\|32\|64\)\)\=\>/
syntax match erbiumirNumber /\<0x\x\+\([iu]\(8\|16\|32\|64\)\)\=\>/
syntax match erbiumirFloat /\<\d\+\(\.\d\+\(e[+-]\=\d\+\)\=\|e[+-]\=\d\+\)\(f32\|f64\)\=\>/
syntax match erbiumirFloat /\<\d\+\(f32\|f64\)\>/
syntax match erbiumirEscape /\\\([nt"\\]\|x\x\x\)/ contained
syntax region erbiumirString start=/"/ skip=/\\./ end=/"/ oneline contains=erbiumirEscape
syntax match erbiumirComment /\/\/.*/ contains=@Spell,erbiumirTodo
syntax keyword erbiumirTodo TODO FIXME contained
syntax match erbiumirElement /\[\[/

highlight default link erbiumirStructure Structure
highlight default link erbiumirType Type
highlight default link erbiumirConditional Conditional
highlight default link erbiumirRepeat Repeat
highlight default link erbiumirStatement Statement
highlight default link erbiumirConstant Constant
highlight default link erbiumirPrimitive Function
highlight default link erbiumirNumber Number
highlight default link erbiumirFloat Float
highlight default link erbiumirEscape SpecialChar
highlight default link erbiumirString String
highlight default link erbiumirComment Comment
highlight default link erbiumirTodo Todo
highlight default link erbiumirElement Delimiter

let b:current_syntax = 'erbiumir'
