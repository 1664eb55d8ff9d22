// The dialog of an edited resource: what would be sent, why the text is no JSON, or what two changes have in
// common.

import Canvas
import Document
import NetLayer

struct ResourceBox: ScrollDialog {
    private enum Kind {
        /// - Parameter canTurn: there is another way to make the change.
        case ready(canTurn: Bool)
        case faulty
        case conflict(canMerge: Bool)
    }

    private let kind: Kind
    private let title: String
    private let lines: [StyledLine]
    var scroll = 0

    /// `nil` where the edit asks nothing.
    init?(_ model: Model) {
        guard let edit = model.resource, let version = edit.version else { return nil }
        switch edit.step {
        case .ready(let difference):
            guard let way = edit.way(for: difference) else {
                kind = .faulty
                title = "\(edit.name) cannot be saved"
                lines = [StyledLine(Self.refusal(difference), .error)]
                return
            }
            kind = .ready(canTurn: edit.ways(for: difference).count > 1)
            title = "Save \(edit.name)? \(difference.summary.text)"
            let request = Self.request(of: edit, by: way, version, difference)
            lines = request.flatMap { $0.wrapped(ScrollBox.textWidth(model.view.size)) } + [.empty] + Self.lines(of: difference)
        case .faulty(let error):
            kind = .faulty
            title = "The text is no JSON"
            lines = [StyledLine("\(error)", .error)] + Self.line(of: error, in: edit.text ?? "")
        case .conflict(let conflict):
            if case .success = conflict.merged { kind = .conflict(canMerge: true) } else { kind = .conflict(canMerge: false) }
            title = "\(edit.name): another change came first"
            lines = Self.lines(of: conflict)
        case .fetching, .reading, .editing, .sending, .refused: return nil
        }
    }

    // MARK: Lines

    /// The request, and what protects the changes of others.
    private static func request(
        of edit: ResourceEdit, by way: ResourceWay, _ version: ResourceVersion, _ difference: ResourceDifference
    ) -> [StyledLine] {
        var lines = [
            StyledLine([("\(way.method) \(edit.name)", .title), ("  \(way.contentType(for: version))", .muted)])
        ]
        if case .failure(let refusal)? = difference.patch, edit.ways.contains(where: { $0.kind != .whole }) {
            lines.append(StyledLine("Not by PATCH: \(refusal)", .muted))
        }
        switch version.tag {
        case .strong(let tag): lines.append(StyledLine("If-Match \(tag): refused when another change comes first", .muted))
        case .weak:
            lines.append(StyledLine("The server's ETag is weak: a change that another makes meanwhile will be lost", .warning))
        case .none:
            lines.append(StyledLine("The server sends no ETag: a change that another makes meanwhile will be lost", .warning))
        }
        return lines
    }

    private static func refusal(_ difference: ResourceDifference) -> String {
        guard case .failure(let refusal)? = difference.patch else { return "The description offers no operation for this change" }
        return "\(refusal), and the description offers no PUT"
    }

    private static func lines(of difference: ResourceDifference, shared: Set<String> = []) -> [StyledLine] {
        let rest = difference.total - difference.lines.count
        let shown = difference.lines.map { line in
            let isShared = line.pointer.map(shared.contains) ?? false
            return StyledLine([(line.text, line.sign.style), (isShared ? "  both" : "", .error)])
        }
        return shown + (rest > 0 ? [StyledLine("and \(Quantity.count(rest)) more", .muted)] : [])
    }

    private static func lines(of conflict: ResourceConflict) -> [StyledLine] {
        let shared = conflict.shared
        var lines = [StyledLine("The other change: \(conflict.theirs.summary.text)", .title)]
        lines += Self.lines(of: conflict.theirs, shared: shared)
        lines += [.empty, StyledLine("Your change: \(conflict.mine.summary.text)", .title)]
        lines += Self.lines(of: conflict.mine, shared: shared) + [.empty]
        if case .failure(let problem) = conflict.merged {
            return lines + [StyledLine("They cannot be put together: \(problem.text)", .warning)]
        }
        let overlap = shared.isEmpty ? "No place is in both of them" : "Where both have changed a place, yours would stay"
        return lines + [StyledLine(overlap, .muted)]
    }

    /// The line of the error, and a mark under its column.
    private static func line(of error: JSONError, in text: String) -> [StyledLine] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(error.line - 1) else { return [] }
        let shown = String(lines[error.line - 1].unicodeScalars.prefix(60).map { Character($0) })
        guard error.column <= 60 else { return [StyledLine(shown)] }
        return [StyledLine(shown), StyledLine(String(repeating: " ", count: error.column - 1) + "^", .error)]
    }

    // MARK: Dialog

    var hints: [KeyHint] {
        let own: [KeyHint] =
            switch kind {
            case .ready(canTurn: true): [("y", "send"), ("m", "other method")]
            case .ready(canTurn: false): [("y", "send")]
            case .conflict(canMerge: true): [("a", "apply mine on top")]
            case .conflict(canMerge: false), .faulty: []
            }
        return own + [("e", "edit again"), ("esc", "give up")]
    }

    func box(_ model: Model) -> ScrollBox { ScrollBox(lines: lines, title: title) }

    func handle(_ key: Key, in model: inout Model) -> [Effect] {
        // The key was pressed before the dialog could be seen.
        if model.isQuestionNew, case .character = key { return [] }
        switch (key, kind) {
        case (.character("y"), .ready):
            model.dialogs.open = nil
            return model.sendResource()
        case (.character("m"), .ready(canTurn: true)): return model.turnWay()
        case (.character("a"), .conflict(canMerge: true)): return model.mergeResource()
        case (.character("e"), _): return model.openResourceEditor()
        case (.escape, _), (.character("n"), _), (.character("q"), _), (.control("c"), _):
            model.dialogs.open = nil
            return model.giveUpResource()
        case _: break
        }
        guard let command = model.view.keymap.command(for: key, in: .result) else { return [] }
        var box = self
        box.scroll = ScrollBox.scrolled(scroll, by: command, lines: lines.count, model.view.size)
        model.dialogs.open = box
        return []
    }
}

extension StyledLine {
    /// In as many lines as the width needs; each of its parts then begins a line of its own.
    fileprivate func wrapped(_ width: Int) -> [StyledLine] {
        guard spans.reduce(0, { $0 + TextWidth.measure($1.text) }) > width else { return [self] }
        return spans.flatMap { span in
            WordWrap.lines(span.text.trimmingPrefix { $0 == " " }.description, width).map { StyledLine($0, span.style) }
        }
    }
}
