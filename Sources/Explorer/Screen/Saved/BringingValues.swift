// Resolves the values that a form or a run of a workspace needs before it is sent: answers of
// the user, then external values.

import Canvas
import Catalog
import NetLayer

/// Values for the next request, and for none after it: a one-time code counts once, and a
/// password may have changed by then.
struct BroughtValues: Sendable {
    var answers: [String: FieldValue] = [:]
    var outside: [ExternalReference: Secret] = [:]
    /// Values that earlier requests of the same run have captured.
    var captured: [String: FieldValue] = [:]
}

/// The action that waits until all values are there.
enum WaitingDeed: Sendable, Hashable {
    /// - Parameter endpoint: its id.
    case send(endpoint: String)
    /// The arguments of `:repeat`.
    case times([String], endpoint: String)
    /// The arguments of `:watch`.
    case watch([String], endpoint: String)
    /// The arguments of `:versus`.
    case versus([String], endpoint: String)
    case run(name: String, items: [SavedWork.Item])
}

/// The dialog that asks for a variable.
struct VariableQuestion: Sendable, Hashable {
    var name: String
    var prompt: VariableScopes.Prompt
    var field: TextField
}

extension Model {
    /// Variables, with values from responses, from the user and from external sources.
    var expansion: VariableExpansion { expansion(with: workspace?.brought ?? BroughtValues()) }

    /// - Parameter environment: `nil` for the one in use.
    func expansion(with brought: BroughtValues, in environment: Environment? = nil) -> VariableExpansion {
        let name = (environment ?? api.pool.environment).rawValue
        let scopes = workspace?.work.variables(in: name) ?? VariableScopes()
        let captured = workspace?.captured[name] ?? [:]
        var expansion = VariableExpansion(
            scopes, captured: captured.merging(brought.captured) { $1 }, outside: brought.outside)
        for (name, value) in brought.answers { expansion.answer(name, value) }
        return expansion
    }

    /// Asks for the values that are still missing; `nil` where none is, or where that is unknown: an error of
    /// the expansion is reported when the request is expanded.
    mutating func bring(for deed: WaitingDeed) -> [Effect]? {
        guard workspace != nil else { return nil }
        // Values that were resolved for another action do not apply to this one.
        if let waiting = workspace?.waiting, waiting != deed { stopWaiting() }
        let (texts, later) = texts(of: deed)
        let expansion = expansion
        if let (name, prompt) = expansion.prompts(of: texts).first {
            workspace?.waiting = deed
            let usual = prompt.isSecret ? nil : workspace?.lastAnswers[name] ?? expansion.scopes[name]?.text.literal
            dialogs.open = VariableQuestion(name: name, prompt: prompt, field: TextField(suggestion: usual ?? ""))
            return []
        }
        let needed = (try? expansion.references(of: texts, later: later)) ?? []
        guard !needed.isSubset(of: Set(expansion.externalValues.keys)) else { return nil }
        workspace?.waiting = deed
        workspace?.lookup += 1
        dialogs.inputsAtLookup = dialogs.inputs
        show("Looking up its variables …", .info)
        return [.workspace(.lookUp(needed, number: workspace?.lookup ?? 0))]
    }

    private func texts(of deed: WaitingDeed) -> (texts: [WorkspaceText], later: Set<String>) {
        switch deed {
        case .send(let id), .times(_, let id), .watch(_, let id), .versus(_, let id):
            let form = requests.forms.values.first { $0.endpoint.id == id }
            return (form?.referringTexts ?? [], [])
        case .run(_, let items):
            let requests = items.flatMap(\.requests)
            return (requests.flatMap(\.texts), Set(requests.flatMap { $0.captures.map(\.name) }))
        }
    }

    /// A value has arrived: asks for those that are still missing, or performs the waiting action.
    mutating func goOn() -> [Effect] {
        guard let waiting = workspace?.waiting else { return [] }
        if let asks = bring(for: waiting) { return asks }
        defer { stopWaiting() }
        workspace?.waiting = nil
        switch waiting {
        case .run(let name, let items): return start(name, items)
        case .send(let id), .times(_, let id), .watch(_, let id), .versus(_, let id):
            guard form?.endpoint.id == id else {
                say("Nothing was sent: another endpoint is selected now", .warning)
                return []
            }
            do throws(PaletteProblem) {
                switch waiting {
                case .times(let words, _): return try repeatSelected(words)
                case .watch(let words, _): return try watch(words)
                case .versus(let words, _): return try compareSides(words)
                case .send, .run: return sendSelected(lookingAtFiles: false)
                }
            } catch {
                say(error.text, .warning)
                return []
            }
        }
    }

    mutating func stopWaiting() {
        workspace?.waiting = nil
        workspace?.lookup += 1
        workspace?.brought = BroughtValues()
    }

    /// Handles a key while the dialog is open.
    mutating func edit(_ question: VariableQuestion, _ key: Key) -> [Effect] {
        var question = question
        switch key {
        case .escape, .control("c"):
            dialogs.open = nil
            stopWaiting()
            say("Nothing was sent")
            return []
        case .enter:
            guard !question.field.text.isEmpty || question.prompt.hasDefault else { return [] }
            dialogs.open = nil
            let text = question.field.text
            if !question.prompt.isSecret { workspace?.lastAnswers[question.name] = text }
            workspace?.brought.answers[question.name] = question.prompt.isSecret ? .secret(Secret(text)) : .plain(text)
            return goOn()
        default:
            _ = question.field.handle(key)
            dialogs.open = question
            return []
        }
    }
}

enum VariableOverlay {
    static func frame(_ question: VariableQuestion, on size: Size) -> Rect {
        let widest = max(50, TextWidth.measure(question.prompt.question) + 6)
        return DialogBox.frame(width: min(widest, max(1, size.width - 4)), height: 5, on: size)
    }

    static func draw(_ question: VariableQuestion, _ model: Model, on screen: inout Screen) {
        DialogBox.draw(frame(question, on: screen.size), title: question.title(model), on: &screen) { screen, area in
            let field = question.prompt.isSecret ? question.field.dotted(after: 0) : question.field
            DialogBox.draw(field, at: area.row(area.height > 2 ? 1 : 0), on: &screen)
        }
    }
}

extension VariableQuestion: FieldDialog {
    var hidesText: Bool { prompt.isSecret }

    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.edit(self, key) }
    func frame(_ model: Model) -> Rect { VariableOverlay.frame(self, on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { VariableOverlay.draw(self, model, on: &screen) }
    func title(_ model: Model) -> String { "\(name): \(prompt.question)" }

    func spoken(_ model: Model) -> SpokenDialog {
        SpokenDialog(texts: [title(model)], field: SpokenDialog.Field("value", field, isSecret: prompt.isSecret))
    }
    var hints: [KeyHint] { [("enter", "send"), ("esc", "send nothing"), ("C-u", "empty")] }
}
