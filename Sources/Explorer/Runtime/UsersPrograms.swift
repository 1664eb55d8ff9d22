// The user's editor, pager and clipboard programs, by the environment.

import Foundation

/// The programs that the user chose, or that are installed.
struct UsersPrograms: Sendable {
    let environment: [String: String]

    /// A shell command that gets the file's path as `$1`; `nil` when there is no editor.
    var editor: String? { (chosen("VISUAL") ?? chosen("EDITOR") ?? first(["vi", "nano", "emacs"])).map { "\($0) \"$1\"" } }

    /// A shell command that reads the text.
    var pager: String? { chosen("PAGER") ?? first(["less", "more"]) }

    /// Programs that read the clipboard's text from their standard input.
    var clipboard: [[String]] {
        var found: [[String]] = []
        func add(_ name: String, _ arguments: String...) {
            if let path = path(name) { found.append([path] + arguments) }
        }
        // tmux ignores clipboard escapes of programs unless `set-clipboard` is on; this
        // command passes the text on.
        if has("TMUX") { add("tmux", "load-buffer", "-w", "-") }
        if has("WAYLAND_DISPLAY") { add("wl-copy") }
        if has("DISPLAY"), !has("WAYLAND_DISPLAY") || path("wl-copy") == nil {
            if path("xclip") != nil { add("xclip", "-selection", "clipboard") } else { add("xsel", "--clipboard", "--input") }
        }
        add("pbcopy")
        return found
    }

    /// The path of the program of that name.
    func path(_ name: String) -> String? {
        (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    private func has(_ name: String) -> Bool { environment[name]?.isEmpty == false }

    private func chosen(_ name: String) -> String? {
        environment[name].flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
    }

    private func first(_ names: [String]) -> String? { names.first { path($0) != nil } }
}
