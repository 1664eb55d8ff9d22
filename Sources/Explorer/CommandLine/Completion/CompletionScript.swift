// `--generate-completion-script`: the library's script with the additions that bash and zsh need.

import ArgumentParser

enum CompletionScript {
    /// The script that a command line asks for; `nil` when it asks for something else, or for an
    /// unsupported shell.
    static func requestedScript(by arguments: [String]) -> String? {
        guard arguments.count <= 2, arguments.first == "--generate-completion-script" else { return nil }
        let shell = arguments.count == 2 ? CompletionShell(rawValue: arguments[1]) : .autodetected()
        return shell.map(makeScript)
    }

    static func makeScript(for shell: CompletionShell) -> String {
        let script = ExplorerCommand.completionScript(for: shell) + "\n"
        switch shell {
        case .bash: return script.replacing("complete -o filenames -F _explorer explorer\n", with: wholeWords)
        case .zsh: return script.replacing(describing, with: describingOpenWords)
        default: return script
        }
    }

    /// bash splits words at `=` and `:`, and the library's script then counts wrongly: `user:get`,
    /// `state=new`, `http://…`.
    private static let wholeWords = #"""
        # bash makes words of what stands before and behind each = and :. Here they are parts of a word, until bash puts in what was found.
        _explorer_whole_words() {
            local line="${COMP_LINE}" settled='' word rest
            local -a words=()
            local -i index current=0
            for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
                word="${COMP_WORDS[index]}"
                rest="${line#"${line%%[![:space:]]*}"}"
                if ((index > 0)) && [[ -n "${word}" && "${rest}" == "${line}" ]]; then
                    ((index == COMP_CWORD)) && settled="${words[-1]}"
                    words[-1]+="${word}"
                    ((index == COMP_CWORD)) && [[ "${word}" != *[!=:]* ]] && settled="${words[-1]}"
                else
                    words+=("${word}")
                fi
                ((index <= COMP_CWORD)) && current=$((${#words[@]} - 1))
                line="${rest#"${word}"}"
            done
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD="${current}"
            _explorer "${1}" "${words[current]}" "${words[current - 1]}"
            settled="${settled//\\/}"
            COMPREPLY=("${COMPREPLY[@]#"${settled}"}")
            # A name that waits for its value goes on.
            if [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace; fi
        }
        complete -o filenames -F _explorer_whole_words explorer

        """#

    private static let describing = #"""
            local -ar non_empty_completions=("${@:#(|:*)}")

        """#

    /// Describes the candidates that expect more text before all others, and adds no space behind them.
    private static let describingOpenWords = #"""
            local -ar open_completions=("${(M)@:#[^:]##=(|:*)}")
            _describe -V '' open_completions -S ''
            local -ar non_empty_completions=("${@:#(|:*|[^:]##=(|:*))}")

        """#
}
