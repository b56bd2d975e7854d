" SPDX-License-Identifier: MIT
" Files of the textual IR, and of StreamIt.
autocmd BufRead,BufNewFile *.er setfiletype erbiumir
autocmd BufRead,BufNewFile *.str setfiletype streamit
