// The way by links to the shown response, for the pane's title: `orders › 41 › items`.

import Canvas
import NetLayer

enum LinkTrail {
    /// The most responses on the way.
    static let most = 20
    /// The most columns; the beginning is cut.
    static let widest = 40

    /// A word for each response on the way: the part of its path that the one before it does not have.
    static func words(_ paths: [String]) -> [String] {
        var words: [String] = []
        var before: [Substring] = []
        for path in paths {
            let parts = path.split(separator: "/")
            let shared = zip(before, parts).prefix { $0.0 == $0.1 }.count
            let own = parts.dropFirst(words.isEmpty ? max(0, parts.count - 1) : shared)
            let word = (own.isEmpty ? parts.suffix(1) : own).joined(separator: "/")
            words.append(word.isEmpty ? "/" : word)
            before = parts
        }
        return words
    }

    /// As many of the last words as fit.
    static func text(_ words: [String]) -> String {
        var rest = words[...]
        func line() -> String { (rest.count < words.count ? ["…"] + rest : Array(rest)).joined(separator: " › ") }
        while rest.count > 1, TextWidth.measure(line()) > widest { rest = rest.dropFirst() }
        return TextWidth.truncate(line(), widest)
    }
}

extension Model {
    /// The request that a link has filled in goes out: the next request of its form is no longer the linked one.
    mutating func leaveLink() { editForm { $0.linkTask = nil } }

    /// The way to the shown response; `nil` when no link led to it.
    var linkTrail: String? {
        guard let task = result.task, result.linkedFrom[task] != nil else { return nil }
        var way = [task]
        while let before = result.linkedFrom[way[way.count - 1]], way.count < LinkTrail.most { way.append(before) }
        let paths = way.reversed().compactMap { shownPath(of: $0) }
        return paths.count < 2 ? nil : LinkTrail.text(LinkTrail.words(paths))
    }

    /// The path of a task's request, with its secrets masked; `nil` when the task has sent nothing that is known.
    private func shownPath(of task: TaskID) -> String? {
        let row = tasks.row(task)
        let url = result.answers[task]?.url ?? row?.exchanges.first?.request.url ?? row?.flight?.launch.request.url
        return url.map { URI("\($0)").path }
    }
}
