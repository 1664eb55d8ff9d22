// A request of the user's own: a line with a method and an address, or a pasted command, becomes a form.

import Canvas
import Catalog
import NetLayer
import RequestFiles

/// The dialog that asks for the line.
struct NewRequest: Sendable {
    var field: TextField
    /// Why the line is no request; `nil` while the user has not tried it.
    var problem: String?
}

extension Model {
    /// `nil` where a request can be written.
    var whyNoNewRequest: String? {
        if case .loading = api.source { return "The description is still loading" }
        return nil
    }

    mutating func askForRequest() -> [Effect] {
        dialogs.open = NewRequest(field: TextField())
        return []
    }

    /// Handles a key while the dialog is open.
    mutating func edit(_ dialog: NewRequest, _ key: Key) -> [Effect] {
        var dialog = dialog
        switch key {
        case .escape, .control("c"): dialogs.open = nil
        case .enter:
            guard !dialog.field.text.isEmpty else { return [] }
            return tryRequest(dialog.field.text, in: dialog)
        default:
            dialog.problem = nil
            _ = dialog.field.handle(key)
            dialogs.open = dialog
        }
        return []
    }

    /// Reads a whole paste: the line breaks of a command count.
    mutating func paste(_ text: String, into dialog: NewRequest) -> [Effect] {
        if dialog.field.text.isEmpty, TypedRequestReader.recognises(text) { return tryRequest(text, in: dialog) }
        var dialog = dialog
        dialog.field.insert(text.filter { !$0.isNewline })
        dialogs.open = dialog
        return []
    }

    private mutating func tryRequest(_ text: String, in dialog: NewRequest) -> [Effect] {
        do throws(PaletteProblem) {
            let effects = try addRequests(text)
            dialogs.open = nil
            return effects
        } catch {
            var dialog = dialog
            if dialog.field.text.isEmpty { dialog.field.insert(text.filter { !$0.isNewline }) }
            dialog.problem = error.text
            dialogs.open = dialog
            return []
        }
    }

    /// Adds the requests of a text to the endpoints, and opens the form of the first.
    mutating func addRequests(_ text: String) throws(PaletteProblem) -> [Effect] {
        if let reason = whyNoNewRequest { throw PaletteProblem(reason) }
        let collection: RequestCollection
        do throws(ImportError) {
            collection = try TypedRequestReader.readCollection(text)
        } catch {
            throw PaletteProblem(error.description)
        }
        let added = TypedRequest.requests(of: collection)
        guard !added.isEmpty else {
            throw PaletteProblem(collection.report.notes.first.map(\.description) ?? "The text has no request")
        }
        let number = requests.typed.count
        requests.typed += added
        showTyped(number)
        if let note = collection.report.notes.first {
            let rest = collection.report.notes.count - 1
            for note in collection.report.notes { notices.log.add(.init(at: now, text: note.description, kind: .warning)) }
            show(rest > 0 ? "\(note.message) (and \(rest) more: :messages)" : note.message, .warning)
        } else if added.count > 1 {
            say("\(added.count) requests were added")
        }
        return []
    }

    /// Shows the endpoints with all typed requests, and selects the one with that number.
    private mutating func showTyped(_ number: Int) {
        let old = description
        let new = withTyped((old ?? .undescribed("typed requests")))
        if let old {
            keepForms()
            let moved = Dictionary(uniqueKeysWithValues: old.endpoints.indices.map { ($0, $0) })
            keepDrafts(of: old, new, moved)
            replaceDescription(new, moved)
        } else {
            // A server without a description is explored by requests alone.
            api.source = .ready(new)
            endpoints.begin(new)
        }
        view.layout = Layout(self)
        if let index = new.typedIndex(number) { endpoints.show(index, height: listHeight(of: .endpoints)) }
        openForm()
        focus = .request
    }

    /// The values of the typed requests' forms, by id.
    var typedDrafts: [String: FormDraft] {
        guard let description else { return [:] }
        return requests.typed.indices.reduce(into: [:]) { drafts, number in
            guard let index = description.typedIndex(number) else { return }
            drafts[description.endpoints[index].id] =
                requests.forms[index]?.draft ?? requests.drafts[description.endpoints[index].id]
        }
    }

    /// The description with the requests that the user typed.
    func withTyped(_ description: APIDescription) -> APIDescription { description.addingTyped(requests.typed) }
}

extension NewRequest: FieldDialog {
    func handle(_ key: Key, in model: inout Model) -> [Effect] { model.edit(self, key) }
    func paste(_ text: String, in model: inout Model) -> [Effect]? { model.paste(text, into: self) }
    func frame(_ model: Model) -> Rect { NewRequestOverlay.frame(on: model.view.size) }
    func draw(_ model: Model, on screen: inout Screen) { NewRequestOverlay.draw(self, model, on: &screen) }
    func title(_ model: Model) -> String { "New request" }

    func spoken(_ model: Model) -> SpokenDialog {
        let texts = [title(model), "Write a method and an address. \(NewRequestOverlay.pasteHint)"]
        return SpokenDialog(texts: texts, field: SpokenDialog.Field("request", field), problem: problem)
    }
    var hints: [KeyHint] { [("enter", "open form"), ("esc", "cancel"), ("C-u", "empty")] }
}

enum NewRequestOverlay {
    private static let widest = 96

    static func frame(on size: Size) -> Rect {
        DialogBox.frame(width: min(widest, max(1, size.width - 4)), height: 7, on: size)
    }

    static let pasteHint = "Or paste a curl or PowerShell command. {id} becomes a field."

    static func draw(_ dialog: NewRequest, _ model: Model, on screen: inout Screen) {
        DialogBox.draw(frame(on: screen.size), title: dialog.title(model), on: &screen) { screen, area in
            let (top, rest) = area.splitTop(area.height > 3 ? 2 : 1)
            if !top.isEmpty {
                DialogBox.draw(
                    dialog.field, empty: "GET https://example.com/items/{id}?page=1", at: top.row(top.height - 1), on: &screen)
            }
            let text = dialog.problem.map { "✗ " + $0 } ?? pasteHint
            let below = rest.splitTop(1).1
            let area = below.isEmpty ? rest : below
            for (index, line) in WordWrap.lines(text, area.width).prefix(area.height).enumerated() {
                screen.write(line, x: area.x, y: area.y + index, style: dialog.problem == nil ? .muted : .error, in: area)
            }
            screen.overlay(area, .surface)
        }
    }
}
