// The user's input in a form, apart from the form: it outlives the description that the form was made from.

import Canvas
import Catalog

struct FormDraft: Sendable, Hashable {
    /// A field, identified by the part of the request that it fills.
    enum Key: Sendable, Hashable {
        case parameter(String, ParameterPlace)
        /// The nth of its name: a list of files has a field for each file.
        case part(String, contentType: String, Int)
        case file(contentType: String)
        /// A field of a saved request: the nth of its name on the tab.
        case saved(String, RequestTab, Int)
        case option(SavedOption)
    }

    /// A line of a tab, identified by its content.
    enum Line: Sendable, Hashable {
        case field(Key)
        case own(OwnField, Int)
        case credential(scheme: String, Credentials.Part)
        case other(FormRow)
    }

    var texts: [Key: TextField] = [:]
    /// The texts that came from elsewhere, in which `${name}` is no reference.
    var literal: Set<Key> = []
    /// The texts that a link has filled in.
    var linked: Set<Key> = []
    var own: [OwnField: [TextField]] = [:]
    var body: BodyForm.Draft?
    fileprivate var lastSent: SentTexts?
    fileprivate var reopened: SentTexts?
    let tab: RequestTab
    fileprivate var line: Line?
    fileprivate var isEditing = false
    /// `nil` when it is unknown.
    fileprivate var docs: DocsView?

    init(tab: RequestTab) { self.tab = tab }
}

extension RequestForm {
    /// The user's texts, choices and unfolded rows.
    var draft: FormDraft {
        var draft = FormDraft(tab: tab)
        draft.line = selectedRow.map(line)
        draft.isEditing = isEditing
        draft.docs = docs
        (draft.lastSent, draft.reopened) = (lastSent, reopened)
        draft.texts = orphans
        for (index, field) in fields.enumerated() {
            if case .own(let own) = field.role {
                draft.own[own, default: []].append(field.input)
            } else if let key = key(of: index), field.input.text != initialTexts[index] {
                draft.texts[key] = field.input
                if mayRefer(index), !field.takesVariables { draft.literal.insert(key) }
                if field.origin == .link { draft.linked.insert(key) }
            }
        }
        draft.body = body?.draft ?? orphanBody
        return draft
    }

    /// Restores a draft in a form of another reading. Values without a field here stay in `orphans`.
    mutating func restore(_ draft: FormDraft, height: Int) {
        orphans = draft.texts
        (lastSent, reopened) = (draft.lastSent, draft.reopened)
        for index in initialTexts.indices {
            guard let key = key(of: index), let input = orphans.removeValue(forKey: key) else { continue }
            restore(
                input, at: index, isLiteral: draft.literal.contains(key), from: draft.linked.contains(key) ? .link : nil)
        }
        for own in [OwnField.query, .header] { draft.own[own]?.forEach { add(own, $0) } }
        if let typed = draft.body, body != nil { body?.restore(typed) } else { orphanBody = draft.body }
        if let read = draft.docs { docs.restore(read) }
        open(draft.tab)
        guard tab == draft.tab, tab != .docs, let wanted = draft.line, let row = rows.first(where: { line($0) == wanted }) else {
            return
        }
        select(row, height: height)
        if draft.isEditing, row != .contentType, row != .choice, row.isOfAField || row == .bodyText { startEditing() }
    }

    /// The key under which the text of a field is stored; `nil` for a field outside of the description.
    func key(of index: Int) -> FormDraft.Key? {
        switch fields[index].role {
        case .parameter(let parameter): .parameter(parameter.name, parameter.place)
        case .part(let parameter, let media, _):
            body.map { .part(parameter.name, contentType: $0.media[media].contentType, twins(before: index)) }
        case .file(let media): body.map { .file(contentType: $0.media[media].contentType) }
        case .option(let option): .option(option)
        // Values of the Auth tab belong to the whole API.
        case .own, .credential: nil
        case .saved(let field): fields[index].role.shared == nil ? .saved(field.name, field.slot.tab, twins(before: index)) : nil
        }
    }

    /// The number of fields of the same kind and name before this one on its tab.
    private func twins(before index: Int) -> Int {
        let field = fields[index]
        return fields[..<index].count { other in
            guard other.name == field.name, other.tab == field.tab else { return false }
            switch (other.role, field.role) {
            case (.saved, .saved): return true
            case (.part(_, let one, _), .part(_, let media, _)): return one == media
            case _: return false
            }
        }
    }

    private func line(_ row: FormRow) -> FormDraft.Line {
        guard case .field(let index) = row else { return .other(row) }
        switch fields[index].role {
        case .own(let own): return .own(own, fields[..<index].count { $0.role == .own(own) })
        case .credential(let scheme, let part): return .credential(scheme: scheme, part)
        case .parameter, .part, .file, .saved, .option: return key(of: index).map(FormDraft.Line.field) ?? .other(row)
        }
    }
}

extension FormRow {
    fileprivate var isOfAField: Bool { if case .field = self { true } else { false } }
}
