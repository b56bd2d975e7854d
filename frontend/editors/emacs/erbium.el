;;; erbium.el --- C with Erbium's plugin, its textual IR, and StreamIt  -*- lexical-binding: t -*-

;; SPDX-License-Identifier: MIT
;; Version: 0.2
;; Package-Requires: ((emacs "25.1"))

;;; Commentary:

;; In a buffer of C that uses the words of the language, `erbium-mode' shows them; add it with
;;   (add-hook 'c-mode-hook #'erbium-mode-maybe)
;; `erbium-ir-mode' is for files *.er, `streamit-mode' for files *.str.

;;; Code:

(defconst erbium-primitives
  '("commit" "update" "release" "stall" "receive" "receive_range" "done" "missed" "claim" "alloc"
    "register" "free_view" "new_record" "new_read_view" "new_write_view" "join")
  "The primitives of C and of the textual IR.")

(defconst erbium-c-keywords
  `(("\\_<\\(record\\|view\\)\\_>[ \t]+[[:alpha:]_]" 1 font-lock-type-face t)
    ("\\_<process\\_>[ \t]+\\([[:alpha:]_][[:alnum:]_]*\\)[ \t\n]*(" 1 font-lock-function-name-face t)
    ("\\_<\\(process\\)\\_>[ \t]+[[:alpha:]_]" 1 font-lock-keyword-face t)
    ("\\_<\\(run\\)\\_>[ \t]+[[:alpha:]_][[:alnum:]_]*[ \t]*(" 1 font-lock-keyword-face t)
    (,(concat (regexp-opt (cons "ahead" erbium-primitives) 'symbols) "[ \t]*(") 1
     font-lock-builtin-face t)
    ("\\_<\\(TERMINATE\\|HANDOVER\\)\\_>" 1 font-lock-constant-face t))
  "What `erbium-mode' adds to the keywords of C.")

;;;###autoload
(define-minor-mode erbium-mode
  "Show the words that Erbium's plugin adds to C."
  :lighter " Er"
  (if erbium-mode
      (font-lock-add-keywords nil erbium-c-keywords 'append)
    (font-lock-remove-keywords nil erbium-c-keywords))
  (font-lock-flush))

;;;###autoload
(defun erbium-mode-maybe ()
  "Enable `erbium-mode' if the buffer uses the language of Erbium's plugin."
  (when (save-excursion
          (goto-char (point-min))
          (re-search-forward
           "\\_<new_\\(?:record\\|read_view\\|write_view\\)\\_>\\|^[ \t]*process[ \t]+[[:alpha:]_]"
           nil t))
    (erbium-mode)))

(defun erbium-operators (table)
  "Make the characters of operators separate words in the syntax TABLE."
  (dolist (character (string-to-list "-+*/%&|^~!<>=?:"))
    (modify-syntax-entry character "." table))
  (modify-syntax-entry ?_ "_" table)
  table)

(defvar erbium-ir-syntax-table
  (let ((table (erbium-operators (make-syntax-table))))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    table))

(defconst erbium-ir-keywords
  `((,(regexp-opt '("struct" "const" "extern" "pure" "func" "touches" "process" "let" "var" "if"
                    "else" "for" "in" "by" "while" "break" "continue" "return" "print" "run")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("record" "read" "write" "view" "handle" "bool" "index" "i8" "i16" "i32" "i64"
                    "u8" "u16" "u32" "u64" "f32" "f64")
                  'symbols)
     . font-lock-type-face)
    (,(regexp-opt '("true" "false" "terminate" "handover") 'symbols) . font-lock-constant-face)
    (,(regexp-opt erbium-primitives 'symbols) . font-lock-builtin-face)))

;;;###autoload
(define-derived-mode erbium-ir-mode prog-mode "Erbium IR"
  "The textual IR of Erbium."
  :syntax-table erbium-ir-syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults '(erbium-ir-keywords)))

(defvar streamit-syntax-table
  (let ((table (erbium-operators (make-syntax-table))))
    (modify-syntax-entry ?' "\"" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table))

(defconst streamit-keywords
  `((,(regexp-opt '("filter" "pipeline" "splitjoin" "feedbackloop" "portal" "to" "handler" "add"
                    "split" "join" "duplicate" "roundrobin" "body" "loop" "enqueue" "init" "prework"
                    "work" "struct" "native" "static" "helper" "stateful" "if" "else" "while" "for"
                    "break" "continue" "return" "do")
                  'symbols)
     . font-lock-keyword-face)
    (,(regexp-opt '("peek" "pop" "push") 'symbols) . font-lock-builtin-face)
    (,(regexp-opt '("boolean" "float" "bit" "int" "void" "double" "complex" "float2" "float3"
                    "float4")
                  'symbols)
     . font-lock-type-face)
    (,(regexp-opt '("pi" "true" "false") 'symbols) . font-lock-constant-face)))

;;;###autoload
(define-derived-mode streamit-mode prog-mode "StreamIt"
  "Programs of StreamIt 2.1."
  :syntax-table streamit-syntax-table
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local font-lock-defaults '(streamit-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.er\\'" . erbium-ir-mode))
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.str\\'" . streamit-mode))

(provide 'erbium)
;;; erbium.el ends here
