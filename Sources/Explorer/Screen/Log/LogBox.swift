// The dialog of `:log`: for each action that sent something, the line of the shell that sends the same.

import Canvas
import Catalog
import NetLayer
import Workbench

struct LogBox: Sendable, Hashable {
    /// An action, and its line.
    struct Line: Sendable, Hashable {
        let at: Duration
        /// With the line breaks of a long curl line.
        let text: String
    }

    /// The newest first.
    let lines: [Line]
    let moment: Duration
    var list = ListState()

    private static let columns = [
        Column(title: "ago", minimum: 6, ideal: 7, maximum: 8, priority: 7, alignRight: true),
        Column(title: "line", minimum: 20, ideal: 100, maximum: 400, priority: 9),
    ]

    var content: KeptTable.Content {
        KeptTable.Content(
            title: lines.isEmpty ? "Log" : "Log · \(lines.count)", columns: Self.columns, count: lines.count,
            row: { row(lines[$0]) }, list: list, empty: "Nothing has been sent yet.",
            foot: ("The newest is on top. Secrets are variables: set them before you run a line", .muted))
    }

    private func row(_ line: Line) -> [KeptTable.Cell] {
        let text = line.text.replacing(" \\\n  ", with: " ").replacing("\n", with: " ")
        return [(Quantity.span(max(.zero, moment - line.at)), .muted), (Printable.visible(text), .text)]
    }
}

extension LogBox: TableDialog {
    func handle(_ key: Key, in model: inout Model) -> [Effect] {
        var box = self
        if model.view.keymap.command(for: key, in: .tasks) == .primary {
            guard lines.indices.contains(list.selected) else { return [] }
            return [.outside(.copy(Clip(what: "the line", content: .text(lines[list.selected].text))))]
        }
        if let list = model.steer(list, count: lines.count, by: key) {
            box.list = list
            model.dialogs.open = box
        }
        return []
    }

    var hints: [KeyHint] { [("enter", "copy"), ("j k", "move"), ("esc", "close")] }
}

extension Model {
    mutating func showLog() -> [Effect] {
        let lines = sending.sentActions.all.reversed().map { LogBox.Line(at: $0.at, text: shellLine(of: $0)) }
        dialogs.open = LogBox(lines: lines, moment: now)
        return []
    }

    /// The line of `explorer`, else the curl line, that sends what the action sent.
    private func shellLine(of action: SentAction) -> String {
        let (line, isAllPages) = sendLine(of: action).map { ($0, true) } ?? (curlLine(of: action), false)
        switch action.kind {
        case .times(let count): return "\(line)  # \(count) times"
        case .measured(let title): return "\(line)  # measured: \(title)"
        case .allPages where !isAllPages: return "\(line)  # and its further pages"
        case .once, .allPages: return line
        }
    }

    private func sendLine(of action: SentAction) -> String? {
        guard var source = sending.sendSource, let description,
            let endpoint = description.endpoints.first(where: { $0.id == action.plan.id }),
            let operation = description.operation(endpoint.index)
        else { return nil }
        if environments.count > 1 {
            // The environments of a description are no option of `send`.
            guard workspace != nil else { return nil }
            source += ["--env", action.environment.rawValue]
        }
        let command = action.kind == .allPages ? "pages" : "send"
        return SendLine.makeCommand(action.plan, command: command, of: endpoint, operation, source: source)
    }

    private func curlLine(of action: SentAction) -> String {
        let plan = action.plan
        // A task that has left the table has only its plan.
        let sent = request(of: action.task)
        let wire = if case .success = sent { sent } else { wireRequest(plan) }
        switch wire {
        case .success(let request):
            return curlLine(request, of: plan) ?? "# \(plan.method) \(plan.title): \(Self.secretBody)"
        case .failure(let error): return "# \(plan.method) \(plan.title): \(error.detail)"
        }
    }
}
