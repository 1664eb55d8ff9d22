// How members of exported JSON are read: programs write the same thing as text, as a number, as null, or not at all.

import Document

extension JSONNode {
    /// A text as it is, everything else as written; `nil` for `null`.
    var plainText: String? { kind == .null ? nil : displayText }

    /// The text of a member; `nil` when there is none or it is `null`.
    func text(_ key: String) -> String? { self[key]?.plainText }

    /// The text of the first member of these that has one.
    func text(anyOf keys: String...) -> String? {
        for key in keys { if let text = text(key) { return text } }
        return nil
    }

    /// A member that is `true`, also where it was written as a text.
    func flag(_ key: String) -> Bool { self[key].map { $0.bool ?? $0.stringEquals("true") } ?? false }

    /// A member that is `false`, also where it was written as a text.
    func denies(_ key: String) -> Bool { self[key].map { $0.bool == false || $0.stringEquals("false") } ?? false }

    /// Something to read: not `null`, and neither an empty container nor an empty text.
    var isFilled: Bool {
        switch kind {
        case .null: false
        case .object, .array: count > 0
        case .string: byteRange.count > 2
        case .number, .true, .false: true
        }
    }

    /// A member that is there and holds something.
    func filled(_ key: String) -> JSONNode? { self[key].flatMap { $0.isFilled ? $0 : nil } }
}
