" SPDX-License-Identifier: MIT
" StreamIt 2.1, as erbium-streamit compiles it.
if exists('b:current_syntax')
  finish
endif

syntax keyword streamitStructure filter pipeline splitjoin feedbackloop portal struct handler to
syntax keyword streamitStorage static stateful native helper
syntax keyword streamitFunction init prework work
syntax keyword streamitStatement add split join body loop enqueue duplicate roundrobin
syntax keyword streamitStatement break continue return
syntax keyword streamitTape peek pop push
syntax keyword streamitType boolean bit int float double complex void float2 float3 float4
syntax keyword streamitConditional if else
syntax keyword streamitRepeat while for do
syntax keyword streamitConstant pi true false
syntax match streamitNumber /\<\(0[xX]\x\+\|\d\+\(\.\d*\)\=\([eE][+-]\=\d\+\)\=[if]\=\)\>/
syntax match streamitNumber /\.\d\+\([eE][+-]\=\d\+\)\=[if]\=\>/
syntax match streamitEscape /\\./ contained
syntax region streamitString start=/"/ skip=/\\./ end=/"/ oneline contains=streamitEscape
syntax match streamitCharacter /'\([^'\\]\|\\.\)\+'/
syntax match streamitArrow /->/
syntax match streamitComment /\/\/.*/ contains=@Spell
syntax region streamitComment start=/\/\*/ end=/\*\// contains=@Spell

highlight default link streamitStructure Structure
highlight default link streamitStorage StorageClass
highlight default link streamitFunction Special
highlight default link streamitStatement Statement
highlight default link streamitTape Function
highlight default link streamitType Type
highlight default link streamitConditional Conditional
highlight default link streamitRepeat Repeat
highlight default link streamitConstant Constant
highlight default link streamitNumber Number
highlight default link streamitEscape SpecialChar
highlight default link streamitString String
highlight default link streamitCharacter Character
highlight default link streamitArrow Operator
highlight default link streamitComment Comment

let b:current_syntax = 'streamit'
