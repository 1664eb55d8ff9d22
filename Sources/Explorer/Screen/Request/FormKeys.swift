// The keys of a form while something in it is edited, and what becomes of what was typed.

import Canvas

extension Model {
    /// A field swallows what is printable; what it does not know goes on to the keymap. `nil`: not for the form.
    mutating func editRequest(_ key: Key) -> [Effect]? {
        // No copy of the form is held: one would make every key copy the text that is typed into.
        let (isBody, hasChoices) = (form?.isEditingBody == true, form?.choices != nil)
        if isBody {
            guard key != .escape else { return finishField(movingBy: 0) }
            let height = listHeight(of: .request)
            var known = false
            editForm { form in form.editBody { known = $0.handle(key, height: height) } }
            guard known || key.isPrintable else { return nil }
            return settle()
        }
        switch (key, hasChoices) {
        case (.up, true): editForm { $0.moveChoice(by: -1) }
        case (.down, true): editForm { $0.moveChoice(by: 1) }
        case (.enter, true), (.tab, true):
            editForm { $0.takeChoice() }
            return finishField(movingBy: 1)
        case (.enter, false), (.tab, false), (.down, false): return finishField(movingBy: 1)
        case (.backTab, _), (.up, false): return finishField(movingBy: -1)
        case (.escape, _): return finishField(movingBy: 0)
        default:
            var known = false
            editForm { form in form.editField { known = $0.handle(key) } }
            guard known || key.isPrintable else { return nil }
        }
        return settle()
    }

    private mutating func finishField(movingBy step: Int) -> [Effect] {
        editForm { $0.finishField(movingBy: step) }
        return settle()
    }

    /// Enter on the selected endpoint shows its form in the place of sending: it may change something.
    var opensForm: Bool { form.map { !$0.endpoint.method.isSafe } == true && whyUnavailable(.send) == nil }

    /// Sends the selected endpoint; of one with an unsafe method it opens the form, which `send` sends.
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
        return settle()
    }

    /// A paste into what is edited: a field takes one line, the body takes them all.
    /// - Returns: whether all of it was taken.
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

    /// What is typed on the Auth tab, and for a collection's variables, is for the whole API; what was typed there before is filled in here.
    mutating func shareCredentials() {
        var credentials = sending.credentials
        let environment = description?.environment(for: api.pool.environment.rawValue)
        editForm { form in
            form.environment = environment
            if form.isEditing, form.editsShared { form.hand(to: &credentials) } else { form.fill(credentials) }
        }
        self.sending.credentials = credentials
    }
}

extension String {
    /// What is copied or saved as whole lines ends in a line break that nobody means.
    var withoutLastLineBreak: String {
        String(prefix(upTo: lastIndex { !$0.isNewline }.map(index(after:)) ?? startIndex))
    }
}
