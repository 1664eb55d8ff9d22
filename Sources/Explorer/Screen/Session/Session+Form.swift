// The parts of a form that a file may store, and the draft that is restored from them: texts without secrets.

import Canvas
import Document
import NetLayer

extension RequestForm {
    /// The values that the user typed and chose, without secrets.
    /// - Parameter secrets: the secrets that no stored text may contain.
    func kept(without secrets: KnownSecrets) -> Session.Form {
        let isClean = { (text: String) in secrets.redacted(text) == text }
        var form = Session.Form()
        form.tab = tab
        for index in fields.indices where fields[index].secretText == nil {
            let text = fields[index].input.text
            // Text from elsewhere would count as typed the next time.
            guard fields[index].origin != .link, isClean(text),
                fields[index].takesVariables || !takesVariables || !text.contains("${")
            else { continue }
            if case .own(let own) = fields[index].role {
                if !text.isEmpty { form.texts.append(.init(place: .own(own), text: text)) }
            } else if let place = key(of: index)?.place, text != initialTexts[index] {
                form.texts.append(.init(place: place, text: text))
            }
        }
        guard let body, body.style == .text else { return form }
        let draft = body.draft
        let described = operation.bodySecrets(nil)
        // A body that is secret as a whole has no names by which its secrets are known.
        guard !described.isWhole else { return form }
        let names = described.names
        (form.contentType, form.choice) = (draft.shown.contentType, draft.shown.choice)
        let texts = draft.texts.sorted { ($0.key.contentType, $0.key.choice ?? "") < ($1.key.contentType, $1.key.choice ?? "") }
        for (key, area) in texts {
            let text = area.text
            guard text.utf8.count <= Self.longestKept, isClean(text), !NamedSecrets.stand(in: text, names) else { continue }
            let isForeign = draft.foreign.contains(key)
            form.texts.append(
                .init(place: .body(contentType: key.contentType, choice: key.choice, isForeign: isForeign), text: text))
        }
        return form
    }

    /// In bytes; a longer body belongs in a file.
    private static let longestKept = 256 << 10
}

extension FormField {
    /// Typed text that must not be shown; `nil` where it may be.
    var secretText: String? {
        guard !input.text.isEmpty else { return nil }
        if case .credential = role { return input.text }
        if case .own(let own) = role {
            guard visibleCount < input.text.count, let pair = ownPair(of: own) else { return nil }
            return pair.value
        }
        return isSecret ? input.text : nil
    }
}

extension FormDraft.Key {
    fileprivate var place: Session.Form.Place {
        switch self {
        case .parameter(let name, let place): .parameter(name, place)
        case .part(let name, let contentType, let number): .part(name, contentType: contentType, number)
        case .file(let contentType): .file(contentType: contentType)
        case .saved(let name, let tab, let number): .saved(name, tab, number)
        case .option(let option): .option(option)
        }
    }
}

extension FormDraft {
    /// Restores stored values as if the user had just typed them.
    init(_ form: Session.Form) {
        self.init(tab: form.tab)
        var bodies: [BodyForm.Draft.Key: TextArea] = [:]
        var foreign: Set<BodyForm.Draft.Key> = []
        for text in form.texts {
            switch text.place {
            case .parameter(let name, let place): texts[.parameter(name, place)] = TextField(text.text)
            case .part(let name, let contentType, let number):
                texts[.part(name, contentType: contentType, number)] = TextField(text.text)
            case .file(let contentType): texts[.file(contentType: contentType)] = TextField(text.text)
            case .saved(let name, let tab, let number): texts[.saved(name, tab, number)] = TextField(text.text)
            case .option(let option): texts[.option(option)] = TextField(text.text)
            case .own(let field): own[field, default: []].append(TextField(text.text))
            case .body(let contentType, let choice, let isForeign):
                let key = BodyForm.Draft.Key(contentType: contentType, choice: choice)
                bodies[key] = TextArea(text.text)
                if isForeign { foreign.insert(key) }
            }
        }
        guard let contentType = form.contentType else { return }
        body = BodyForm.Draft(
            texts: bodies, foreign: foreign, referring: Set(bodies.keys).subtracting(foreign),
            shown: .init(contentType: contentType, choice: form.choice))
    }
}

/// Finds secrets by the names that stand before them.
enum NamedSecrets {
    /// Whether a text has members with the names of secrets, or where it is no
    /// JSON, words that are such names.
    /// - Parameter names: the names that the description marks as secret.
    static func stand(in text: String, _ names: Set<String> = []) -> Bool {
        let isSecret = { (name: String) in names.contains(name) || SensitiveNames.isSecretMember(name) }
        guard let document = try? JSONDocument(Array(text.utf8)) else {
            let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
            return words.contains { isSecret(String($0)) }
        }
        var waiting = [document.root]
        while let node = waiting.popLast() {
            switch node.kind {
            case .object:
                for member in node.members {
                    if isSecret(member.key) { return true }
                    waiting.append(member.value)
                }
            case .array: waiting += node.elements
            case .string, .number, .true, .false, .null: break
            }
        }
        return false
    }
}
