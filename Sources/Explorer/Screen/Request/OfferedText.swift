// The origin of a form's values: only values that the user has typed or chosen count as the user's.

import Catalog
import NetLayer

/// A text in a form that the user has not typed.
struct OfferedText: Sendable, Hashable {
    enum Origin: Sendable, Hashable {
        /// From the description.
        case example, usual
        /// Filled in by a link of a response.
        case link
        /// Saved in a collection or a workspace.
        case saved

        /// The label behind the value; `nil` when none is needed.
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
    /// The origin of the text; `nil` for a text that the user has typed or chosen, and for an empty one.
    var origin: OfferedText.Origin? {
        guard let offered, !isEmpty, offered.text == input.text else { return nil }
        return offered.origin
    }

    /// The field has a value that is more than a suggestion of the description.
    var isFilled: Bool { !isEmpty && origin != .example && origin != .usual }
}

extension RequestForm {
    /// The origin of the body's text; `nil` for a text that the user has typed, and for an empty one.
    var bodyOrigin: OfferedText.Origin? {
        guard let body, body.style == .text, !body.area.isEmpty else { return nil }
        if body.isUnchanged, body.isSaved || given != nil { return .saved }
        return body.isForeign ? .example : nil
    }

    /// The origins of the values that the form would send now.
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

/// The values that a form has sent, to recognize a second send of the same values.
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

    /// Compares the values without the environment.
    func isSame(as other: SentTexts) -> Bool { texts == other.texts && contentType == other.contentType }
}
