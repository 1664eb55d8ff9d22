// Reads members of exported JSON: programs write the same value as text, as a number, as null, or omit it.

import Document

extension JSONNode {
    /// The value of a string; the source of any other value; `nil` for `null`.
    var plainText: String? { kind == .null ? nil : displayText }

    /// The text of a member; `nil` if it is missing or `null`.
    func memberText(_ key: String) -> String? { self[key]?.plainText }

    /// The text of the first of these members that has one.
    func memberText(anyOf keys: String...) -> String? {
        for key in keys { if let text = memberText(key) { return text } }
        return nil
    }

    /// Whether a member is `true`, or the text "true".
    func isTrue(_ key: String) -> Bool { self[key].map { $0.bool ?? $0.stringEquals("true") } ?? false }

    /// Whether a member is `false`, or the text "false".
    func isFalse(_ key: String) -> Bool { self[key].map { $0.bool == false || $0.stringEquals("false") } ?? false }

    /// Whether there is content: not `null`, an empty container or an empty text.
    var isFilled: Bool {
        switch kind {
        case .null: false
        case .object, .array: count > 0
        case .string: byteRange.count > 2
        case .number, .true, .false: true
        }
    }

    /// A member that exists and has content.
    func filled(_ key: String) -> JSONNode? { self[key].flatMap { $0.isFilled ? $0 : nil } }
}
