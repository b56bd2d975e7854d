" Writes for each word of a file how it is shown: the group, and the word.
set runtimepath^=$EDITORS/vim
set runtimepath+=$EDITORS/vim/after
filetype on
syntax on
edit $FILE
let out = []
for line in range(1, line('$'))
  let last = ''
  let text = getline(line)
  for column in range(1, len(text))
    let group = synIDattr(synID(line, column, 1), 'name')
    if group != '' && group !=# last
      call add(out, line . ' ' . group . ' ' . matchstr(text, '\w\+\|.', column - 1))
    endif
    let last = group
    if text[column - 1] ==# ' '
      let last = ''
    endif
  endfor
endfor
call writefile(out, $OUT)
quitall!
