// The keys of a form while the user edits it, and the handling of the typed text.

import Canvas
import Catalog

extension Model {
    /// A field consumes printable keys and its editing keys; other keys go on to the keymap.
    /// `nil`: not for the form.
    mutating func editRequest(_ key: Key) -> [Effect]? {
        // No copy of the form is held: with a copy, every key would copy the whole text.
        let (isBody, hasChoices) = (form?.isEditingBody == true, form?.choices != nil)
        let completes = form?.choices?.isCompletion == true
        if isBody {
            guard key != .escape else {
                editForm { $0.finishField(movingBy: 0) }
                return []
            }
            let height = listHeight(of: .request)
            var known = false
            editForm { form in form.editBody { known = $0.handle(key, height: height) } }
            guard known || key.isPrintable else { return nil }
            return []
        }
        switch (key, hasChoices) {
        case (.up, true): editForm { $0.moveChoice(by: -1) }
        case (.down, true): editForm { $0.moveChoice(by: 1) }
        case (.tab, true) where completes: editForm { $0.complete() }
        case (.enter, true) where completes && form?.choices?.selected == nil: editForm { $0.finishField(movingBy: 1) }
        case (.enter, true) where completes: editForm { $0.complete() }
        case (.enter, true), (.tab, true):
            editForm { form in
                form.takeChoice()
                form.finishField(movingBy: 1)
            }
        case (.enter, false), (.tab, false), (.down, false): editForm { $0.finishField(movingBy: 1) }
        case (.backTab, _), (.up, false): editForm { $0.finishField(movingBy: -1) }
        case (.escape, _): editForm { $0.finishField(movingBy: 0) }
        default:
            var known = false
            editForm { form in form.editField { known = $0.handle(key) } }
            guard known || key.isPrintable else { return nil }
        }
        return []
    }

    /// Enter on the selected endpoint shows its form instead of sending: the request may change something.
    var opensForm: Bool { form.map { !$0.endpoint.method.isSafe } == true && whyUnavailable(.send) == nil }

    /// Sends the selected endpoint. Enter opens the form of an unsafe method; `send` then sends it.
    mutating func sendOrOpenForm() -> [Effect] {
        guard let form, opensForm else { return sendSelected() }
        focus = .request
        let height = listHeight(of: .request)
        editForm { form in
            if let problem = form.firstProblem {
                form.go(to: problem, height: height)
            } else if form.bodyOrigin == .example {
                form.open(.body)
            } else if form.tab == .docs {
                form.leaveDocs()
            }
        }
        let key = view.keymap.keys(of: .send).first ?? ":send"
        say("\(form.endpoint.method) may change something: \(key) sends it")
        return []
    }

    /// Pastes into the edited field or body: a field takes one line, the body takes all lines.
    /// - Returns: whether all of the text was taken.
    mutating func pasteIntoForm(_ text: String) -> Bool {
        var isWhole = true
        editForm { form in
            if form.isEditingBody {
                form.editBody { $0.insert(text) }
            } else {
                form.editField { isWhole = $0.insert(text.withoutLastLineBreak) }
            }
        }
        return isWhole
    }

    /// The names of all variables, captured ones included.
    private var variableNames: [String] {
        let captured = workspace?.captured[api.pool.environment.rawValue] ?? [:]
        let scopes = workspace?.work.variables(in: api.pool.environment.rawValue) ?? VariableScopes()
        return Set(scopes.names).union(captured.keys).sorted()
    }

    /// The environment of the description that forms take their values from.
    var formEnvironment: String? { description?.environment(for: api.pool.environment.rawValue) }

    /// Shares the values of the Auth tab and of a collection's variables with the whole API, and fills in
    /// values that were typed earlier.
    mutating func shareCredentials() {
        var credentials = sending.credentials
        let environment = formEnvironment
        let names = isEditing && workspace != nil ? variableNames : []
        editForm { form in
            form.environment = environment
            if form.isEditing { form.variableNames = names }
            if form.isEditing, form.editsShared { form.hand(to: &credentials) } else { form.fill(credentials) }
        }
        self.sending.credentials = credentials
    }
}

extension String {
    /// Whole lines that are copied or saved end in a line break that the user does not mean.
    var withoutLastLineBreak: String {
        String(prefix(upTo: lastIndex { !$0.isNewline }.map(index(after:)) ?? startIndex))
    }
}
