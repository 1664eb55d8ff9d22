// Where the values of a form come from: only what a person has typed or chosen is theirs.

import Catalog
import NetLayer

/// A text in a form that nobody here has typed.
struct OfferedText: Sendable, Hashable {
    enum Origin: Sendable, Hashable {
        /// The description's.
        case example, usual
        /// A link of an answer has filled it in.
        case link
        /// Saved in a collection or a workspace.
        case saved

        /// What stands behind the value; `nil` where nothing needs to be said.
        var label: String? {
            switch self {
            case .example: "example"
            case .usual: "default"
            case .link: "from a link"
            case .saved: nil
            }
        }
    }

    var text: String
    var origin: Origin
}

extension FormField {
    /// Where its text comes from; `nil` for what a person has typed or chosen, and where there is none.
    var origin: OfferedText.Origin? {
        guard let offered, !isEmpty, offered.text == input.text else { return nil }
        return offered.origin
    }

    /// It has a value, and that is more than a suggestion of the description.
    var isFilled: Bool { !isEmpty && origin != .example && origin != .usual }
}

extension RequestForm {
    /// Where the body's text comes from; `nil` for what a person has typed, and where there is none.
    var bodyOrigin: OfferedText.Origin? {
        guard let body, body.style == .text, !body.area.isEmpty else { return nil }
        if body.isUnchanged, body.isSaved || given != nil { return .saved }
        return body.isForeign ? .example : nil
    }

    /// Where the values come from that it would send now.
    func sentValues(in environment: Environment) -> SentValues {
        let texts = SentTexts(self, in: environment)
        var values = SentValues(typed: 0, wasSent: lastSent == texts, wasKept: reopened?.isSame(as: texts) == true)
        func add(_ name: String, _ origin: OfferedText.Origin?) {
            guard let origin else { return values.typed += 1 }
            if let label = origin.label { values.offered.append("\(name) (\(label))") }
        }
        for case .field(let index) in sentRows where !fields[index].isEmpty { add(fields[index].label, fields[index].origin) }
        if body?.style == .text, body?.area.isEmpty == false { add("the body", bodyOrigin) }
        return values
    }
}

/// What a form has sent, to know it when it is sent a second time.
struct SentTexts: Sendable, Hashable {
    private let texts: [String]
    private let contentType: String?
    private let environment: Environment

    init(_ form: RequestForm, in environment: Environment) {
        let fields = form.sentRows.compactMap { row -> String? in
            if case .field(let index) = row { form.fields[index].input.text } else { nil }
        }
        // Another reading of the description may have more fields.
        texts = (fields + (form.body?.style == .text ? [form.body?.area.text ?? ""] : [])).filter { !$0.isEmpty }
        contentType = form.body?.contentType
        self.environment = environment
    }

    /// Whatever the environment.
    func isSame(as other: SentTexts) -> Bool { texts == other.texts && contentType == other.contentType }
}
