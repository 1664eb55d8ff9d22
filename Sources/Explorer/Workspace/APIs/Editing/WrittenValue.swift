// A value for explorer.yaml, and its text: small values in flow style, larger ones in block style.

import Document
import YAMLText

/// A value that must be the same when it is read again.
enum WrittenValue: Hashable {
    /// A text that must be read as a string.
    case text(String)
    /// A text that may be written like a number.
    case loose(String)
    /// A number, a boolean or `null`.
    case json(String)
    case list([WrittenValue])
    case map([Member])

    struct Member: Hashable {
        var key: String
        var value: WrittenValue

        init(_ key: String, _ value: WrittenValue) {
            self.key = key
            self.value = value
        }
    }

    /// Converts a JSON value.
    init(_ node: JSONNode) {
        switch node.kind {
        case .object: self = .map(node.members.map { Member($0.key, WrittenValue($0.value)) })
        case .array: self = .list(node.elements.map { WrittenValue($0) })
        case .string: self = .text(node.displayText)
        case .number, .true, .false, .null: self = .json(node.source)
        }
    }

    /// Whether a value of the file is already equal, in the same order.
    func isWritten(_ outline: YAMLOutline, _ index: Int) -> Bool {
        let node = outline.nodes[index]
        switch self {
        case .text(let text): return node.kind == .scalar && node.isText && node.text == text
        case .loose(let text): return node.kind == .scalar && node.text == text && (node.isText || !node.range.isEmpty)
        case .json(let text): return node.kind == .scalar && !node.isText && node.text == text
        case .list(let values):
            guard node.kind == .sequence else { return false }
            let found = outline.elements(of: index)
            return found.count == values.count && zip(values, found).allSatisfy { $0.isWritten(outline, $1) }
        case .map(let members):
            guard node.kind == .mapping else { return false }
            let found = outline.members(of: index)
            return found.count == members.count
                && zip(members, found).allSatisfy {
                    outline.nodes[$1.key].text == $0.key && $0.value.isWritten(outline, $1.value)
                }
        }
    }

    // MARK: Flow style

    /// - Parameter isJSON: the file is written as JSON, so all texts are quoted.
    func flowText(isJSON: Bool = false) -> String {
        switch self {
        case .text(let text): isJSON ? YAMLScalarText.quoted(text) : YAMLScalarText.makeScalar(text)
        case .loose(let text): isJSON ? YAMLScalarText.quoted(text) : YAMLScalarText.makeScalar(text, isLoose: true)
        case .json(let text): text
        case .list(let values): "[" + values.map { $0.flowText(isJSON: isJSON) }.joined(separator: ", ") + "]"
        case .map(let members) where members.isEmpty: "{}"
        case .map(let members):
            "{ "
                + members.map { "\(Self.keyText($0.key, isJSON: isJSON)): \($0.value.flowText(isJSON: isJSON))" }.joined(
                    separator: ", ")
                + " }"
        }
    }

    static func keyText(_ key: String, isJSON: Bool) -> String {
        isJSON ? YAMLScalarText.quoted(key) : YAMLScalarText.makeScalar(key)
    }

    // MARK: Block style

    /// The maximum width of a flow line, in columns.
    private static let widest = 120

    /// The lines of a member of a block.
    /// - Parameters:
    ///   - key: its key.
    ///   - indent: the column of the key.
    ///   - step: the indentation of members relative to their key, in columns.
    ///   - opening: the number of outer mappings that always use block style, however small they are.
    func lines(_ key: String, indent: Int, step: Int, opening: Int = 0) -> [String] {
        let head = String(repeating: " ", count: indent) + Self.keyText(key, isJSON: false) + ":"
        let flat = head + " " + flowText()
        let inner = indent + step
        switch self {
        case .text(let text), .loose(let text):
            guard let literal = YAMLScalarText.literal(text) else { return [flat] }
            return [head + " " + literal.header]
                + literal.lines.map { $0.isEmpty ? "" : String(repeating: " ", count: inner) + $0 }
        case .map(let members) where !members.isEmpty && (opening > 0 || flat.count > Self.widest || holdsLines):
            return [head] + members.flatMap { $0.value.lines($0.key, indent: inner, step: step, opening: opening - 1) }
        case .list(let values) where !values.isEmpty && flat.count > Self.widest:
            return [head] + values.map { String(repeating: " ", count: inner) + "- " + $0.flowText() }
        case .json, .list, .map: return [flat]
        }
    }

    /// Whether a mapping contains a text of several lines.
    private var holdsLines: Bool {
        switch self {
        case .text(let text), .loose(let text): YAMLScalarText.literal(text) != nil
        case .map(let members): members.contains { $0.value.holdsLines }
        case .json, .list: false
        }
    }
}
